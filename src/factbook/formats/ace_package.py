"""The ACE 2008 submission: LANGUAGE/TASK/SYSTEM/*.apf.xml in a compressed tar file (seed 001, section 5.5)."""

from __future__ import annotations

import gzip
import io
import re
import tarfile
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from factbook.formats import apf
from factbook.formats.format import ERROR, WARNING, Code, Context, Problems, Where
from factbook.model.kb import KB
from factbook.schema.ace08 import GLOBAL_TYPES
from factbook.text.source import Source

LANGUAGES = ("arabic", "english")
LOCAL_TASKS = ("ledr", "lrdr")
GLOBAL_TASKS = ("gedr", "grdr")
TASKS = LOCAL_TASKS + GLOBAL_TASKS
_SYSTEM = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*\Z")

CODES = (
    Code("LANGUAGE_NAME", ERROR, "the language is {said!r}", "name the folder arabic or english"),
    Code("TASK_NAME", ERROR, "the task is {said!r}", "name the folder ledr, lrdr, gedr or grdr"),
    Code("SYSTEM_NAME", ERROR, "the system is {said!r}", "use letters, digits, _ and -, such as NIST1_primary"),
    Code("FILE_NAME", ERROR, "not an .apf.xml file", "a system folder holds only system output"),
    Code("NO_OUTPUT", ERROR, "the system folder holds no .apf.xml file"),
    Code("DOCUMENT_TWICE", ERROR, "document {doc} stands in {first} too"),
    Code("DOCUMENT_MISSING", ERROR, "no output for document {doc}", "all source material must be processed"),
    Code("NO_MENTIONS", ERROR, "entity {id} has no mentions; a local task needs them"),
    Code("LOCAL_ID", ERROR, "{id} is used in {first} too; in a local task ids belong to one document"),
    Code("GLOBAL_TYPE", WARNING, "entity {id} is {type}; global tasks look at PER and ORG"),
    Code("GLOBAL_NAME", WARNING, "entity {id} has no name; global tasks look at named entities"),
    Code("GLOBAL_DIFFERS", ERROR, "entity {id} has another TYPE, SUBTYPE or CLASS than in {first}"),
    Code("NO_PRIMARY", WARNING, "{count} systems, none called primary", "put primary into the name of one"),
)


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """One system's output for one language and task: file names and their bytes."""

    language: str
    task: str
    system: str
    files: Mapping[str, bytes]

    @property
    def folder(self) -> str:
        return f"{self.language}/{self.task}/{self.system}"


def check(runs: Sequence[Run], *, sources: Mapping[str, Source]) -> Problems:
    """Names, completeness, every file, and what local and global tasks ask for."""
    problems = Problems((*CODES, *(code for code in apf.CODES)))
    for run in runs:
        _names(run, problems)
        kbs = _files(run, sources, problems)
        _documents(run, kbs, sources, problems)
        if run.task in LOCAL_TASKS:
            _local(run, kbs, problems)
        elif run.task in GLOBAL_TASKS:
            _global(run, kbs, problems)
    _primary(runs, problems)
    return problems


def archive(runs: Iterable[Run]) -> bytes:
    """The submission file."""
    return pack({f"{run.folder}/{name}": data for run in runs for name, data in run.files.items()})


def pack(files: Mapping[str, bytes]) -> bytes:
    """A compressed tar file. Equal files give equal bytes."""
    buffer = io.BytesIO()
    with (
        gzip.GzipFile(filename="", mode="wb", fileobj=buffer, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w") as tar,
    ):
        for name, data in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(data), 0o644
            tar.addfile(entry, io.BytesIO(data))
    return buffer.getvalue()


def _names(run: Run, problems: Problems) -> None:
    place = Where(run.folder)
    if run.language not in LANGUAGES:
        problems.add("LANGUAGE_NAME", place, said=run.language)
    if run.task not in TASKS:
        problems.add("TASK_NAME", place, said=run.task)
    if not _SYSTEM.match(run.system):
        problems.add("SYSTEM_NAME", place, said=run.system)


def _files(run: Run, sources: Mapping[str, Source], problems: Problems) -> dict[str, KB]:
    """Check every file; the KBs by file name."""
    kbs = {}
    context = Context(sources=sources)
    for name, data in sorted(run.files.items()):
        file = f"{run.folder}/{name}"
        if not name.endswith(".apf.xml"):
            problems.add("FILE_NAME", Where(file))
            continue
        problems.extend(apf.check(data, file=file, context=context))
        kbs[name], _ = apf.read(data, file=file, context=context)
    if not kbs:
        problems.add("NO_OUTPUT", Where(run.folder))
    return kbs


def _documents(run: Run, kbs: Mapping[str, KB], sources: Mapping[str, Source], problems: Problems) -> None:
    """Section 4: "all source material must be processed"."""
    first: dict[str, str] = {}
    for name, kb in kbs.items():
        for doc in kb.documents:
            if doc in first:
                problems.add("DOCUMENT_TWICE", Where(f"{run.folder}/{name}"), doc=doc, first=first[doc])
            first.setdefault(doc, name)
    for doc in sources:
        if doc not in first:
            problems.add("DOCUMENT_MISSING", Where(run.folder), doc=doc)


def _local(run: Run, kbs: Mapping[str, KB], problems: Problems) -> None:
    """Sections 2.1, 2.3, 2.7: mentions are required, and ids are those of one document."""
    first: dict[str, str] = {}
    for name, kb in kbs.items():
        place = Where(f"{run.folder}/{name}")
        for key in kb.entities:
            if key not in kb.mentions_of:
                problems.add("NO_MENTIONS", place, id=key)
        for key in (*kb.entities, *kb.relations):
            if first.setdefault(key, name) != name:
                problems.add("LOCAL_ID", place, id=key, first=first[key])


def _global(run: Run, kbs: Mapping[str, KB], problems: Problems) -> None:
    """Section 2.6: PER and ORG, by name, with one id, type, subtype and class in all documents."""
    first: dict[str, tuple[str, tuple[str, str, str]]] = {}
    for name, kb in kbs.items():
        place = Where(f"{run.folder}/{name}")
        for entity in kb.entities.values():
            if entity.type.upper() not in GLOBAL_TYPES:
                problems.add("GLOBAL_TYPE", place, id=entity.id, type=entity.type)
            elif not entity.names:
                problems.add("GLOBAL_NAME", place, id=entity.id)
            kind = (entity.type.upper(), entity.subtype.upper(), entity.specificity.upper())
            earlier, known = first.setdefault(entity.id, (name, kind))
            if known != kind:
                problems.add("GLOBAL_DIFFERS", place, id=entity.id, first=earlier)


def _primary(runs: Sequence[Run], problems: Problems) -> None:
    """Section 5.6 asks to identify the primary system of each task; the example puts it into the name."""
    tasks: dict[str, set[str]] = {}
    for run in runs:
        tasks.setdefault(f"{run.language}/{run.task}", set()).add(run.system)
    for folder, systems in tasks.items():
        if len(systems) > 1 and not any("primary" in system.lower() for system in systems):
            problems.add("NO_PRIMARY", Where(folder), count=len(systems))
