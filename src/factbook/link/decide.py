"""Which entity a node belongs to: the candidates' name scores, raised by shared context, decided with a margin.

Everything here depends only on the node, its candidates and tracked counts in powers of four, never on the order in
which documents came. That is what makes adding documents one by one equal to building the whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from factbook.link.match import SCORES, Match, match
from factbook.link.names import NameForm
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
    aliases: dict[str, int]  # further names, with the number of documents that use both
    shared: int = 0  # main names of the document that also occur with this candidate
    same_document: bool = False


class Decision(NamedTuple):
    """The chosen parent with the evidence for it."""

    parent: int
    score: float
    rule: str
    name: str
    shared: int = 0


def bucket(count: int) -> int:
    """A count in powers of four: small changes do not change decisions."""
    return (count.bit_length() + 1) // 2


Rank = tuple[bool, int, int, str]


def rank(entity_type: str, form: NameForm, documents: int) -> Rank:
    """Of two full names of one entity the one with the higher rank stands for it: Latin script, frequent, long.

    Of organisations and facilities the longer name stands above, however frequent its short form is.
    """
    first, second = bucket(documents), len(form.tokens)
    if entity_type in ("ORG", "FAC"):
        first, second = second, first
    return script(form.key) == "latn", first, second, form.key


def choose_full(
    entity_type: str,
    form: NameForm,
    documents: int,
    aliases: dict[str, int],
    candidates: Iterable[Candidate],
    settings: Settings,
) -> Decision | None:
    """The higher-ranked full name that this full name is a variant of."""
    best: tuple[float, Rank, Candidate, Match] | None = None
    shortened: list[tuple[Candidate, Match]] = []
    own = rank(entity_type, form, documents)
    for candidate in candidates:
        order = rank(entity_type, candidate.form, candidate.documents)
        if candidate.form.short or order <= own:
            continue
        hit = _alias(form, documents, aliases, candidate) or match(
            entity_type, form, candidate.form, outside=settings.outside
        )
        if hit and hit.rule == "short form" and entity_type in ("ORG", "FAC"):
            shortened.append((candidate, hit))
        if hit and hit.score >= ACCEPT_FULL and (best is None or (hit.score, order) > best[:2]):
            best = hit.score, order, candidate, hit
    if best is None and len(shortened) == 1:
        # "Federal Police" where only one name goes on from it.
        candidate, hit = shortened[0]
        return Decision(candidate.node, ACCEPT_FULL, hit.rule, candidate.form.text)
    if best is None:
        return None
    return Decision(best[2].node, round(best[3].score, 4), best[3].rule, best[2].form.text)


def _alias(form: NameForm, documents: int, aliases: dict[str, int], candidate: Candidate) -> Match | None:
    """Documents that use both names for one entity, unless they are few beside those that use this name alone."""
    seen = candidate.aliases.get(form.key, 0) + aliases.get(candidate.form.key, 0)
    if seen and bucket(seen) + 1 >= bucket(documents):
        return Match("alias", SCORES["alias"])
    return None


def choose_short(matched: Sequence[tuple[Candidate, Match]], settings: Settings) -> Decision | None:
    """The entity that a short name of one document means; None where no candidate is clearly best."""
    scored: dict[int, tuple[float, float, Candidate, Match]] = {}
    for candidate, hit in matched:
        shared = min(candidate.shared, CONTEXT_CAP) if settings.context else 0
        score = 1.0 - (1.0 - hit.score) * CONTEXT_FACTOR**shared
        total = score + PROMINENCE_STEP * bucket(candidate.documents)
        total -= SAME_DOCUMENT if candidate.same_document else 0.0
        present = scored.get(candidate.root)
        if present is None or (total, candidate.form.key) > (present[0], present[2].form.key):
            scored[candidate.root] = (total, score, candidate, hit)
    if not scored:
        return None
    ranked = sorted(scored.values(), key=lambda entry: (-entry[0], entry[2].form.key, entry[2].node))
    total, score, candidate, hit = ranked[0]
    if score < ACCEPT_SHORT or (len(ranked) > 1 and total - ranked[1][0] < MARGIN):
        return None
    return Decision(candidate.node, round(score, 4), hit.rule, candidate.form.text, candidate.shared)


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
