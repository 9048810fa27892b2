"""The order of the lines of a Cold Start file, and its lines of comment, kept where the file is not in official order.

The official program sorts what it writes, and so does `coldstart_write`. A file that is read as records and written
again keeps its own order instead: the records stay, so what was added since stands behind, and what is gone is gone.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator

LAYOUT = "coldstart_layout"
_NO_PLACE = frozenset({"type", "link"})  # their further columns are comment and confidence
_COMMENT = "#"


def _key(line: str) -> str:
    """What makes a line the same line: subject, predicate without its type, object, places."""
    columns = [column.strip() for column in line.split("\t")]
    if len(columns) < 3:
        return ""
    predicate = columns[1].rpartition(":")[2].lower()
    place = "" if predicate in _NO_PLACE or len(columns) < 4 else columns[3]
    return "\t".join((columns[0].removeprefix(":"), predicate, columns[2], place))


def layout_of(data: bytes, written: str) -> tuple[str, ...]:
    """The lines behind the first as comments, blanks and keys; nothing where they stand as `written` has them.

    A line that is written otherwise than it was read ("010" for "10") stands where the writer will put it, so that
    the same file comes out however often it is read and written.
    """
    text = data.decode("utf-8-sig", "replace").removesuffix("\n")
    official = written.split("\n")[1:-1]
    read = [_entry(line) for line in text.split("\n")[1:]]
    stands = arranged((f"{line}\n" for line in official if line), read)
    found = tuple(_entry(line.removesuffix("\n")) for line in stands)
    return () if found == tuple(_entry(line) for line in official) else found


def _entry(line: str) -> str:
    bare = line.strip()
    return line if bare.startswith(_COMMENT) else _key(line) if bare else ""


def arranged(lines: Iterable[str], layout: Iterable[str]) -> Iterator[str]:
    """Lines in the order of a layout; those it does not know behind, in the order given."""
    waiting: dict[str, deque[str]] = defaultdict(deque)
    for line in lines:
        waiting[_key(line)].append(line)
    for entry in layout:
        if not entry or entry.lstrip().startswith(_COMMENT):
            yield f"{entry}\n"
        elif waiting.get(entry):
            yield waiting[entry].popleft()
    for group in waiting.values():
        yield from group
