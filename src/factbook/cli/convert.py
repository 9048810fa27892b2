"""Turn files of one format into another, and say what the target cannot hold.

Several inputs become one knowledge base. Formats that hold one document a file (apf, rich-ere, best) are written to a
folder if there are several documents. What the target cannot hold is counted on standard error; the exit code is 0
even so, unless --strict is given.

  factbook convert ere/*.rich_ere.xml best/*.best.xml --to jsonl -o all.kb.jsonl
  factbook convert all.kb.jsonl --to apf --source sgm/ -o apf/
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Iterator

import msgspec

from factbook.cli.common import (
    has_errors,
    is_stored,
    load_sources,
    print_problems,
    problem_rows,
    read_map,
    write_output,
)
from factbook.cli.main import UsageError
from factbook.formats.convert import PER_DOCUMENT, Losses, convert
from factbook.formats.format import CannotWrite, Context, Format, Problems
from factbook.formats.graph_tables import packed
from factbook.formats.guess import format_of
from factbook.formats.rdf import syntax_of
from factbook.formats.table import FORMATS, by_name, by_suffix, suits
from factbook.model.documents import documents_of, join, split
from factbook.model.kb import KB
from factbook.text.files import File, Walk

_FORMATS = tuple(name for name, row in FORMATS.items() if row.content == "kb")
_WRITTEN = tuple(name for name in _FORMATS if not FORMATS[name].read_only)
_EDITIONS = tuple(sorted({edition for row in FORMATS.values() for edition in row.editions}))


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="IN", help="files, folders, patterns, .gz, .zip, .tar.gz")
    parser.add_argument("--from", dest="source_format", choices=_FORMATS, help="default: by name or content")
    parser.add_argument("--to", dest="target_format", choices=_WRITTEN, help="default: by the suffix of OUT")
    parser.add_argument(
        "-o", "--output", default="-", metavar="OUT", help="a file, or a folder for one file a document"
    )
    parser.add_argument("--source", action="append", default=[], metavar="PATH", help="the documents (may repeat)")
    parser.add_argument("--edition", default="", choices=_EDITIONS, help="year of the rules, where they differ")
    parser.add_argument(
        "--from-edition", default=None, choices=_EDITIONS, help="year of the files read, where it is another"
    )
    parser.add_argument("--level", default="", choices=("NAM", "NOM", "PRO"), help="for mentions without a level")
    parser.add_argument("--type", default="", metavar="TYPE", help="for entities without a type")
    parser.add_argument("--map", default="", metavar="FILE", help="what labels and relations of a graph mean here")
    parser.add_argument("--strict", action="store_true", help="exit 1 if the target cannot hold everything")
    parser.add_argument("--json", action="store_true", help="problems and losses as JSON on standard output")


def run(options: argparse.Namespace) -> int:
    target = _target(options)
    problems, losses = Problems(), Losses()
    context = _context(options, problems)
    try:
        read = (_converted(file, target, context, options, problems, losses) for file in _files(options, problems))
        parts = [kb for kb in read if kb is not None]
        written = _write(join(parts), target, context, options.output) if parts else 0
    except CannotWrite as error:
        raise UsageError(str(error)) from error
    _report(problems, losses, target, options)
    print(f"files: {len(parts)} read, {written} written", file=sys.stderr)
    return 1 if has_errors(problems) or not parts or (options.strict and losses) else 0


def _target(options: argparse.Namespace) -> Format:
    if options.target_format:
        return by_name(options.target_format)
    found = by_suffix(options.output)
    if found is None or found.name not in _WRITTEN:
        raise UsageError(f"the suffix of {options.output} tells no format: name it with --to ({', '.join(_WRITTEN)})")
    return found


def _context(options: argparse.Namespace, problems: Problems) -> Context:
    words = {"level": options.level, "type": options.type, "syntax": syntax_of(options.output)}
    return Context(
        sources=load_sources(options.source, problems),
        edition=options.edition,
        options={name: value for name, value in words.items() if value},
    )


def _files(options: argparse.Namespace, problems: Problems) -> Iterator[File]:
    """The files to read. In a folder, those whose suffix tells the (wanted) format."""

    def accept(name: str) -> bool:
        found = by_suffix(name)
        wanted = options.source_format
        return found is not None and found.name in _FORMATS and (wanted is None or suits(name, wanted))

    return packed(Walk(problems, accept=accept).files(options.files))


def _converted(
    file: File, target: Format, context: Context, options: argparse.Namespace, problems: Problems, losses: Losses
) -> KB | None:
    """What a file holds; nothing if it has errors and no record: OUT must not be lost for that."""
    origin = by_name(options.source_format) if options.source_format else format_of(file.name, file.data)
    if is_stored(file.data):
        raise UsageError(f"{file.name} is a knowledge base: write it with `factbook export {file.name} --as FORMAT`")
    if origin is None:
        raise UsageError(
            f"{file.name}: neither name nor content tells the format: name it with --from ({', '.join(_FORMATS)})"
        )
    if origin.name not in _FORMATS:
        raise UsageError(f"{file.name} is {origin.name}, which holds no knowledge base: nothing to convert")
    if options.edition and not (origin.editions or target.editions):
        raise UsageError(f"--edition {options.edition}: neither {origin.name} nor {target.name} has editions")
    if options.from_edition and not origin.editions:
        raise UsageError(f"--from-edition {options.from_edition}: {origin.name} has no editions")
    edition = context.edition if options.from_edition is None else options.from_edition
    words = {"map": read_map(options.map)}  # the syntax of OUT is not that of IN
    reading = msgspec.structs.replace(context, options=words, edition=edition)
    kb, found = origin.read(file.data, file=file.name, context=reading)
    problems.extend(found)
    if found.errors and next(iter(kb.records()), None) is None:
        return None
    kb, lost = convert(kb, origin=origin.name, target=target, context=context)
    losses.update(lost)
    return kb


def _write(kb: KB, target: Format, context: Context, output: str) -> int:
    """Write the file, or one file a document; how many."""
    docs = documents_of(kb)
    folder = os.path.isdir(output) or output.endswith(os.sep)
    if target.name not in PER_DOCUMENT or (len(docs) <= 1 and not folder):
        path = os.path.join(output, f"converted{target.suffixes[0]}") if folder else output
        write_output(path, target.write(kb, context=context))
        return 1
    if not folder and (output == "-" or os.path.exists(output) or "." in os.path.basename(output)):
        raise UsageError(f"{target.name} holds one document a file, here are {len(docs)}: give a folder, -o FOLDER/")
    parts = split(kb)
    data = {doc: target.write(part, context=context) for doc, part in parts.items()}  # all, before any is written
    for doc, content in data.items():
        write_output(os.path.join(output, f"{_file_name(doc)}{target.suffixes[0]}"), content)
    return len(data)


def _file_name(doc: str) -> str:
    """A document id as a file name: it comes from a file, and must not lead out of the folder."""
    return re.sub(r"[^\w.\-#]", "_", doc).lstrip(".") or "_"


def _report(problems: Problems, losses: Losses, target: Format, options: argparse.Namespace) -> None:
    if options.json:
        report = {"problems": problem_rows(problems), "losses": losses.rows()}
        stream = sys.stderr if options.output == "-" else sys.stdout
        print(json.dumps(report, indent=2, ensure_ascii=False), file=stream)
        return
    print_problems(problems)
    if losses:
        print(f"{target.name} cannot hold:", file=sys.stderr)
    for line in losses.lines():
        print(f"  {line}", file=sys.stderr)
