"""Documents in, out and replaced; crashes, locks, full disks, wrong files: a clear message, and nothing lost."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from factbook.query.find import find, search_documents, search_names
from factbook.store import connect, indexes
from factbook.store.errors import NotInKB, StoreError
from factbook.store.migrate import migrate
from factbook.store.store import Store
from tests.store.worlds import Writer, content


def haddad(doc: str = "D1", age: str = "54") -> Writer:
    return (
        Writer(doc)
        .entity("e1", "PER", "Karim Haddad", "Haddad")
        .entity("e2", "ORG", "Calder Dockworkers Union", "CDU")
        .fact("e1", "per:employee_or_member_of", "e2")
        .fact("e1", "per:age", age)
        .feels("e1", "e2", "pos")
    )


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "test.kb")


def test_a_document_comes_back_as_it_came_in(path: str) -> None:
    document = haddad().done()
    with Store.open(path, create=True) as store:
        store.add([document])
        back = store.document("D1")
    assert back.source.text == document.source.text
    assert back.kb == document.kb


def test_the_same_document_again_changes_nothing(path: str) -> None:
    with Store.open(path, create=True) as store:
        store.add([haddad().done()])
        before = content(store)
        assert store.add([haddad().done()]) == (0, 0, 1)
        assert content(store) == before


def test_replacing_and_removing_leave_no_trace(path: str) -> None:
    with Store.open(path, create=True) as store:
        store.add([haddad("D2").done()])
        before = content(store)
        store.add([haddad("D1").done()])
        store.add([Writer("D1").entity("x", "GPE", "Velm").done()])
        assert search_documents(store, "Karim") == ["D2"]
        assert [e.name for e in search_names(store, "Velm")] == ["Velm"]
        store.remove(["D1"])
        assert content(store) == before
        assert not search_names(store, "Velm")
        assert store.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        store.connection.execute("INSERT INTO document_text (document_text) VALUES ('integrity-check')")


def test_removing_what_is_not_there_removes_nothing(path: str) -> None:
    with Store.open(path, create=True) as store:
        store.add([haddad().done()])
        with pytest.raises(NotInKB, match="no document 'D9'"):
            store.remove(["D1", "D9"])
        assert store.names() == ["D1"]


def test_chinese_is_found_by_its_characters(path: str) -> None:
    with Store.open(path, create=True) as store:
        store.add([Writer("D1").entity("e", "ORG", "卡尔德码头工人工会").done()])
        assert search_documents(store, "码头工人") == ["D1"]
        assert not search_documents(store, "工人码头")


def test_a_search_is_never_a_syntax_error(path: str) -> None:
    with Store.open(path, create=True) as store:
        store.add([haddad().done()])
        for words in ('"', "AND OR", "a*", "(x", "haddad -karim", "", "NEAR/2"):
            search_documents(store, words)
            search_names(store, words)


def test_readers_see_the_knowledge_base_before_or_after_a_change(path: str) -> None:
    with Store.open(path, create=True) as writer, Store.open(path) as reader:
        writer.add([haddad("D1").done()])
        before = content(reader)
        with writer.changes():
            writer.connection.execute("DELETE FROM local_entity")
            assert content(reader) == before
            writer.connection.execute("ROLLBACK")
            writer.connection.execute("BEGIN")
        assert content(reader) == before


def test_a_failing_change_is_undone(path: str) -> None:
    with Store.open(path, create=True) as store:
        store.add([haddad("D1").done()])
        before = content(store)
        broken = haddad("D2").done()._replace(kb=None)  # type: ignore[arg-type]
        with pytest.raises(AttributeError):
            store.add([haddad("D3").done(), broken])
        assert content(store) == before


_KILLED = """
import sys
sys.path.insert(0, {root!r})
from factbook.store.store import Store
from tests.store.test_store import haddad
with Store.open({path!r}, create=True) as store:
    print("ready", flush=True)
    for number in range(10_000):
        store.add([haddad(f"D{{number}}", str(number % 80)).done()], link=number % 3 > 0)
"""


def test_kill_9_at_any_moment_leaves_a_usable_knowledge_base(path: str) -> None:
    root = str(Path(__file__).parents[2])
    pick = random.Random(5)
    for _ in range(3):
        code = _KILLED.format(root=root, path=path)
        process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(pick.uniform(0.05, 0.6))
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        with Store.open(path, write=True) as store:
            assert store.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            store.link()
            found = content(store)
            store.link_again()
            assert content(store) == found
            for name in store.names():
                assert store.document(name).kb.entities


def test_a_second_writer_is_told_to_wait(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connect, "BUSY_SECONDS", 0.05)
    with Store.open(path, create=True) as first, Store.open(path, write=True) as second:
        with first.changes(), pytest.raises(StoreError) as caught:
            second.add([haddad().done()])
        assert "another process is writing" in str(caught.value)
        second.add([haddad().done()])
        assert second.names() == ["D1"]


def test_a_full_disk_loses_nothing(path: str) -> None:
    with Store.open(path, create=True) as store:
        store.add([haddad("D1").done()])
        before = content(store)
        pages = store.connection.execute("PRAGMA page_count").fetchone()[0]
        store.connection.execute(f"PRAGMA max_page_count={pages + 2}")  # SQLite then reports a full disk
        many = [haddad(f"D{n}").done() for n in range(2, 400)]
        with pytest.raises(StoreError) as caught:
            store.add(many)
        assert "disk is full" in str(caught.value)
        assert content(store) == before
        store.connection.execute("PRAGMA max_page_count=1000000")
        store.add([haddad("D2").done()])
        assert store.names() == ["D1", "D2"]


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_read_only_folder(tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir()
    with Store.open(str(folder / "a.kb"), create=True) as store:
        store.add([haddad().done()])
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        with Store.open(str(folder / "a.kb")) as store:
            assert store.names() == ["D1"]
        with pytest.raises(StoreError):
            Store.open(str(folder / "b.kb"), create=True)
    finally:
        folder.chmod(stat.S_IRWXU)


def test_a_read_only_file_can_be_read_and_says_so_on_writing(path: str) -> None:
    with Store.open(path, create=True) as store:
        store.add([haddad().done()])
    with Store.open(path) as store:
        assert store.names() == ["D1"]
        with pytest.raises(StoreError, match="read-only"):
            store.add([haddad("D2").done()])


def test_files_that_are_no_knowledge_base(tmp_path: Path) -> None:
    missing = str(tmp_path / "none.kb")
    with pytest.raises(StoreError, match="no such knowledge base"):
        Store.open(missing)
    text = tmp_path / "text.kb"
    text.write_text("this is a text, not a database at all " * 50)
    with pytest.raises(StoreError, match="no factbook knowledge base"):
        Store.open(str(text))
    assert text.read_text().startswith("this is")
    other = tmp_path / "other.kb"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE t (x)")
    connection.close()
    with pytest.raises(StoreError, match="no factbook knowledge base"):
        Store.open(str(other), write=True)
    with pytest.raises(StoreError, match="folder"):
        Store.open(str(tmp_path))


def test_a_newer_schema_is_refused_and_an_older_one_migrated(path: str) -> None:
    with Store.open(path, create=True) as store:
        store.add([haddad("D1").done(), haddad("D2").done()])
        expected = content(store)
        store.connection.execute(f"PRAGMA user_version={connect.VERSION + 1}")
    with pytest.raises(StoreError, match="Use a newer factbook"):
        migrate(path)
    with pytest.raises(StoreError, match="Use a newer factbook"):
        Store.open(path)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version=0")
    connection.execute("DROP TABLE cooccur")  # an older schema lacks what came later
    connection.execute("DROP TABLE argument")
    connection.commit()
    connection.close()
    with pytest.raises(StoreError, match="--migrate"):
        Store.open(path)
    assert migrate(path) == 2
    with Store.open(path) as store:
        assert content(store) == expected
        assert find(store, "Karim Haddad").documents == 2
    assert migrate(path) == 2


def test_a_damaged_file_is_reported(path: str, tmp_path: Path) -> None:
    with Store.open(path, create=True) as store:
        store.add([haddad(f"D{n}").done() for n in range(50)])
    copy = str(tmp_path / "copy.kb")
    shutil.copy(path, copy)
    with open(copy, "r+b") as file:
        file.seek(8192)
        file.write(b"\xff" * 60_000)
    with pytest.raises(StoreError, match=r"damaged|no factbook"), Store.open(copy, write=True) as store:
        store.add([haddad("E1").done()])


def test_indexes_that_wait_for_linking_are_all_there_after_it(tmp_path: Path) -> None:
    def present(store: Store) -> set[str]:
        rows = store.connection.execute("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
        return {row[0] for row in rows}

    with Store.open(str(tmp_path / "a.kb"), create=True) as store:
        every = present(store)
        store.add([Writer("D1").entity("p", "PER", "Ann Bee").done()], link=False)
        assert every - present(store) == {*indexes.FOR_LINKING, *indexes.FOR_QUERIES}
        store.link()
        assert present(store) == every
        store.add([Writer("D2").entity("p", "PER", "Ann Bee").done()], link=False)
        assert present(store) == every, "a linked knowledge base keeps them"
