"""Check files of any format, and repair them where the format knows how.

    factbook validate run.tac --docs docs.tsv --repair run.valid.tac
    factbook validate system/ --ere ere/ --source source/
    factbook validate gold.apf.xml --source sgm/ --json

The report goes to standard output, one problem a line (`--json`: as data; `--style official`: in the words of the
official program, where there is one). A summary goes to standard error. Exit code: 0 where there are no errors
(warnings are allowed), 1 where there are or no file was found, 2 for a wrong call.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from factbook.cli import lengths
from factbook.cli.common import EDITIONS, is_stored, problem_rows, read_map
from factbook.cli.main import UsageError
from factbook.formats.cssf_query_check import DUPLICATE_REPAIRS, HOP_REPAIRS
from factbook.formats.format import ERROR, WARNING, Code, Context, Format, Problems, Where
from factbook.formats.graph_tables import packed
from factbook.formats.guess import format_of
from factbook.formats.table import FORMATS, by_name, by_suffix, suits
from factbook.text.files import File, Walk

CODES = (
    Code("FORMAT_UNKNOWN", ERROR, "neither name nor content tells the format", "name it with --format"),
    Code(
        "KNOWLEDGE_BASE",
        ERROR,
        "this is a knowledge base, in no format that is checked",
        "write it in one with `factbook export`, and check that",
    ),
    Code("ERE_MISSING", WARNING, "no ERE for {doc}: its ids were not looked up", "name it with --ere"),
    *lengths.CODES,
)
_NEEDED = {"sources": "--source", "ere": "--ere", "lengths": "--docs", "queries": "--queries"}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="files, folders, patterns, .gz, .zip, .tar.gz")
    parser.add_argument("--format", choices=tuple(FORMATS), help="default: by name or content")
    parser.add_argument("--source", action="append", default=[], metavar="PATH", help="the documents (may repeat)")
    parser.add_argument("--ere", action="append", default=[], metavar="PATH", help="Rich ERE files of a best.xml")
    parser.add_argument("--queries", metavar="FILE", help="the queries of a Cold Start submission or assessment")
    parser.add_argument("--docs", metavar="FILE", help="document lengths: DOCID<tab>LENGTH")
    parser.add_argument("--edition", default="", choices=EDITIONS, help="year of the rules, where they differ")
    parser.add_argument("--ignore", action="append", default=[], metavar="CODES", help="warnings to leave out, A,B")
    parser.add_argument("--repair", metavar="OUT", help="write the repaired file here (- is standard output)")
    parser.add_argument("--as", dest="target", choices=("edl",), help="repair into another format")
    parser.add_argument("--submission", action="store_true", help="check the run id against the naming rule")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the format")
    parser.add_argument("--map", default="", metavar="FILE", help="what labels and relations of a graph mean here")
    parser.add_argument("--style", choices=("plain", "official"), default="plain", help="words of the report")
    parser.add_argument("--json", action="store_true", help="report as JSON")


def run(options: argparse.Namespace) -> int:
    _refuse(options)
    session = _Session(options)
    results = [session.validate(file) for file in session.files()]
    problems = [*session.problems, *(problem for _, found in results for problem in found)]
    _print(results, session.problems, options)
    counts = Counter(problem.severity for problem in problems)
    errors, warnings = counts.total() - counts[WARNING], counts[WARNING]
    print(f"{_many(len(results), 'file')}: {_many(errors, 'error')}, {_many(warnings, 'warning')}", file=sys.stderr)
    return 1 if errors or not results else 0  # nothing checked is not the same as nothing wrong


def _refuse(options: argparse.Namespace) -> None:
    """Calls that make no sense."""
    if options.target and not options.repair:
        raise UsageError("--as needs --repair OUT: where to write")
    if options.repair and (len(options.files) != 1 or os.path.isdir(options.files[0])):
        raise UsageError("--repair takes one file")
    if options.repair and os.path.exists(options.repair) and os.path.samefile(options.repair, options.files[0]):
        raise UsageError("--repair would overwrite the file itself; name another")
    for word in options.option:
        if "=" not in word:
            raise UsageError(f"--option {word}: write NAME=VALUE")


_XML = ("apf", "best", "rich-ere")
# What --option takes: the formats that know a name, and the values it may have (none listed: any).
_OPTIONS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "profile": (("coldstart-kb", "cssf-run"), ("cs2016", "seed")),
    "multiple": (("coldstart-kb",), ("one", "oneperdoc", "many")),
    "task": (("coldstart-kb",), ("CSKB", "CSED", "CSEDL")),
    "linkkb": (("coldstart-kb",), ()),
    "submission": (("coldstart-kb", "cssf-run"), ("yes", "no")),
    "allow_comments": (("cssf-run",), ("yes", "no")),
    "types": (("cssf-queries",), ("none", "delete-slot", "delete-query")),
    "subtypes": (("cssf-queries",), HOP_REPAIRS),
    "dups": (("cssf-queries",), DUPLICATE_REPAIRS),
    "expand": (("cssf-queries",), ()),
    "languages": (("cssf-queries",), ()),
    "role": (("open-re",), ("gold", "system")),
    "syntax": (("rdf",), ("turtle", "nquads", "jsonld")),
    "max_line": (("jsonl",), ()),
    "xml_limit": (_XML, ()),
}


def _refuse_options(format: Format, words: Sequence[str]) -> None:
    """An option that the format does not know, or a value that the option does not."""
    known = {name: values for name, (formats, values) in _OPTIONS.items() if format.name in formats}
    for name, _, value in (word.partition("=") for word in words):
        if name not in known:
            raise UsageError(f"--option {name}: {format.name} has {', '.join(known) or 'no options'}")
        if known[name] and value.lower() not in [one.lower() for one in known[name]]:
            raise UsageError(f"--option {name}={value}: choose of {', '.join(known[name])}")
        if name in ("max_line", "xml_limit") and not value.isdecimal():
            raise UsageError(f"--option {name}={value}: write a number of bytes")


Result = tuple[Format | None, Problems]


class _Session:
    """What one call loads once: sources, lengths, queries, EREs."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.problems = Problems(CODES)
        self.eres: dict[str, File] = {}
        if options.ere:
            walk = Walk(self.problems, accept=lambda name: name.endswith((".rich_ere.xml", ".ere.xml")))
            self.eres = {_stem(file.name): file for file in walk.files(options.ere)}
        words = dict(word.split("=", 1) for word in options.option)
        if options.submission:
            words["submission"] = "yes"
        if options.map:
            words["map"] = read_map(options.map)
        self.context = Context(
            sources=self._sources(),
            lengths=lengths.read_lengths(options.docs, self.problems),
            queries=self._queries(),
            edition=options.edition,
            ignore=frozenset(code for text in options.ignore for code in text.replace(":", ",").split(",") if code),
            options=words,
        )

    def files(self) -> Iterable[File]:
        """The files to check. In a folder, those whose suffix tells the (wanted) format."""
        wanted = self.options.format

        def accept(name: str) -> bool:
            found = by_suffix(name)
            return found is not None and (wanted is None or suits(name, wanted))

        return packed(Walk(self.problems, accept=accept).files(self.options.files))

    def validate(self, file: File) -> Result:
        asked = self.options.format
        format = by_name(asked) if asked else format_of(file.name, file.data)
        if format is None:
            problems = Problems(CODES)
            problems.add("KNOWLEDGE_BASE" if is_stored(file.data) else "FORMAT_UNKNOWN", Where(file.name))
            return None, problems
        context = self._for_format(format, file)
        if not self.options.repair:
            return format, format.check(file.data, file=file.name, context=context)
        data, problems = _repairer(format, self.options.target)(file.data, file=file.name, context=context)
        if data is not None:
            _write(self.options.repair, data)
        else:
            print(f"{self.options.repair}: not written, because of errors", file=sys.stderr)
        return format, problems

    def _for_format(self, format: Format, file: File) -> Context:
        known = {code.name: code.severity for code in _codes(format)}
        strange = sorted(self.context.ignore - set(known))
        if strange:
            raise UsageError(f"--ignore {','.join(strange)}: {format.name} has no such code")
        errors = sorted(name for name in self.context.ignore if known[name] != WARNING)
        if errors:
            raise UsageError(f"--ignore {','.join(errors)}: only warnings can be left out")
        _refuse_options(format, self.options.option)
        if self.options.edition and self.options.edition not in format.editions:
            raise UsageError(
                f"--edition {self.options.edition}: {format.name} has {', '.join(format.editions) or 'no editions'}"
            )
        missing = [_NEEDED[need] for need in sorted(format.needs) if not getattr(self.options, _option(need))]
        if missing:
            print(f"{file.name}: a full check needs {' and '.join(missing)}", file=sys.stderr)
        if "ere" not in format.needs or not self.options.ere:
            return self.context
        return msgspec.structs.replace(self.context, ere=self._ere(file.name))

    def _ere(self, name: str) -> Any:
        """The ERE of a best.xml: of the same name, or the only one."""
        file = self.eres.get(_stem(name))
        if file is None and len(self.eres) == 1:
            (file,) = self.eres.values()
        if file is None:
            self.problems.add("ERE_MISSING", Where(name), doc=_stem(name))
            return None
        kb, problems = FORMATS["rich-ere"].read(file.data, file=file.name, context=self.context)
        self.problems.extend(problems)
        return kb

    def _sources(self) -> dict[str, Any]:
        if not self.options.source:
            return {}
        from factbook.text.inputs import read_sources

        return {source.id: source for source in read_sources(self.options.source, problems=self.problems)}

    def _queries(self) -> Any:
        for file in Walk(self.problems).files([self.options.queries] if self.options.queries else []):
            queries, problems = FORMATS["cssf-queries"].read(file.data, file=file.name)
            self.problems.extend(problems)
            return queries
        return None


def _repairer(format: Format, target: str | None) -> Callable[..., tuple[bytes | None, Problems]]:
    """The function of a format's module that repairs: `repair`, or `to_edl` for `--as edl`."""
    name = f"to_{target}" if target else "repair"
    if not hasattr(import_module(format.module), name):
        able = [row.name for row in FORMATS.values() if hasattr(import_module(row.module), name)]
        raise UsageError(f"{format.name} has no repair{' to ' + target if target else ''}; {', '.join(able)} have")
    function: Callable[..., tuple[bytes | None, Problems]] = getattr(import_module(format.module), name)
    return function


def _print(results: list[Result], others: Problems, options: argparse.Namespace) -> None:
    # Repaired data on standard output comes alone.
    stream = sys.stderr if options.repair == "-" else sys.stdout
    if options.json:
        rows = problem_rows(others, format="")
        for format, found in results:
            rows += problem_rows(found, format=format.name if format else "")
        print(json.dumps(rows, indent=2, ensure_ascii=False), file=stream)
        return
    for problem in others:
        print(problem, file=stream)
    for format, found in results:
        module = import_module(format.module) if format and options.style == "official" else None
        official = getattr(module, "report", None)
        if official is not None:
            print(official(found), end="", file=stream)
        else:
            for problem in found:
                print(problem, file=stream)


def _codes(format: Format) -> Iterable[Code]:
    codes: Iterable[Code] = import_module(format.module).CODES
    return codes


def _option(need: str) -> str:
    return _NEEDED[need].removeprefix("--")


def _stem(name: str) -> str:
    """A file's name without folder, archive and suffixes."""
    base = File(name, b"").stem
    for suffix in (".xml", ".best", ".rich_ere", ".ere"):
        base = base.removesuffix(suffix)
    return base


def _write(path: str, data: bytes) -> None:
    if path == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        Path(path).write_bytes(data)


def _many(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"
