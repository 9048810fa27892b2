"""Details of `benchmarks.best`: reliability of confidences, beliefs about arguments, and error surgery."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from benchmarks.best_world import FOLDS, Case, Learned
from factbook.evaluate.best_pairs import Pair, Tuple, pair_tuples
from factbook.evaluate.best_tuples import NONE, BestDocument, tuples_of
from factbook.extract.attitudes.calibration import Seen, Table
from factbook.model.kb import KB
from factbook.text.offsets import Span

EDGES = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 1.01)
WORST = 5  # kinds of loss shown for each condition
SHOWN = 110  # characters of an example


def reliability(learned: Learned, system: str, kind: str) -> Iterator[str]:
    """Confidences of five-fold answers on gold ERE against how often they were right; the table never saw the fold."""
    tables = {fold: learned.table(system, fold) for fold in range(FOLDS)}
    judged = [(_confidence(tables[fold], one), one.right) for fold, one in learned.answers(system) if one.kind == kind]
    error = 0.0
    for low, high in pairwise(EDGES):
        part = [(sure, right) for sure, right in judged if low <= sure < high]
        if part:
            mean, share = (sum(column) / len(part) for column in zip(*part, strict=True))
            error += abs(mean - share) * len(part) / len(judged)
            yield f"{system:<9} {kind:<10} {low:.2f}-{min(high, 1.0):.2f} {len(part):6} {mean:10.3f} {share:8.3f}"
    brier = sum((sure - right) ** 2 for sure, right in judged) / len(judged)
    overall = sum(right for _, right in judged) / len(judged)
    constant = overall * (1 - overall)
    yield (
        f"{system:<9} {kind:<10} all       {len(judged):6}   calibration error {error:.3f}"
        f"  Brier {brier:.3f} (constant {constant:.3f})"
    )


def _confidence(table: Table, one: Seen) -> float:
    ranges = table.get((one.system, one.kind, one.way)) or table[one.system, one.kind, "any"]
    return [r.share for r in ranges if r.least <= one.probability][-1]


def about_arguments(world: Sequence[Case], said: Mapping[str, KB]) -> tuple[float, float, float]:
    """Precision, recall and F of beliefs about arguments of events: source entity, event, argument and value."""
    right = guessed = true = 0
    for case in world:
        sides = [
            {
                (one.target, one.argument, case.scene.entity_of(one.source), one.value.upper())
                for one in side.attitudes.values()
                if one.argument is not None and one.value.upper() != "NA" and not _quoted(case, one.target)
            }
            for side in (case.gold.attitudes, said[case.gold.id])
        ]
        right, guessed, true = right + len(sides[0] & sides[1]), guessed + len(sides[1]), true + len(sides[0])
    precision, recall = right / max(1, guessed), right / max(1, true)
    return precision, recall, 2 * right / max(1, guessed + true)


def _quoted(case: Case, target: str) -> bool:
    return all(one.id != target for one in case.scene.targets)


def surgery(world: Sequence[Case], said: Mapping[str, KB], kind: str, predicted: bool) -> Iterator[str]:
    """The largest losses of a condition: points lost, how often, what, and the sentence of the first case."""
    losses: dict[str, list[tuple[float, Case, Pair]]] = {}
    for case in world:
        ere = case.scene.ere if predicted else None
        theirs = BestDocument(id=case.gold.id, attitudes=said[case.gold.id], ere=ere)
        made = tuples_of({case.gold.id: case.gold}, {case.gold.id: theirs}).documents[0]
        sides = ([one for one in side if one.kind == kind] for side in (made.gold, made.system))
        for pair in pair_tuples(*sides):
            lost = 1 - pair.score("full")
            if lost > 0.01:
                losses.setdefault(_what(case, pair, predicted), []).append((lost, case, pair))
    ordered = sorted(losses.items(), key=lambda item: -sum(lost for lost, _, _ in item[1]))
    for what, members in ordered[:WORST]:
        total = sum(lost for lost, _, _ in members)
        yield f"    {total:6.1f} {len(members):4}  {what:<44} {_example(*members[0][1:])}".rstrip()


def _what(case: Case, pair: Pair, predicted: bool) -> str:
    if pair.system is None:
        assert pair.gold is not None
        found = not predicted or any(_is_found(case, mention) for mention in pair.gold.provenance)
        missed = f"missed {pair.gold.value} of {_who(case, pair.gold)} about a {pair.gold.target_kind}"
        return missed if found else f"{pair.gold.target_kind} not in the predicted ERE"
    if pair.gold is None:
        if pair.system.target.startswith("?"):
            return f"{pair.system.target_kind} that gold has not"
        return f"spurious {pair.system.value} of {_who(case, pair.system)} about a {pair.system.target_kind}"
    if pair.round == "b":
        return "other mentions of the target"
    if pair.round == "c":
        return f"{pair.gold.value} taken for {pair.system.value}, same source"
    return f"another source for {pair.gold.value} about a {pair.gold.target_kind}"


def _who(case: Case, one: Tuple) -> str:
    if one.source == NONE:
        return "nobody named"
    source, ere = case.scene.document.source, case.gold.ere or KB()
    places = [(source.author_at(m.extent.start), m) for m in ere.mentions.values() if isinstance(m.extent, Span)]
    authors = {m.entity for found, m in places if found is not None and found[1] == m.extent}
    return "an author" if one.source in authors else "another"


def _is_found(case: Case, mention: str) -> bool:
    """Whether the predicted ERE has a target at the same characters as a gold mention."""
    place = _place(case.gold.ere or KB(), mention)
    return place is not None and any(place[0] <= one.anchor.start < place[1] for one in case.scene.targets)


def _place(ere: KB, mention: str) -> tuple[int, int] | None:
    """Characters of an entity mention, of a trigger, or else of the first argument."""
    entity = ere.mentions.get(mention)
    if entity is not None:
        return (entity.extent.start, entity.extent.end) if isinstance(entity.extent, Span) else None
    found = ere.event_mentions.get(mention) or ere.relation_mentions.get(mention)
    if found is None:
        return None
    if isinstance(found.trigger, Span):
        return found.trigger.start, found.trigger.end
    return _place(ere, found.arguments[0].ref) if found.arguments else None


def _example(case: Case, pair: Pair) -> str:
    one = pair.gold or pair.system
    assert one is not None
    name = one.provenance[0]
    place = _place(case.scene.ere if name.startswith("?") else case.gold.ere or KB(), name.lstrip("?"))
    if place is None:
        return case.gold.id
    document = case.scene.document
    sentence = next((s for s in document.sentences if s.start <= place[0] < s.stop), None)
    words = document.text[place[0] : place[1]]
    around = "" if sentence is None else " ".join(document.text[sentence.start : sentence.stop].split())
    return f"[{words}] {around}"[:SHOWN]
