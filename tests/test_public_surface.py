"""The public names of the package: what they are, that each loads, and that importing the package is light."""

from __future__ import annotations

import subprocess
import sys

import pytest

import factbook

# A name added or removed here is a change that users notice.
NAMES = [
    "KB",
    "Answer",
    "Argument",
    "Assessment",
    "Attitude",
    "BestDocument",
    "Context",
    "Document",
    "Entity",
    "Event",
    "EventMention",
    "Evidence",
    "Filler",
    "Match",
    "Measure",
    "Mention",
    "OpenItem",
    "Pipeline",
    "Problem",
    "Problems",
    "Query",
    "Relation",
    "RelationMention",
    "Response",
    "ScoreTable",
    "Scored",
    "ScoringError",
    "Source",
    "Span",
    "Store",
    "Summary",
    "__version__",
    "annotate",
    "ask",
    "build",
    "explain",
    "measures",
    "read",
    "read_sources",
    "score",
    "surgery",
    "validate",
    "write",
]


def test_the_names_are_these() -> None:
    assert sorted(factbook.__all__) == sorted(NAMES) == sorted(dir(factbook))


@pytest.mark.parametrize("name", NAMES)
def test_each_name_loads(name: str) -> None:
    found = getattr(factbook, name)
    assert name == "__version__" or found.__name__ == name


def test_unknown_name() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        factbook.nothing  # noqa: B018


def test_import_loads_nothing_heavy() -> None:
    code = "import sys, factbook; print(sorted({'numpy', 'scipy', 'lxml', 'msgspec', 'pandas'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
