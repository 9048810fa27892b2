"""JSON lines: any KB out and in again is equal; any bytes in give no exception."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from factbook.formats import jsonl
from factbook.model.kb import KB
from strategies import in_order, kbs

HEADER = b'{"record":"kb","version":1}\n'
LINES = st.sampled_from(
    [
        b'{"record":"entity","id":"E1","type":"PER"}', b'{"record":"entity","id":1}', b'{"record":"entity"', b"[]",
        b"null",
        b'{"record":"mention","id":"m","entity":"E1","level":"NAM","extent":{"type":"span","doc":"d","start":3,"end":1}}',
        b'{"record":"x"}', b'"\xff"', b'{"record":"attitude","confidence":"high"}', HEADER, b"\r", b'{"a":' * 2000,
    ]
)  # fmt: skip


@given(kbs())
def test_out_and_in_again_is_equal(kb: KB) -> None:
    data = jsonl.write(kb)
    again, problems = jsonl.read(data, file="kb.jsonl")
    assert not problems.items
    assert in_order(again) == in_order(kb)
    assert jsonl.write(again) == data


@given(st.lists(st.one_of(LINES, st.binary(max_size=30)), max_size=8).map(b"\n".join), st.booleans())
def test_any_bytes_give_no_exception(data: bytes, header: bool) -> None:
    kb, problems = jsonl.read(HEADER * header + data, file="kb.jsonl")
    assert isinstance(kb, KB)
    if not header and not data.strip():
        assert [problem.code.name for problem in problems] == ["NO_HEADER"]
    for problem in jsonl.check(HEADER * header + data, file="kb.jsonl"):
        assert str(problem).startswith("kb.jsonl")
