"""What the Cold Start parity tests share: the recorded cases and their switches."""

from __future__ import annotations

import re
from pathlib import Path

from factbook.formats.format import Context

GOLDEN = Path(__file__).parents[1] / "golden" / "coldstart"

# Switches of the official programs, and our options of the same meaning.
_OPTIONS = {
    "-types": "types",
    "-subtypes": "subtypes",
    "-dups": "dups",
    "-languages": "languages",
    "-multiple": "multiple",
    "-task": "task",
    "-linkkb": "linkkb",
}
_IGNORED = {"-stats_file"}


def cases(group: str) -> list[str]:
    return sorted(path.name for path in (GOLDEN / group).iterdir())


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def lengths(case: Path) -> dict[str, int]:
    rows = [line.split("\t") for line in text(case / "docs.tsv").splitlines()]
    return {docid: int(length) for docid, length in rows}


def context(case: Path, *, profile: str = "cs2016") -> Context:
    """The context that a case's switches stand for."""
    words = text(case / "args").split()
    options = {"profile": profile} if profile else {}
    ignore: frozenset[str] = frozenset()
    while words:
        switch = words.pop(0)
        if switch == "-expand":
            options["expand"] = "TAC2015CS"
        elif switch == "-query_base":
            options["expand"] = words.pop(0)
        elif switch == "-allow_comments":
            options["allow_comments"] = "yes"
        elif switch == "-ignore":
            ignore = frozenset(words.pop(0).split(":"))
        elif switch in _IGNORED:
            words.pop(0)
        else:
            options[_OPTIONS[switch]] = words.pop(0)
    return Context(lengths=lengths(case), options=options, ignore=ignore)


def same_report(ours: str, expected: str) -> bool:
    """Equal reports; where several places gave one message, the official program shows any one of them."""
    return re.sub(r"line [^()]*( and \d+ other place)", r"line *\1", ours) == expected
