"""Pages of `factbook browse` on a large knowledge base: processor time a page, beside a bare read from SQLite.

    python -m benchmarks.browse                     54,000 generated documents: 3 million mentions
    python -m benchmarks.browse --documents 2000    a quick look
    python -m benchmarks.browse --kb FILE           a knowledge base that is there already

The documents are those of `benchmarks.store`. Every page is asked for through the whole application, security and
templates included, in this process. Entities, facts and documents are drawn at random, half of the entities among the
hundred most mentioned. Who thinks what is counted once and kept until the knowledge base changes; "new filter" is a
filter that was not asked for before. The bare read fetches the text of one document by its key.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.store import World, fill
from factbook.browse.app import create_app
from factbook.store.ids import public_id
from factbook.store.store import Store

DOCUMENTS = 54_000
GOAL = 50.0  # ms


class Draw:
    """Addresses of pages, drawn at random."""

    def __init__(self, db: sqlite3.Connection, seed: int = 5) -> None:
        self.random = random.Random(seed)
        self.top = db.execute("SELECT id, name FROM entity ORDER BY mentions DESC LIMIT 100").fetchall()
        self.all = db.execute("SELECT id, name FROM entity ORDER BY id").fetchall()
        self.documents = [row[0] for row in db.execute("SELECT name FROM document")]
        low, high = db.execute("SELECT min(id), max(id) FROM fact").fetchone()
        numbers = [self.random.randint(low, high) for _ in range(2000)]
        places = ",".join("?" * len(numbers))
        self.facts = db.execute(
            f"SELECT subject, predicate, object, value FROM fact WHERE id IN ({places})", numbers
        ).fetchall()

    def entity(self) -> tuple[int, str]:
        found: tuple[int, str] = self.random.choice(self.top if self.random.random() < 0.5 else self.all)
        return found

    def id(self) -> str:
        return public_id(self.entity()[0])

    def fact(self) -> dict[str, str]:
        subject, slot, other, value = self.random.choice(self.facts)
        filled = {"object": public_id(other)} if other is not None else {"value": value}
        return {"subject": public_id(subject), "slot": slot, **filled}


def pages(draw: Draw) -> dict[str, Callable[[], tuple[str, dict[str, Any]]]]:
    """Kinds of pages, each with a function that draws an address and its parameters."""
    return {
        "first page": lambda: ("/", {}),
        "entities": lambda: ("/entities", {}),
        "documents": lambda: ("/documents", {}),
        "search a name": lambda: ("/search", {"q": draw.entity()[1]}),
        "search a frequent word": lambda: ("/search", {"q": draw.random.choice(["said", "company", "so was"])}),
        "search a part of a name": lambda: ("/search", {"q": draw.entity()[1].split()[-1]}),
        "complete a name": lambda: ("/complete", {"q": draw.entity()[1][:3]}),
        "entity": lambda: (f"/entity/{draw.id()}", {}),
        "entity graph (JSON)": lambda: (f"/api/entity/{draw.id()}/graph", {}),
        "entity attitudes": lambda: (f"/entity/{draw.id()}/attitudes", {}),
        "entity documents": lambda: (f"/entity/{draw.id()}/documents", {}),
        "entity merges": lambda: (f"/entity/{draw.id()}/merges", {}),
        "fact": lambda: ("/fact", draw.fact()),
        "document": lambda: (f"/document/{draw.random.choice(draw.documents)}", {}),
        "who thinks what": lambda: ("/thoughts", {}),
        "who thinks what, new filter": lambda: ("/thoughts", {"value": draw.random.choice(["pos", "neg"])}),
        "passages": lambda: ("/thoughts/passages", {"kind": "sentiment"}),
        "two hops": lambda: (
            "/query",
            {"entity": draw.id(), "slot": ["per:employee_or_member_of", "org:country_of_headquarters"]},
        ),
        "decisions": lambda: ("/decisions", {}),
    }


async def measure(path: str, rounds: int) -> Iterator[tuple[str, list[float], int]]:
    """Processor milliseconds of each kind of page, and the size of the last."""
    import httpx2

    with Store.open(path) as store:
        draw = Draw(store.connection)
    app: Any = create_app(path)
    found: list[tuple[str, list[float], int]] = []
    for name, address in pages(draw).items():
        times, size = [], 0
        for number in range(rounds + 2):
            transport = httpx2.ASGITransport(app=app)
            async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
                if "new filter" in name:
                    app.app.state.site.forget()
                    await client.get("/thoughts")
                where, query = address()
                begun = time.process_time()
                response = await client.get(where, params=query)
                spent = (time.process_time() - begun) * 1000
            assert response.status_code == 200, (where, query, response.text[-500:])
            size = len(response.content)
            if number >= 2:  # the first two compile templates and open connections
                times.append(spent)
        found.append((name, times, size))
    return iter(found)


def bare(path: str, rounds: int) -> list[float]:
    """A read of one document's text by key, without anything around it."""
    times = []
    with Store.open(path) as store:
        numbers = [row[0] for row in store.connection.execute("SELECT id FROM document")]
        pick = random.Random(9)
        for _ in range(rounds):
            begun = time.process_time()
            store.connection.execute("SELECT text FROM content WHERE document = ?", (pick.choice(numbers),)).fetchone()
            times.append((time.process_time() - begun) * 1000)
    return times


def line(name: str, times: list[float], size: int, read: float) -> str:
    cuts = statistics.quantiles(times, n=20)
    middle, high = cuts[9], cuts[18]
    mark = "yes" if high < GOAL else "no"
    return f"{name:<28}{middle:>9.2f}{high:>9.2f}{size / 1024:>8.1f}{middle / read:>9.0f}  {mark}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=DOCUMENTS)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--kb", default="", help="use this knowledge base")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = options.kb or str(Path(folder) / "large.kb")
        if not options.kb:
            with Store.open(path, create=True) as store:
                fill(store, World(options.documents).documents(options.documents))
        with Store.open(path) as store:
            counts = {name: store.count(name) for name in ("document", "mention", "entity", "fact", "attitude")}
        print(", ".join(f"{count:,} {name}s" for name, count in counts.items()).replace("entitys", "entities"))
        reads = bare(path, options.rounds * 10)
        read = statistics.median(reads)
        print(f"\n{'page':<28}{'p50 ms':>9}{'p95 ms':>9}{'KB':>8}{'x bare':>9}  p95 under {GOAL:.0f} ms")
        print(line("bare SQLite read", reads, 0, read))
        for name, times, size in asyncio.run(measure(path, options.rounds)):
            print(line(name, times, size, read), flush=True)
        print("\nProcessor time of the whole process, threads included.")


if __name__ == "__main__":
    main()
