"""Where the names of a graph stand in the texts: mentions of nodes, and the place that supports a relation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from factbook.text.offsets import Span

LONGEST = 150  # characters of one justification (seed 002, "Provenance")


class Unit(msgspec.Struct, frozen=True):
    """A part of a document that a graph was read from: characters `start` to `end` of `doc`."""

    doc: str
    start: int
    end: int


class Names:
    """Finds the names of nodes in texts. A longer name keeps its characters from the shorter ones in it."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts

    def find(self, wanted: Mapping[str, tuple[str, Sequence[Unit]]]) -> dict[str, list[Span]]:
        """Places by node, from its name and units."""
        found: dict[str, list[Span]] = {node: [] for node in wanted}
        taken: dict[str, list[tuple[int, int]]] = {}
        for node, (name, units) in sorted(wanted.items(), key=lambda item: -len(item[1][0])):
            pattern = _pattern(name)
            if pattern is None:
                continue
            places: dict[tuple[str, int, int], None] = {}
            for unit in units:
                for match in pattern.finditer(self.texts.get(unit.doc, ""), unit.start, unit.end):
                    places[unit.doc, match.start(), match.end()] = None
            for doc, start, end in sorted(places):
                used = taken.setdefault(doc, [])
                if not any(start < last and first < end for first, last in used):
                    used.append((start, end))
                    found[node].append(Span(doc, start, end))
        return found


def _pattern(name: str) -> re.Pattern[str] | None:
    """A name in any case and with any blanks between its words; whole words, where the script has such."""
    words = name.split()
    if not words:
        return None
    joined = r"\s+".join(map(re.escape, words))
    before = r"(?<!\w)" if re.match(r"[^\W\d_]", name) and name[0].isascii() else ""
    after = r"(?!\w)" if name[-1].isascii() and name[-1].isalnum() else ""
    return re.compile(before + joined + after, re.IGNORECASE)


def support(left: Sequence[Span], right: Sequence[Span], units: Sequence[Unit]) -> tuple[Span, ...]:
    """The place that shows both ends: from one to the other, where they are closest; both, where that is long."""
    pairs = [(a, b) for a in left for b in right if a.doc == b.doc and _together(a, b, units)]
    if not pairs:
        return ()
    first, second = min(pairs, key=lambda pair: (_gap(*pair), pair))
    start, end = min(first.start, second.start), max(first.end, second.end)
    if end - start <= LONGEST:
        return (Span(first.doc, start, end),)
    return tuple(Span(one.doc, one.start, min(one.end, one.start + LONGEST)) for one in sorted((first, second)))


def _gap(left: Span, right: Span) -> int:
    return max(left.start, right.start) - min(left.end, right.end)


def _together(left: Span, right: Span, units: Sequence[Unit]) -> bool:
    return any(
        unit.doc == left.doc and unit.start <= min(left.start, right.start) and max(left.end, right.end) <= unit.end
        for unit in units
    )


def whole(texts: Mapping[str, str], docs: Iterable[str] | None = None) -> list[Unit]:
    """Documents as units."""
    return [Unit(doc, 0, len(texts[doc])) for doc in (texts if docs is None else docs) if doc in texts]
