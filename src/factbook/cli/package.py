"""Make the submission file of an evaluation, after checking everything in it.

    factbook package ace sys/ -o out.tgz --language english --task ledr,lrdr --system Acme_primary
    factbook package coldstart Acme_KB_ENG_1.tac -o out.tgz --docs docs.tsv

`factbook package ace RUN… -o OUT.tgz` packs LANGUAGE/TASK/SYSTEM/*.apf.xml (ACE 2008 plan, section 5.5). A RUN is such
a tree, or one folder of .apf.xml files with `--language`, `--task` (several: the same files go to each) and `--system`.
`factbook package coldstart FILE… -o OUT.tgz` packs Cold Start runs, their ids checked against the naming rule.
`-o FOLDER/` writes the tree itself, not packed. With errors nothing is written. Problems go to standard output, the
summary to standard error.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from factbook.cli.lengths import read_lengths
from factbook.cli.main import UsageError
from factbook.cli.validate import CODES
from factbook.formats import ace_package
from factbook.formats.format import ERROR, Code, Context, Problems, Where
from factbook.formats.guess import format_of
from factbook.text.files import File, Walk, write_whole

COLDSTART_CODES = (
    Code("FILE_TWICE", ERROR, "{first} has the same place in the package: {name}", "give one of them another name"),
    Code("RUN_ID_TWICE", ERROR, "the run id {run} is that of {first} too", "give each run its own rank"),
    Code("TEAM_DIFFERS", ERROR, "the team is {team}, but {other} in {first}"),
    Code("NO_RUN", ERROR, "neither a Cold Start KB (.tac) nor a slot filling run (.sf)", "name the run files"),
    Code("RUN_ID_NAME", ERROR, "the run id {run!r} does not follow the naming rule: {fault}"),
)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("evaluation", choices=("ace", "coldstart"), help="whose rules")
    parser.add_argument("runs", nargs="+", metavar="RUN", help="folders (ace) or files (coldstart)")
    parser.add_argument(
        "-o", "--output", required=True, metavar="OUT.tgz", help="the archive to write, or a folder: OUT/"
    )
    parser.add_argument("--language", choices=ace_package.LANGUAGES, help="ace: of a plain folder")
    parser.add_argument(
        "--task", action="append", default=[], help="ace: of a plain folder; may repeat, or with commas: ledr,lrdr"
    )
    parser.add_argument("--system", help="ace: name of the system, such as NIST1_primary")
    parser.add_argument("--source", action="append", default=[], metavar="PATH", help="the documents of the evaluation")
    parser.add_argument("--docs", metavar="FILE", help="coldstart: document lengths, DOCID<tab>LENGTH")


def run(options: argparse.Namespace) -> int:
    problems = Problems((*CODES, *COLDSTART_CODES, *ace_package.CODES))
    members = _ace(options, problems) if options.evaluation == "ace" else _coldstart(options, problems)
    for problem in problems:
        print(problem)
    errors, warnings = len(problems.errors), len(problems.warnings)
    print(f"{errors} errors, {warnings} warnings", file=sys.stderr)
    if errors:
        print(f"{options.output}: not written", file=sys.stderr)
        return 1
    if options.output.endswith(os.sep) or os.path.isdir(options.output):
        for name, data in members.items():
            write_whole(Path(options.output) / name, data)
        print(f"{options.output}: {len(members)} files", file=sys.stderr)
        return 0
    packed = ace_package.pack(members)
    write_whole(Path(options.output), packed)
    print(f"{options.output}: {len(packed)} bytes", file=sys.stderr)
    return 0


class _Members:
    """The files of the package by their place in it; two at one place are a problem."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        self.data: dict[str, bytes] = {}
        self.first: dict[str, str] = {}

    def add(self, name: str, file: str, data: bytes) -> None:
        if name in self.data:
            self.problems.add("FILE_TWICE", Where(file), first=self.first[name], name=name)
            return
        self.data[name], self.first[name] = data, file


def _ace(options: argparse.Namespace, problems: Problems) -> dict[str, bytes]:
    runs = [made for folder in options.runs for made in _runs(folder, options, problems)]
    sources = {}
    if options.source:
        from factbook.text.inputs import read_sources

        sources = {source.id: source for source in read_sources(options.source, problems=problems)}
    problems.extend(ace_package.check(runs, sources=sources))
    members = _Members(problems)
    for run in runs:
        for name, data in run.files.items():
            members.add(f"{run.folder}/{name}", f"{run.folder}/{name}", data)
    return members.data


def _runs(folder: str, options: argparse.Namespace, problems: Problems) -> list[ace_package.Run]:
    """The runs of a tree, or of one folder of files that the options describe."""
    if not os.path.isdir(folder):
        raise UsageError(f"{folder} is no folder")
    files = list(Walk(problems).files([folder]))
    if options.language or options.task or options.system:
        if not (options.language and options.task and options.system):
            raise UsageError("a plain folder needs --language, --task and --system")
        content = _Members(problems)
        for file in files:
            content.add(os.path.basename(file.name), file.name, file.data)
        return [
            ace_package.Run(language=options.language, task=task.strip(), system=options.system, files=content.data)
            for task in dict.fromkeys(",".join(options.task).split(","))
        ]
    groups: dict[tuple[str, str, str], dict[str, bytes]] = {}
    for file in files:
        parts = Path(file.name).relative_to(folder).parts
        if len(parts) != 4:
            raise UsageError(f"{file.name}: not LANGUAGE/TASK/SYSTEM/FILE; or give --language, --task and --system")
        groups.setdefault((parts[0], parts[1], parts[2]), {})[parts[3]] = file.data
    return [
        ace_package.Run(language=language, task=task, system=system, files=content)
        for (language, task, system), content in groups.items()
    ]


def _coldstart(options: argparse.Namespace, problems: Problems) -> dict[str, bytes]:
    files = list(Walk(problems).files(options.runs))
    lengths = read_lengths(options.docs, problems)
    seen: dict[str, str] = {}
    for file in files:
        format = format_of(file.name, file.data)
        if format is None or format.name not in ("coldstart-kb", "cssf-run"):
            problems.add("NO_RUN", Where(file.name))
            continue
        problems.extend(format.check(file.data, file=file.name, context=Context(lengths=lengths)))
        _run_id(file, "KB" if format.name == "coldstart-kb" else "SF", seen, problems)
    members = _Members(problems)
    for file in files:
        members.add(os.path.basename(file.name), file.name, file.data)
    return members.data


def _run_id(file: File, task: str, seen: dict[str, str], problems: Problems) -> None:
    """TEAM_TASK_LANGUAGE_RANK (seed 002, "Submissions"): one id a run, one team a submission."""
    from factbook.schema.coldstart import run_id_fault

    line = file.data.partition(b"\n")[0].decode("utf-8", errors="replace").partition("#")[0].strip()
    columns = line.split("\t")
    run = columns[0] if task == "KB" else columns[2] if len(columns) > 2 else ""
    fault = run_id_fault(run, task=task)
    place = Where(file.name, 1)
    if fault:
        problems.add("RUN_ID_NAME", place, run=run, fault=fault)
        return
    team = run.rsplit("_", 3)[0]
    for other, first in seen.items():
        if other == run:
            problems.add("RUN_ID_TWICE", place, run=run, first=first)
        elif other.rsplit("_", 3)[0] != team:
            problems.add("TEAM_DIFFERS", place, team=team, other=other.rsplit("_", 3)[0], first=first)
    seen.setdefault(run, file.name)
