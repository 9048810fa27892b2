"""RDF: any KB out and in again is equal in each syntax; any bytes in give no exception."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factbook.formats import rdf
from factbook.formats.format import Context
from factbook.model.kb import KB
from strategies import in_order, kbs

SUFFIXES = {"turtle": ".ttl", "nquads": ".nq", "jsonld": ".jsonld"}
PREFIX = b"@prefix fb: <urn:factbook:vocabulary#> . @prefix e: <urn:factbook:entity:> .\n"
LINES = st.sampled_from(
    [
        b"e:1 a fb:Entity .", b'e:1 fb:type "PER" .', b"e:1 a fb:Mention .", b"e:1 fb:names e:2 .", b"e:2 a fb:Name .",
        b'e:2 fb:text "x", "y" .', b"e:1 fb:order 3 .", b'e:1 fb:order "x" .', b"e:1 fb:names e:1 .", b"<a", b"e:1 fb:",
        b'e:1 fb:extra "{"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON> .', b"e:1 fb:extent e:3 .",
        b"e:3 a fb:Span; fb:doc e:9; fb:start 1; fb:end 2 .", b"e:3 fb:extent e:3 .", b"[] a fb:Entity .", b"\xff",
        b"<urn:factbook:kb> fb:version 2; fb:name 3 .", b"e:3 a fb:TimeSpan .", b'e:1 fb:type "a"@en .',
        b"e:1 a fb:Hat .",
    ]
)  # fmt: skip


@pytest.mark.parametrize("syntax", sorted(SUFFIXES))
@given(kb=kbs())
def test_out_and_in_again_is_equal(syntax: str, kb: KB) -> None:
    data = rdf.write(kb, context=Context(options={"syntax": syntax}))
    again, problems = rdf.read(data, file="kb" + SUFFIXES[syntax])
    assert not problems.items
    assert in_order(again) == in_order(kb)


@given(
    st.lists(LINES, max_size=12).map(b"\n".join), st.binary(max_size=20), st.sampled_from([".ttl", ".nq", ".jsonld"])
)
def test_any_bytes_give_no_exception(lines: bytes, data: bytes, suffix: str) -> None:
    for content in (PREFIX + lines, PREFIX + lines + data, data):
        kb, _ = rdf.read(content, file="kb" + suffix)
        assert isinstance(kb, KB)
        for problem in rdf.check(content, file="kb" + suffix):
            assert str(problem).startswith("kb.")
