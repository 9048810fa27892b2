"""Open and create knowledge base files; bring older ones to the present schema."""

from __future__ import annotations

import errno
import os
import sqlite3
from importlib import resources
from pathlib import Path

from factbook._version import __version__
from factbook.store.errors import explained, store_error

VERSION = 2
APPLICATION = 0x66616374  # "fact": marks the file as ours, whatever its name
BUSY_SECONDS = 5.0
STATEMENTS = 512  # kept prepared; replacing a document needs about a hundred, and lists of numbers come between


def schema() -> str:
    """The SQL of the tables."""
    return (resources.files("factbook.store") / "schema.sql").read_text(encoding="utf-8")


def create(path: str) -> sqlite3.Connection:
    """A new, empty knowledge base."""
    with explained(path):
        connection = _connect(path)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute(f"PRAGMA application_id={APPLICATION}")
        connection.executescript(f"BEGIN;{schema()};PRAGMA user_version={VERSION};COMMIT;")
        connection.execute("INSERT OR REPLACE INTO meta VALUES ('created_by', ?)", (f"factbook {__version__}",))
    return connection


def open_existing(path: str, *, write: bool) -> sqlite3.Connection:
    """An existing knowledge base of the present schema."""
    if not os.path.exists(path):
        raise store_error(errno.ENOENT, "there is no such knowledge base; `factbook build DOCS -o KB` makes one", path)
    if os.path.isdir(path):
        raise store_error(errno.EISDIR, "this is a folder, not a knowledge base", path)
    with explained(path):
        connection = _connect(path) if write else _connect_read(path)
        found = version_of(connection, path)
    if found < VERSION:
        connection.close()
        message = f"the knowledge base has the older schema {found}; `factbook build --migrate -o {path}` makes it new"
        raise store_error(errno.EINVAL, message, path)
    return connection


def version_of(connection: sqlite3.Connection, path: str) -> int:
    """The schema version; an error if the file is something else, or newer than this program."""
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        connection.close()
        message = "this is no factbook knowledge base. `factbook build DOCS -o KB` makes one"
        raise store_error(errno.EINVAL, message, path)
    found = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if found > VERSION:
        connection.close()
        message = f"the knowledge base has schema {found}; this factbook knows {VERSION}. Use a newer factbook"
        raise store_error(errno.EINVAL, message, path)
    return found


def _connect(path: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, cached_statements=STATEMENTS)
    _tune(connection)
    return connection


def _connect_read(path: str) -> sqlite3.Connection:
    """Read only. Where the folder cannot be written, WAL needs the file to be taken as unchanging."""
    uri = Path(path).absolute().as_uri()
    folder = os.path.dirname(os.path.abspath(path))
    mode = "mode=ro" if os.access(folder, os.W_OK) or os.path.exists(f"{path}-shm") else "immutable=1"
    connection = sqlite3.connect(
        f"{uri}?{mode}", uri=True, timeout=BUSY_SECONDS, isolation_level=None, cached_statements=STATEMENTS
    )
    _tune(connection)
    return connection


def _tune(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.execute("PRAGMA cache_size=-65536")  # 64 MB, whatever the size of the collection
    connection.execute("PRAGMA temp_store=MEMORY")
    connection.execute("PRAGMA wal_autocheckpoint=64000")  # 256 MB: a wait after a hundred changes or more, not at each
