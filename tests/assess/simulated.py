"""A pool whose truth is known: facts of many people, three runs that find some of them and make some up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import HTTPServer
from pathlib import Path
from random import Random
from threading import Thread

from factbook.assess.folder import Folder, Plan
from factbook.assess.page import server
from factbook.assess.pool import Pool
from factbook.assess.sampling import features, stratify
from factbook.assess.session import Session
from factbook.model.tasks import EntryPoint, Query, Response
from factbook.schema.cssf_ids import expand
from factbook.text.offsets import Span

# run: share of the true facts it finds, number of false ones it makes up
RUNS = {"careful": (0.35, 15), "greedy": (0.7, 160), "other": (0.4, 60)}
SLOTS = ("per:title", "per:children", "per:age", "per:charges")


def queries(people: int) -> list[Query]:
    found = []
    for number in range(people):
        point = EntryPoint(name=f"Person {number}", span=Span("ENG_1", number * 20, number * 20 + 9), entity_type="PER")
        for slot in SLOTS:
            found += expand(Query(id="1", entry_points=(point,), slots=(slot,), entity_type="PER"), "CSSF16")
    return found


def simulated(*, people: int = 60, facts: int = 200, seed: int = 7) -> tuple[Pool, dict[str, str]]:
    """The pool and the true judgment of each claim."""
    chance = Random(seed)
    asked = queries(people)
    pool = Pool(asked)
    true = {(chance.choice(asked).id, f"true {number}") for number in range(facts)}
    letters = {}
    for run, (share, made_up) in RUNS.items():
        responses = []
        for query, value in sorted(true):
            if chance.random() < share:
                # A quarter of the right facts are shown with a place that does not say so.
                place = chance.choice((100, 100, 100, 200))
                responses.append(response(asked, run, query, value, place, chance.uniform(0.4, 1.0)))
        for number in range(made_up):
            value = f"false {number % 80}"
            responses.append(response(asked, run, chance.choice(asked).id, value, 300, chance.uniform(0.1, 0.8)))
        pool.add(run, responses)
    for claim in pool.claims.values():
        wrong = claim.value.startswith("false") or claim.provenance[0].start == 200
        letters[claim.id] = "W" if wrong else chance.choice("CCCCCCX")
    return pool, letters


def response(asked: list[Query], run: str, query: str, value: str, place: int, confidence: float) -> Response:
    slot = next(one.slots[0] for one in asked if one.id == query)
    span = Span("ENG_1", place, place + 20)
    return Response(
        query=query,
        slot=slot,
        run=run,
        provenance=(span,),
        value=value,
        value_type="STRING",
        value_provenance=(span,),
        confidence=round(confidence, 3),
    )


def small_folder(path: Path, *, sample: int) -> Folder:
    """An assessment of a few facts."""
    pool, _ = simulated(people=5, facts=20)
    return Folder(str(path), Plan(sample=sample, strata=stratify(features(pool), sample)), pool)


@contextmanager
def serving(folder: Folder, text: str) -> Iterator[HTTPServer]:
    """The page of an assessment all of whose documents have this text."""
    with server(Session(folder, lambda doc: text)) as found:
        thread = Thread(target=found.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield found
        found.shutdown()
        thread.join()
