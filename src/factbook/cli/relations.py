"""Find the words that relate two marked entities of a sentence (open relation extraction).

    factbook relations ground_truth.tsv -o system.tsv
    factbook relations ground_truth.tsv -o reverb.tsv --system reverb

Reads files of sentences with two entities in [[[ ]]] in their last column, ground truth or not, and writes system
output that `factbook score open_re` reads. Triggers and windows of ground truth are taken out before reading.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from factbook.cli.common import has_errors, print_problems, write_output
from factbook.cli.main import UsageError
from factbook.formats import open_re
from factbook.formats.format import Context
from factbook.model.tasks import OpenItem

SYSTEMS = ("default", "reverb", "exemplar")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="sentences with two marked entities")
    parser.add_argument(
        "-o", "--output", metavar="OUT", default="-", help="file, or folder where several files are read"
    )
    parser.add_argument("--system", choices=SYSTEMS, default="default", help="how to find the words")


def run(options: argparse.Namespace) -> int:
    if len(options.files) > 1 and options.output == "-":
        raise UsageError("several files need a folder: add -o FOLDER")
    failed = False
    for name in options.files:
        items, problems = open_re.read(Path(name).read_bytes(), file=name, context=Context())
        print_problems(problems)
        failed = has_errors(problems) or failed
        answers = [answer(item, options.system) for item in items]
        data = open_re.write(answers, context=Context(options={"role": "system"}))
        target = options.output
        if len(options.files) > 1:
            target = str(Path(options.output) / Path(name).name)
        write_output(target, data)
    return 1 if failed else 0


def answer(item: OpenItem, system: str) -> OpenItem:
    """The item with the words that the system extracts; none where two entities are not marked."""
    words, entities = open_re.plain_sentence(item.sentence)
    found: tuple[str, ...] = ()
    if len(entities) == 2:
        from factbook.extract.open_items import extract

        found = extract(words, (entities[0], entities[1]), system)
    return OpenItem(
        line=item.line, entity1=item.entity1, entity2=item.entity2, extraction=found, sentence=item.sentence
    )
