"""A KB against a gold KB by Cold Start queries, without assessments.

The queries are resolved on both KBs beforehand; the gold KB's answers are the ground truth. An answer is right if it is
the same entity as a gold answer (see `coldstart_align`) or has the same normalised string. With `provenance=exact` its
justification must also be that of a gold answer of its class, with `document` share a document; `anydoc` does not look.
Lines of a KB that give one fact with several justifications are one answer. A slot has as many answers as the gold KB
gives. Everything else is as in scoring against assessments (`coldstart`): classes, hops, redundant and nominal answers,
MAX and MEAN. The gold answers become assessments, so the official tables can be printed too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

import msgspec

from factbook.evaluate import coldstart
from factbook.evaluate.coldstart_align import Alignment, normalise_value
from factbook.evaluate.coldstart_facts import agree
from factbook.evaluate.coldstart_mend import Mended, mend
from factbook.evaluate.coldstart_score import NO_CLASS, Judged
from factbook.evaluate.measure import Counted, Match
from factbook.model.kb import KB
from factbook.model.records import Mention
from factbook.model.tasks import Assessment, Query, Response
from factbook.schema.cssf_ids import canonical, next_id, parent_id
from factbook.text.offsets import Span


class GoldWorld(msgspec.Struct, frozen=True, kw_only=True):
    """A gold KB, the queries, and its answers to them."""

    kb: KB
    queries: tuple[Query, ...]
    responses: tuple[Response, ...]


class SystemWorld(msgspec.Struct, frozen=True, kw_only=True):
    """A system's KB and its answers to the same queries."""

    kb: KB
    responses: tuple[Response, ...]


class _Class(msgspec.Struct):
    """Answers that are the same: one equivalence class of the ground truth."""

    name: str
    entity: str  # gold entity, "" for a string
    strings: set[str]
    places: list[frozenset[Span]]
    named: bool


class _Index:
    """Looks up the mention that a fill stands for."""

    def __init__(self, kb: KB) -> None:
        self._by_place: dict[object, list[Mention]] = {}
        for mention in kb.mentions.values():
            self._by_place.setdefault(mention.extent, []).append(mention)

    def mention(self, response: Response) -> Mention | None:
        """The mention at the place of a fill, of the fill's type where there are several."""
        if response.value_type.upper() == "STRING":
            return None
        found = [mention for place in response.value_provenance for mention in self._by_place.get(place, ())]
        typed = [mention for mention in found if mention.type.upper() == response.value_type.upper()]
        return next(iter(typed or found), None)

    def entity_at(self, place: Span) -> str:
        return next((mention.entity for mention in self._by_place.get(place, ())), "")


class Assessor:
    """Judges a system's answers by the answers of the gold KB."""

    def __init__(self, gold: GoldWorld, system: SystemWorld, *, mentions: str, provenance: str) -> None:
        self.alignment = Alignment(gold.kb, system.kb, mentions=mentions)
        self._provenance = provenance
        self._gold, self._system = _Index(gold.kb), _Index(system.kb)
        self.classes: dict[str, list[_Class]] = {}  # by parent node
        self._nodes: dict[str, str] = {}  # node by the id of the query that an answer gives rise to
        self.kept: list[Response] = []  # answers of the system, lines of one fact taken together
        self._truths = {_key(response) for response in gold.responses}
        self.assessments: list[Assessment] = [*self._truth(gold.responses), *self._judgments(system.responses)]

    def _truth(self, responses: Iterable[Response]) -> Iterator[Assessment]:
        """Gold answers, first hop first, each with its class."""
        for response in sorted(responses, key=_level):
            parent = self._nodes.get(response.query, response.query)
            mention = self._gold.mention(response)
            known = self._find(parent, mention.entity if mention is not None else "", response)
            if known is None:
                known = self._add(parent, mention, response)
            known.strings.add(normalise_value(response.value))
            known.places.append(frozenset(response.provenance))
            self._nodes.setdefault(_target(response), known.name)
            level = mention.level if mention is not None else "NAM"
            yield _assessment(response, "C", known, "NOM" if level == "NOM" else "NAM")

    def _add(self, parent: str, mention: Mention | None, response: Response) -> _Class:
        classes = self.classes.setdefault(parent, [])
        entity = mention.entity if mention is not None else ""
        levels = {other.level for other in self.alignment.gold.mentions_of.get(entity, ())}
        named = not entity or "NAM" in levels
        known = _Class(f"{parent}:{len(classes) + 1}", entity, set(), [], named)
        classes.append(known)
        return known

    def _find(self, parent: str, entity: str, response: Response) -> _Class | None:
        """The class of an answer: by entity first, then by string."""
        classes = self.classes.get(parent, [])
        if entity:
            for known in classes:
                if known.entity == entity:
                    return known
        text = normalise_value(response.value)
        strings = (known for known in classes if text in known.strings and not (entity and known.entity))
        return next(strings, None)

    def _judgments(self, responses: Iterable[Response]) -> Iterator[Assessment]:
        """Answers of the system, lines of one fact taken together, with what they are by the gold answers."""
        waiting: dict[int, list[Response]] = {}
        for response in responses:
            waiting.setdefault(_level(response), []).append(response)
        renamed: dict[str, str] = {}  # query below a line that was taken together with another
        for level in sorted(waiting):
            for group in self._groups(waiting[level], renamed):
                chosen, known = self._choose(group)
                self.kept.append(chosen)
                target = _target(chosen)
                renamed.update((_target(other), target) for other in group)
                if known is not None:
                    self._nodes.setdefault(target, known.name)
                if _key(chosen) in self._truths or (level and chosen.query not in self._nodes):
                    continue  # a gold answer itself; or below a wrong one, which the scorer sees
                mention = self._system.mention(chosen)
                nominal = mention is not None and mention.level == "NOM"
                yield _assessment(chosen, "C" if known is not None else "W", known, "NOM" if nominal else "NAM")

    def _groups(self, responses: Iterable[Response], renamed: dict[str, str]) -> list[list[Response]]:
        """Answers that say the same: one entity or string of the system below one answer."""
        groups: dict[tuple[str, str], list[Response]] = {}
        for response in responses:
            query = renamed.get(response.query, response.query)
            mention = self._system.mention(response)
            answer = f":{mention.entity}" if mention is not None else normalise_value(response.value)
            key = (self._nodes.get(query, query), answer)
            groups.setdefault(key, []).append(msgspec.structs.replace(response, query=query))
        return list(groups.values())

    def _choose(self, group: list[Response]) -> tuple[Response, _Class | None]:
        """Of lines that say the same, the first that is right, or failing that the first."""
        for response in group:
            known = self._match(self._nodes.get(response.query, response.query), response)
            if known is not None:
                return response, known
        return group[0], None

    def wrong_entity(self, response: Response) -> tuple[str, str]:
        """Why a wrong answer is wrong, as far as its entity is the reason."""
        mention = self._system.mention(response)
        stage = self.alignment.system_stage(mention.entity) if mention is not None else ""
        return stage, f"system entity {mention.entity} has no mate" if stage and mention is not None else ""

    @cached_property
    def entities(self) -> dict[str, str]:
        """The gold entity of each class."""
        return {known.name: known.entity for classes in self.classes.values() for known in classes}

    def entity_at(self, place: Span) -> str:
        """The gold entity mentioned at a place."""
        return self._gold.entity_at(place)

    def _match(self, parent: str, response: Response) -> _Class | None:
        """The class that a system answer belongs to, if its provenance will do."""
        mention = self._system.mention(response)
        entity = self.alignment.to_gold.get(mention.entity, "") if mention is not None else ""
        known = self._find(parent, entity, response) or self._find(parent, "", response)
        if known is None or not agree(known.places, [frozenset(response.provenance)], self._provenance):
            return None
        return known


def _level(response: Response) -> int:
    return 1 if parent_id(response.query) else 0


def _target(response: Response) -> str:
    return next_id(response.query, response.value, response.value_provenance)


def _key(item: Response) -> tuple[str, str, str, str]:
    return item.query, item.value, canonical(item.provenance), canonical(item.value_provenance)


def _assessment(response: Response, judgment: str, known: _Class | None, level: str) -> Assessment:
    return Assessment(
        id="",
        query=response.query,
        slot=response.slot,
        provenance=response.provenance,
        value=response.value,
        value_provenance=response.value_provenance,
        judgment=judgment,
        mention_type=level,
        provenance_judgment=judgment,
        equivalence_class=known.name if known is not None else NO_CLASS,
        class_mention_type="NAM" if known is not None and known.named else "NOM",
        line=response.line,
    )


def assess(
    gold: GoldWorld, system: SystemWorld, *, mentions: str = "exact", provenance: str = "anydoc"
) -> tuple[tuple[Assessment, ...], Assessor]:
    """Assessments of a system's answers made from the gold KB, ground truth included."""
    assessor = Assessor(gold, system, mentions=mentions, provenance=provenance)
    return tuple(assessor.assessments), assessor


def count(
    gold: GoldWorld,
    system: SystemWorld | Mended,
    *,
    view: str = "max",
    edition: str = "2016",
    slots: str = "hops",
    mentions: str = "exact",
    provenance: str = "anydoc",
) -> Counted:
    """Counts as in `coldstart.count`, with stages that say which entity was missed, mistyped, split or merged."""
    assessments: tuple[Assessment, ...] = ()
    answers: Mended | list[Response]
    if isinstance(system, Mended):
        assessor, answers = system.assessor, system
    else:
        assessments, assessor = assess(gold, system, mentions=mentions, provenance=provenance)
        answers = assessor.kept
    truth = coldstart.ColdStartGold(queries=gold.queries, assessments=assessments)
    counted = coldstart.count(truth, answers, view=view, edition=edition, slots=slots, single_valued=False)
    told = counted.detail.told(view, slots)
    matches = coldstart.matches_of(told, lambda point: _explained(point, assessor))
    return msgspec.structs.replace(counted, matches=tuple(matches))


def repair(
    gold: GoldWorld,
    system: SystemWorld | Mended,
    stage: str,
    *,
    edition: str = "2016",
    mentions: str = "exact",
    provenance: str = "anydoc",
    **_: str,
) -> Mended:
    """The answers with the errors of one stage mended, all entry points alike."""
    if not isinstance(system, Mended):
        words = {"edition": edition, "mentions": mentions, "provenance": provenance}
        detail = count(gold, system, view="sf", **words).detail
        assessor = assess(gold, system, mentions=mentions, provenance=provenance)[1]
        system = Mended(detail.run, detail.points, assessor)
    points = (
        msgspec.structs.replace(point, scores=mend(point.scores, _explained(point, system.assessor), stage))
        for point in system.points
    )
    return msgspec.structs.replace(system, points=tuple(points))


def _explained(point: coldstart.EntryPointScore, assessor: Assessor) -> Iterator[tuple[Match, Judged | None]]:
    """Matches whose stage tells which entity was missed, mistyped, split or merged."""
    entities = assessor.entities
    start = assessor.entity_at(point.query.entry_points[0].span)
    for match, judged in coldstart.judged_matches(point):
        stage, reason = "", ""
        if match.stage == "relation" and match.gold is not None:
            stage, reason = _lost(assessor, start, entities.get(match.gold, ""))
        elif match.stage == "value" and judged is not None:
            stage, reason = assessor.wrong_entity(judged.response)
        yield msgspec.structs.replace(match, stage=stage or match.stage, reason=reason or match.reason), judged


def _lost(assessor: Assessor, start: str, entity: str) -> tuple[str, str]:
    """Why a gold answer was missed, as far as entities are the reason."""
    for what, id in (("the entry point's entity", start), ("gold entity", entity)):
        stage = assessor.alignment.gold_stage(id) if id else ""
        if stage:
            return stage, f"{what} {id} has no mate"
    return "", ""


summarise = coldstart.summarise
report = coldstart.report
