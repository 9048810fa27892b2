"""Other tools' names as a KB, and the pipeline that starts from them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from factbook.extract.adapters.dicts import kb_from_dicts
from factbook.extract.adapters.spacy import kb_from_spacy
from factbook.extract.adapters.stanza import kb_from_stanza
from factbook.extract.document import Document
from factbook.extract.given import pipeline_with
from factbook.text.source import Source

TEXT = "The Harbor Gazette's Wen Li met Marla Quill. Quill smiled on Monday."


def spans(text: str, *labelled: tuple[str, str]) -> list[SimpleNamespace]:
    """Entities as both tools give them; neither is a dependency of this package."""
    found = []
    for part, label in labelled:
        start = text.index(part)
        end = start + len(part)
        found.append(SimpleNamespace(text=part, label_=label, type=label, start_char=start, end_char=end))
    return found


def test_spacy_names_lose_article_and_possessive_and_foreign_labels() -> None:
    ents = spans(TEXT, ("The Harbor Gazette's", "ORG"), ("Wen Li", "PERSON"), ("Monday", "DATE"))
    kb = kb_from_spacy(SimpleNamespace(text=TEXT, ents=ents), id="d")
    assert [(m.text, m.type, m.level) for m in kb.mentions.values()] == [
        ("Harbor Gazette", "ORG", "NAM"),
        ("Wen Li", "PER", "NAM"),
    ]


def test_stanza_names() -> None:
    doc = SimpleNamespace(text=TEXT, entities=spans(TEXT, ("Wen Li", "PERSON"), ("Marla Quill", "PER")))
    kb = kb_from_stanza(doc, id="d")
    assert [(m.text, m.type) for m in kb.mentions.values()] == [("Wen Li", "PER"), ("Marla Quill", "PER")]


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
