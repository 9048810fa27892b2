"""What the verbs on a knowledge base share: opening it, finding entities, printing tables and JSON."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from factbook.cli.main import UsageError

if TYPE_CHECKING:
    from factbook.query.find import Found
    from factbook.store.store import Store


def kb_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kb", metavar="KB", help="the knowledge base file, made by `factbook build`")


def open_kb(path: str, *, write: bool = False) -> Store:
    """The knowledge base; a warning where linking was interrupted."""
    from factbook.store.store import Store

    store = Store.open(path, write=write)
    if store.unlinked:
        print(f"{path}: linking is not finished; run the build again or `factbook link {path}`", file=sys.stderr)
    return store


def entity_of(store: Store, text: str, entity_type: str | None = None) -> Found:
    """The entity that a user names; wrong names are usage errors that list the choices. None: there is no --type."""
    from factbook.query.find import Ambiguous, find
    from factbook.store.errors import NotInKB

    try:
        return find(store, text, entity_type=entity_type or "")
    except NotInKB as error:
        raise UsageError(str(error)) from error
    except Ambiguous as error:
        several = entity_type is not None and len({choice.type for choice in error.choices}) > 1
        raise UsageError(error.message("give the id of one, or --type") if several else str(error)) from error


def print_json(items: Any) -> None:
    """Indented JSON on standard output."""
    import msgspec

    print(msgspec.json.format(msgspec.json.encode(items), indent=2).decode())


def print_table(rows: Iterable[Sequence[object]]) -> None:
    """Columns of text, aligned; the last one is not padded."""
    lines = [[str(cell) for cell in row] for row in rows]
    if not lines:
        return
    widths = [max(len(row[index]) for row in lines if index < len(row)) for index in range(max(map(len, lines)))]
    for row in lines:
        cells = [cell.ljust(widths[index]) for index, cell in enumerate(row[:-1])] + row[-1:]
        print("  ".join(cells).rstrip())
