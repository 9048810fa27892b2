"""Names that Stanza found, as a KB of one document: from its `Document`, from `Document.to_dict()`, or from CoNLL-U."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from factbook.extract.adapters.names import Characters, Found, Labelled, kb_from_names
from factbook.model.kb import KB

_COLUMNS = 10  # of CoNLL-U
_SYSTEM = "stanza"


class Ent(Found, Protocol):
    """A span in `Document.entities`."""

    @property
    def type(self) -> str: ...


class Doc(Protocol):
    """What is used of a Stanza `Document`."""

    @property
    def text(self) -> str: ...
    @property
    def entities(self) -> Iterable[Ent]: ...


def kb_from_stanza(doc: Doc, *, id: str, types: Mapping[str, str] | None = None) -> KB:
    """The names of a document."""
    names = [Labelled(ent, ent.type) for ent in doc.entities]
    return kb_from_names(names, id=id, text=doc.text, system=_SYSTEM, types=types)


def kb_from_stanza_dicts(
    sentences: Iterable[Iterable[Mapping[str, Any]]], *, id: str, text: str, types: Mapping[str, str] | None = None
) -> KB:
    """The names of `Document.to_dict()`: sentences of tokens with `ner` (BIOES), `start_char` and `end_char`."""
    names = [name for sentence in sentences for name in _names(list(sentence), text)]
    return kb_from_names(names, id=id, text=text, system=_SYSTEM, types=types)


def kb_from_stanza_conllu(data: str, *, id: str, text: str, types: Mapping[str, str] | None = None) -> KB:
    """The names of a CoNLL-U file of Stanza's, from its last column: `start_char=0|end_char=3|ner=S-PER`."""
    sentences: list[list[dict[str, Any]]] = [[]]
    for line in data.splitlines():
        columns = line.split("\t")
        if not line.strip():
            sentences.append([])
        elif len(columns) == _COLUMNS:
            sentences[-1].append(_misc(columns[-1]))
    return kb_from_stanza_dicts(sentences, id=id, text=text, types=types)


def _misc(column: str) -> dict[str, Any]:
    found: dict[str, Any] = dict(part.partition("=")[::2] for part in column.split("|"))
    return {key: int(value) if key.endswith("_char") else value for key, value in found.items()}


def _names(tokens: Sequence[Mapping[str, Any]], text: str) -> Iterator[Labelled]:
    """Names from tags. The words of a multi-word token have no tag of their own, the token has."""
    start = end = -1
    label = ""
    for token in tokens:
        if "ner" not in token or "start_char" not in token:
            continue
        mark, _, kind = str(token["ner"]).partition("-")
        goes_on = mark in ("I", "E") and kind == label
        if label and not goes_on:
            yield _name(text, start, end, label)
            label = ""
        if mark in ("B", "S", "I", "E"):
            start = start if goes_on else int(token["start_char"])
            end, label = int(token["end_char"]), kind
        if label and mark in ("E", "S"):
            yield _name(text, start, end, label)
            label = ""
    if label:
        yield _name(text, start, end, label)


def _name(text: str, start: int, end: int, label: str) -> Labelled:
    return Labelled(Characters(text[start:end], start, end), label)
