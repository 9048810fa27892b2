"""Two rounds of slot filling."""

from __future__ import annotations

from factbook.formats.format import Context
from factbook.model.tasks import EntryPoint, Query
from factbook.query.rounds import first_round, package, second_round
from factbook.schema.cssf_ids import next_hash
from factbook.text.offsets import Span

ID = "CSSF16_ENG_0123456789"
QUERY = Query(
    id=ID,
    entry_points=(EntryPoint(name="Homer", span=Span("ENG_1", 0, 5), entity_type="per"),),
    slots=("per:children", "per:age"),
    entity_type="per",
)
PLAIN = Context()


def row(
    value: str = "Bart", value_type: str = "PER", run: str = "R1", slot: str = "per:children", query: str = ID
) -> str:
    return f"{query}\t{slot}\t{run}\tENG_1:0-9\t{value}\t{value_type}\tENG_1:3-6\t0.9\n"


def test_first_round_names_the_slot() -> None:
    (asked,) = first_round([QUERY])
    assert dict(asked.extra)["slot"] == "per:children"
    assert first_round(first_round([QUERY])) == [asked]


def test_second_round() -> None:
    data = (row() + row("<B&\"'>") + row("Acme", "ORG") + row()).encode()
    made, problems = second_round([QUERY], data, file="r1", context=PLAIN)
    assert not problems
    assert made is not None
    bart, odd = made
    assert bart.id == f"{ID}_{next_hash(ID, 'Bart', 'ENG_1:3-6')}"
    assert bart.slots == ("per:age",)
    assert bart.entry_points[0].span == Span("ENG_1", 3, 7)
    assert dict(odd.entry_points[0].extra)["name"] == "&lt;B&amp;&quot;&apos;&gt;"
    raw, _ = second_round([QUERY], data, file="r1", context=PLAIN, escape=False)
    assert raw is not None
    assert dict(raw[1].entry_points[0].extra)["name"] == "<B&\"'>"


def test_errors_make_no_queries() -> None:
    made, problems = second_round([QUERY], (row() + "x\n").encode(), file="r1", context=PLAIN)
    assert made is None
    assert problems.errors


def second(run: str = "R1") -> bytes:
    query = f"{ID}_{next_hash(ID, 'Bart', 'ENG_1:3-6')}"
    return row("10", "STRING", run, "per:age", query).encode()


def test_package() -> None:
    written, problems = package([QUERY], ("r1", row().encode()), ("r2", second("R2")), context=PLAIN)
    assert [problem.code.name for problem in problems] == ["MISMATCHED_RUNID"]
    assert written is not None
    assert [line.split("\t")[2] for line in written.decode().splitlines()] == ["R1", "R1"]
    assert written.decode().splitlines()[1].split("\t")[0].startswith(ID + "_")


def test_a_second_round_without_its_first_is_not_packaged() -> None:
    written, problems = package([QUERY], ("r1", row("Lisa").encode()), ("r2", second()), context=PLAIN)
    assert written is None
    (problem,) = problems.errors
    assert problem.code.name == "QUERY_NOT_LOADED"
    assert problem.where.file == "r2"
