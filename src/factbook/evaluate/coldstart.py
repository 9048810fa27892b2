"""Cold Start scores of a slot filling run, or of a KB resolved into one, against assessments.

Three views of the same tree of classes: each entry point by itself (`sf`), the best entry point of each LDC query
(`max`), the mean over its entry points (`mean`). Micro averages add up counts, macro averages take means over the nodes
that have ground truth. 0/0 is 0. Ties of `max`: the first entry point in the query file.

The task description takes a query of two hops as one pseudo-slot, of which only the last hop is scored; the official
program scores every hop. The parameter `slots` has both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

import msgspec

from factbook.evaluate.coldstart_mend import Mended, Told, mend
from factbook.evaluate.coldstart_score import RIGHT, Judged, NodeScore, QueryScorer, by_query, ec_order, first_round
from factbook.evaluate.coldstart_text import Tables, added, debug, mean_lines
from factbook.evaluate.measure import Counted, Match, Unit, precision_recall_f, total
from factbook.model.tasks import Assessment, Query, Response
from factbook.schema.coldstart import edition_of, slot_of
from factbook.schema.cssf_ids import LANGUAGES, expand, parse_id

VIEWS = ("sf", "max", "mean")
SLOTS = ("hops", "pseudo")
_COUNTED = ("gt", "submitted", "right", "wrong", "ignored", "unassessed", "redundant", "inexact", "parent")


class ColdStartGold(msgspec.Struct, frozen=True, kw_only=True):
    """What runs are scored against: the queries (LDC queries or expanded ones) and the assessments."""

    queries: tuple[Query, ...]
    assessments: tuple[Assessment, ...]


class EntryPointScore(msgspec.Struct, frozen=True):
    """One entry point: its expanded query, the LDC query it comes from, and the scores of its nodes."""

    query: Query
    ldc: str
    scores: tuple[NodeScore, ...]

    @property
    def sum(self) -> NodeScore:
        """All hops together: what LDC-MAX compares."""
        return added(self.scores, self.query.id)


class ColdStartDetail(msgspec.Struct, frozen=True):
    """What the full report needs: the entry points as they count, and with all their hops."""

    run: str
    points: tuple[EntryPointScore, ...]
    whole: tuple[EntryPointScore, ...] = ()

    def told(self, view: str, slots: str) -> Iterable[tuple[EntryPointScore, str]]:
        """The entry points that a view looks at, with all hops, and the hop that counts (all: empty)."""
        chosen = {point.query.id for point in in_view(self.points, view)}
        for point in self.whole:
            if point.query.id in chosen:
                yield point, str(len(point.query.slots) - 1) if slots == "pseudo" else ""

    def tables(
        self, responses: Mapping[int, str] | None = None, assessments: Mapping[int, str] | None = None
    ) -> dict[str, str]:
        """The official files by name: sf, ldcmax, ldcmean, summary, and debug where file lines are given."""
        tables = Tables(self.run)
        every = [score for point in self.points for score in point.scores]
        groups = mean_groups(self.points)
        truths = {ec: any(score.gt > 0 for score in scores) for ec, scores in groups.items()}
        texts = {
            "sf": tables.node_table("SF", every),
            "ldcmax": tables.node_table("LDC-MAX", [score for point in best(self.points) for score in renamed(point)]),
            "ldcmean": tables.mean_table("LDC-MEAN", mean_lines(groups, self.run), truths),
        }
        texts["summary"] = tables.summary()
        if responses is not None and assessments is not None:
            texts["debug"] = debug(every, responses, assessments)
        return texts


def renamed(point: EntryPointScore) -> list[NodeScore]:
    """The scores of an entry point under the name of its LDC query."""
    return [msgspec.structs.replace(score, ec=score.ec.replace(point.query.id, point.ldc, 1)) for score in point.scores]


def best(points: Iterable[EntryPointScore]) -> list[EntryPointScore]:
    """The entry point with the highest F1 over all hops, for each LDC query; entry points without a score are out."""
    chosen: dict[str, EntryPointScore] = {}
    for point in points:
        if point.scores and (point.ldc not in chosen or point.sum.f1 > chosen[point.ldc].sum.f1):
            chosen[point.ldc] = point
    return list(chosen.values())


def pseudo(point: EntryPointScore, *, single_valued: bool = True) -> EntryPointScore:
    """The query as one indivisible slot (seed 002, "pseudo-slot scoring"): the answers of its last hop.

    An answer below a wrong first hop is wrong already. The slot is single-valued if all its parts are: then one answer
    counts, and further right ones are redundant.
    """
    slots = [slot_of(name) for name in point.query.slots]
    last = len(slots) - 1
    nodes = [node for node in point.scores if node.level == last]
    if not nodes:
        return msgspec.structs.replace(point, scores=())
    score = added(nodes, point.query.id, last)
    score.judged = [judged for node in nodes for judged in node.judged]
    score.missed = [name for node in nodes for name in node.missed]
    if single_valued and all(slot is not None and slot.single for slot in slots):
        further = max(score.right - 1, 0)
        score.gt, score.right = min(score.gt, 1), score.right - further
        score.wrong, score.redundant = score.wrong + further, score.redundant + further
    return msgspec.structs.replace(point, scores=(score,))


def in_view(points: Sequence[EntryPointScore], view: str) -> list[EntryPointScore]:
    """The entry points that a view looks at."""
    return best(points) if view == "max" else list(points)


def mean_groups(points: Iterable[EntryPointScore]) -> dict[str, list[NodeScore]]:
    """The scores of all entry points by LDC query and class."""
    groups: dict[str, list[NodeScore]] = {}
    for point in points:
        for score in renamed(point):
            groups.setdefault(score.ec, []).append(score)
    return groups


def _base(gold: ColdStartGold, responses: Sequence[Response]) -> str:
    """The base of expanded ids (CSSF16 in CSSF16_ENG_…), as responses or assessments write it."""
    for query in [*(item.query for item in gold.assessments), *(item.query for item in responses)]:
        parts = parse_id(first_round(query))
        if parts is not None and parts.expanded:
            base, _, code = parts.prefix.rpartition("_")
            return base if code in LANGUAGES.values() else parts.prefix
    return "CSSF"


def _expanded(gold: ColdStartGold, responses: Sequence[Response]) -> Iterable[tuple[Query, str]]:
    base = _base(gold, responses)
    for query in gold.queries:
        parts = parse_id(query.id)
        if parts is not None and parts.expanded:
            yield query, query.id
        else:
            for point in expand(query, base):
                yield point, query.id


def score(
    gold: ColdStartGold, responses: Sequence[Response], *, edition: str = "2016", single_valued: bool = True
) -> list[EntryPointScore]:
    """The scores of all entry points in the order of the query file.

    `single_valued` False lets every slot have as many answers as the ground truth has classes.
    """
    assessments, answers = by_query(gold.assessments), by_query(responses)
    points = []
    for query, ldc in _expanded(gold, responses):
        parts = parse_id(query.id)
        key = parts.hash if parts is not None else query.id
        scorer = QueryScorer(
            query.id,
            query.slots,
            cast(list[Assessment], assessments.get(key, [])),
            cast(list[Response], answers.get(key, [])),
            duplicates_wrong=edition_of(edition).duplicates_wrong,
            single_valued=single_valued,
        )
        points.append(EntryPointScore(query, ldc, tuple(scorer.scores())))
    return points


def count(
    gold: ColdStartGold,
    system: Sequence[Response] | Mended,
    *,
    view: str = "max",
    edition: str = "2016",
    slots: str = "hops",
    single_valued: bool = True,
) -> Counted:
    """Counts by entry point (`sf`), by LDC query with its best entry point (`max`) or the mean over them (`mean`)."""
    unknown: list[str] = []
    if isinstance(system, Mended):
        run, points = system.run, list(system.points)
    else:
        points = score(gold, system, edition=edition, single_valued=single_valued)
        run = system[0].run if system else "-"
        unknown = sorted({first_round(item.query) for item in system} - {point.query.id for point in points})
    scored = [pseudo(point, single_valued=single_valued) for point in points] if slots == "pseudo" else points
    detail = ColdStartDetail(run, tuple(scored), tuple(points))
    return Counted(
        units=tuple(_units(scored, view)),
        matches=tuple(matches_of(detail.told(view, slots), judged_matches)),
        warnings=tuple(f"query {query} is not among the queries; its responses are not scored" for query in unknown),
        detail=detail,
    )


def matches_of(told: Iterable[tuple[EntryPointScore, str]], explain: Callable[[EntryPointScore], Told]) -> list[Match]:
    """Matches of entry points, those of one hop or of all."""
    return [match for point, hop in told for match, _ in explain(point) if not hop or match.labels["hop"] == hop]


def repair(
    gold: ColdStartGold, system: Sequence[Response] | Mended, stage: str, *, edition: str = "2016", **_: str
) -> Mended:
    """The answers with the errors of one stage mended, all entry points alike."""
    if not isinstance(system, Mended):
        run = system[0].run if system else "-"
        system = Mended(run, tuple(score(gold, system, edition=edition)))
    points = (_mended(point, judged_matches(point), stage) for point in system.points)
    return msgspec.structs.replace(system, points=tuple(points))


def _mended(point: EntryPointScore, told: Told, stage: str) -> EntryPointScore:
    return msgspec.structs.replace(point, scores=mend(point.scores, told, stage))


def report(counted: Counted, *, view: str = "max", **_: str) -> str:
    """The table of the view, then the summary, as the official scorer prints them."""
    tables = counted.detail.tables()
    return f"{tables[{'sf': 'sf', 'max': 'ldcmax', 'mean': 'ldcmean'}[view]]}\n{tables['summary']}"


def _labels(point: EntryPointScore) -> dict[str, str]:
    query = point.query
    language = next((name for name in LANGUAGES.values() if f"_{name}_" in query.id), "")
    return {"slot": " ".join(query.slots), "language": language, "hops": str(len(query.slots))}


def _units(points: Sequence[EntryPointScore], view: str) -> Iterable[Unit]:
    if view == "mean":
        yield from _mean_units(points)
        return
    for point in in_view(points, view):
        counts: dict[str, float] = {}
        for node in point.scores:
            _add(counts, node, 1.0)
        counts["ap"] = average_precision(point.scores)
        counts["ap_nodes"] = float(any(node.gt for node in point.scores))
        yield Unit(id=point.query.id if view == "sf" else point.ldc, counts=counts, labels=_labels(point))


def _mean_units(points: Sequence[EntryPointScore]) -> Iterable[Unit]:
    """MEAN (seed 002, Slot Filling Scoring): each query, and each class of it, is the mean over its entry points."""
    by_ldc: dict[str, list[EntryPointScore]] = {}
    for point in points:
        by_ldc.setdefault(point.ldc, []).append(point)
    for ldc, group in by_ldc.items():
        counts: dict[str, float] = {}
        for _, scores in sorted(mean_groups(group).items(), key=lambda item: ec_order(item[0])):
            for node in scores:
                _add(counts, node, 1 / len(scores), truth=any(other.gt for other in scores))
        with_truth = [point for point in group if any(node.gt for node in point.scores)]
        precisions = [average_precision(point.scores) for point in with_truth]
        counts["ap"] = sum(precisions) / len(precisions) if precisions else 0.0
        counts["ap_nodes"] = float(bool(precisions))
        if any(point.scores for point in group):
            yield Unit(id=ldc, counts=counts, labels=_labels(group[0]))


def _add(counts: dict[str, float], node: NodeScore, share: float, *, truth: bool | None = None) -> None:
    """Adds the share of a node: its counts, and its P, R and F for macro averages over nodes with ground truth."""
    has_truth = node.gt > 0 if truth is None else truth
    means = {"p_sum": node.precision, "r_sum": node.recall, "f_sum": node.f1, "nodes": float(has_truth)}
    for name, number in {**{name: getattr(node, name) for name in _COUNTED}, **means}.items():
        for key in (name, f"{name}_{node.level}"):
            counts[key] = counts.get(key, 0.0) + number * share


def average_precision(scores: Iterable[NodeScore]) -> float:
    """Average precision over the order of confidences (seed 002, Confidence Measure): ties go to the earlier response.

    Ignored responses are out; 0/0 is 0.
    """
    nodes = list(scores)
    answers = [judged for node in nodes for judged in node.judged if "IGNORE" not in judged.labels]
    answers.sort(key=lambda judged: (-judged.response.confidence, judged.response.line))
    right = precision = 0.0
    for rank, judged in enumerate(answers, start=1):
        if RIGHT in judged.labels:
            right += 1
            precision += right / rank
    truth = sum(node.gt for node in nodes)
    return precision / truth if truth else 0.0


def summarise(units: Sequence[Unit], *, view: str = "max", **_: str) -> dict[str, float]:
    """Micro and macro P, R and F over all hops and by hop; mean average precision; how much was not assessed.

    The first three figures are micro averages, for `mean` macro averages, as in the official summary.
    """
    sums = total(units)
    figures: dict[str, float] = {}
    hops = sorted({key.rpartition("_")[2] for key in sums if key.startswith("gt_")})
    for suffix in ("", *(f"_{hop}" for hop in hops)):
        right = sums.get(f"right{suffix}", 0.0)
        answered = sums.get(f"submitted{suffix}", 0.0) - sums.get(f"ignored{suffix}", 0.0)
        micro = precision_recall_f(right, answered, sums.get(f"gt{suffix}", 0.0))
        nodes = sums.get(f"nodes{suffix}", 0.0)
        macro = {name: sums.get(f"{name}_sum{suffix}", 0.0) / nodes if nodes else 0.0 for name in ("p", "r", "f")}
        for name in ("p", "r", "f"):
            figures[f"{name}{suffix}"] = macro[name] if view == "mean" else micro[name]
            if view != "mean":
                figures[f"macro_{name}{suffix}"] = macro[name]
    queries = sums.get("ap_nodes", 0.0)
    figures["map"] = sums.get("ap", 0.0) / queries if queries else 0.0
    figures["unassessed"] = sums.get("unassessed", 0.0)
    return figures


_STAGES = {"INCORRECT": "value", "INEXACT": "inexact", "INCORRECT_PARENT": "parent", "UNASSESSED": "unassessed"}


def _class(judged: Judged) -> str | None:
    """The equivalence class of an answer; class 0 is none."""
    name = judged.assessment.equivalence_class if judged.assessment is not None else ""
    return name if name and name != "0" else None


def judged_matches(point: EntryPointScore) -> Told:
    """How each answer fared, with its judgment; then the classes without a right answer."""
    found = {judged.node for node in point.scores for judged in node.judged if RIGHT in judged.labels}
    for node in point.scores:
        for judged in node.judged:
            labels: dict[str, Any] = {**_labels(point), "hop": str(node.level)}
            category = judged.labels[0]
            stage = "redundant" if "REDUNDANT" in judged.labels else _STAGES.get(category, "")
            outcome = "right" if RIGHT in judged.labels else "ignored" if "IGNORE" in judged.labels else "wrong"
            match = Match(
                unit=point.query.id,
                gold=_class(judged),
                system=judged.response.value,
                outcome=outcome,
                stage="" if outcome == "right" else stage,
                reason=", ".join(judged.labels).lower(),
                credit=float(outcome == "right"),
                cost=float(outcome == "wrong"),
                confidence=judged.response.confidence,
                labels=labels,
            )
            yield match, judged
        for name in node.missed:
            parent = node.level > 0 and node.ec not in found
            missed = Match(
                unit=point.query.id,
                gold=name,
                outcome="missed",
                stage="parent" if parent else "relation",
                reason="its first hop is missing" if parent else "no right response",
                cost=1.0,
                labels={**_labels(point), "hop": str(node.level)},
            )
            yield missed, None
