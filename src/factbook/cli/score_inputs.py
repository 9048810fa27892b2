"""Files to what a measure compares: gold and systems, from files, folders, patterns and archives.

Each kind of measure says by `inputs` what it takes:

* `kb`: one KB (entity discovery, coreference);
* `kb-by-document`: a KB a document (ACE);
* `best`: attitudes and their ERE by document;
* `open`: open relation items;
* others are in `coldstart_inputs`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from pathlib import PurePath
from typing import Any

import msgspec

from factbook.cli.common import read_map
from factbook.cli.lengths import read_lengths
from factbook.cli.score_merge import by_document, merged
from factbook.evaluate.best_tuples import BestDocument
from factbook.evaluate.measure import ScoringError
from factbook.evaluate.scope import exclude
from factbook.formats.format import ERROR, WARNING, Code, Context, Format, Problem, Problems, Where
from factbook.formats.graph_tables import packed
from factbook.formats.guess import format_of
from factbook.formats.table import by_name, by_suffix, suits
from factbook.model.kb import KB
from factbook.model.tasks import OpenItem
from factbook.text.files import File, Walk
from factbook.text.offsets import Span
from factbook.text.source import Source

CODES = (
    Code("NOTHING_TO_READ", ERROR, "no file of {formats} is here", "name the files, or their format with --input"),
    Code(
        "WRONG_FORMAT",
        ERROR,
        "this is {format} ({title}), not {wanted}",
        "name another file or measure; or the format with --input, if it is one of these",
    ),
    Code("NO_ERE", ERROR, "no ERE for document {doc}; it is not scored", "name the folder with --ere"),
    Code("NO_SYSTEM_FILE", WARNING, "document {doc} has no system file; it counts as empty"),
    Code("NO_GOLD_FILE", WARNING, "document {doc} has no gold file; it is not scored"),
    Code("NO_SOURCE", WARNING, "document {doc} is not among the sources: its quotes are not left out"),
    Code("BAD_REGION", ERROR, "no document, first and last character: {text!r}", "write DOC<tab>FIRST<tab>LAST"),
)

_NOTHING = frozenset(
    {"NO_FILE", "NO_MATCH", "UNREADABLE_FILE", "BAD_ARCHIVE", "EMPTY_FOLDER", "NOTHING_TO_READ", "WRONG_FORMAT"}
)
_GRAPHS = ("graphrag", "neo4j")
# Formats a family reads, the first that is there first.
_FORMATS: dict[str, tuple[str, ...]] = {
    "edl": ("edl", "coldstart-kb", "jsonl", "rich-ere", "apf", "conll", *_GRAPHS),
    "coref": ("conll", "jsonl", "rich-ere", "apf", "edl", "coldstart-kb", *_GRAPHS),
    "ace": ("apf", "jsonl", "rich-ere"),
    "coldstart": ("coldstart-kb", "jsonl", *_GRAPHS),
    "best": ("best",),
    "open_re": ("open-re",),
}


class Paths(msgspec.Struct, frozen=True, kw_only=True):
    """What a call names besides gold and systems."""

    source: tuple[str, ...] = ()
    ere: tuple[str, ...] = ()
    pred_ere: tuple[str, ...] = ()
    queries: str = ""
    docs: str = ""
    excluded: str = ""
    input: str = ""  # a format, where suffixes do not tell
    edition: str = ""
    map: str = ""  # a file that says what a graph's labels and relations mean


class Loader:
    """Loads gold and systems for one family of measures; problems collect in `problems`."""

    def __init__(self, family: str, inputs: str, paths: Paths | None = None) -> None:
        self.family, self.inputs, self.paths = family, inputs, paths or Paths()
        _refuse_format(self.paths.input, family)
        self.problems = Problems(CODES)
        self.sources: dict[str, Source] = self._sources()
        self.lengths = read_lengths(self.paths.docs, self.problems)

    def gold(self, path: str) -> Any:
        """The gold side, with the regions left out where the sources tell them."""
        return _loaders(self.inputs)[0](self, path)

    def system(self, path: str, gold: Any) -> Any:
        """A system's side."""
        return _loaders(self.inputs)[1](self, path, gold)

    def refusal(self, gold: Any, named: Set[str]) -> str:
        """Why nothing may be scored: a score of files that were not read would look like one. Empty: it may."""
        if self.inputs == "best" and not gold and any(one.code.name == "NO_ERE" for one in self.problems):
            return "no gold document has its ERE; name the folder with --ere"
        if any(one.severity == "fatal" or self._unread(one, named) for one in self.problems):
            return "an input cannot be read"
        return ""

    def _unread(self, problem: Problem, named: Set[str]) -> bool:
        return problem.code.name in _NOTHING and problem.where.file in named

    def _sources(self) -> dict[str, Source]:
        if not self.paths.source:
            return {}
        from factbook.text.inputs import read_sources

        return {source.id: source for source in read_sources(self.paths.source, problems=self.problems)}

    def context(self, **further: Any) -> Context:
        options = {"map": read_map(self.paths.map)} | further.pop("options", {})
        words = {"sources": self.sources, "lengths": self.lengths, "edition": self.paths.edition, **further}
        return Context(options=options, **words)

    # Files

    def read(self, path: str) -> list[tuple[File, Format, Any]]:
        """Files with their format and content. In a folder: those of the first format of the family that is there."""
        wanted = (self.paths.input,) if self.paths.input else _FORMATS.get(self.family, ())
        walk = Walk(self.problems, accept=lambda name: _format(name, wanted) is not None)
        files = list(packed(walk.files([path])))
        if not files and self.family == "open_re":
            files = list(Walk(self.problems, accept=lambda name: name.endswith((".txt", ".tsv"))).files([path]))
        found = [(file, format) for file in files if (format := self.format_of(file, wanted, named=path)) is not None]
        if not found:
            if not any(problem.code.name == "WRONG_FORMAT" for problem in self.problems):
                self.problems.add("NOTHING_TO_READ", Where(path), formats=", ".join(wanted))
            return []
        first = min((format.name for _, format in found), key=wanted.index)
        return [(file, format, self.content(file, format)) for file, format in found if format.name == first]

    def format_of(self, file: File, wanted: Sequence[str], *, named: str) -> Format | None:
        """The format of a file: the first that is wanted where nothing tells; None for one that is not wanted.

        That is an error where the call names the file itself; other files of a folder are none of our business.
        """
        said = self.paths.input
        found = by_name(said) if said in wanted else format_of(file.name, file.data)
        if found is None:
            return by_name(wanted[0])
        if found.name in wanted:
            return found
        if file.name == named:
            what = {"title": found.title, "format": found.name, "wanted": ", ".join(wanted)}
            self.problems.add("WRONG_FORMAT", Where(file.name), **what)
        return None

    def content(self, file: File, format: Format, **further: Any) -> Any:
        """What a file holds; its problems are recorded."""
        content, problems = format.read(file.data, file=file.name, context=self.context(**further))
        self.problems.extend(problems)
        return content

    # kb

    def kb(self, path: str) -> KB:
        """All files of a path as one KB; of a knowledge base made by `factbook build`, what Cold Start sees."""
        if path.lower().endswith(STORE):
            return stored(path, self.paths.edition)
        return merged([(content, format.name) for _, format, content in self.read(path)])

    def _gold_kb(self, path: str) -> KB:
        regions = [quote for source in self.sources.values() for quote in source.quotes]
        return exclude(self.kb(path), [*regions, *self._regions()])

    def _system_kb(self, path: str, gold: KB) -> KB:
        system = self.kb(path)
        _count_alike(path, [gold], [system])
        return system

    def _regions(self) -> list[Span]:
        """Regions of a file with document, first and last character a line."""
        found = []
        for file in Walk(self.problems).files([self.paths.excluded] if self.paths.excluded else []):
            for number, line in enumerate(file.data.decode("utf-8", "replace").splitlines(), 1):
                columns = line.split("\t")
                if len(columns) >= 3 and all(_NUMBER.fullmatch(text) for text in columns[1:3]):
                    found.append(Span.from_inclusive(columns[0], int(columns[1]), int(columns[2])))
                elif line.strip():
                    self.problems.add("BAD_REGION", Where(file.name, number), text=line)
        return found

    # kb-by-document

    def _gold_documents(self, path: str) -> dict[str, KB]:
        return by_document(content for _, _, content in self.read(path))

    def _system_documents(self, path: str, gold: Mapping[str, KB]) -> dict[str, KB]:
        found = self._gold_documents(path)
        _count_alike(path, gold.values(), found.values())
        self._pair(path, gold, found)
        return found

    def _pair(self, path: str, gold: Iterable[str], system: Iterable[str]) -> None:
        ours, theirs = list(gold), list(system)
        for doc in [doc for doc in ours if doc not in theirs]:
            self.problems.add("NO_SYSTEM_FILE", Where(path), doc=doc)
        for doc in [doc for doc in theirs if doc not in ours]:
            self.problems.add("NO_GOLD_FILE", Where(path), doc=doc)

    # best

    def _ere(self, paths: Sequence[str]) -> dict[str, KB]:
        files = Walk(self.problems, accept=lambda name: name.endswith(_ERE)).files(paths)
        return {_stem(file.name, _ERE): self.content(file, by_name("rich-ere")) for file in files}

    def _gold_best(self, path: str) -> dict[str, BestDocument]:
        ere = self._ere(self.paths.ere or (path,))
        return self._best(path, ere, {}, own=True)

    def _system_best(self, path: str, gold: Mapping[str, BestDocument]) -> dict[str, BestDocument]:
        known = {id: document.ere for id, document in gold.items() if document.ere is not None}
        predicted = self._ere(self.paths.pred_ere) if self.paths.pred_ere else {}
        if self.paths.pred_ere and not predicted:  # gold ERE instead would be another evaluation
            raise ScoringError([f"no score: no Rich ERE file in --pred-ere {' '.join(self.paths.pred_ere)}"])
        return self._best(path, known, predicted, own=False)  # the measure tells which documents are missing

    def _best(
        self, path: str, ere: Mapping[str, KB], predicted: Mapping[str, KB], *, own: bool
    ) -> dict[str, BestDocument]:
        found: dict[str, BestDocument] = {}
        for file in Walk(self.problems, accept=lambda name: name.endswith(_BEST)).files([path]):
            id = _stem(file.name, _BEST)
            belongs = (predicted if predicted else ere).get(id)
            if belongs is None:
                self.problems.add("NO_ERE", Where(file.name), doc=id)
                continue
            attitudes = self.content(file, by_name("best"), ere=belongs)
            source = self.sources.get(id)
            if own and self.sources and source is None:
                self.problems.add("NO_SOURCE", Where(file.name), doc=id)
            found[id] = BestDocument(
                id=id,
                attitudes=attitudes,
                ere=belongs if own or predicted else None,
                quotes=source.quotes if own and source is not None else (),
                file=file.name,
            )
        return found

    # open

    def _gold_open(self, path: str) -> list[OpenItem]:
        return [item for items in self._open(path, "gold").values() for item in items]

    def _system_open(self, path: str, gold: Sequence[OpenItem]) -> list[OpenItem]:
        """Items in the order of gold's files; a file that is missing or too many is an error, as a line would be."""
        found = self._open(path, "system")
        wanted = list(dict.fromkeys(dict(item.extra).get("file", "") for item in gold))
        if len(wanted) == 1 and len(found) == 1:
            return next(iter(found.values()))
        errors = [f"{path}: no system file {name}" for name in wanted if name not in found]
        errors += [f"{path}: no ground truth file {name}" for name in found if name not in wanted]
        if errors:
            raise ScoringError(errors)
        return [item for name in wanted for item in found[name]]

    def _open(self, path: str, role: str) -> dict[str, list[OpenItem]]:
        accept = (".txt", ".tsv")
        found: dict[str, list[OpenItem]] = {}
        for file in Walk(self.problems, accept=lambda name: name.endswith(accept)).files([path]):
            format = self.format_of(file, _FORMATS["open_re"], named=path)
            if format is None:
                continue
            items = self.content(file, format, options={"role": role})
            name = PurePath(file.stem).name
            found[name] = [msgspec.structs.replace(item, extra=(*item.extra, ("file", name))) for item in items]
        # Lines belong together by number: with a line missing nothing after it can be compared.
        if self.problems.errors:
            raise ScoringError([str(problem) for problem in self.problems.errors])
        return found


STORE = ".kb"
_NUMBER = re.compile("[0-9]{1,15}")
_ERE = (".rich_ere.xml", ".ere.xml")
_BEST = (".best.xml",)

_Pair = tuple[Callable[[Loader, str], Any], Callable[[Loader, str, Any], Any]]
_LOADERS: dict[str, _Pair] = {
    "kb": (Loader._gold_kb, Loader._system_kb),
    "kb-by-document": (Loader._gold_documents, Loader._system_documents),
    "best": (Loader._gold_best, Loader._system_best),
    "open": (Loader._gold_open, Loader._system_open),
}


def stored(path: str, edition: str = "") -> KB:
    """A knowledge base made by `factbook build`, as its Cold Start export."""
    from factbook.query.coldstart import coldstart
    from factbook.store.store import Store

    with Store.open(path) as store:
        return coldstart(store, edition=edition or "2016")


def _loaders(inputs: str) -> _Pair:
    """Loaders of gold and of a system."""
    if inputs in _LOADERS:
        return _LOADERS[inputs]
    from factbook.cli import coldstart_inputs

    further: dict[str, _Pair] = {
        "responses": (coldstart_inputs.gold_assessed, coldstart_inputs.system_responses),
        "coldstart-gold": (coldstart_inputs.gold_world, coldstart_inputs.system_world),
    }
    return further[inputs]


_COUNTED = {"raw": "all characters", "ace": "characters outside tags", "token": "words"}


def _count_alike(path: str, gold: Iterable[KB], system: Iterable[KB]) -> None:
    """Spans that count different things never meet: no score is better than a wrong one."""
    ours, theirs = _counting(gold), _counting(system)
    if ours and theirs and ours != theirs:
        said = [" and ".join(_COUNTED.get(kind, kind) for kind in sorted(kinds)) for kinds in (theirs, ours)]
        raise ScoringError(
            [f"{path}: its spans count {said[0]}, those of gold {said[1]}; `factbook convert` one of them"]
        )


def _counting(kbs: Iterable[KB]) -> set[str]:
    """What the spans of mentions count."""
    found: set[str] = set()
    for kb in kbs:
        if kb.mentions:
            found |= {document.offsets for document in kb.documents.values()} or {"raw"}
    return found


def _refuse_format(name: str, family: str) -> None:
    """A `ValueError` for an input format that the measures of a family do not read."""
    known = (*_FORMATS.get(family, ()), *(("cssf-run",) if family == "coldstart" else ()))
    if name and by_name(name).name not in known:
        raise ValueError(f"{family} measures do not read {name}; choose one of: {', '.join(known)}")


def _format(name: str, wanted: Sequence[str]) -> Format | None:
    found = next((format for format in wanted if suits(name, format)), None)
    return by_suffix(name) if found is not None else None


def _stem(name: str, suffixes: Sequence[str]) -> str:
    bare = PurePath(name.replace("!", "/")).name.removesuffix(".gz")
    for suffix in suffixes:
        bare = bare.removesuffix(suffix)
    return bare


def system_names(paths: Sequence[str]) -> list[str]:
    """A short name for each system: the last part of its path, made unique."""
    names: list[str] = []
    for path in paths:
        bare = PurePath(path.rstrip("/")).name or path
        name, number = bare, 2
        while name in names:
            name, number = f"{bare}~{number}", number + 1
        names.append(name)
    return names
