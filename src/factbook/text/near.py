"""The words that may be meant where one is unknown."""

from __future__ import annotations

import re
from collections.abc import Iterable


def near(word: str, choices: Iterable[str]) -> str:
    """ "; did you mean …?", or nothing where no choice is near.

    >>> near("scor", ["score", "sparql"])
    "; did you mean 'score'?"
    """
    from difflib import get_close_matches

    every = list(choices)
    lower = {choice.lower(): choice for choice in every}
    ends = [choice for choice in every if re.split("[:.]", choice)[-1] == word]  # children: per:children
    found = ends or [lower[one] for one in get_close_matches(word.lower(), lower, n=2, cutoff=0.7)]
    return f"; did you mean {' or '.join(map(repr, found))}?" if found else ""
