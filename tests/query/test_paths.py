"""Answers of a knowledge base to queries, by the seed and by the official resolver."""

from __future__ import annotations

import pytest

from factbook.formats import coldstart_kb
from factbook.formats.coldstart_assertions import Assertions
from factbook.formats.format import Context
from factbook.model.tasks import EntryPoint, Query, Response
from factbook.query.paths import answers, resolve
from factbook.schema.cssf_ids import next_id
from factbook.text.offsets import Span

KB = """RUN1
:bart\ttype\tPER
:bart\tmention\t"Bart"\tENG_1:10-13
:bart\tcanonical_mention\t"Bart"\tENG_1:10-13
:fox\ttype\tORG
:fox\tmention\t"Bart"\tENG_1:10-13
:lisa\ttype\tPER
:lisa\tmention\t"Lisa"\tENG_2:0-3
:lisa\tcanonical_mention\t"Lisa"\tENG_2:0-3
:bart\tper:siblings\t:lisa\tENG_1:5-20,ENG_2:0-9\t0.5
:lisa\tper:age\t"8\ty"\tENG_2:20-21,ENG_2:0-9\t0.7
:fox\torg:website\t"fox.com"\tENG_1:0-5
""".replace("8\ty", "8")


def table(text: str = KB) -> Assertions:
    found, problems = coldstart_kb.load(text.encode(), file="kb", context=Context())
    assert not problems
    return found


def query(*slots: str, start: int = 10, entity_type: str = "per") -> Query:
    point = EntryPoint(name="Bart", span=Span("ENG_1", start, 14), entity_type=entity_type)
    return Query(id="CSSF16_ENG_0123456789", entry_points=(point,), slots=slots, entity_type=entity_type)


def test_two_hops() -> None:
    first, second = resolve(table(), [query("per:siblings", "per:age")])
    assert first == Response(
        query="CSSF16_ENG_0123456789",
        slot="per:siblings",
        run="RUN1",
        provenance=(Span("ENG_1", 5, 21), Span("ENG_2", 0, 10)),
        value="Lisa",
        value_type="PER",
        value_provenance=(Span("ENG_2", 0, 4),),
        confidence=0.5,
        line=1,
    )
    assert second.query == next_id(first.query, first.value, first.value_provenance)
    assert (second.slot, second.value, second.value_type) == ("per:age", "8", "STRING")
    assert second.value_provenance == (Span("ENG_2", 20, 22),)  # the first justification


def test_the_official_resolver_looks_in_the_first_document_only() -> None:
    assert resolve(table(), [query("per:siblings")], "cs2016") == []


def test_types_must_agree_by_the_seed_only() -> None:
    asked = query("org:website", entity_type="org")
    assert [response.value for response in resolve(table(), [asked])] == ["fox.com"]
    assert resolve(table(), [asked], "cs2016") == []  # :bart comes first in the file


def test_no_entry_point_no_answer() -> None:
    far = Query(
        id="Q_0123456789",
        entry_points=(EntryPoint(name="x", span=Span("ENG_9", 0, 3)),),
        slots=("per:age",),
    )
    assert resolve(table(), [far]) == []
    assert resolve(table(), [Query(id="Q_0123456789", entry_points=(), slots=("per:age",))]) == []
    assert resolve(table("RUN1\n"), [query("per:age")]) == []


def test_an_unknown_profile_is_refused() -> None:
    with pytest.raises(ValueError, match="seed, cs2016"):
        answers(table(), [], "other")


def test_nominal_mentions_are_no_entry_points() -> None:
    text = KB.replace(":bart\tmention", ":bart\tnominal_mention")
    assert resolve(table(text), [query("per:siblings")]) == []


def test_strings_are_unescaped_and_stay_on_a_line() -> None:
    text = KB + ':bart\tper:title\t"say \\"hi\\"\u2003you"\tENG_1:0-5\n'
    assert [response.value for response in resolve(table(text), [query("per:title")])] == ['say "hi" you']
