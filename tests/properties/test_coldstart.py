"""Cold Start files: any bytes in, no exception out; records survive a file; what is repaired stays repaired."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from factbook.formats import coldstart_kb, cssf_assessment, cssf_queries, cssf_run
from factbook.formats.coldstart_text import is_quoted, quote, split_comment, unquote
from factbook.formats.format import Context
from factbook.model.tasks import EntryPoint, Query
from factbook.query.paths import answers
from factbook.schema.coldstart import SLOTS
from factbook.schema.cssf_ids import next_hash
from factbook.text.offsets import Span

ID = "CSSF16_ENG_0123456789"
QUERIES = [
    Query(
        id=ID,
        entry_points=(EntryPoint(name="Ann", span=Span("D1", 0, 3), entity_type="per"),),
        slots=("per:children", "per:schools_attended"),
        entity_type="per",
    )
]
CONTEXTS = [
    Context(),
    Context(lengths={"D1": 50, "D2": 9}, queries=QUERIES),
    Context(options={"profile": "cs2016", "multiple": "many"}, queries=QUERIES),
    Context(edition="2017", options={"task": "CSEDL", "submission": "yes"}),
]

nodes = st.sampled_from([":e1", ":e2", ":e3", ":e4"])
places = st.lists(st.sampled_from(["D1:0-2", "D1:3-9", "D2:0-4", "D1:0-200", "D1:9-3", "x", "D9:1-1"]), max_size=5)
strings = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\t\n\r"), max_size=6)
confidences = st.sampled_from(["", "0.5", "0.50", "0.9", "1.0", "1", "1.2e-03", "0.0", "2.5"])
verbs = st.sampled_from([*SLOTS, "type", "link", "mention", "canonical_mention", "nominal_mention", "parents", "hats"])
comments = st.sampled_from(["", " # note", "\r"])


@st.composite
def line(draw: st.DrawFn) -> str:
    """A line that is nearly right."""
    object = draw(st.one_of(nodes, strings, strings.map(quote), st.sampled_from(["PER", "ORG", "GPE", "car"])))
    columns = [draw(nodes), draw(verbs), object, ",".join(draw(places)), draw(confidences)]
    return "\t".join(columns[: draw(st.integers(3, 5))]) + draw(comments)


files = st.lists(line(), max_size=12).map(lambda lines: "\n".join(["RUN1", *lines]).encode())
anything = st.one_of(st.binary(max_size=300), files, st.text(max_size=200).map(str.encode))


@given(anything, st.sampled_from(CONTEXTS))
def test_any_knowledge_base(data: bytes, context: Context) -> None:
    _, problems = coldstart_kb.repair(data, file="f", context=context)
    coldstart_kb.report(problems)
    coldstart_kb.to_edl(data, file="f", context=context)
    coldstart_kb.statistics(data, file="f", context=context)
    kb, _ = coldstart_kb.read(data, file="f", context=context)
    coldstart_kb.write(kb, context=context)
    for profile in ("seed", "cs2016"):
        answers(kb, QUERIES, profile)
        answers(coldstart_kb.load(data, file="f", context=context)[0], QUERIES, profile)


@st.composite
def sound(draw: st.DrawFn) -> bytes:
    """A file without errors, but with everything that is repaired: four nodes, mentioned in one document."""
    types = {":e1": "PER", ":e2": "PER", ":e3": "ORG", ":e4": "GPE"}
    lines = [f"{node}\ttype\t{type}" for node, type in types.items()]
    for node in types:
        level = draw(st.sampled_from(["mention", "canonical_mention", "nominal_mention"]))
        lines.append(f'{node}\t{level}\t"x"\tD1:{node[-1]}-9\t{draw(st.sampled_from(["0.5", "0.9"]))}')
    for _ in range(draw(st.integers(0, 10))):
        subject = draw(nodes)
        name, slot = draw(st.sampled_from([(n, s) for n, s in SLOTS.items() if n[:3] == types[subject].lower()]))
        fills = [node for node, type in types.items() if type.lower() in slot.range]
        object = draw(st.sampled_from(fills)) if slot.to_entity else draw(st.one_of(strings.map(quote), strings))
        if slot.to_entity or object.strip():
            place = draw(st.sampled_from(["D1:0-9", "D1:0-9,D2:1-2", "D2:1-2,D1:0-9", "D1:4-300"]))
            confidence = draw(st.sampled_from(["0.5", "0.50", "0.9", "1.2e-03"]))
            lines.append(f"{subject}\t{name}\t{object}\t{place}\t{confidence}{draw(comments)}")
    return "\n".join(["RUN1 # c", *draw(st.permutations(lines)), ""]).encode()


@given(sound())
def test_a_repaired_file_needs_no_repair(data: bytes) -> None:
    written, problems = coldstart_kb.repair(data, file="f", context=Context())
    if written is None:  # a line may come before the type that makes sense of it
        assert problems.errors
        return
    again, rest = coldstart_kb.repair(written, file="f", context=Context())
    assert [str(problem) for problem in rest] == []
    assert again == written


@given(sound())
def test_kept_relations_have_their_inverses(data: bytes) -> None:
    table, problems = coldstart_kb.validate(data, file="f", context=Context())
    if problems.errors:
        return
    kept = {(a.subject.name, a.slot.name, a.object) for a in table.all if not a.omitted}
    for a in table.all:
        if a.slot.inverse and not a.omitted:
            assert (a.object, a.slot.inverse, a.subject.name) in kept


@given(st.one_of(files, sound()))
def test_records_survive_a_file(data: bytes) -> None:
    if coldstart_kb.check(data, file="f", context=Context()).errors:
        return
    kb, _ = coldstart_kb.read(data, file="f", context=Context())
    again, problems = coldstart_kb.read(coldstart_kb.write(kb, context=Context()), file="f", context=Context())
    assert again == kb
    assert not problems.errors


@given(strings)
def test_strings_survive_quotes(text: str) -> None:
    assert is_quoted(quote(text))
    assert unquote(quote(text)) == text
    assert split_comment(f"{quote(text)}# c") == (quote(text), "# c")


tags = st.sampled_from(["name", "docid", "beg", "end", "enttype", "slot", "slot0", "slot1", "nodeid", "colour"])
values = st.one_of(st.sampled_from(["Ann", "ENG_1", "0", "2", "007", "per", "per:age", "&amp;", "&#0;"]), strings)
fields = st.lists(st.tuples(tags, values), max_size=8).map(lambda rows: "".join(f"<{t}>{v}</{t}>" for t, v in rows))
query_files = st.lists(fields, max_size=3).map(
    lambda bodies: "".join(f'<query id="Q_{n}">{body}</query>' for n, body in enumerate(bodies)).encode()
)


@given(st.one_of(anything, query_files), st.booleans())
def test_any_query_file(data: bytes, expanding: bool) -> None:
    options = {"types": "delete-slot", "subtypes": "repair", "dups": "delete", "expand": "B" if expanding else ""}
    _, problems = cssf_queries.repair(data, file="f", context=Context(options=options))
    cssf_queries.report(problems)
    queries, _ = cssf_queries.read(data, file="f", context=Context())
    cssf_queries.write(queries, context=Context())


@given(query_files)
def test_queries_survive_a_file(data: bytes) -> None:
    queries, problems = cssf_queries.read(data, file="f", context=Context())
    if not problems.errors:
        again, _ = cssf_queries.read(cssf_queries.write(queries, context=Context()), file="f", context=Context())
        assert {query.id: query for query in again} == {query.id: query for query in queries}


@st.composite
def rows(draw: st.DrawFn) -> bytes:
    lines = []
    targets = [ID]
    for _ in range(draw(st.integers(0, 6))):
        query, value = draw(st.sampled_from(targets)), draw(st.sampled_from(["Ann", "Bo", 'a "b" # c', "é"]))
        slot = draw(st.sampled_from(["per:children", "per:schools_attended", "per:hats"]))
        place = draw(st.sampled_from(["D1:0-2", "D2:1-3,D1:0-2", "D1:0-300", "x"]))
        confidence = draw(st.sampled_from(["1", "0.5", "1.0e-01", "0.9 # c"]))
        lines.append(f"{query}\t{slot}\tR{draw(st.integers(1, 2))}\tD1:0-9\t{value}\tper\t{place}\t{confidence}")
        if place == "D1:0-2":
            targets.append(f"{ID}_{next_hash(ID, value, place)}")
    return "\n".join(lines).encode()


@given(st.one_of(anything, rows()), st.sampled_from(CONTEXTS))
def test_any_submission(data: bytes, context: Context) -> None:
    written, problems = cssf_run.repair(data, file="f", context=context)
    cssf_run.report(problems)
    responses, _ = cssf_run.read(data, file="f", context=context)
    cssf_run.write(responses, context=context)
    if written:
        again, rest = cssf_run.repair(written, file="f", context=context)
        assert {problem.code.name for problem in rest} <= {"FAILED_LANG_INFERENCE", "RUN_ID_NAME"}
        assert again == written


@settings(max_examples=50)
@given(anything, st.sampled_from(CONTEXTS))
def test_any_assessments(data: bytes, context: Context) -> None:
    problems = cssf_assessment.check(data, file="f", context=context)
    cssf_assessment.report(problems)
    found, _ = cssf_assessment.read(data, file="f", context=context)
    cssf_assessment.write(found, context=context)
