"""Cold Start knowledge bases: records, editions, profiles, bad input."""

from __future__ import annotations

from pathlib import Path

import pytest

from factbook.formats import coldstart_kb
from factbook.formats.coldstart_write import mention_id
from factbook.formats.format import Context, Problems
from factbook.model.kb import KB
from factbook.model.records import Argument, Entity, Filler, Mention, Relation, RelationMention
from factbook.text.offsets import Span

GOLDEN = Path(__file__).parents[1] / "golden" / "coldstart"
CALDER = Path(__file__).parents[2] / "examples" / "calder" / "kb"
PLAIN = Context()
START = (
    b'RUN1\n:e1\ttype\tPER\n:e1\tmention\t"Ann"\tD1:0-2\t0.9\n:e1\tcanonical_mention\t"Ann"\tD1:0-2\t0.9\n'
    b':e2\ttype\tORG\n:e2\tmention\t"Acme"\tD1:10-13\t0.9\n:e2\tcanonical_mention\t"Acme"\tD1:10-13\t0.9\n'
)


def codes(problems: Problems) -> list[str]:
    return [problem.code.name for problem in problems]


def read(data: bytes) -> KB:
    kb, problems = coldstart_kb.read(data, file="kb.tac", context=PLAIN)
    assert not problems.errors
    return kb


def repair(data: bytes, **options: str) -> bytes:
    written, problems = coldstart_kb.repair(data, file="kb.tac", context=Context(options=options))
    assert written is not None, [str(problem) for problem in problems]
    return written


def test_lines_become_records() -> None:
    data = START + b':e1\tper:title\t"say \\"hi\\""\tD1:0-3,D2:5-6\t0.5# c\n:e1\tper:schools_attended\t:e2\tD1:0-20\n'
    data += b':e1\tlink\t"FB:m.01"\n:e1\tnominal_mention\t"chair"\tD1:30-34\t0.7\n'
    kb = read(data)
    assert kb.name == "RUN1"
    assert kb.entities["e1"] == Entity(id="e1", type="PER", links=(("FB", "m.01"),))
    assert len(kb.mentions) == 3
    named, nominal = kb.mentions["e1@D1:0-2"], kb.mentions["e1@D1:30-34:NOM"]
    assert named == Mention(
        id="e1@D1:0-2",
        entity="e1",
        level="NAM",
        type="PER",
        extent=Span("D1", 0, 3),
        text="Ann",
        canonical=True,
        confidence=0.9,
    )
    assert (nominal.level, nominal.text, nominal.canonical) == ("NOM", "chair", False)
    title, school = kb.relations.values()
    assert title.type == "per:title"
    assert kb.fillers[title.arguments[1].ref].text == 'say "hi"'
    assert [argument.ref for argument in school.arguments] == ["e1", "e2"]
    (line,) = kb.mentions_of_relation[title.id]
    assert line.provenance == (Span("D1", 0, 4), Span("D2", 5, 7))
    assert line.confidence == 0.5
    assert line.extra == (("comment", "# c"),)


@pytest.mark.parametrize("case", sorted((GOLDEN / "validate-kb").glob("*/expected.tac")), ids=lambda p: p.parent.name)
def test_records_are_written_and_read_again(case: Path) -> None:
    kb = read(case.read_bytes())
    written = coldstart_kb.write(kb, context=PLAIN)
    assert read(written) == kb
    assert coldstart_kb.write(read(written), context=PLAIN) == written


def test_the_records_of_a_validated_file_are_written_as_the_official_program_writes_it() -> None:
    for name in ("CLEAN", "COMMENTS", "NOMINAL_OUTPUT_ORDER", "TYPE_LOWER", "UNICODE"):
        data = (GOLDEN / "validate-kb" / name / "expected.tac").read_bytes()
        assert coldstart_kb.write(read(data), context=PLAIN) == data


@pytest.mark.parametrize("name", ["gold.tac", "gold_perdoc.tac"])
def test_sample_collection(name: str) -> None:
    rows = (line.split("\t") for line in (CALDER / "docs.tsv").read_text(encoding="utf-8").splitlines())
    context = Context(lengths={docid: int(length) for docid, length in rows})
    data = (CALDER / name).read_bytes()
    written, problems = coldstart_kb.repair(data, file=name, context=context)
    assert written is not None
    assert not problems.errors
    kb = read(data)
    assert len(kb.entities) == 433
    assert read(coldstart_kb.write(kb, context=PLAIN)) == kb


def test_records_of_other_formats() -> None:
    """Ids that are no node names, phrases with heads, values in normal form, types that Cold Start lacks."""
    place = Span("D1", 4, 9)
    kb = KB.of(
        [
            Entity(id="ent-1", type="PER"),
            Entity(id="ent_1", type="GPE"),
            Entity(id="ent-2", type="VEH"),
            Mention(
                id="m1",
                entity="ent-1",
                level="NOM",
                extent=Span("D1", 0, 9),
                head=place,
                text="the mayor",
                head_text="mayor",
                canonical=True,
            ),
            Mention(id="m2", entity="ent-1", level="PRO", extent=Span("D1", 20, 22), text="he"),
            Mention(id="m3", entity="ent-2", level="NAM", extent=Span("D1", 30, 34), text="Ford"),
            Filler(id="f", type="TIME", text="last May\n", value="1989-05-XX"),
            Relation(
                id="r",
                type="per:date_of_birth",
                arguments=(Argument(role="person", ref="ent-1"), Argument(role="time", ref="f")),
                confidence=0.25,
            ),
            RelationMention(id="r1", relation="r", extent=Span("D1", 0, 40)),
            Relation(id="o", type=None, arguments=()),
        ],
        name="run",
    )
    assert coldstart_kb.write(kb, context=PLAIN).decode() == (
        "run\n\n"
        ":ent_1\ttype\tPER\t\n"
        ':ent_1\tcanonical_mention\t"mayor"\tD1:4-8\t1.0\n'
        ':ent_1\tper:date_of_birth\t"1989-05-XX"\tD1:0-39\t0.25\n'
        ':ent_1\tnominal_mention\t"mayor"\tD1:4-8\t1.0\n'
        ":ent_1_2\ttype\tGPE\t\n"
    )


def test_edition_2017() -> None:
    context = Context(edition="2017")
    data = START.replace(b":e1", b":Entity1").replace(b":e2", b":Node2")
    problems = coldstart_kb.check(data, file="kb.tac", context=context)
    assert {(problem.code.name, problem.args["name"]) for problem in problems} == {("ILLEGAL_ENTITY_NAME", ":Node2")}


def test_by_default_a_link_line_can_be_read_again() -> None:
    written = repair(START + b':e1\tlink\t"FB:m.01"\n')
    assert b":e1\tlink\tFB:m.01\t\t1.0\n" in written
    assert repair(written) == written
    problems = coldstart_kb.check(written, file="kb.tac", context=Context(options={"profile": "cs2016"}))
    assert codes(problems) == ["WRONG_NUM_ENTRIES"]


CLASH = START + (
    b':e3\ttype\tGPE\n:e3\tmention\t"Oslo"\tD1:20-23\n:e4\ttype\tGPE\n:e4\tmention\t"Rome"\tD1:30-33\n'
    b":e1\tper:city_of_birth\t:e3\tD1:0-25\t0.5\n:e3\tgpe:births_in_city\t:e1\tD1:0-25\t0.5\n"
    b":e1\tper:city_of_birth\t:e4\tD1:0-35\t0.6\n"
)


def test_an_inverse_in_the_file_goes_with_its_relation() -> None:
    written = repair(CLASH)
    assert b"per:city_of_birth\t:e4" in written
    assert b"gpe:births_in_city" in written
    assert b":e3\tgpe:births_in_city" not in written
    assert repair(written) == written
    official = repair(CLASH, profile="cs2016")
    assert b":e3\tgpe:births_in_city" in official


def test_names_with_marks_are_words() -> None:
    data = START.replace(b":e1", ":नमस्ते".encode())
    assert not coldstart_kb.check(data, file="kb.tac", context=PLAIN)


@pytest.mark.parametrize("run_id", [b"RUN1", b"Acme_KB_ENG_1"])
def test_the_naming_rule_is_checked_for_submissions_only(run_id: bytes) -> None:
    data = START.replace(b"RUN1", run_id)
    assert not coldstart_kb.check(data, file="kb.tac", context=PLAIN)
    problems = coldstart_kb.check(data, file="kb.tac", context=Context(options={"submission": "yes"}))
    assert codes(problems) == (["RUN_ID_NAME"] if run_id == b"RUN1" else [])


@pytest.mark.parametrize(
    ("number", "name"),
    [(1, "M00001"), (99_999, "M99999"), (100_000, "N00000"), (1_399_999, "Z99999"), (1_400_000, "AA00000")],
)
def test_mention_ids_of_entity_discovery(number: int, name: str) -> None:
    assert mention_id(number) == name


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "MISSING_RUNID"),
        (b"\x00\x01\x02\xff" * 1000, "BAD_ENCODING"),
        (b"\n\n\n", "MISSING_RUNID"),
        (b"RUN1\n" + b"x" * 10_000_000, "LINE_TOO_LONG"),
        (b"RUN1\n" + b"\t" * 100 + b"\n:e1\n", "WRONG_NUM_ENTRIES"),
        (b'RUN1\n:e1\ttype\tPER\n:e1\tmention\t"\xc3"\tD1:0-2\n', "BAD_ENCODING"),
        (b"%PDF-1.7\nobj\r\n", "WRONG_NUM_ENTRIES"),
    ],
)
def test_bad_files_are_problems(data: bytes, code: str) -> None:
    written, problems = coldstart_kb.repair(data, file="kb.tac", context=PLAIN)
    assert written is None
    assert code in codes(problems)
    coldstart_kb.read(data, file="kb.tac", context=PLAIN)
    coldstart_kb.report(problems)


def test_the_very_same_line_counts_once_wherever_it_stands() -> None:
    weak, strong = ":a\tper:children\t:b\tD1:0-9\t0.5\n", ":a\tper:children\t:b\tD1:0-9,D2:1-2\t0.9\n"
    types = "RUN1\n:a\ttype\tPER\n:b\ttype\tPER\n"
    kb, _ = coldstart_kb.read((types + weak + weak + strong + weak).encode(), file="f", context=Context())
    assert [len(mention.provenance) for mention in kb.relation_mentions.values()] == [1, 2]
    again, _ = coldstart_kb.read(coldstart_kb.write(kb, context=Context()), file="f", context=Context())
    assert again == kb


def test_many_repetitions_are_quick_and_the_best_wins() -> None:
    """Each line beats all before it; comparing every pair would take minutes."""
    rows = [f':e1\tper:age\t"{n % 3}"\tD1:{n}-{n + 1}\t0.{n:06d}\n' for n in range(1, 30_000)]
    written = repair(START + "".join(rows).encode())
    assert [line for line in written.decode().splitlines() if "per:age" in line] == [rows[-1].rstrip("\n")]
