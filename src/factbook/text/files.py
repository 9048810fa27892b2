"""Bytes of the files that a call names: single files, folders, globs, `.gz`, `.zip`, `.tar` and `.tar.gz`.

Nothing is unpacked to disk, no link is followed out of a folder or an archive, and what an archive may unfold to is
limited. What cannot be read is a problem; the rest goes on.
"""

from __future__ import annotations

import glob
import gzip
import io
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, closing
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Protocol

import msgspec

from factbook.text.problems import ERROR, WARNING, Code, Problems, Where

if TYPE_CHECKING:  # loaded where an archive is met
    import tarfile
    import zipfile

CODES = (
    Code("NO_FILE", ERROR, "there is no such file or folder", "check the path"),
    Code("NO_MATCH", ERROR, "no file matches the pattern", "check the pattern, and quote it for the shell"),
    Code("UNREADABLE_FILE", ERROR, "the file cannot be read: {reason}"),
    Code("FILE_TOO_LARGE", ERROR, "the file has more than {limit} bytes; skipped", "split it"),
    Code("EMPTY_FOLDER", WARNING, "the folder holds no file of a kind that is read here", "name the files one by one"),
    Code("LINK_OUTSIDE", ERROR, "the link leads out of the named folder; skipped", "name the file itself"),
    Code("NO_PLAIN_FILE", ERROR, "a pipe, socket or device in a folder; skipped", "name it itself to read from it"),
    Code("BAD_ARCHIVE", ERROR, "damaged or truncated archive: {reason}", "make or fetch the archive again"),
    Code("ARCHIVE_PATH", ERROR, "the path of a member leaves the archive: {member}; skipped", "pack with plain paths"),
    Code("ARCHIVE_LINK", ERROR, "a member is a link or a device: {member}; skipped", "pack the file itself"),
    Code("ARCHIVE_LOCKED", ERROR, "a member is encrypted: {member}; skipped", "pack without a password"),
    Code("ARCHIVE_TOO_LARGE", ERROR, "{member} unfolds to more than {limit} bytes; skipped", "unpack it yourself"),
)

_ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz")


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How much a file may hold, and how much an archive or compressed file may unfold to."""

    file: int = 2**31  # bytes of a plain file
    member: int = 512 * 2**20  # bytes of one file
    archive: int = 8 * 2**30  # bytes of all files of one archive


class File(msgspec.Struct, frozen=True):
    """One file's bytes. `name` tells the place: `news.zip!a/b.sgm` is a member of an archive."""

    name: str
    data: bytes

    @property
    def stem(self) -> str:
        """The last part of the name, without archive, folder and `.gz`."""
        return PurePosixPath(self.name.replace("!", "/")).name.removesuffix(".gz")


Accept = Callable[[str], bool]


class _Stream(Protocol):
    def read(self, size: int, /) -> bytes: ...


def _damage() -> tuple[type[Exception], ...]:
    """What a damaged archive raises. (Asked for when something was raised.)"""
    import lzma
    import tarfile
    import zipfile
    import zlib

    unpacking = (zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, gzip.BadGzipFile)
    return (*unpacking, EOFError, ValueError, RuntimeError)  # the last also: a method of compression not known


def everything(name: str) -> bool:
    """Accept each file."""
    return True


class Walk:
    """One walk over paths; its problems collect in `problems`."""

    def __init__(self, problems: Problems, *, accept: Accept = everything, limits: Limits | None = None) -> None:
        self.problems, self.accept, self.limits = problems, accept, limits or Limits()
        for code in CODES:
            problems.codes.setdefault(code.name, code)

    def files(self, paths: Iterable[str | os.PathLike[str]]) -> Iterator[File]:
        """The files, in the order of the paths; within a folder by name."""
        for path in (os.fspath(path) for path in paths):
            if os.path.isdir(path):
                yield from self._folder(path)
            elif os.path.lexists(path) or not glob.has_magic(path):
                yield from self._named(path)
            else:
                yield from self._pattern(path)

    def _pattern(self, pattern: str) -> Iterator[File]:
        found = sorted(glob.glob(pattern, recursive=True))
        if not found:
            self.problems.add("NO_MATCH", Where(pattern))
        for path in found:
            if os.path.isdir(path):
                continue  # `**` names the files of a folder besides the folder
            if _endless(path):
                self.problems.add("NO_PLAIN_FILE", Where(path))
            else:
                yield from self._named(path)

    def _folder(self, folder: str) -> Iterator[File]:
        root, any_file = os.path.realpath(folder), False
        for parent, folders, names in os.walk(folder):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                path = os.path.join(parent, name)
                if name.startswith(".") or not self._wanted(name):
                    continue
                any_file = True
                # Folders that are links are not entered, so only a file that is one may lead out.
                if os.path.islink(path) and os.path.commonpath([root, os.path.realpath(path)]) != root:
                    self.problems.add("LINK_OUTSIDE", Where(path))
                elif _endless(path):
                    self.problems.add("NO_PLAIN_FILE", Where(path))
                else:
                    yield from self._named(path)
        if not any_file:
            self.problems.add("EMPTY_FOLDER", Where(folder))

    def _wanted(self, name: str) -> bool:
        low = name.lower()
        return low.endswith(_ARCHIVES) or self.accept(low.removesuffix(".gz"))

    def _named(self, path: str) -> Iterator[File]:
        low = path.lower()
        try:
            if low.endswith(".zip"):
                yield from self._zip(path)
            elif low.endswith(_ARCHIVES):
                yield from self._tar(path)
            elif low.endswith(".gz"):
                yield from self._gzip(path)
            else:
                yield from self._plain(path)
        except FileNotFoundError:
            self.problems.add("NO_FILE", Where(path))
        except _damage() as error:
            self.problems.add("BAD_ARCHIVE", Where(path), reason=error)
        except OSError as error:
            self.problems.add("UNREADABLE_FILE", Where(path), reason=error.strerror or error)

    def _plain(self, path: str) -> Iterator[File]:
        """A file as it is. A device has no size and may have no end: the read is limited too."""
        size = os.path.getsize(path)
        too_large = size > self.limits.file
        with open(path, "rb") as stream:  # no more room is made than a file with a size needs
            data = b"" if too_large else stream.read((size or self.limits.file) + 1)
        if too_large or len(data) > self.limits.file:
            self.problems.add("FILE_TOO_LARGE", Where(path), limit=self.limits.file)
        else:
            yield File(path, data)

    def _gzip(self, path: str) -> Iterator[File]:
        with gzip.open(path) as stream:
            data = self._limited(stream, path, path, self.limits.member)
        if data is not None:
            yield File(path, data)

    def _limited(self, stream: _Stream, path: str, member: str, limit: int) -> bytes | None:
        """All bytes of a stream, or a problem if they are more than the limit."""
        data = stream.read(limit + 1)
        if len(data) <= limit:
            return data
        self.problems.add("ARCHIVE_TOO_LARGE", Where(path), member=member, limit=limit)
        return None

    def _zip(self, path: str) -> Iterator[File]:
        import zipfile

        with zipfile.ZipFile(path) as archive:
            budget = self.limits.archive
            for info in sorted(archive.infolist(), key=lambda info: info.filename):
                if info.is_dir() or not self._acceptable(path, info.filename, is_link=_is_zip_link(info)):
                    continue
                if info.flag_bits & 0x1:
                    self.problems.add("ARCHIVE_LOCKED", Where(path), member=info.filename)
                    continue
                file = self._member(path, info.filename, partial(archive.open, info), budget)
                if file is not None:
                    budget -= len(file.data)
                    yield file

    def _tar(self, path: str) -> Iterator[File]:
        import tarfile

        budget = self.limits.archive
        with tarfile.open(path) as archive:
            for info in archive:
                plain = info.isreg()
                if info.isdir() or not self._acceptable(path, info.name, is_link=not plain):
                    continue
                file = self._member(path, info.name, partial(_tar_stream, archive, info), budget)
                if file is not None:
                    budget -= len(file.data)
                    yield file

    def _acceptable(self, path: str, member: str, *, is_link: bool) -> bool:
        parts = PurePosixPath(member.replace("\\", "/"))
        if parts.is_absolute() or ".." in parts.parts:
            self.problems.add("ARCHIVE_PATH", Where(path), member=member)
            return False
        if is_link:
            self.problems.add("ARCHIVE_LINK", Where(path), member=member)
            return False
        hidden = parts.name.startswith(".") or parts.parts[:1] == ("__MACOSX",)
        return not hidden and self.accept(member.lower().removesuffix(".gz"))

    def _member(
        self, path: str, member: str, opened: Callable[[], AbstractContextManager[_Stream]], budget: int
    ) -> File | None:
        name, limit = f"{path}!{member}", min(self.limits.member, budget)
        try:
            with opened() as stream:
                data = self._limited(stream, path, member, limit)
            if data is not None and member.lower().endswith(".gz"):
                with gzip.open(io.BytesIO(data)) as unfolded:
                    data = self._limited(unfolded, path, member, limit)
        except OSError as error:
            self.problems.add("BAD_ARCHIVE", Where(name), reason=error)
            return None
        except _damage() as error:
            self.problems.add("BAD_ARCHIVE", Where(name), reason=error)
            return None
        return None if data is None else File(name, data)


def _endless(path: str) -> bool:
    """Whether reading might wait for ever: what is there is no plain file."""
    return os.path.exists(path) and not os.path.isfile(path)


def _is_zip_link(info: zipfile.ZipInfo) -> bool:
    """The upper half of the external attributes is a Unix mode; 0xA000 is a symbolic link."""
    return (info.external_attr >> 16) & 0xF000 == 0xA000


def _tar_stream(archive: tarfile.TarFile, info: tarfile.TarInfo) -> AbstractContextManager[_Stream]:
    stream = archive.extractfile(info)
    return closing(io.BytesIO() if stream is None else stream)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is either whole or untouched; its folder is made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not path.is_file():  # a pipe or a device has nothing to keep
        path.write_bytes(data)
        return
    try:
        _write_beside(path, data)
    except OSError as error:  # a full disk, a folder that cannot be written: say which file
        error.filename, error.filename2 = str(path), None
        raise


def _write_beside(path: Path, data: bytes) -> None:
    import tempfile

    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
