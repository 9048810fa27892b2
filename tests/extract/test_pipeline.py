"""The table of steps, its check before running, and documents that fail."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from factbook.extract.document import Document
from factbook.extract.given import pipeline_with
from factbook.extract.pipeline import TABLE, Pipeline, PipelineError, pipeline, steps_for
from factbook.text.source import Source


class Shout:
    """A step of one's own: fails on documents that say no."""

    name = "shout"
    needs = frozenset({"words"})
    gives = frozenset({"shouting"})

    def __init__(self, *, together: bool = False) -> None:
        self.together = together

    def run(self, documents: Sequence[Document]) -> dict[int, Exception]:
        failed: dict[int, Exception] = {i: ValueError("it says no") for i, d in enumerate(documents) if "no" in d.text}
        if failed and self.together and len(documents) > 1:
            raise ValueError("some document says no")
        return failed


def source(text: str, id: str = "d") -> Source:
    return Source(id=id, text=text, language="en")


def test_the_table_fits_together() -> None:
    assert {"entities", "fillers"} <= Pipeline(TABLE).gives


def test_a_step_without_what_it_needs_is_refused_with_advice() -> None:
    with pytest.raises(PipelineError, match=r"'coref' needs classes.*put one of these before it: classes"):
        Pipeline([row for row in TABLE if row.name == "coref"])


def test_unknown_steps_are_named_with_the_choices() -> None:
    with pytest.raises(PipelineError, match=r"no step 'nmaes'; the steps are: words"):
        steps_for("en", upto="nmaes")
    with pytest.raises(PipelineError):
        pipeline(without=("reading",))


def test_upto_stops_after_the_step() -> None:
    assert [step.name for step in steps_for("en", upto="syntax")] == ["words", "reading", "syntax"]


@pytest.mark.parametrize("together", [False, True])
def test_a_failing_document_is_left_out_and_the_others_go_on(together: bool) -> None:
    steps = [*steps_for("en", upto="words"), Shout(together=together)]
    outcomes = list(Pipeline(steps).stream([source("yes", "a"), source("no", "b"), source("yes", "c")]))
    assert [(o.document.id, o.step) for o in outcomes] == [("a", ""), ("b", "shout"), ("c", "")]
    assert str(outcomes[1].error) == "it says no"
    assert "shouting" in outcomes[0].document.has
    assert "shouting" not in outcomes[1].document.has


def test_reading_one_document_raises_its_error() -> None:
    with pytest.raises(ValueError, match="it says no"):
        Pipeline([*steps_for("en", upto="words"), Shout()]).read(source("no"))


def test_batches_keep_the_order() -> None:
    sources = [source("word " * 50, str(n)) for n in range(20)]
    ids = [o.document.id for o in pipeline(upto="words").stream(sources, batch=600)]
    assert ids == [str(n) for n in range(20)]


def test_a_language_without_models_is_reported() -> None:
    outcome = pipeline("xx").run([Document(source("una casa"))])[0]
    assert outcome.step == "language"
    assert "no models for language 'xx'" in str(outcome.error)


def test_given_mentions_in_a_language_without_models_are_reported_too() -> None:
    outcome = pipeline_with("mentions", "xx").run([Document(source("una casa"))])[0]
    assert outcome.step == "language"
    with pytest.raises(PipelineError, match="cannot give 'events'; choose one of: mentions, entities"):
        pipeline_with("events")


def test_everything_found_has_a_confidence(english: Pipeline) -> None:
    source = Source(id="d", text="Anna Berg, 41, works for Acme in Paris. Police arrested her Friday.", language="en")
    kb = english.read(source).to_kb()
    tables = (kb.entities, kb.mentions, kb.fillers, kb.relations, kb.relation_mentions, kb.events, kb.event_mentions)
    for table in tables:
        assert table
        for record in table.values():
            assert record.confidence is not None
            assert 0 < record.confidence <= 1
