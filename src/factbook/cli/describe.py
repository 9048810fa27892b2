"""Print the system description of a knowledge base: tasks, languages, algorithms, configuration, resources.

    factbook describe calder.kb

It is what an evaluation asks for with a submission (ACE 2008 plan, section 5.6).
"""

from __future__ import annotations

import argparse

from factbook.cli.kb import kb_argument, open_kb, print_json


def arguments(parser: argparse.ArgumentParser) -> None:
    kb_argument(parser)
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(options: argparse.Namespace) -> int:
    from factbook.run.describe import description, text

    with open_kb(options.kb) as store:
        if options.json:
            print_json(description(store))
        else:
            print(text(store), end="")
    return 0
