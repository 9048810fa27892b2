"""Speed and memory of the Cold Start tools on a generated knowledge base.

    python -m benchmarks.coldstart [--lines 200000 1000000]

Each step runs in a process of its own; user seconds and peak memory are the child's. The first row is a plain pass that
only splits every line at its tabs: the ratio to it tells how the figures carry over to another machine. The official
2016 programs needed 15.7 user seconds and 700 MB (validation) and 15.8 user seconds (1000 queries) for 200,003 lines.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.compiled import compiled
from factbook.formats import coldstart_kb, cssf_queries
from factbook.formats.format import Context
from factbook.model.tasks import EntryPoint, Query
from factbook.query.paths import resolve
from factbook.schema.coldstart import ENTITY_SLOTS, STRING_SLOTS
from factbook.schema.cssf_ids import expand
from factbook.text.offsets import Span

OFFICIAL = {"validate": "15.7 s, 700 MB", "resolve 1000 queries": "15.8 s"}
DOC_LENGTH = 20_000
COMPARED, RUNS = 200_000, 5  # the size that the official figures are about, and how often it is run: the best counts


def generate(lines: int, seed: int = 1) -> tuple[bytes, dict[str, int], list[Query]]:
    """A knowledge base of about `lines` lines (one entity for 8.7 of them), its documents, and 1000 queries."""
    rng = random.Random(seed)
    entities = round(lines * 23 / 200)
    types = [rng.choices(("PER", "ORG", "GPE"), (5, 3, 2))[0] for _ in range(entities)]
    docs = [f"ENG_NW_{number:06d}" for number in range(max(1, entities // 5))]
    members: list[list[int]] = [[] for _ in docs]
    rows: list[str] = []
    places: dict[tuple[int, int], int] = {}
    for entity in range(entities):
        name = f":e{entity}"
        rows.append(f"{name}\ttype\t{types[entity]}")
        for doc in rng.sample(range(len(docs)), min(len(docs), rng.choice((1, 1, 2, 2, 3)))):
            start = rng.randrange(DOC_LENGTH - 100)
            text, place = f'"Name {entity} Ünit"', f"{docs[doc]}:{start}-{start + 14}"
            rows.append(f"{name}\tmention\t{text}\t{place}\t0.{rng.randrange(1, 1000):03d}")
            rows.append(f"{name}\tcanonical_mention\t{text}\t{place}\t0.9")
            if rng.random() < 0.5:
                other = rng.randrange(DOC_LENGTH - 100)
                rows.append(f'{name}\tnominal_mention\t"chair"\t{docs[doc]}:{other}-{other + 4}\t0.5')
            members[doc].append(entity)
            places[entity, doc] = start
    _relations(rows, lines, types, docs, members, rng)
    data = "\n".join(["Generated_KB_ENG_1", *rows[: lines - 1]]) + "\n"
    return data.encode(), dict.fromkeys(docs, DOC_LENGTH), _queries(types, docs, places, rng)


def _relations(
    rows: list[str], lines: int, types: list[str], docs: list[str], members: list[list[int]], rng: random.Random
) -> None:
    lists = [slot for slot in ENTITY_SLOTS if not slot.single]
    strings = [slot for slot in STRING_SLOTS if not slot.single]
    while len(rows) < lines - 1:
        doc = rng.randrange(len(docs))
        if not members[doc]:
            continue
        entity = rng.choice(members[doc])
        type = types[entity].lower()
        start = rng.randrange(DOC_LENGTH - 200)
        place = f"{docs[doc]}:{start}-{start + rng.randrange(20, 140)}"
        confidence = f"0.{rng.randrange(1, 1000):03d}"
        slot = rng.choice([slot for slot in (lists if rng.random() < 0.7 else strings) if type in slot.domain] or lists)
        if type not in slot.domain:
            continue
        if not slot.to_entity:
            rows.append(f':e{entity}\t{type}:{slot.name}\t"value {rng.randrange(10_000)}"\t{place}\t{confidence}')
            continue
        others = [other for other in members[doc] if types[other].lower() in slot.range and other != entity]
        if not others:
            continue
        other = rng.choice(others)
        rows.append(f":e{entity}\t{type}:{slot.name}\t:e{other}\t{place}\t{confidence}")
        if rng.random() < 0.5:  # the others lack their inverse
            back = f"{types[other].lower()}:{slot.inverse}"
            rows.append(f":e{other}\t{back}\t:e{entity}\t{place}\t{confidence}")


def _queries(types: list[str], docs: list[str], places: dict[tuple[int, int], int], rng: random.Random) -> list[Query]:
    """1000 queries of two hops, from names in the documents."""
    queries: list[Query] = []
    keys = list(places)
    while len(queries) < 1000:
        entity, doc = rng.choice(keys)
        type = types[entity].lower()
        first = rng.choice([slot for slot in ENTITY_SLOTS if type in slot.domain])
        seconds = [slot for slot in (*ENTITY_SLOTS, *STRING_SLOTS) if first.range[0] in slot.domain]
        second = rng.choice(seconds)
        point = EntryPoint(
            name=f"Name {entity}", span=Span.from_sized(docs[doc], places[entity, doc], 15), entity_type=type
        )
        slots = (f"{type}:{first.name}", f"{first.range[0]}:{second.name}")
        query = Query(id=f"CS16_{len(queries):04d}", entry_points=(point,), slots=slots, entity_type=type)
        queries += expand(query, "CSSF16")
    return queries


def split_only(folder: Path) -> str:
    count = 0
    for line in (folder / "kb.tac").read_bytes().decode().split("\n"):
        count += len(line.split("\t"))
    return f"{count} columns"


def validate(folder: Path) -> str:
    data = (folder / "kb.tac").read_bytes()
    written, problems = coldstart_kb.repair(data, file="kb.tac", context=Context(lengths=_lengths(folder)))
    assert written is not None, problems.errors[:3]
    (folder / "kb.valid").write_bytes(written)
    return f"{len(problems)} problems, {len(written):,} bytes written"


def resolve_queries(folder: Path) -> str:
    queries, _ = cssf_queries.read((folder / "queries.xml").read_bytes(), file="queries.xml", context=Context())
    table, _ = coldstart_kb.load((folder / "kb.valid").read_bytes(), file="kb.valid", context=Context())
    return f"{len(resolve(table, queries))} responses to {len(queries)} queries"


def _lengths(folder: Path) -> dict[str, int]:
    rows = (line.split("\t") for line in (folder / "docs.tsv").read_text(encoding="utf-8").splitlines())
    return {docid: int(length) for docid, length in rows}


STEPS: dict[str, Callable[[Path], str]] = {
    "split": split_only,
    "validate": validate,
    "resolve 1000 queries": resolve_queries,
}


def measured(title: str, folder: Path) -> tuple[float, float, str]:
    """User seconds, megabytes and result of a step in a fresh process."""
    command = [sys.executable, "-m", "benchmarks.coldstart", "--step", title, str(folder)]
    seconds, megabytes, result = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\t")
    return float(seconds), float(megabytes), result.strip()


def _child(step: Callable[[Path], str], folder: Path) -> tuple[float, float, str]:
    result = step(folder)
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime, usage.ru_maxrss / 1024, result


def run(lines: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        data, lengths, queries = generate(lines)
        (folder / "kb.tac").write_bytes(data)
        (folder / "docs.tsv").write_text("".join(f"{k}\t{v}\n" for k, v in lengths.items()), encoding="utf-8")
        (folder / "queries.xml").write_bytes(cssf_queries.write_queries(queries))
        print(f"{data.count(10):,} lines, {len(data):,} bytes")
        print(f"{'step':<22}{'user s':>8}{'MB':>8}{'x split':>9}  official          result")
        base = 0.0
        for title in STEPS:
            runs = [measured(title, folder) for _ in range(RUNS if lines == COMPARED else 1)]
            seconds, megabytes, result = min(runs)
            base = base or seconds
            official = OFFICIAL.get(title, "") if lines == COMPARED else ""
            print(f"{title:<22}{seconds:>8.2f}{megabytes:>8.0f}{seconds / base:>9.1f}  {official:<18}{result}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, nargs="+", default=[200_000, 1_000_000], help="sizes to run")
    parser.add_argument("--step", nargs=2, metavar=("STEP", "DIR"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.step:
        print(*_child(STEPS[options.step[0]], Path(options.step[1])), sep="\t")
        return
    with compiled():
        for lines in options.lines:
            run(lines)


if __name__ == "__main__":
    main()
