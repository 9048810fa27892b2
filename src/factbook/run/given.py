"""Annotation that is given: Rich ERE, APF, best.xml and JSON lines; Cold Start knowledge bases for slots."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterable, Iterator
from hashlib import blake2b

import msgspec

from factbook.formats.format import Context, Format
from factbook.formats.table import by_suffix
from factbook.model.kb import KB
from factbook.model.records import Argument, Mention, Relation
from factbook.run.split import by_document
from factbook.text.offsets import Span
from factbook.text.source import Source

_BY_DOCUMENT = ("rich-ere", "apf", "conll")
_COLLECTIONS = ("coldstart-kb", "jsonl")


class GivenError(ValueError):
    """There is no usable annotation for a document."""


def digest(paths: Iterable[str]) -> str:
    """Changes with the content of the files."""
    found = blake2b(digest_size=12)
    for file in (file for path in paths for file in _files(path) if by_suffix(file) is not None):
        with open(file, "rb") as stream:
            data = stream.read()
        found.update(f"{os.path.basename(file)}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
        found.update(data)
    return found.hexdigest()


def _files(path: str) -> Iterator[str]:
    if not os.path.exists(path):
        raise FileNotFoundError(2, "there is no such file or folder with annotation", path)
    return _walk(path)


class Given:
    """Given annotation, looked up by document."""

    def __init__(self, paths: Iterable[str]) -> None:
        self.files: dict[str, list[tuple[Format, str]]] = {}  # document id -> its files
        self.attitudes: dict[str, str] = {}
        self.slots: dict[str, KB] = {}  # Cold Start facts by document
        self.whole: dict[str, KB] = {}  # annotation from JSON lines by document
        for path in paths:
            for file in _files(path):
                self._file(file)
        if not (self.files or self.slots or self.whole):
            raise FileNotFoundError(2, "no annotation files found (.rich_ere.xml, .apf.xml, .tac, .kb.jsonl …)", path)

    def _file(self, path: str) -> None:
        row = by_suffix(path)
        if row is None:
            return
        stem = os.path.basename(path).removesuffix(".gz")
        for suffix in sorted(row.suffixes, key=len, reverse=True):
            stem = stem.removesuffix(suffix)
        if row.name == "best":
            self.attitudes[stem] = path
        elif row.name in _BY_DOCUMENT:
            self.files.setdefault(stem, []).append((row, path))
        elif row.name in _COLLECTIONS:
            content, problems = row.read(_bytes(path), file=path)
            if problems.errors:
                raise GivenError(str(problems.errors[0]))
            table = self.slots if row.name == "coldstart-kb" else self.whole
            for document, kb in by_document(content).items():
                table[document] = kb

    def annotation(self, source: Source) -> KB:
        """The annotation of a document, all given files together."""
        context = Context(sources={source.id: source})
        kb = self.whole.get(source.id)
        for row, path in self.files.get(source.id, ()):
            found, problems = row.read(_bytes(path), file=path, context=context)
            if problems.errors:
                raise GivenError(str(problems.errors[0]))
            kb = found if kb is None else kb
        slots = self.slots.get(source.id)
        if kb is None and slots is None:
            raise GivenError("no annotation is given for this document")
        if kb is None:
            kb = KB()
        if source.id in self.attitudes:
            self._add_attitudes(kb, source)
        if slots is not None:
            add_slots(kb, slots)
        return kb

    def _add_attitudes(self, kb: KB, source: Source) -> None:
        from factbook.formats.table import by_name

        path = self.attitudes[source.id]
        found, problems = by_name("best").read(
            _bytes(path), file=path, context=Context(sources={source.id: source}, ere=kb)
        )
        if problems.errors:
            raise GivenError(str(problems.errors[0]))
        for attitude in found.attitudes.values():
            kb.add(attitude, replace=True)


def add_slots(kb: KB, slots: KB) -> None:
    """Add Cold Start facts to an annotation: their entities are found by their mentions' places, or added."""
    places: dict[tuple[int, int], str] = {}
    for mention in kb.mentions.values():
        for place in (mention.extent, mention.head):
            if isinstance(place, Span):
                places.setdefault((place.start, place.end), mention.entity)
    same: dict[str, str] = {}
    for entity in slots.entities.values():
        mentions = slots.mentions_of.get(entity.id, ())
        hits = [found for mention in mentions if (found := _at(mention, places))]
        if hits:
            same[entity.id] = max(sorted(set(hits)), key=hits.count)
        else:
            same[entity.id] = f"kb{entity.id}"
            kb.add(msgspec.structs.replace(entity, id=same[entity.id]))
            for mention in mentions:
                kb.add(msgspec.structs.replace(mention, entity=same[entity.id], id=f"kb{mention.id}"))
    for filler in slots.fillers.values():
        kb.add(msgspec.structs.replace(filler, id=f"kb{filler.id}"))
    for relation in slots.relations.values():
        kb.add(_renamed(relation, same, slots))
    for stated in slots.relation_mentions.values():
        kb.add(msgspec.structs.replace(stated, id=f"kb{stated.id}", relation=f"kb{stated.relation}", arguments=()))


def _at(mention: Mention, places: dict[tuple[int, int], str]) -> str:
    """The entity that has a mention at the same place; "" if none has."""
    extent = mention.extent
    return places.get((extent.start, extent.end), "") if isinstance(extent, Span) else ""


def _renamed(relation: Relation, same: dict[str, str], slots: KB) -> Relation:
    def moved(argument: Argument) -> Argument:
        ref = same.get(argument.ref) or (f"kb{argument.ref}" if argument.ref in slots.fillers else argument.ref)
        return msgspec.structs.replace(argument, ref=ref)

    arguments = tuple(moved(argument) for argument in relation.arguments)
    return msgspec.structs.replace(relation, id=f"kb{relation.id}", arguments=arguments)


def _walk(path: str) -> Iterator[str]:
    if not os.path.isdir(path):
        yield path
        return
    for folder, folders, files in os.walk(path):
        folders.sort()
        for name in sorted(files):
            yield os.path.join(folder, name)


def _bytes(path: str) -> bytes:
    with open(path, "rb") as file:
        data = file.read()
    return gzip.decompress(data) if path.endswith(".gz") else data
