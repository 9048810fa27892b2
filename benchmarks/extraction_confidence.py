"""How sure statements are, and how often they are right.

python -m benchmarks.extraction_confidence [--write]

Prints for each rule and statement how many of those found in the dev half of the gold world are right, and the
reliability of the confidences of facts in both halves. `--write` makes the table of the extraction layers from the
counts; the other half then shows what the confidences are worth on text that was not counted.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.extraction import Row
from benchmarks.extraction_data import HALVES, annotated, calder, gold
from benchmarks.extraction_facts import gold_kb, our_kb
from factbook.evaluate.coldstart_align import Alignment, normalise_value
from factbook.evaluate.coldstart_facts import facts
from factbook.extract.document import Document, FoundRelation
from factbook.extract.layers import slots
from factbook.extract.layers.statements import ENCODER, FILLER, Statement, certainty, kinds
from factbook.extract.pipeline import pipeline
from factbook.model.kb import KB
from factbook.schema.coldstart import inverse_of

TABLE = Path(slots.__file__).parent / "data" / "confidence.tsv"
PRIOR, WEIGHT = 0.55, 12.0  # a rule seen so often is half what was counted; rules were made on that half: far below it
BINS = 5
HEAD = """# How sure statements are (`python -m benchmarks.extraction_confidence --write`): counted on the dev half of
# the sample collection and smoothed. A confidence is the share times that of the arguments ("arcs": of the encoder).
# rule, statement (* any other), share, right, found
"""


class Judged(NamedTuple):
    """A statement, what its arguments (or the encoder) are sure of, and whether the annotators have it."""

    statement: Statement
    certainty: float
    confidence: float
    right: bool


def judged(half: str) -> Iterator[Judged]:
    """Statements that are facts of a slot, then those that are only ACE relations, each judged."""
    for document in annotated(pipeline(upto="relations"), calder(half)):
        truth = _Facts(document)
        for found in list(document.statements):
            for relation in slots.slots_of(document, found):
                yield Judged(found, certainty(document, found), found.probability, truth.has(relation))
    for document in annotated(pipeline(upto="relations"), calder(half, "sgm")):
        relations = _Relations(document)
        for found in document.statements:
            kind = kinds()[found.name]
            if kind.ace and not kind.slot:
                yield Judged(found, certainty(document, found), found.probability, relations.has(found, kind.ace))


class _Facts:
    """The gold facts of a document, and which of its entities our entities are."""

    def __init__(self, document: Document) -> None:
        self.document = document
        slots.apply(document)
        truth, ours = gold_kb(document.id), our_kb(document)
        self.kinds = {id: entity.type for id, entity in truth.entities.items()}
        self.mates = Alignment(truth, ours, mentions="overlap").to_gold
        self.facts = {(fact.subject, fact.slot, fact.object) for fact in facts(truth)[0]}

    def has(self, relation: FoundRelation) -> bool:
        subject, value = relation.arguments
        one = self._entity(subject.index)
        if value.kind == FILLER:
            filler = self.document.fillers[value.index]
            date = (relation.type or "").startswith(("per:date", "org:date"))
            text = filler.value if date else self.document.text_of(filler.first, filler.end)
            return any(text and fact == (one, relation.type, normalise_value(text)) for fact in self.facts)
        two = self._entity(value.index)
        inverse = inverse_of(relation.type or "", self.kinds.get(two, ""))
        return (one, relation.type, two) in self.facts or (two, inverse, one) in self.facts

    def _entity(self, mention: int) -> str:
        number = self.document.mentions[mention].entity + 1
        return self.mates.get(f"ent-{self.document.id}-{number}".replace("-", "_"), "")


class _Relations:
    """The gold ACE relations of a document, by the entities that our mentions stand on."""

    def __init__(self, document: Document) -> None:
        self.document = document
        truth: KB = gold(document.source, "apf", "apf", ".apf.xml")
        self.owners = {mention.heads.end: mention.entity for mention in truth.mentions.values()}
        self.relations = set()
        for relation in truth.relations.values():
            ends = {argument.role: argument.ref for argument in relation.arguments}
            pair = frozenset((ends.get("Arg-1"), ends.get("Arg-2")))
            self.relations.add((f"{relation.type}.{relation.subtype}", pair))

    def has(self, found: Statement, name: str) -> bool:
        ends = [self.document.head_of(self.document.mentions[item.at]).end for item in (found.arg1, found.arg2)]
        return (name, frozenset(self.owners.get(end) for end in ends)) in self.relations


class Share(NamedTuple):
    rule: str
    statement: str
    share: float
    right: int
    found: int


def shares(items: list[Judged]) -> list[Share]:
    """The smoothed share of each rule, and of each rule and statement."""
    groups: dict[tuple[str, str], list[Judged]] = {}
    for item in items:
        rule = item.statement.rule or ENCODER
        groups.setdefault((rule, "*"), []).append(item)
        groups.setdefault((rule, item.statement.name), []).append(item)
    out = []
    for (rule, name), members in sorted(groups.items()):
        prior = PRIOR if name == "*" else _share(groups[rule, "*"], PRIOR)
        right = sum(member.right for member in members)
        out.append(Share(rule, name, _share(members, prior), right, len(members)))
    return out


def _share(members: list[Judged], prior: float) -> float:
    right, certain = sum(m.right for m in members), sum(m.certainty for m in members)
    return round(min(0.85, max(0.05, (right + WEIGHT * prior) / (certain + WEIGHT))), 3)


def written(found: list[Share]) -> str:
    return HEAD + "".join(f"{s.rule}\t{s.statement}\t{s.share}\t{s.right}\t{s.found}\n" for s in found)


def reliability(items: list[Judged]) -> list[tuple[float, float, int]]:
    """Mean confidence, share of right ones and number, from the least to the most confident fifth."""
    ordered = sorted(items, key=lambda item: item.confidence)
    size = max(1, -(-len(ordered) // BINS))
    groups = [ordered[start : start + size] for start in range(0, len(ordered), size)]
    return [
        (sum(i.confidence for i in group) / len(group), sum(i.right for i in group) / len(group), len(group))
        for group in groups
    ]


def gap(items: list[Judged]) -> float:
    """Expected calibration error in percent."""
    return 100 * sum(abs(sure - right) * count for sure, right, count in reliability(items)) / max(1, len(items))


def rows(data: Path | None, wanted: frozenset[str]) -> Iterator[Row]:
    """How far confidences are from the share of right statements; 0 is perfect."""
    if wanted and "confidence" not in wanted:
        return
    for half in HALVES:
        items = list(judged(half))
        yield Row("confidence", f"gold world, {half}", f"gap, {len(items)} statements", gap(items))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the table of the extraction layers")
    options = parser.parse_args()
    found = shares(list(judged(HALVES[0])))
    print(written(found), end="")
    if options.write:
        TABLE.write_text(written(found), encoding="utf-8")
        print("written; run it again to see the reliability of the new confidences")
        return 0
    for half in HALVES:
        items = list(judged(half))
        print(f"\n{half}: {len(items)} statements, calibration gap {gap(items):.1f}")
        for sure, right, count in reliability(items):
            print(f"  confidence {sure:.2f}  right {right:.2f}  of {count}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
