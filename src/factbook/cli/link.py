"""Link entities again; split or merge by hand. Decisions by hand are remembered.

factbook link KB                                   finish interrupted linking
factbook link KB --again                           link everything again
factbook link KB --why "Karim Haddad"              how its names came together, with scores
factbook link KB --merge NAME OTHER                NAME is the same entity as OTHER
factbook link KB --split NAME --name "Lena Varga"  this name is another entity
factbook link KB --split NAME --document ID        what this document says is of another entity
factbook link KB --decisions | --undo NUMBER
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from factbook.cli.kb import entity_of, kb_argument, open_kb, print_json, print_table
from factbook.cli.main import UsageError

if TYPE_CHECKING:
    from factbook.store.store import Store


def arguments(parser: argparse.ArgumentParser) -> None:
    kb_argument(parser)
    act = parser.add_mutually_exclusive_group()
    act.add_argument("--again", action="store_true", help="link everything again")
    act.add_argument("--why", metavar="NAME", help="how an entity's names came together")
    act.add_argument("--merge", nargs=2, metavar=("NAME", "OTHER"), help="NAME is the same entity as OTHER")
    act.add_argument("--split", metavar="NAME", help="take --name or --document out of the entity NAME")
    act.add_argument("--decisions", action="store_true", help="list decisions by hand")
    act.add_argument("--undo", type=int, metavar="NUMBER", help="forget a decision")
    parser.add_argument("--name", help="with --split: the name to take out")
    parser.add_argument(
        "--document", action="append", default=[], metavar="ID", help="with --split: the document; may repeat"
    )
    parser.add_argument(
        "--type", default="", metavar="TYPE", help="type of the named entities: PER, ORG, GPE, LOC, FAC"
    )
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(options: argparse.Namespace) -> int:
    from factbook.store import manual
    from factbook.store.errors import NotInKB

    writes = not (options.why or options.decisions)
    with open_kb(options.kb, write=writes) as store:
        try:
            if options.why:
                return _why(store, options)
            if options.decisions:
                return _decisions(store, options)
            if options.merge:
                first, second = (entity_of(store, text, options.type) for text in options.merge)
                manual.merge(store, first.number, second.number)
                print(f"{first.name} is now part of {second.name}")
            elif options.split:
                _split(store, options)
            elif options.undo is not None:
                manual.undo(store, options.undo)
                print(f"decision {options.undo} is forgotten")
            else:
                count = store.link_again() if options.again else store.link()
                print(f"{count:,} names linked, {store.count('entity'):,} entities")
        except NotInKB as error:
            raise UsageError(str(error)) from error
    return 0


def _split(store: Store, options: argparse.Namespace) -> None:
    from factbook.store import manual

    found = entity_of(store, options.split, options.type)
    if options.name:
        manual.split_name(store, found.number, options.name)
        print(f"{options.name} is now apart from {found.name}")
    elif options.document:
        manual.split_documents(store, found.number, options.document)
        print(f"{found.name} in {', '.join(options.document)} is now an entity of its own")
    else:
        raise UsageError("--split needs --name or --document: what to take out")


def _why(store: Store, options: argparse.Namespace) -> int:
    from factbook.store import manual

    merges = manual.why(store, entity_of(store, options.why, options.type).number)
    if options.json:
        print_json([merge._asdict() for merge in merges])
        return 0
    print_table(
        (
            f"{m.score:.2f}",
            m.rule or "its own name",
            m.name,
            f"→ {m.into}" if m.into else "",
            m.document or f"{m.documents} documents",
        )
        for m in merges
    )
    return 0


def _decisions(store: Store, options: argparse.Namespace) -> int:
    from factbook.store import manual

    rows = manual.decisions(store)
    if options.json:
        print_json(rows)
    else:
        print_table(rows)
    return 0
