"""Facts of the gold world by document, and ours beside them, by the measure `coldstart.facts`.

Each document is compared by itself: its own mentions and facts of the gold knowledge base, and what is written of our
reading as a Cold Start file and read again, so that the figures are those of what a user gets.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from benchmarks.extraction_data import CALDER
from factbook.evaluate.measure import Counted, Measure, Unit
from factbook.evaluate.table import measures
from factbook.extract.document import Document
from factbook.formats.format import Context
from factbook.formats.table import by_name
from factbook.model.kb import KB

FORMAT = "coldstart-kb"


@cache
def measure() -> Measure:
    return measures("coldstart.facts(mentions=overlap)")[0]


@cache
def _gold_lines() -> tuple[str, list[tuple[str, str, str]]]:
    """The header, and (entity, document, line) of all lines; a type has no document."""
    text = (CALDER / "kb" / "gold_perdoc.tac").read_text(encoding="utf-8")
    lines = []
    header = ""
    for line in text.splitlines():
        cells = line.split("\t")
        if len(cells) < 3:
            header = header or line
            continue
        lines.append((cells[0], cells[3].partition(":")[0] if len(cells) > 3 else "", line))
    return header, lines


def gold_kb(doc: str) -> KB:
    """What the annotators found in one document."""
    header, lines = _gold_lines()
    own = {entity for entity, where, _ in lines if where == doc}
    kept = [line for entity, where, line in lines if where == doc or (not where and entity in own)]
    return _read("\n".join([header, *kept, ""]).encode())


def our_kb(document: Document) -> KB:
    """What the written file of a document says."""
    data = by_name(FORMAT).write(document.to_kb(scheme="slot"), context=Context(sources={document.id: document.source}))
    return _read(data)


def _read(data: bytes) -> KB:
    kb: KB = by_name(FORMAT).read(data, file="facts", context=Context())[0]
    return kb


def compared(document: Document) -> Counted:
    """Right and wrong facts of one document."""
    return measure().count(gold_kb(document.id), our_kb(document))


def figures_of(documents: Iterable[Document]) -> dict[str, float]:
    """P, R and F in percent over all facts of these documents."""
    units: list[Unit] = []
    for document in documents:
        units += compared(document).units
    return {name: 100 * float(value) for name, value in measure().summarise(units).items()}
