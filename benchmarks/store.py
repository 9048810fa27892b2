"""Store and link the annotation of generated documents: growth, queries, replacing, reading while writing.

    python -m benchmarks.store                      5,000 10,000 20,000 50,000 documents
    python -m benchmarks.store --sizes 2000         a quick look

Each size runs in a process of its own, so that its peak memory is its own.

The documents are generated from a seed: about 60 mentions and 14 entities each, names drawn from a world that grows
with the collection, people of one surname, short forms, acronyms, six facts and two sentiments a document.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from typing import Any

from factbook.model.kb import KB
from factbook.model.records import Argument, Attitude, Entity, Filler, Mention, Relation, RelationMention
from factbook.query.ask import follow
from factbook.store.store import Annotated, Store
from factbook.text.offsets import Span
from factbook.text.source import Source

CHUNK = 200
_ONSETS = "b c d f g h j k l m n p r s t v w br cr dr fr gr kr pr st tr th sh".split()  # noqa: SIM905
_VOWELS = ["a", "e", "i", "o", "u", "ai", "ea", "ou"]
_CODAS = ["", "n", "r", "l", "s", "m", "nd", "rt", "ck", "lm"]
_ORG_HEADS = "Bank University Shipping Party Union Council Hospital Times Energy Institute Club".split()  # noqa: SIM905


class World:
    """Names of people, organisations and places, the same for a seed and size."""

    def __init__(self, documents: int, seed: int = 7) -> None:
        self.random = random.Random(seed)
        surnames = [self._word(2) for _ in range(max(500, documents // 2))]
        given = [self._word(2) for _ in range(300)]
        self.places = sorted({self._word(3) for _ in range(max(100, documents // 25))})
        self.people = sorted(
            {f"{self.random.choice(given)} {self._zipf(surnames)}" for _ in range(max(500, documents))}
        )
        self.orgs = sorted(
            {f"{self.random.choice(self.places)} {self._word(2)} {self.random.choice(_ORG_HEADS)}"
             for _ in range(max(200, documents // 3))}
        )  # fmt: skip
        self.random.shuffle(self.people)
        self.random.shuffle(self.orgs)

    def _word(self, syllables: int) -> str:
        parts = (self.random.choice(p) for _ in range(syllables) for p in (_ONSETS, _VOWELS, _CODAS))
        return "".join(parts).capitalize()

    def _zipf(self, items: list[str]) -> str:
        """Zipf's law with Mandelbrot's shift: the most frequent name is in a few documents of a hundred."""
        shift = 20
        place = (len(items) + shift) ** (draw := self.random.random()) * shift ** (1 - draw) - shift
        return items[min(int(place), len(items) - 1)]

    def documents(self, count: int) -> Iterator[Annotated]:
        for index in range(count):
            yield self.document(f"DOC_{index:06}")

    def document(self, name: str) -> Annotated:
        return _Document(self, name).done()


class _Document:
    def __init__(self, world: World, name: str) -> None:
        self.world, self.name, self.kb, self.parts, self.length = world, name, KB(), [], 0
        pick = world.random
        people = [world._zipf(world.people) for _ in range(6)]
        orgs = [world._zipf(world.orgs) for _ in range(4)]
        places = [world._zipf(world.places) for _ in range(4)]
        for kind, names in (("PER", people), ("ORG", orgs), ("GPE", places)):
            for number, full in enumerate(dict.fromkeys(names)):
                self._entity(f"{kind}{number}", kind, full, pick)
        self._facts(pick)

    def _entity(self, key: str, kind: str, full: str, pick: random.Random) -> None:
        self.kb.entities[key] = Entity(id=key, type=kind)
        short = full
        if kind == "PER":
            short = full.split()[-1]
        elif kind == "ORG":
            short = "".join(word[0] for word in full.split())
        only_short = kind != "GPE" and pick.random() < 0.15
        for index in range(pick.choice((2, 3, 4, 5, 6, 6))):
            level = "NAM" if index == 0 or pick.random() < 0.6 else "PRO" if kind == "PER" else "NOM"
            text = short if only_short or (index and pick.random() < 0.6) else full
            self._mention(key, level, text if level == "NAM" else "they" if level == "PRO" else "company")

    def _mention(self, key: str, level: str, text: str) -> None:
        number = f"m{len(self.kb.mentions)}"
        span = Span(self.name, self.length, self.length + len(text))
        self.kb.mentions[number] = Mention(id=number, entity=key, level=level, extent=span, text=text)
        sentence = f"{text} said it was so. "
        self.parts.append(sentence)
        self.length += len(sentence)

    def _facts(self, pick: random.Random) -> None:
        keys = list(self.kb.entities)
        people, orgs, places = ([k for k in keys if k.startswith(kind)] for kind in ("PER", "ORG", "GPE"))
        for person in people[:3]:
            self._fact(person, "per:employee_or_member_of", pick.choice(orgs), pick)
            self._fact(person, "per:countries_of_residence", pick.choice(places), pick)
        self._fact(orgs[0], "org:country_of_headquarters", places[0], pick)
        self._fact(people[0], "per:title", pick.choice(["minister", "chief", "captain", "editor"]), pick)
        for target in orgs[:2]:
            mentions = self.kb.mentions_of
            number = f"a{len(self.kb.attitudes)}"
            self.kb.attitudes[number] = Attitude(
                id=number, doc=self.name, kind="sentiment", value=pick.choice(["pos", "neg"]), target_kind="entity",
                source=mentions[people[0]][0].id, target=mentions[target][0].id,
            )  # fmt: skip

    def _fact(self, subject: str, slot: str, value: str, pick: random.Random) -> None:
        number = len(self.kb.relations)
        ref = value
        if value not in self.kb.entities:
            ref = f"f{number}"
            self.kb.fillers[ref] = Filler(id=ref, type="STRING", text=value)
        arguments = (Argument(role="subject", ref=subject), Argument(role="object", ref=ref))
        self.kb.relations[f"r{number}"] = Relation(id=f"r{number}", type=slot, arguments=arguments, confidence=0.8)
        start = pick.randrange(max(1, self.length - 60))
        place = (Span(self.name, start, start + 50),)
        self.kb.relation_mentions[f"rm{number}"] = RelationMention(
            id=f"rm{number}", relation=f"r{number}", provenance=place
        )

    def done(self) -> Annotated:
        self.kb.forget_indexes()
        return Annotated(Source(id=self.name, text="".join(self.parts), language="en"), self.kb)


class Clock:
    """Seconds and CPU seconds; the second do not grow when the machine is busy with other work."""

    def __init__(self) -> None:
        self.wall = self.cpu = 0.0

    def __enter__(self) -> Clock:
        self._wall, self._cpu = time.perf_counter(), time.process_time()
        return self

    def __exit__(self, *_: object) -> None:
        self.wall += time.perf_counter() - self._wall
        self.cpu += time.process_time() - self._cpu


def fill(store: Store, documents: Iterator[Annotated]) -> tuple[Clock, Clock]:
    """Time to store and to link. Making the documents is not counted."""
    storing, linking = Clock(), Clock()
    while chunk := list(itertools.islice(documents, CHUNK)):
        with storing:
            store.add(chunk, link=False)
    with linking:
        store.link()
    return storing, linking


def percentiles(values: list[tuple[float, float]]) -> dict[str, float]:
    """Of pairs of seconds and CPU seconds."""
    found: dict[str, float] = {}
    for name, index in (("", 0), ("cpu_", 1)):
        cuts = statistics.quantiles((value[index] for value in values), n=100)
        found |= {f"{name}p50_ms": round(cuts[49] * 1000, 2), f"{name}p95_ms": round(cuts[94] * 1000, 2)}
    return found


def now() -> tuple[float, float]:
    return time.perf_counter(), time.thread_time()


def since(begun: tuple[float, float]) -> tuple[float, float]:
    return time.perf_counter() - begun[0], time.thread_time() - begun[1]


def queries(path: str, count: int = 300) -> dict[str, float]:
    """Two hops with provenance, from people that have an employer."""
    with Store.open(path) as store:
        rows = store.connection.execute(
            "SELECT DISTINCT subject FROM fact WHERE predicate = 'per:employee_or_member_of' LIMIT 200000"
        ).fetchall()
        starts = [row[0] for row in random.Random(1).sample(rows, min(count, len(rows)))]
        times: list[tuple[float, float]] = []
        for start in starts:
            begun = now()
            follow(store, start, ["per:employee_or_member_of", "org:country_of_headquarters"])
            times.append(since(begun))
    return percentiles(times)


def replacing(path: str, world: World, documents: int, count: int = 120) -> tuple[dict[str, float], dict[str, float]]:
    """Replace documents by others, linking included, while another thread asks; times of both."""
    stop = threading.Event()
    reads: list[tuple[float, float]] = []

    def reader() -> None:
        with Store.open(path) as store:
            rows = store.connection.execute(
                "SELECT id FROM entity WHERE type = 'PER' ORDER BY id LIMIT 2000"
            ).fetchall()
            for number in itertools.cycle(rows):
                if stop.is_set():
                    return
                begun = now()
                follow(store, number[0], ["per:employee_or_member_of", "org:country_of_headquarters"])
                reads.append(since(begun))
                time.sleep(0.02)  # a reader that thinks: the two threads share one interpreter

    thread = threading.Thread(target=reader)
    thread.start()
    times: list[tuple[float, float]] = []
    pick = random.Random(3)
    with Store.open(path, write=True) as store:
        for _ in range(count):
            document = world.document(f"DOC_{pick.randrange(documents):06}")
            begun = now()
            store.add([document])
            times.append(since(begun))
    stop.set()
    thread.join()
    return percentiles(times), {**percentiles(reads), "count": len(reads)}


def measure(documents: int, folder: str) -> dict[str, Any]:
    import resource

    path = os.path.join(folder, f"{documents}.kb")
    world = World(documents)
    if os.path.exists(path):
        os.remove(path)
    with Store.open(path, create=True) as store:
        stored, linked = fill(store, world.documents(documents))
        found = {table: store.count(table) for table in ("mention", "local_entity", "node", "entity", "fact")}
    row: dict[str, Any] = {
        "documents": documents,
        **found,
        "store_s": round(stored.wall, 1),
        "store_cpu_s": round(stored.cpu, 1),
        "link_s": round(linked.wall, 1),
        "link_cpu_s": round(linked.cpu, 1),
        "cpu_ms_per_document": round((stored.cpu + linked.cpu) * 1000 / documents, 2),
        "file_mb": round(os.path.getsize(path) / 1e6, 1),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        "two_hops": queries(path),
    }
    row["replace"], row["reads_meanwhile"] = replacing(path, world, documents)
    row["load"] = round(os.getloadavg()[1], 1)
    return row


COLUMNS = (
    ("documents", "documents"), ("mentions", "mention"), ("entities", "entity"), ("store s", "store_s"),
    ("store CPU s", "store_cpu_s"), ("link s", "link_s"), ("link CPU s", "link_cpu_s"),
    ("CPU ms/doc", "cpu_ms_per_document"), ("file MB", "file_mb"), ("peak MB", "peak_mb"),
)  # fmt: skip
TIMED = (("two hops", "two_hops"), ("replace", "replace"), ("reads while replacing", "reads_meanwhile"))


def show(rows: list[dict[str, Any]]) -> None:
    """The figures of all sizes as tables, and the load of the machine, without which times mean little."""
    print("".join(f"{title:>12}" for title, _ in COLUMNS))
    for row in rows:
        print("".join(f"{row[key]:>12,}" for _, key in COLUMNS))
    print(f"\n{'ms':<24}{'documents':>12}{'p50':>10}{'p95':>10}{'CPU p50':>10}{'CPU p95':>10}")
    for title, key in TIMED:
        for row in rows:
            times = row[key]
            cells = (times["p50_ms"], times["p95_ms"], times["cpu_p50_ms"], times["cpu_p95_ms"])
            print(f"{title:<24}{row['documents']:>12,}" + "".join(f"{cell:>10.2f}" for cell in cells))
    if len(rows) > 1:
        first, last = rows[0], rows[-1]
        print(f"\nfrom {first['documents']:,} to {last['documents']:,} documents:")
        for title, key in (("CPU time a document", "cpu_ms_per_document"), ("peak memory", "peak_mb")):
            print(f"  {title} x {last[key] / first[key]:.2f}")
    print(f"\nload of the machine at each size: {', '.join(str(row['load']) for row in rows)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[5000, 10000, 20000, 50000])
    parser.add_argument("--folder", help="where the knowledge bases go; kept if given")
    parser.add_argument("--json", action="store_true", help="a line of JSON for each size")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or temporary
        if options.json:
            for size in options.sizes:
                print(json.dumps(measure(size, folder)), flush=True)
            return
        rows = []
        for size in options.sizes:
            command = [sys.executable, "-m", "benchmarks.store", "--json", "--folder", folder, "--sizes", str(size)]
            rows.append(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))
            print(f"{size} documents done", file=sys.stderr, flush=True)
        show(rows)


if __name__ == "__main__":
    main()
