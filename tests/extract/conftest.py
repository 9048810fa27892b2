"""The shipped English model, loaded once; documents read by the whole pipeline."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from factbook.extract.document import Document
from factbook.extract.pipeline import Pipeline, pipeline
from factbook.text.markup import parse_source
from factbook.text.source import Source

Reader = Callable[..., Document]


@pytest.fixture(scope="session")
def english() -> Pipeline:
    return pipeline("en")


@pytest.fixture(scope="session")
def read() -> Reader:
    """A text (plain or marked up) to a document with entities and values; later layers have tests of their own."""
    steps = pipeline("en", upto="values")

    def reader(text: str, *, date: str = "", id: str = "d") -> Document:
        source = parse_source(text, id=id, language="en")
        if date:
            source = Source(
                id=id,
                text=text,
                kind=source.kind,
                language="en",
                date=date,
                regions=source.regions,
                tags=source.tags,
            )
        return steps.read(source)

    return reader
