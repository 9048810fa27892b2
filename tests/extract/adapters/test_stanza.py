"""Stanza: its data formats as version 1.15 writes them, and Stanza itself where it is installed."""

from __future__ import annotations

from typing import Any

import pytest

from factbook.extract.adapters.stanza import kb_from_stanza, kb_from_stanza_conllu, kb_from_stanza_dicts

TEXT = "Wen Li met Marla Quill's aunt in Port Ellery. The Harbor Gazette slept."


def tagged(*tokens: tuple[str, str]) -> list[dict[str, Any]]:
    """A sentence of `Document.to_dict()`."""
    found: list[dict[str, Any]] = []
    for number, (text, ner) in enumerate(tokens, 1):
        start = TEXT.index(text, found[-1]["end_char"] if found else 0)
        row = {"id": number, "text": text, "upos": "X", "start_char": start, "end_char": start + len(text), "ner": ner}
        found.append(row)
    return found


FIRST = tagged(
    ("Wen", "B-PERSON"), ("Li", "E-PERSON"), ("met", "O"), ("Marla", "B-PERSON"), ("Quill", "I-PERSON"),
    ("'s", "E-PERSON"), ("aunt", "O"), ("in", "O"), ("Port", "B-GPE"), ("Ellery", "E-GPE"), (".", "O"),
)  # fmt: skip
SECOND = tagged(
    ("The", "B-ORG"), ("Harbor", "I-ORG"), ("Gazette", "E-ORG"), ("slept", "S-MISC"), (".", "O")
)  # fmt: skip
SENTENCES = [FIRST, SECOND]
NAMES = [("Wen Li", "PER"), ("Marla Quill", "PER"), ("Port Ellery", "GPE"), ("Harbor Gazette", "ORG")]


def test_dictionaries() -> None:
    kb = kb_from_stanza_dicts(SENTENCES, id="d", text=TEXT)
    assert [(m.text, m.type) for m in kb.mentions.values()] == NAMES
    assert kb.name == "stanza"


def test_a_multi_word_token_is_tagged_and_its_words_are_not() -> None:
    text = "del Río"
    sentence = [
        {"id": (1, 2), "text": "del", "start_char": 0, "end_char": 3, "ner": "B-LOC"},
        {"id": 1, "text": "de", "upos": "ADP"},
        {"id": 2, "text": "el", "upos": "DET"},
        {"id": 3, "text": "Río", "start_char": 4, "end_char": 7, "ner": "E-LOC"},
    ]
    (mention,) = kb_from_stanza_dicts([sentence], id="d", text=text).mentions.values()
    assert (mention.text, mention.type) == ("del Río", "LOC")


@pytest.mark.parametrize(
    ("tags", "names"),
    [
        (["B-PER", "B-PER"], ["a", "b"]),
        (["I-PER", "I-PER"], ["a b"]),
        (["B-PER", "I-ORG"], ["a", "b"]),
        (["B-PER", "O"], ["a"]),
        (["S-PER", "E-PER"], ["a", "b"]),
        (["O", "B-PER"], ["b"]),
    ],
)
def test_tags_that_are_not_quite_right(tags: list[str], names: list[str]) -> None:
    tokens = [{"start_char": 2 * n, "end_char": 2 * n + 1, "ner": tag} for n, tag in enumerate(tags)]
    kb = kb_from_stanza_dicts([tokens], id="d", text="a b")
    assert [m.text for m in kb.mentions.values()] == names


def conllu() -> str:
    lines = []
    for sentence in SENTENCES:
        lines.append("# text = …")
        for row in sentence:
            misc = f"start_char={row['start_char']}|end_char={row['end_char']}|ner={row['ner']}"
            lines.append("\t".join([str(row["id"]), row["text"], *["_"] * 7, misc]))
        lines.append("")
    return "\n".join(lines)


def test_conllu() -> None:
    kb = kb_from_stanza_conllu(conllu(), id="d", text=TEXT)
    assert [(m.text, m.type) for m in kb.mentions.values()] == NAMES


def test_stanza_itself() -> None:
    doc = pytest.importorskip("stanza.models.common.doc", reason="stanza (with torch) is not installed")
    document = doc.Document(SENTENCES, text=TEXT)
    document.build_ents()
    for kb in (
        kb_from_stanza(document, id="d"),
        kb_from_stanza_dicts(document.to_dict(), id="d", text=document.text),
        kb_from_stanza_conllu(f"{document:C}", id="d", text=document.text),
    ):
        assert [(m.text, m.type) for m in kb.mentions.values()] == NAMES
