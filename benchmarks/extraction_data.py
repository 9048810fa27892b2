"""Development parts for `benchmarks.extraction`: the gold world by halves, and open corpora under `--data`."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from factbook.extract.document import Document
from factbook.extract.pipeline import Pipeline
from factbook.formats.format import Context
from factbook.formats.table import by_name
from factbook.model.kb import KB
from factbook.text.markup import parse_source
from factbook.text.source import Source

CALDER = Path(__file__).parent.parent / "examples" / "calder"
HALVES = ("dev half", "other half")


def calder(half: str, folder: str = "source", prefix: str = "ENG_") -> list[Source]:
    """Documents of one half of the gold world: rules were developed on the even-numbered ones only."""
    files = sorted((CALDER / folder).glob(f"{prefix}*"))
    chosen = files[1::2] if half == HALVES[0] else files[0::2]
    return [parse_source(file.read_bytes().decode(), id=file.name.split(".")[0], language="en") for file in chosen]


def gold(source: Source, name: str, folder: str, suffix: str) -> KB:
    """The gold annotation of a document in one of the formats of the gold world."""
    data = (CALDER / folder / f"{source.id}{suffix}").read_bytes()
    kb, _ = by_name(name).read(data, file=source.id, context=Context(sources={source.id: source}))
    result: KB = kb
    return result


def annotated(pipeline: Pipeline, sources: Sequence[Source]) -> list[Document]:
    """Documents after all steps; a failing one stops the benchmark."""
    documents = []
    for outcome in pipeline.stream(sources):
        if outcome.error is not None:
            raise outcome.error
        documents.append(outcome.document)
    return documents


def lines(path: Path) -> Iterator[dict[str, object]]:
    """Records of a JSON-lines file, packed or not."""
    data = path.read_bytes()
    text = gzip.decompress(data) if path.suffix == ".gz" else data
    for line in text.decode().splitlines():
        yield json.loads(line)


@dataclass
class Tree:
    """One sentence of a treebank."""

    words: list[str] = field(default_factory=list)
    upos: list[str] = field(default_factory=list)
    heads: list[int] = field(default_factory=list)  # own index is root
    deprels: list[str] = field(default_factory=list)
    lemmas: list[str] = field(default_factory=list)
    text: str = ""


@cache
def treebank(path: Path) -> list[Tree]:
    """Sentences of a CoNLL-U file."""
    out: list[Tree] = []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        tree = Tree()
        for line in file:
            line = line.rstrip("\n")
            if line.startswith("# text = "):
                tree.text = line.removeprefix("# text = ")
            if not line:
                out.append(tree)
                tree = Tree()
            cells = line.split("\t")
            if len(cells) == 10 and cells[0].isdigit():
                at = int(cells[0]) - 1
                tree.words.append(cells[1])
                tree.lemmas.append(cells[2].lower())
                tree.upos.append(cells[3])
                tree.heads.append(int(cells[6]) - 1 if cells[6] != "0" else at)
                tree.deprels.append(cells[7])
    return [tree for tree in out if tree.words]
