"""Every format × every sample file: read, write, read again.

The bytes come back as they were, but for the exceptions below; the content always does.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from factbook.formats.format import Context, Format
from factbook.formats.table import FORMATS
from factbook.model.kb import KB
from factbook.text.inputs import read_sources
from factbook.text.source import Source
from strategies import in_order

CALDER = Path(__file__).parents[2] / "examples" / "calder"

# Format: sample files, folder of their documents.
SAMPLES: dict[str, tuple[str, str]] = {
    "apf": ("apf/*.apf.xml", "sgm"),
    "rich-ere": ("ere/*.rich_ere.xml", "source"),
    "best": ("best/*.best.xml", "source"),
    "coldstart-kb": ("kb/*.tac", "source"),
    "cssf-queries": ("queries/*.xml", ""),
    "cssf-assessment": ("queries/assessment.tab", ""),
    "edl": ("edl/gold.tab", "source"),
    "conll": ("coref/*.conll", "source"),
    "open-re": ("openre/*.txt", ""),
}
# Format, file name (* for all): why the bytes differ.
EXCEPTIONS = {
    ("coldstart-kb", "*"): "written in the official order of subjects and predicates, with the official confidences",
    ("cssf-queries", "cssf.xml"): "expanded queries are written by id, as the official program does",
    ("cssf-queries", "ldc.xml"): "one element a line",
}
# Format, file name: why not even the order of the content is kept.
REORDERED = {
    ("coldstart-kb", "*"): "subjects and predicates are in official order",
    ("cssf-queries", "cssf.xml"): "queries are by id",
}
# Formats that no sample file has: those that other samples are written in below, runs (answers to queries), and those
# that are read only.
WITHOUT_SAMPLE = {"jsonl", "rdf", "cssf-run", *(name for name, row in FORMATS.items() if row.read_only)}
FILES = [(name, path) for name, (pattern, _) in SAMPLES.items() for path in sorted(CALDER.glob(pattern))]
LOSSLESS = [
    ("jsonl", "kb.jsonl", ""),
    ("rdf", "kb.ttl", "turtle"),
    ("rdf", "kb.nq", "nquads"),
    ("rdf", "k.jsonld", "jsonld"),
]


@cache
def sources(folder: str) -> dict[str, Source]:
    return {source.id: source for source in read_sources([CALDER / folder])} if folder else {}


def context(name: str, path: Path) -> Context:
    ere = None
    if name == "best":
        ere_path = CALDER / "ere" / path.name.replace(".best.xml", ".rich_ere.xml")
        ere = FORMATS["rich-ere"].read(ere_path.read_bytes(), file=ere_path.name)[0]
    return Context(sources=sources(SAMPLES[name][1]), ere=ere)


def load(name: str, path: Path) -> tuple[Format, Any, Context]:
    format, around = FORMATS[name], context(name, path)
    content, problems = format.read(path.read_bytes(), file=path.name, context=around)
    assert not problems.errors, [str(problem) for problem in problems.errors]
    return format, content, around


def ordered(content: Any) -> Any:
    return in_order(content) if isinstance(content, KB) else list(content)


def excepted(table: dict[tuple[str, str], str], name: str, path: Path) -> bool:
    return (name, path.name) in table or (name, "*") in table


@pytest.mark.parametrize(("name", "path"), FILES, ids=[f"{name}-{path.name}" for name, path in FILES])
def test_out_and_in_again(name: str, path: Path) -> None:
    format, content, around = load(name, path)
    data = format.write(content, context=around)
    again, problems = format.read(data, file=path.name, context=around)
    assert not problems.errors
    if excepted(REORDERED, name, path):
        assert sorted(map(repr, again.records() if isinstance(again, KB) else again)) == sorted(
            map(repr, content.records() if isinstance(content, KB) else content)
        )
    else:
        assert ordered(again) == ordered(content)
    assert (data == path.read_bytes()) == (not excepted(EXCEPTIONS, name, path))
    assert format.write(again, context=around) == data


FEW = [(name, path) for name, path in FILES if FORMATS[name].content == "kb" and ("_NW_" not in path.name)]


@pytest.mark.parametrize(("target", "file", "syntax"), LOSSLESS, ids=[file for _, file, _ in LOSSLESS])
@pytest.mark.parametrize(("name", "path"), FEW[::5], ids=[f"{name}-{path.name}" for name, path in FEW[::5]])
def test_through_a_lossless_format(name: str, path: Path, target: str, file: str, syntax: str) -> None:
    format, content, around = load(name, path)
    data = FORMATS[target].write(content, context=Context(options={"syntax": syntax} if syntax else {}))
    again, problems = FORMATS[target].read(data, file=file)
    assert not problems.items
    assert in_order(again) == in_order(content)
    assert format.write(again, context=around) == format.write(content, context=around)


def test_every_format_has_samples_or_a_reason() -> None:
    assert set(SAMPLES) | WITHOUT_SAMPLE == set(FORMATS)
    assert {name for name, _ in FILES} == set(SAMPLES)
