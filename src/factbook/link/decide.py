"""Which entity a node belongs to: the candidates' name scores, raised by shared context, decided with a margin.

Everything here depends only on the node, its candidates and tracked counts in powers of four, never on the order in
which documents came. That is what makes adding documents one by one equal to building the whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from factbook.link.match import SCORES, Match, match
from factbook.link.names import NameForm, is_demonym
from factbook.link.scripts import script

ACCEPT_FULL = 0.6  # a full name joins another full name from this score on
ACCEPT_SHORT = 0.55
MARGIN = 0.06  # a short name must fit one entity better than the next by this much
CONTEXT_FACTOR = 0.6  # doubt that remains after each shared name of the context
CONTEXT_CAP = 4
PROMINENCE_STEP = 0.08
SAME_DOCUMENT = 0.5  # what another entity of the same document loses as a candidate


class Settings(NamedTuple):
    """Parts of linking that can be switched off, to measure them or to obey a rule."""

    names: bool = True  # False: only equal names
    context: bool = True
    outside: bool = True  # the gazetteer; False is `--closed`


class Candidate(NamedTuple):
    """A node that another one may belong to."""

    node: int
    group: int
    root: int
    form: NameForm
    documents: int
    aliases: Mapping[str, int]  # further names, with the number of documents that use both


class Decision(NamedTuple):
    """The chosen parent with the evidence for it."""

    parent: int
    score: float
    rule: str
    name: str
    shared: int = 0  # main names of the document that also occur with the parent, up to `CONTEXT_CAP`


def bucket(count: int) -> int:
    """A count in powers of four: small changes do not change decisions."""
    return (count.bit_length() + 1) // 2


Rank = tuple[bool, bool, int, int, str]


def rank(entity_type: str, form: NameForm, documents: int) -> Rank:
    """Of two full names of one entity the one with the higher rank stands for it: Latin script, frequent, long.

    Of organisations and facilities the longer name stands above, however frequent its short form is. A place is not
    called by the name of its people.
    """
    first, second = bucket(documents), len(form.tokens)
    if entity_type in ("ORG", "FAC"):
        first, second = second, first
    people = entity_type == "GPE" and is_demonym(form)
    return script(form.key) == "latn", not people, first, second, form.key


def choose_full(entity_type: str, matched: Sequence[tuple[Candidate, Match]]) -> Decision | None:
    """The higher-ranked full name that a full name is a variant of, among those that match it."""
    best: tuple[float, Rank, Candidate, Match] | None = None
    shortened: list[tuple[Candidate, Match]] = []
    for candidate, hit in matched:
        if hit.rule == "short form" and entity_type in ("ORG", "FAC"):
            shortened.append((candidate, hit))
        if hit.score >= ACCEPT_FULL:
            order = rank(entity_type, candidate.form, candidate.documents)
            if best is None or (hit.score, order) > best[:2]:
                best = hit.score, order, candidate, hit
    if best is None and len(shortened) == 1:
        # "Federal Police" where only one name goes on from it.
        candidate, hit = shortened[0]
        return Decision(candidate.node, ACCEPT_FULL, hit.rule, candidate.form.text)
    if best is None:
        return None
    return Decision(best[2].node, round(best[3].score, 4), best[3].rule, best[2].form.text)


def full_match(
    entity_type: str,
    form: NameForm,
    documents: int,
    aliases: Mapping[str, int],
    candidate: Candidate,
    settings: Settings,
) -> Match | None:
    """Why a full name may be a variant of a candidate of a higher rank."""
    own = rank(entity_type, form, documents)
    if candidate.form.short or rank(entity_type, candidate.form, candidate.documents) <= own:
        return None
    return _alias(form, documents, aliases, candidate) or match(
        entity_type, form, candidate.form, outside=settings.outside
    )


def _alias(form: NameForm, documents: int, aliases: Mapping[str, int], candidate: Candidate) -> Match | None:
    """Documents that use both names for one entity, unless they are few beside those that use this name alone."""
    seen = max(bucket(candidate.aliases.get(form.key, 0)), bucket(aliases.get(candidate.form.key, 0)))
    return Match("alias", SCORES["alias"]) if seen and seen + 1 >= bucket(documents) else None


class _Entry(NamedTuple):
    """A candidate of a short name, scored without context."""

    total: float
    candidate: Candidate
    hit: Match


def plain_total(candidate: Candidate, hit: Match) -> float:
    """What a candidate of a short name counts before a document is looked at; context only adds to it."""
    return round(hit.score + PROMINENCE_STEP * bucket(candidate.documents), 9)


class Meant:
    """The entities that a short name may mean; decides which of them one use of it means."""

    def __init__(self, matched: Sequence[tuple[Candidate, Match]], settings: Settings) -> None:
        self.context = settings.context
        entries = (_Entry(plain_total(c, h), c, h) for c, h in matched)
        self.entries = sorted(entries, key=lambda e: (-e.total, e.candidate.form.key, e.candidate.node))
        self.groups: dict[int, list[_Entry]] = {}
        for entry in self.entries:
            self.groups.setdefault(entry.candidate.group, []).append(entry)

    def choose(self, shared: Mapping[int, int], present: AbstractSet[int]) -> Decision | None:
        """The entity meant in one document; None where no candidate is clearly best.

        `shared` counts by group the main names of the document that also occur with it; `present` are the groups that
        the document itself names.
        """
        scored: dict[int, tuple[float, float, Candidate, Match, int]] = {}
        special = (shared.keys() if self.context else set()) | (present & self.groups.keys())
        for group in special:
            for entry in self.groups.get(group, ()):
                count = min(shared.get(group, 0), CONTEXT_CAP) if self.context else 0
                score = 1.0 - (1.0 - entry.hit.score) * CONTEXT_FACTOR**count
                total = entry.total + score - entry.hit.score - (SAME_DOCUMENT if group in present else 0.0)
                _better(scored, round(total, 9), score, entry, count)
        for entry in self._plain(special):
            _better(scored, entry.total, entry.hit.score, entry, 0)
        if not scored:
            return None
        ranked = sorted(scored.values(), key=lambda s: (-s[0], s[2].form.key, s[2].node))
        total, score, candidate, hit, count = ranked[0]
        if score < ACCEPT_SHORT or (len(ranked) > 1 and total - ranked[1][0] < MARGIN):
            return None
        return Decision(candidate.node, round(score, 4), hit.rule, candidate.form.text, count)

    def _plain(self, special: AbstractSet[int]) -> Iterator[_Entry]:
        """The best of the other candidates: as many as it takes to know the two best entities among them."""
        roots: set[int] = set()
        least = 0.0
        for entry in self.entries:
            if entry.candidate.group in special:
                continue
            if len(roots) > 1 and entry.total < least:
                return
            if len(roots) < 2:
                least = entry.total
            roots.add(entry.candidate.root)
            yield entry


def _better(
    scored: dict[int, tuple[float, float, Candidate, Match, int]], total: float, score: float, entry: _Entry, count: int
) -> None:
    """Keep the best candidate of each entity."""
    candidate = entry.candidate
    known = scored.get(candidate.root)
    if known is None or (total, candidate.form.key, -candidate.node) > (known[0], known[2].form.key, -known[2].node):
        scored[candidate.root] = (total, score, candidate, entry.hit, count)


def short_match(entity_type: str, form: NameForm, candidate: Candidate, settings: Settings) -> Match | None:
    """Why a short name may mean a candidate."""
    seen = candidate.aliases.get(form.key, 0)
    hit = match(entity_type, form, candidate.form, outside=settings.outside)
    if not seen:
        return hit
    if hit is None:
        return Match("alias", SCORES["alias"])
    # A given name is shared by too many people to count as somebody's name without context.
    return Match(hit.rule, max(hit.score, 0.45 if hit.rule == "given name" else 0.8))
