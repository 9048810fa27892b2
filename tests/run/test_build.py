"""Building: given annotation, resuming, failures, workers that die, Dask, the slot filling variant."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from factbook.cli.main import main
from factbook.model.kb import KB
from factbook.run import local
from factbook.run.build import Build
from factbook.run.build import build as build_kb
from factbook.run.describe import description, text
from factbook.run.given import Given, GivenError
from factbook.run.progress import Meter, Progress
from factbook.run.split import by_document
from factbook.run.work import Result, Task, chunks, made_by, task_of
from factbook.store.store import Store
from factbook.text.markup import parse_source
from factbook.text.source import Source
from tests.store.sample import CALDER, GIVEN, calder_kb
from tests.store.worlds import content

DOCUMENTS = ("ENG_DF_20140228_203", "ENG_NW_20140228_103", "SPA_NW_20140312_503")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    target = tmp_path / "source"
    target.mkdir()
    for name in DOCUMENTS:
        shutil.copy(CALDER / "source" / f"{name}.xml", target)
    return target


def build(path: Path, folder: Path, **settings: object) -> tuple[Store, Build]:
    store = Store.open(str(path), create=True)
    work = Build(store, Task(given=GIVEN), quiet=True, **settings)  # type: ignore[arg-type]
    work.run([str(folder)])
    return store, work


def test_build_again_does_nothing_again(tmp_path: Path, folder: Path) -> None:
    store, first = build(tmp_path / "a.kb", folder)
    assert (first.summary.new, first.summary.failed) == (3, 0)
    assert first.summary.cost is not None
    assert first.summary.cost.peak_megabytes > 10
    before = content(store)
    store.close()
    store, second = build(tmp_path / "a.kb", folder)
    assert (second.summary.new, second.summary.unchanged) == (0, 3)
    assert content(store) == before


def test_an_interrupted_build_goes_on(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected, _ = build(tmp_path / "whole.kb", folder)
    monkeypatch.setattr("factbook.run.work.CHUNK_DOCUMENTS", 1)
    calls: list[str] = []
    original = Build._store

    def dies(self: Build, chunk: Sequence[Source], results: Sequence[Result]) -> None:
        if len(calls) == 2:
            raise KeyboardInterrupt
        calls.append(chunk[0].id)
        original(self, chunk, results)

    monkeypatch.setattr(Build, "_store", dies)
    store = Store.open(str(tmp_path / "a.kb"), create=True)
    with pytest.raises(KeyboardInterrupt):
        Build(store, Task(given=GIVEN), quiet=True).run([str(folder)])
    assert store.unlinked
    store.close()
    monkeypatch.setattr(Build, "_store", original)
    store, second = build(tmp_path / "a.kb", folder)
    assert (second.summary.new, second.summary.unchanged) == (1, 2)
    assert content(store) == content(expected)


def test_a_document_without_annotation_is_reported_and_skipped(
    tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "EXTRA.xml").write_text("<DOC id='EXTRA'><TEXT>Nothing known.</TEXT></DOC>")
    (folder / "BAD.txt").write_bytes(b"\xff\xfe\x00bad\x80")
    store, work = build(tmp_path / "a.kb", folder)
    assert (work.summary.new, work.summary.failed) == (3, 1)
    assert "EXTRA: no annotation is given" in capsys.readouterr().err
    assert dict(store.connection.execute("SELECT * FROM failure")) == {
        "EXTRA": "no annotation is given for this document"
    }


def test_given_joins_entities_facts_and_attitudes() -> None:
    given = Given(GIVEN)
    name = DOCUMENTS[1]
    source = parse_source((CALDER / "source" / f"{name}.xml").read_bytes().decode(), id=name)
    kb = given.annotation(source)
    facts = [r for r in kb.relations.values() if r.type and ":" in r.type]
    assert facts
    assert kb.attitudes
    for relation in facts:
        assert all(a.ref in kb.entities or a.ref in kb.fillers for a in relation.arguments)
        assert kb.mentions_of_relation[relation.id]
    with pytest.raises(GivenError):
        given.annotation(parse_source("x", id="UNKNOWN"))
    with pytest.raises(FileNotFoundError):
        Given(["/nowhere"])
    with pytest.raises(FileNotFoundError, match="no annotation files"):
        Given([str(CALDER / "source")])


def test_split_keeps_each_documents_facts() -> None:
    from factbook.formats.table import by_name

    data = (CALDER / "kb" / "gold_perdoc.tac").read_bytes()
    kb, _ = by_name("coldstart-kb").read(data, file="gold.tac")
    parts = by_document(kb)
    assert sum(len(part.mentions) for part in parts.values()) == len(kb.mentions)
    assert sum(len(part.relation_mentions) for part in parts.values()) == len(kb.relation_mentions)


def test_chunks_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("factbook.run.work.CHUNK_CHARACTERS", 100)
    sources = [Source(id=str(n), text="x" * 40) for n in range(7)]
    assert [len(chunk) for chunk in chunks(sources)] == [3, 3, 1]
    assert list(chunks([])) == []


def test_the_mark_changes_with_text_and_task() -> None:
    source = Source(id="a", text="x")
    marks = {made_by(Task(), source), made_by(Task(upto="names"), source), made_by(Task(), Source(id="a", text="y"))}
    assert len(marks) == 3


def _work(task: Task, sources: Sequence[Source]) -> list[Result]:
    """A worker that dies on one document, every time or only the first time."""
    for source in sources:
        if source.text == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if source.text.startswith("once ") and not os.path.exists(source.text[5:]):
            Path(source.text[5:]).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        if source.text == "fail":
            raise ValueError("no good")
    return [Result(source.id, msgspec.json.encode(KB())) for source in sources]


def test_workers_that_die_lose_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = ["a", f"once {tmp_path / 'seen'}", "fail", "b", "die", "c", "d"]
    portions = [[Source(id=f"{n}", text=text), Source(id=f"{n}x", text="ok")] for n, text in enumerate(texts)]
    results = [r for _, found in local.Pool(2, work=_work).run(Task(), portions) for r in found]
    assert [r.document for r in results] == [s.id for chunk in portions for s in chunk]
    failed = {r.document: r.error for r in results if r.error}
    assert failed == {"2": "ValueError: no good", "4": "the worker process died on this document"}
    assert "died" in capsys.readouterr().err


def test_in_process_isolates_a_failing_document() -> None:
    chunk = [Source(id="1", text="ok"), Source(id="2", text="fail"), Source(id="3", text="ok")]
    ((_, results),) = local.in_process(Task(), [chunk], work=_work)
    assert [bool(result.error) for result in results] == [False, True, False]


def test_two_workers_build_the_same(tmp_path: Path, folder: Path) -> None:
    one, _ = build(tmp_path / "one.kb", folder)
    two, _ = build(tmp_path / "two.kb", folder, workers=2)
    assert content(one) == content(two)


def test_progress_tells_rate_and_time_left() -> None:
    progress = Progress(100)
    progress.started -= 10
    progress.step(20)
    line = progress.line()
    assert line.startswith("20 of 100 documents, 2.0/s")
    assert line.endswith("0:40 left")
    assert Progress(None).line().startswith("0 documents")
    assert Meter().cost().seconds >= 0


def test_memory_counts_every_worker() -> None:
    subprocess.run([sys.executable, "-c", "b = b'x' * 50_000_000"], check=True)  # a child that has ended
    one, three = Meter(workers=1).cost(), Meter(workers=3).cost()
    assert three.peak_megabytes - one.peak_megabytes > 2 * 47  # megabytes of 1024 kilobytes


def test_a_system_that_does_not_tell_memory_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)  # as on Windows
    assert Meter().cost().peak_megabytes == 0


def test_description_has_the_parts_the_plan_asks_for() -> None:
    with Store.open(calder_kb()) as store:
        words = text(store)
        data = description(store)
    for part in ("Tasks and languages", "Primary system", "Algorithms", "contrastive", "Resources", "References"):
        assert part in words
    assert data["documents"] == 43
    json.dumps(data)


def test_dask_survives_a_lost_worker(tmp_path: Path, folder: Path) -> None:
    distributed = pytest.importorskip("distributed")
    from factbook.run.dask import on_dask

    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", processes=True
    )
    client = distributed.Client(cluster)
    try:
        sources = [parse_source((folder / f"{n}.xml").read_bytes().decode(), id=n) for n in DOCUMENTS]
        results: list[Result] = []
        for index, (_, found) in enumerate(on_dask(client, Task(given=GIVEN), [[s] for s in sources])):
            results += found
            if index == 0:
                victim = next(iter(cluster.workers.values()))
                os.kill(victim.pid, signal.SIGKILL)
        assert [r.document for r in results] == list(DOCUMENTS)
        assert not any(r.error for r in results)
    finally:
        client.close()
        cluster.close()


def _slowly(function: Callable[..., Any], *portion: Any) -> Any:
    """Slow enough that a worker dies in the middle of it."""
    time.sleep(0.05)
    return function(*portion)


@pytest.mark.parametrize("before", [0, 12])
def test_linking_on_dask_gives_the_same_though_a_worker_dies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: int
) -> None:
    """Names are blocked and pairs scored on the cluster: of all documents, or of those that came to others."""
    distributed = pytest.importorskip("distributed")
    from factbook.run.dask import elsewhere

    monkeypatch.setattr("factbook.store.blocks.PORTION_NAMES", 40)
    monkeypatch.setattr("factbook.store.blocks.PORTION_PAIRS", 60)
    with Store.open(calder_kb()) as whole:
        documents = [whole.document(name) for name in whole.names()]
        expected = content(whole)
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", processes=True
    )
    client = distributed.Client(cluster)
    done: list[str] = []

    def run(function: Callable[..., Any], portions: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        for found in elsewhere(client)(_slowly, ((function, *portion) for portion in portions)):
            done.append(function.__name__)
            if len(done) == 3:
                os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
            yield found

    try:
        with Store.open(str(tmp_path / "a.kb"), create=True) as store:
            store.add(documents[:before])
            store.add(documents[before:], link=False)
            store.link(run)
            found = content(store)
    finally:
        client.close()
        cluster.close()
    assert {"blocking_keys", "score_blocks"} == set(done)
    assert len(done) > 10
    for table, rows in expected.items():
        assert found[table] == rows, table


def test_two_clusters_stand_side_by_side() -> None:
    """Neither takes a fixed port, which would be a warning to the second."""
    pytest.importorskip("distributed")
    from factbook.run.dask import cluster_at

    with cluster_at("local", 1) as one, cluster_at("local", 1) as two:
        assert one.submit(sum, [1, 2]).result() == two.submit(sum, [1, 2]).result() == 3


def test_dask_that_does_not_answer() -> None:
    pytest.importorskip("distributed")
    from factbook.run.dask import NoDask, client_of

    with pytest.raises(NoDask, match="no Dask scheduler answers"):
        client_of("tcp://127.0.0.1:9", 1)


def test_a_change_of_given_annotation_is_seen(tmp_path: Path) -> None:
    """Also within one process, where the files are kept in memory."""
    name, kb = DOCUMENTS[1], str(tmp_path / "a.kb")
    ere = tmp_path / "ere"
    ere.mkdir()
    file = ere / f"{name}.rich_ere.xml"
    text = (CALDER / "ere" / file.name).read_text(encoding="utf-8")
    documents = [str(CALDER / "source" / f"{name}.xml")]
    for written, told in ((text, (1, 0, 0)), (text, (0, 0, 1)), (text.replace('"GPE"', '"LOC"'), (0, 1, 0))):
        file.write_text(written, encoding="utf-8")
        found = build_kb(documents, kb, task_of(given=[str(ere)]), quiet=True)
        assert (found.new, found.replaced, found.unchanged) == told
    with Store.open(kb) as store:
        assert "GPE" not in {one.type for one in store.annotation(name).entities.values()}


def test_where_no_document_can_be_read_nothing_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.kb"
    assert main(["build", str(tmp_path / "none"), "-o", str(path)]) == 1
    assert "a.kb: not made, because no document could be read" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    given = [word for one in GIVEN for word in ("--given", one)]
    assert main(["build", str(CALDER / "source" / f"{DOCUMENTS[1]}.xml"), "-o", str(path), "--quiet", *given]) == 0
    assert main(["build", str(tmp_path / "none"), "-o", str(path)]) == 1
    assert path.exists()


def test_a_step_that_there_is_not_stops_the_build(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.kb"
    assert main(["build", str(CALDER / "source"), "-o", str(path), "--upto", "corf"]) == 2
    assert "no step 'corf'; did you mean 'coref'?" in capsys.readouterr().err
    assert not path.exists()
    assert main(["build", str(CALDER / "source"), "-o", str(path), "--given", str(tmp_path / "none")]) == 1
    assert "there is no such file or folder with annotation" in capsys.readouterr().err
    assert not path.exists()
