"""The encoder's outputs for every word: one pass over the documents of a batch, their windows together."""

from __future__ import annotations

from collections.abc import Sequence

from factbook.extract.document import Document


def apply(documents: Sequence[Document]) -> None:
    """Read all documents with the English encoder."""
    from factbook.extract.encoders.english import load_english

    texts = [
        [[word.text for word in document.words[sentence.first : sentence.end]] for sentence in document.sentences]
        for document in documents
    ]
    for document, reading in zip(documents, load_english().read_many(texts), strict=True):
        document.reading = reading
