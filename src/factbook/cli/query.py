"""Ask a knowledge base: `factbook query KB NAME per:children per:age` gives the ages of the children of NAME.

    factbook query calder.kb "Karim Haddad"                        all that is known
    factbook query calder.kb "Karim Haddad" per:children --evidence
    factbook query calder.kb ENG_NW_20140228_103:377-388           who is at this place
    factbook query calder.kb --search "Pier Nine"

NAME is a name, an entity id, or a place `DOCUMENT:START-LAST`. Without slots all that is known of NAME is shown.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from factbook.cli.kb import entity_of, kb_argument, open_kb, print_json, print_table
from factbook.cli.main import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from factbook.query.ask import Answer
    from factbook.query.find import Found
    from factbook.store.store import Store


def arguments(parser: argparse.ArgumentParser) -> None:
    kb_argument(parser)
    parser.add_argument("entity", metavar="NAME", nargs="?", help="name, id, or DOCUMENT:START-LAST")
    parser.add_argument("slots", metavar="SLOT", nargs="*", help="slots to follow, one a hop")
    parser.add_argument("--type", default="", choices=("PER", "ORG", "GPE", "LOC", "FAC"), help="type of NAME")
    parser.add_argument("--all", action="store_true", help="also values that lost against a better one")
    parser.add_argument("--evidence", action="store_true", help="every supporting sentence, not only the best")
    parser.add_argument("--slots", dest="list_slots", action="store_true", help="list the slots and end")
    parser.add_argument("--search", metavar="WORDS", default="", help="list documents and entities with these words")
    parser.add_argument("--closed", action="store_true", help="infer nothing with knowledge from outside the documents")
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(options: argparse.Namespace) -> int:
    if options.list_slots:
        return _list_slots()
    with open_kb(options.kb) as store:
        if options.search:
            return _search(store, options)
        if not options.entity:
            raise UsageError("give a NAME, --search WORDS, or --slots")
        found = entity_of(store, options.entity, options.type)
        return _paths(store, found, options) if options.slots else _everything(store, found, options)


def _list_slots() -> int:
    from factbook.schema.coldstart import SLOTS

    rows = [
        (
            name,
            "one" if slot.single else "list",
            ",".join(slot.range),
            f"inverse: {slot.inverse}" if slot.inverse else "",
        )
        for name, slot in SLOTS.items()
    ]
    print_table(rows)
    return 0


def _search(store: Store, options: argparse.Namespace) -> int:
    from factbook.query.find import search_documents, search_names

    entities = search_names(store, options.search)
    documents = search_documents(store, options.search)
    if options.json:
        print_json(
            {"entities": [{"id": e.id, "type": e.type, "name": e.name} for e in entities], "documents": documents}
        )
        return 0
    print_table([(e.id, e.type, e.name, f"{e.documents} documents") for e in entities])
    print_table([(name,) for name in documents])
    if entities or documents:
        return 0
    print(f"factbook query: no entity and no document has the words {options.search!r}", file=sys.stderr)
    return 1


def _paths(store: Store, found: Found, options: argparse.Namespace) -> int:
    from factbook.query.ask import LIMIT, confidence_of
    from factbook.query.known import along
    from factbook.store.errors import NotInKB

    quotes = LIMIT if options.evidence or options.json else 1
    try:
        paths = along(store, found, options.slots, every=options.all, closed=options.closed, quotes=quotes)
    except NotInKB as error:
        raise UsageError(str(error)) from error
    if options.json:
        print_json([{"confidence": confidence_of(path), "hops": list(path)} for path in paths])
    else:
        for path in paths:
            _print_path(path, options, confidence_of(path))
    if not paths:
        asked = " then ".join(options.slots)
        print(f"factbook query: nothing is known of {asked} of {found.name} ({found.id})", file=sys.stderr)
    return 0 if paths else 1


def _print_path(path: Sequence[Answer], options: argparse.Namespace, confidence: float) -> None:
    chain = " → ".join(answer.value for answer in path)
    marks = [
        mark
        for answer in path
        for mark in (["rejected"] if answer.rejected else [])
        + ([f"inferred: {answer.inferred}"] if answer.inferred else [])
    ]
    print(f"{chain}  {confidence:.3f}" + (f"  ({', '.join(marks)})" if marks else ""))
    for answer in path:
        shown = answer.evidence if options.evidence else answer.evidence[:1]
        for item in shown:
            place = ",".join(f"{start}-{end - 1}" for start, end in item.spans)
            print(f"    {answer.slot}  {item.document}:{place}  {item.confidence:.2f}  “{item.quote}”")
        rest = len(answer.evidence) - len(shown)
        if rest:
            print(f"    {answer.slot}  and {rest} more (--evidence)")


def _everything(store: Store, found: Found, options: argparse.Namespace) -> int:
    from factbook.query.known import facts, names

    answers, written = facts(store, found, every=options.all), names(store, found)
    if options.json:
        print_json({"id": found.id, "type": found.type, "name": found.name, "names": written, "facts": answers})
        return 0
    print(found)
    print("names: " + ", ".join(written))
    print_table(
        (
            a.slot,
            a.value,
            f"{a.confidence:.3f}",
            f"{len(a.evidence)} in {len({e.document for e in a.evidence})} documents"
            + (" rejected" if a.rejected else ""),
        )
        for a in answers
    )
    return 0
