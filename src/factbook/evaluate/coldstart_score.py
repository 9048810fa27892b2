"""Cold Start slot filling against assessments, as the official scorer (Score 3.0) counts (seed 002, "Evaluation").

A query is a tree of equivalence classes: `Q` has the classes `Q:1`, `Q:2` … of its first hop, each of those the classes
`Q:1:1` … of the second hop. Class 0 holds what is no answer. One score is made for each node that has children.

* Right: CORRECT; wrong: INCORRECT, INEXACT, below a wrong parent, redundant (2017: redundant answers are ignored).
  Ignored: UNASSESSED, judgment I, and a nominal answer of a class that has a name.
* Ground truth is the number of classes, those with inexact members only included; at most 1 for a single-valued slot.
* In a class the first named right response counts, or failing that the first; the others are redundant.
* A second-hop assessment without class below a parent that is not correct stops the official program; here the
  response counts as wrong. Of several right answers to a single-valued slot the first named one counts (there: by
  hash order).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import msgspec

from factbook.evaluate.measure import harmonic
from factbook.model.tasks import Assessment, Response
from factbook.schema.coldstart import slot_of
from factbook.schema.cssf_ids import canonical, next_id, parent_id, parse_id

JUDGMENTS = {
    "C": "CORRECT",
    "W": "INCORRECT",
    "X": "INEXACT",
    "I": "IGNORE",
    "S": "INEXACT_SHORT",
    "L": "INEXACT_LONG",
}
UNASSESSED, PARENT, REDUNDANT = "UNASSESSED", "INCORRECT_PARENT", "REDUNDANT"
RIGHT, WRONG, IGNORE = "RIGHT", "WRONG", "IGNORE"
_COUNTS_WRONG = ("INCORRECT", PARENT, "INEXACT")
_WITH_CLASS = ("CORRECT", "INEXACT")
NO_CLASS = "0"


class Judged(msgspec.Struct):
    """A response with what was said about it: `labels` in the words of the official report."""

    response: Response
    assessment: Assessment | None
    node: str  # the class it belongs to
    target: str  # the query that it gives rise to
    labels: list[str] = []

    @property
    def judgment(self) -> str:
        return JUDGMENTS[self.assessment.judgment] if self.assessment is not None else UNASSESSED

    @property
    def nominal(self) -> bool:
        return self.assessment is not None and self.assessment.mention_type == "NOM"


class NodeScore(msgspec.Struct, kw_only=True):
    """The counts of one node; `ec` is a query id, or that of an equivalence class."""

    ec: str
    level: int
    gt: int = 0
    submitted: int = 0
    correct: int = 0
    incorrect: int = 0
    inexact: int = 0
    parent: int = 0
    unassessed: int = 0
    redundant: int = 0
    right: int = 0
    wrong: int = 0
    ignored: int = 0
    judged: list[Judged] = []
    missed: list[str] = []  # classes without a right response

    @property
    def precision(self) -> float:
        """#Right / (#Right + #Spurious) (seed 002, Slot Filling Scoring): ignored answers are out; 0 over nothing."""
        answered = self.submitted - self.ignored
        return self.right / answered if answered else 0.0

    @property
    def recall(self) -> float:
        """#Right / Reference (seed 002, Slot Filling Scoring); 0 over nothing."""
        return self.right / self.gt if self.gt else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall (seed 002, Evaluation)."""
        return harmonic(self.precision, self.recall)


NUMBERS = (
    "gt",
    "submitted",
    "correct",
    "incorrect",
    "inexact",
    "parent",
    "unassessed",
    "redundant",
    "right",
    "wrong",
    "ignored",
)

Key: TypeAlias = tuple[str, str, str, str]


def _key(item: Response | Assessment) -> Key:
    return item.query, item.value, canonical(item.provenance), canonical(item.value_provenance)


def first_round(id: str) -> str:
    """The first-round query that an id belongs to."""
    while parent := parent_id(id):
        id = parent
    return id


class QueryScorer:
    """One first-round query: its assessments as a tree of classes, and the responses put into it."""

    def __init__(
        self,
        query: str,
        slots: Sequence[str],
        assessments: Iterable[Assessment],
        responses: Iterable[Response],
        *,
        duplicates_wrong: bool = True,
        single_valued: bool = True,
    ) -> None:
        self.query = query
        self._duplicates = WRONG if duplicates_wrong else IGNORE
        known = [slot_of(name) for name in slots]
        self._single = [single_valued and slot is not None and slot.single for slot in known]
        self._parents: dict[str, Assessment] = {}  # by the id of the query that the answer gives rise to
        self._known: dict[Key, list[Assessment]] = {}
        assessments = list(assessments)
        for assessment in assessments:
            if JUDGMENTS[assessment.judgment] in _WITH_CLASS and assessment.equivalence_class != NO_CLASS:
                self._parents[_target(assessment)] = assessment
            self._known.setdefault(_key(assessment), []).append(assessment)
        self.children: dict[str, dict[str, list[Judged]]] = {}  # responses by class, by parent node
        for assessment in assessments:
            self._child(self._assessed_node(assessment))
        for response in responses:
            judged = self._judge(response)
            self._child(judged.node).append(judged)

    def _child(self, node: str) -> list[Judged]:
        """The responses of a class; nodes above it come to be as well."""
        parent, _, _ = node.rpartition(":")
        if ":" in parent:
            self._child(parent)
        return self.children.setdefault(parent, {}).setdefault(node, [])

    def _class_of(self, query: str) -> str:
        """The node whose children answer a query: the class of the answer that gave rise to it."""
        if not parent_id(query):
            return query
        assessment = self._parents.get(query)
        if assessment is not None:
            return assessment.equivalence_class
        return f"{self._class_of(parent_id(query))}:{NO_CLASS}"

    def _assessed_node(self, assessment: Assessment) -> str:
        if assessment.equivalence_class != NO_CLASS and JUDGMENTS[assessment.judgment] in _WITH_CLASS:
            return assessment.equivalence_class
        return f"{self._class_of(assessment.query)}:{NO_CLASS}"

    def _judge(self, response: Response) -> Judged:
        choices, target = self._known.get(_key(response), []), _target(response)
        right = [choice for choice in choices if choice.judgment == "C"]
        if choices:
            assessment = (right or choices)[0]
            return Judged(response, assessment, self._assessed_node(assessment), target, [])
        return Judged(response, None, self._class_of(target), target, [])

    def scores(self) -> list[NodeScore]:
        """One score for each node that has classes, the query itself first."""
        deepest = len(self._single) - 1
        found = [self._score(node) for node in self.children if node.count(":") <= deepest]
        return sorted(found, key=lambda score: ec_order(score.ec))

    def _score(self, node: str) -> NodeScore:
        """Counts of one node: ground truth, right, wrong and ignored answers (seed 002, Evaluation; Score 3.0)."""
        level = node.count(":")
        single = level < len(self._single) and self._single[level]
        classes = self.children[node]
        truth = [name for name in classes if NO_CLASS not in name.split(":")[1:]]
        score = NodeScore(ec=node, level=level, gt=min(len(truth), 1) if single else len(truth), judged=[], missed=[])
        right: list[Judged] = []
        for members in classes.values():
            right.extend(self._categorise(members))
            score.judged.extend(members)
        if single and len(right) > 1:
            right = self._keep_one(right, score.judged)
        found = set()
        for judged in right:
            named = judged.assessment is not None and judged.assessment.class_mention_type != "NOM"
            outcome = IGNORE if judged.nominal and named else RIGHT
            judged.labels.append(outcome)
            if outcome == RIGHT:
                found.add(judged.node)
        if not (single and found):
            score.missed = [name for name in truth if name not in found]
        self._count(score)
        return score

    def _categorise(self, members: list[Judged]) -> list[Judged]:
        """Labels the responses of one class; gives the one that may count as right."""
        right: list[Judged] = []
        for judged in members:
            judged.labels = [judged.judgment if self._path_is_correct(judged) else PARENT]
            category = judged.labels[0]
            if category == "CORRECT":
                right.append(judged)
            elif category in _COUNTS_WRONG:
                judged.labels.append(WRONG)
            elif category == UNASSESSED:
                judged.labels.append(IGNORE)
        return self._keep_one(right, members) if len(right) > 1 else right

    def _keep_one(self, right: list[Judged], among: list[Judged]) -> list[Judged]:
        """The first named of several right responses; the others are redundant."""
        kept = next((judged for judged in right if not judged.nominal), right[0])
        for judged in among:
            if judged is not kept and any(judged is other for other in right):
                judged.labels += [REDUNDANT, self._duplicates]
        return [kept]

    def _path_is_correct(self, judged: Judged) -> bool:
        """Is the answer that gave rise to the query of this response itself submitted and right?"""
        query = judged.response.query
        above = parent_id(query)
        if not above:
            return True
        parent_node, _, _ = judged.node.rpartition(":")
        grand, _, _ = parent_node.rpartition(":")
        for other in self.children.get(grand, {}).get(parent_node, ()):
            if other.target == query:
                return other.judgment == "CORRECT" and self._path_is_correct(other)
        return False

    def _count(self, score: NodeScore) -> None:
        columns = {
            "CORRECT": "correct",
            "INCORRECT": "incorrect",
            "INEXACT": "inexact",
            PARENT: "parent",
            UNASSESSED: "unassessed",
            REDUNDANT: "redundant",
            RIGHT: "right",
            WRONG: "wrong",
            IGNORE: "ignored",
        }
        score.submitted = len(score.judged)
        for judged in score.judged:
            for label in judged.labels:
                if label in columns:
                    name = columns[label]
                    setattr(score, name, getattr(score, name) + 1)


def _target(item: Response | Assessment) -> str:
    return next_id(item.query, item.value, item.value_provenance)


def ec_order(ec: str) -> tuple[object, ...]:
    """Query as text, then class numbers as numbers, then depth."""
    query, *classes = ec.split(":")
    numbers = tuple(int(name) if name.isdigit() else 0 for name in classes)
    return query, numbers, len(numbers)


def by_query(items: Iterable[Response] | Iterable[Assessment]) -> Mapping[str, list[Response | Assessment]]:
    """Items by the hash of their first-round query."""
    found: dict[str, list[Response | Assessment]] = {}
    for item in items:
        parts = parse_id(first_round(item.query))
        found.setdefault(parts.hash if parts is not None else item.query, []).append(item)
    return found
