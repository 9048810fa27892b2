"""What the whole pipeline finds in one text of another language: names, and slots with the names of their arguments."""

from __future__ import annotations

from functools import cache

from factbook.extract.document import Document
from factbook.extract.pipeline import pipeline
from factbook.text.source import Source

Slot = tuple[str, str, str]
DATE = "2021-05-14"


@cache
def read(language: str, text: str) -> Document:
    return pipeline(language).read(Source(id="d", text=text, language=language, date=DATE))


def names(language: str, text: str) -> set[tuple[str, str]]:
    return {(m.text, m.type) for m in read(language, text).mentions if m.level == "NAM"}


def called(document: Document, kind: str, index: int) -> str:
    """The longest name of what an argument means, or the words of a value."""
    if kind != "mention":
        filler = document.fillers[index]
        return document.text_of(filler.first, filler.end)
    mention = document.mentions[index]
    same = [document.mentions[i] for i in document.entities[mention.entity].mentions] if mention.entity >= 0 else []
    return max((m.text for m in same if m.level == "NAM"), key=len, default=mention.text)


def slots(language: str, text: str) -> set[Slot]:
    document = read(language, text)
    found = [relation for relation in document.relations if relation.scheme == "slot"]
    sides = [[called(document, a.kind, a.index) for a in relation.arguments] for relation in found]
    return {(str(relation.type), side[0], side[1]) for relation, side in zip(found, sides, strict=True)}
