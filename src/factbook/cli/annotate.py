"""Find entities, relations, events and attitudes in documents, and write them in a format of your choice.

  factbook annotate news/ -o out/ --as rich-ere           one file a document
  factbook annotate thread.xml --as jsonl                  to standard output
  factbook annotate sgm/ -o out/ --as apf --given gold/    diagnostic: given mentions, or --given-what entities
  factbook annotate news/ -o out/ --as best --given ere/   attitudes to given entities, relations and events

A document that cannot be read or annotated is reported and left out; the exit code is then 1.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from factbook.cli.main import UsageError
from factbook.model.records import Document as DocumentRecord
from factbook.text.language import LANGUAGES

if TYPE_CHECKING:
    from factbook.extract.document import Document
    from factbook.extract.pipeline import Outcome, Pipeline
    from factbook.formats.format import Format
    from factbook.model.kb import KB
    from factbook.text.source import Source

# What each format shows of a document: the scope of `factbook.extract.output`, and whether it takes many documents.
FORMATS = {
    "apf": ("ace", False),
    "rich-ere": ("ere", False),
    "best": ("best", False),
    "jsonl": ("", True),
    "edl": ("edl", True),
    "conll": ("ere", True),
    "coldstart-kb": ("slot", True),
    "rdf": ("", True),
}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("documents", nargs="+", metavar="DOCS", help="files, folders, archives, or JSON lines")
    parser.add_argument("-o", "--output", default="-", metavar="OUT", help="folder or file; - is standard output")
    parser.add_argument("--as", dest="format", default="jsonl", choices=sorted(FORMATS), help="format (jsonl)")
    parser.add_argument("--language", default="", choices=LANGUAGES, help="of all documents; else it is detected")
    parser.add_argument("--upto", default="", metavar="STEP", help="stop after this step (names, coref, …)")
    parser.add_argument("--given", metavar="FILE", help="file or folder with annotation to start from")
    parser.add_argument(
        "--given-what", default="mentions", choices=("mentions", "entities"), help="what to take from it (mentions)"
    )
    parser.add_argument(
        "--system", default="default", help="with --as best: default, baseline, redes, cubism, columbia or cornell"
    )
    parser.add_argument("--quiet", action="store_true", help="no progress")


def run(options: argparse.Namespace) -> int:
    from factbook.extract.attitudes.systems import SYSTEMS
    from factbook.extract.pipeline import PipelineError
    from factbook.formats.table import by_name
    from factbook.text.inputs import read_sources
    from factbook.text.problems import Problems

    row = by_name(options.format)
    if options.system not in SYSTEMS:
        raise UsageError(f"no system {options.system!r}; choose one of: {', '.join(SYSTEMS)}")
    problems = Problems()
    try:
        writer = _Writer(row, options.output)
        work = _Work(options)
    except PipelineError as error:
        raise UsageError(str(error)) from None
    sources = read_sources(options.documents, language=options.language, problems=problems)
    failed = 0
    progress = _Progress(quiet=options.quiet)
    for outcome in work.outcomes(sources):
        progress.step(outcome.document.id)
        if outcome.error is not None:
            failed += 1
            _report(f"{outcome.document.id}: step {outcome.step}: {outcome.error}; left out")
            continue
        if options.given and row.name == "best" and outcome.document.given is None:
            failed += 1
            _report(f"{outcome.document.id}: --given {options.given} annotates no document of this name; left out")
            continue
        writer.add(_records(outcome.document, row.name, options.system), outcome.document.source)
    progress.done()
    if progress.count:
        writer.close()
    for problem in problems:
        print(problem, file=sys.stderr)
    if failed or problems.errors or (work.given is not None and work.given.errors):
        return 1
    if not progress.count:
        _report("no documents found")
        return 1
    return 0


def _records(document: Document, name: str, system: str) -> KB:
    """What is written of a document. Attitudes to given entities, relations and events refer to those."""
    if name != "best":
        return document.to_kb(scheme=FORMATS[name][0])
    from factbook.extract.attitudes.systems import find

    ere = document.given if document.given is not None else document.to_kb(scheme="ere")
    found = find(document, ere, system)
    for record in ere.records():
        if not isinstance(record, DocumentRecord):
            found.add(record)
    return found


def _report(message: str) -> None:
    print(f"factbook annotate: {message}", file=sys.stderr)


class _Work:
    """The pipelines, one a language, and the given annotation."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.upto, self.what, self.format = options.upto, options.given_what, options.format
        self.given = _Given(options.given) if options.given else None
        self.pipelines: dict[str, Pipeline] = {}
        self._pipeline(options.language or "en")

    def _pipeline(self, language: str) -> Pipeline:
        if language not in self.pipelines:
            self.pipelines[language] = self._made(language)
        return self.pipelines[language]

    def _made(self, language: str) -> Pipeline:
        from factbook.extract.given import pipeline_with
        from factbook.extract.pipeline import pipeline

        if self.given is not None and self.format == "best":
            return pipeline(language, upto="syntax")
        if self.given is not None:
            return pipeline_with(self.what, language, upto=self.upto)
        return pipeline(language, upto=self.upto)

    def outcomes(self, sources: Iterator[Source]) -> Iterator[Outcome]:
        """Outcomes in order; runs of documents in one language are read together."""
        from factbook.extract.document import Document
        from factbook.extract.pipeline import BATCH_CHARACTERS

        waiting: list[Document] = []
        size = 0
        for source in sources:
            language = source.language or "en"
            if waiting and (size > BATCH_CHARACTERS or language != (waiting[0].source.language or "en")):
                yield from self._pipeline(waiting[0].source.language or "en").run(waiting)
                waiting, size = [], 0
            document = Document(source)
            if self.given is not None:
                document.given = self.given.of(source)
            waiting.append(document)
            size += len(source.text)
        if waiting:
            yield from self._pipeline(waiting[0].source.language or "en").run(waiting)


class _Given:
    """Annotation files by the document they annotate."""

    def __init__(self, path: str) -> None:
        if not os.path.exists(path):
            raise UsageError(f"--given {path}: no such file or folder")
        self.folder, self.errors = os.path.isdir(path), 0
        self.files = sorted(Path(path).iterdir()) if self.folder else [Path(path)]

    def of(self, source: Source) -> KB | None:
        """What is given for a document; None if no file is of it."""
        from factbook.formats.format import Context
        from factbook.formats.table import by_suffix

        for file in self.files:
            row = by_suffix(str(file))
            if row is None or (self.folder and not file.name.startswith(source.id + ".")):
                continue
            context = Context(sources={source.id: source})
            content, problems = row.read(file.read_bytes(), file=str(file), context=context)
            for problem in problems:
                print(problem, file=sys.stderr)
            self.errors += bool(problems.errors)
            kb: KB = content
            return kb if _annotates(kb, source.id) else None
        return None


def _annotates(kb: KB, id: str) -> bool:
    """Whether an annotation can be of a document: its spans name it, with or without an ending."""
    named = {mention.doc for mention in kb.mentions.values()}
    return not named or any(name.startswith(id) or id.startswith(name) for name in named)


class _Writer:
    """Writes each document to its file, or all of them to one."""

    def __init__(self, row: Format, output: str) -> None:
        self.row, self.output = row, output
        self.many = FORMATS[row.name][1]
        named = not self.many and output.endswith(tuple(row.suffixes)) and not os.path.isdir(output)
        self.folder = output != "-" and (output.endswith(os.sep) or os.path.isdir(output) or not (self.many or named))
        self.written = ""  # the document in a file that OUT names
        self.kbs: list[KB] = []
        self.sources: dict[str, Source] = {}
        if self.folder:
            os.makedirs(output, exist_ok=True)

    def add(self, kb: KB, source: Source) -> None:
        from factbook.formats.format import Context

        if not self.folder and self.many:
            self.kbs.append(kb)
            self.sources[source.id] = source
            return
        data = self.row.write(kb, context=Context(sources={source.id: source}))
        if self.folder:
            name = source.id.replace(os.sep, "_") + self.row.suffixes[0]
            (Path(self.output) / name).write_bytes(data)
        elif self.output == "-":
            sys.stdout.buffer.write(data)
        elif self.written:
            raise UsageError(f"{self.output} is one file and holds {self.written}; give a folder for several documents")
        else:
            Path(self.output).write_bytes(data)
            self.written = source.id

    def close(self) -> None:
        from factbook.formats.format import Context
        from factbook.model.kb import KB

        if self.folder or not self.many:
            return
        whole = KB(name="factbook")
        for kb in self.kbs:
            whole.merge(kb)
        data = self.row.write(whole, context=Context(sources=self.sources))
        if self.output == "-":
            sys.stdout.buffer.write(data)
        else:
            Path(self.output).write_bytes(data)


class _Progress:
    """A counter on a terminal; nothing elsewhere."""

    def __init__(self, *, quiet: bool) -> None:
        self.count = 0
        self.shown = not quiet and sys.stderr.isatty()

    def step(self, name: str) -> None:
        self.count += 1
        if self.shown:
            print(f"\r\x1b[K{self.count} {name}", end="", file=sys.stderr, flush=True)

    def done(self) -> None:
        if self.shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
