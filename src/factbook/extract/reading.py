"""The encoder's outputs for every word: one pass over the documents of a batch, their windows together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from factbook.extract.document import Document
from factbook.text.chinese import simplified

if TYPE_CHECKING:
    from factbook.extract.encoders.encoder import Encoder


def apply(documents: Sequence[Document]) -> None:
    """Read all documents, those of a language together with its encoder."""
    groups: dict[str, list[Document]] = {}
    for document in documents:
        groups.setdefault(document.source.language or "en", []).append(document)
    for language, group in groups.items():
        form = simplified if language == "zh" else str
        texts = [
            [
                [form(word.text) for word in document.words[sentence.first : sentence.end]]
                for sentence in document.sentences
            ]
            for document in group
        ]
        for document, reading in zip(group, encoder(language).read_many(texts), strict=True):
            document.reading = reading


def encoder(language: str) -> Encoder:
    """The encoder that ships for a language."""
    if language == "en":
        from factbook.extract.encoders.english import load_english

        return load_english()
    from factbook.extract.encoders.multilingual import load_multilingual

    return load_multilingual(language)
