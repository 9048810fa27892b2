"""JSON lines: what a file looks like, and what happens to files that are not as we write them."""

from __future__ import annotations

from factbook.formats import jsonl
from factbook.formats.format import Context
from factbook.model.kb import KB
from factbook.model.records import Argument, Attitude, Entity, Mention, Relation
from factbook.text.offsets import Span

KB_ = KB.of(
    [
        Entity(id="E1", type="PER", confidence=0.5),
        Mention(id="m1", entity="E1", level="NAM", extent=Span("d", 3, 6), text="Ann"),
        Relation(id="R1", type=None, arguments=(Argument(role="1", ref="E1"),)),
        Attitude(id="a1", doc="d", kind="belief", target="R1", target_kind="relation", value="CB"),
    ],
    name="run1",
)
LINES = b"""{"record":"kb","version":1,"name":"run1"}
{"record":"entity","id":"E1","type":"PER","confidence":0.5}
{"record":"mention","id":"m1","entity":"E1","level":"NAM",\
"extent":{"type":"span","doc":"d","start":3,"end":6},"text":"Ann"}
{"record":"relation","id":"R1","type":null,"arguments":[{"role":"1","ref":"E1"}]}
{"record":"attitude","id":"a1","doc":"d","kind":"belief","target":"R1","target_kind":"relation","value":"CB"}
"""


def codes(data: bytes) -> list[tuple[str, int]]:
    return [(problem.code.name, problem.where.line) for problem in jsonl.read(data, file="f")[1]]


def test_the_file_of_a_kb() -> None:
    assert jsonl.write(KB_) == LINES
    assert jsonl.read(LINES, file="f")[0] == KB_


def test_blank_lines_carriage_returns_and_marks_are_allowed() -> None:
    data = b"\xef\xbb\xbf" + LINES.replace(b"\n", b"\r\n\r\n")
    kb, problems = jsonl.read(data, file="f")
    assert kb == KB_
    assert not problems.items


def test_fields_in_another_order_and_at_their_default_are_no_problem() -> None:
    data = b'{"version":1,"record":"kb"}\n{"type":"PER","subtype":"","id":"E1","record":"entity"}\n'
    assert codes(data) == []


def test_unknown_fields_are_named_at_any_depth() -> None:
    line = LINES.splitlines()[2].replace(b'"doc":"d"', b'"doc":"d","page":3')
    (problem,) = jsonl.read(b'{"record":"kb","version":1}\n' + line, file="f")[1]
    assert problem.args["field"] == "extent.page"


def test_a_bad_line_does_not_hurt_the_others() -> None:
    data = LINES + b'{"record":"entity","id":"E1","type":"ORG"}\n{"record":"entity","id":"E2","type":"ORG"}\n'
    kb, problems = jsonl.read(data, file="f")
    assert [(problem.code.name, problem.where.line) for problem in problems] == [("DUPLICATE_ID", 6)]
    assert list(kb.entities) == ["E1", "E2"]
    assert kb.entities["E1"].type == "PER"


def test_a_file_that_lost_its_header_keeps_its_records() -> None:
    kb, problems = jsonl.read(b"\n".join(LINES.splitlines()[1:]), file="f")
    assert [problem.code.name for problem in problems] == ["NO_HEADER"]
    assert kb.entities == KB_.entities


def test_nothing_and_nonsense() -> None:
    assert codes(b"") == [("NO_HEADER", 0)]
    assert codes(b"\0\1\2") == [("NO_HEADER", 1), ("BAD_JSON", 1)]
    assert codes(b'{"record":"kb","version":1}\n' + b"[" * 100_000) == [("BAD_RECORD", 2)]
    assert codes(b'{"record":"kb","version":1}\n{"record":"entity","id":"x","type":' + b"[" * 100_000) == [
        ("BAD_JSON", 2)
    ]


def test_a_long_line_is_skipped() -> None:
    context = Context(options={"max_line": "90"})
    kb, problems = jsonl.read(LINES, file="f", context=context)
    assert {problem.code.name for problem in problems} == {"LINE_TOO_LONG"}
    assert list(kb.entities) == ["E1"]
    assert not kb.mentions


def test_warnings_can_be_ignored() -> None:
    context = Context(ignore=frozenset({"UNKNOWN_REFERENCE"}))
    data = b'{"record":"kb","version":1}\n' + LINES.splitlines()[2]
    assert len(jsonl.check(data, file="f")) == 1
    assert len(jsonl.check(data, file="f", context=context)) == 0
