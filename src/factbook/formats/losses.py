"""What a target format cannot hold, counted by kind of record and field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator


class Losses:
    """Counts by kind of record and what is lost of it: a field, a reason, or "" for the whole record."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()

    def add(self, kind: str, what: str, count: int = 1) -> None:
        if count:
            self.counts[kind, what] += count

    def update(self, other: Losses) -> None:
        self.counts.update(other.counts)

    def __bool__(self) -> bool:
        return bool(self.counts)

    def lines(self) -> Iterator[str]:
        """One line a loss, such as `12 × mention.role`, `3 × event`, `2 × relation of type ART.User`."""
        for (kind, what), count in sorted(self.counts.items()):
            joint = "" if not what else " " if what.startswith(("of ", "without ")) else "."
            yield f"{count} × {kind}{joint}{what}"

    def rows(self) -> list[dict[str, str | int]]:
        """As data."""
        return [{"kind": kind, "what": what, "count": count} for (kind, what), count in sorted(self.counts.items())]
