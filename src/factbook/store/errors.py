# ruff: noqa: E501 - a table of messages
"""What can be wrong with a knowledge base file, said so that it can be put right."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager


class StoreError(OSError):
    """The knowledge base cannot be read or written. `filename` and `strerror` say which and why."""


class NotInKB(LookupError):
    """The knowledge base has no such document, entity or slot."""


def store_error(code: int, message: str, path: str) -> StoreError:
    return StoreError(code, message, path)


# Part of SQLite's message: (error number, what to say)
_MESSAGES = (
    ("locked", errno.EBUSY, "another process is writing to the knowledge base; wait for it to end and run this again"),
    ("disk is full", errno.ENOSPC, "the disk is full; nothing was changed. Make room and run this again: it goes on where it was"),
    ("readonly", errno.EROFS, "the knowledge base cannot be written: file or folder is read-only. Copy it or change its rights"),
    ("not a database", errno.EINVAL, "this is no factbook knowledge base. `factbook build DOCS -o KB` makes one"),
    ("malformed", errno.EIO, "the file is damaged; build it again or use a copy"),
    ("unable to open", errno.EACCES, "cannot open or create the file: look at the folder and its rights"),
    ("disk i/o error", errno.EIO, "the disk reports an error; nothing was changed"),
)  # fmt: skip


@contextmanager
def explained(path: str) -> Iterator[None]:
    """SQLite's errors as `StoreError` with a cause and a cure."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        text = str(error).lower()
        for part, code, message in _MESSAGES:
            if part in text:
                raise store_error(code, message, path) from error
        raise
