"""Other tools' names as a KB, and the pipeline that starts from them."""

from __future__ import annotations

import pytest

from factbook.extract.adapters.dicts import kb_from_dicts
from factbook.extract.document import Document
from factbook.extract.given import pipeline_with
from factbook.schema.labels import entity_type
from factbook.text.source import Source

TEXT = "The Harbor Gazette's Wen Li met Marla Quill. Quill smiled on Monday."


def test_labels_of_other_programs_become_types() -> None:
    assert [entity_type(label) for label in ("PERSON", "B-ORG", "S-LOC", "GPE", "Government_Agency", "city")] == [
        "PER", "ORG", "LOC", "GPE", "ORG", "GPE",
    ]  # fmt: skip
    assert [entity_type(label) for label in ("DATE", "MISC", "O", "")] == [None] * 4


# The dictionaries that these programs return for TEXT, at the places of "Wen Li" and "Monday".
GLINER = [
    {"start": 21, "end": 27, "text": "Wen Li", "label": "person", "score": 0.97},
    {"start": 61, "end": 67, "text": "Monday", "label": "date", "score": 0.88},
]
TRANSFORMERS = [{"entity_group": "PER", "score": 0.97, "word": "Wen Li", "start": 21, "end": 27}]
FLAIR = [{"text": "Wen Li", "start_pos": 21, "end_pos": 27, "labels": [{"value": "PER", "confidence": 0.97}]}]


@pytest.mark.parametrize("found", [GLINER, TRANSFORMERS, FLAIR], ids=["gliner", "transformers", "flair"])
def test_dictionaries_of_other_programs(found: list[dict[str, object]]) -> None:
    (mention,) = kb_from_dicts(found, id="d", text=TEXT).mentions.values()
    assert (mention.text, mention.type, mention.confidence) == ("Wen Li", "PER", 0.97)


def test_the_meaning_of_labels_may_be_given() -> None:
    (mention,) = kb_from_dicts(GLINER, id="d", text=TEXT, types={"date": "TIME"}).mentions.values()
    assert (mention.text, mention.type) == ("Monday", "TIME")


def test_dicts_with_entities_and_heads() -> None:
    kb = kb_from_dicts(
        [
            {"start": 32, "end": 43, "type": "PER", "entity": "e1"},
            {"start": 45, "end": 50, "type": "PER", "entity": "e1", "confidence": 0.5},
        ],
        id="d",
        text=TEXT,
    )
    assert len(kb.entities) == 1
    assert [m.head_text for m in kb.mentions.values()] == ["Marla Quill", "Quill"]


@pytest.mark.parametrize(
    ("item", "message"),
    [
        ({"start": 0, "end": 4}, "mention 1 lacks type"),
        ({"start": 4, "end": 4, "type": "PER"}, "no part of the text"),
        ({"start": 0, "end": 400, "type": "PER"}, "no part of the text"),
        ({"start": 0, "end": 4, "type": "PER", "level": "NAME"}, "level 'NAME' is none of"),
    ],
)
def test_what_is_no_mention_is_named(item: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        kb_from_dicts([item], id="d", text=TEXT)


def test_later_layers_start_from_them() -> None:
    mentions = [{"start": 32, "end": 43, "type": "PER"}, {"start": 45, "end": 50, "type": "PER"}]
    document = Document(Source(id="d", text=TEXT, language="en"))
    document.given = kb_from_dicts(mentions, id="d", text=TEXT)
    outcome = pipeline_with("mentions", upto="coref").run([document])[0]
    assert outcome.error is None
    assert [m.entity for m in document.mentions] == [0, 0]
