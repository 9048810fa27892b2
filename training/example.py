"""One training example: words, and whatever labels its corpus has for them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from factbook.extract.encoders.labels import MENTION_LABELS, MENTION_LEVELS, NAME_TAGS
from factbook.extract.encoders.pair_features import MentionView
from factbook.extract.lexicon import word_set

IGNORE = -1


def _word_list(words: str) -> list[str]:
    return words.split()


# Style ids of the corpora; 0 is the neutral style that run time uses.
STYLES = {
    name: number
    for number, name in enumerate(
        _word_list(
            "neutral gum litbank ewt btc wnut sec redocred knowledgenet fewrel ecb veridicality newsmtsc mams gap "
            "wikinews"
        )
    )
}


def _sets(labels: tuple[str, ...], groups: dict[str, set[str]]) -> tuple[dict[str, int], np.ndarray]:
    """Each label alone, then each group: names to rows, and a row of allowed labels each."""
    rows = [{label} for label in labels] + list(groups.values())
    names = {name: row for row, name in enumerate((*labels, *groups))}
    return names, np.array([[label in row for label in labels] for row in rows])


# A corpus with coarse types trains the sum of the finer labels.
_PLACES = ("GPE", "LOC", "FAC")
NAME_ROWS, NAME_ALLOWED = _sets(NAME_TAGS, {f"{b}-PLACE": {f"{b}-{place}" for place in _PLACES} for b in "BI"})
_NAMED = {f"{kind}.NAM" for kind in ("PER", "ORG", *_PLACES)}
MENTION_ROWS, MENTION_ALLOWED = _sets(
    MENTION_LABELS,
    {f"PLACE.{level}": {f"{place}.{level}" for place in _PLACES} for level in MENTION_LEVELS}
    | {f"THING.{level}": {f"VEH.{level}", f"OTH.{level}"} for level in MENTION_LEVELS}
    | {
        "OUTSIDE": {"O", *(f"OTH.{level}" for level in MENTION_LEVELS)},
        "NOT_NAMED": set(MENTION_LABELS) - _NAMED,
    },
)


@dataclass
class Example:
    """Words of one or more sentences; word labels are lists as long as ``words`` or empty."""

    corpus: str
    id: str
    words: list[str]
    sentence: list[int]
    names: list[int] = field(default_factory=list)
    mentions: list[int] = field(default_factory=list)
    upos: list[int] = field(default_factory=list)
    xpos: list[int] = field(default_factory=list)
    heads: list[int] = field(default_factory=list)
    deprels: list[int] = field(default_factory=list)
    events: list[int] = field(default_factory=list)
    predicates: list[int] = field(default_factory=list)
    factuality: list[tuple[int, float]] = field(default_factory=list)
    coreference: list[tuple[MentionView, str]] = field(default_factory=list)
    rivals_only: bool = False
    spans: list[tuple[int, int]] = field(default_factory=list)
    facts: list[tuple[int, int, int]] = field(default_factory=list)
    open_facts: list[tuple[int, int, int]] = field(default_factory=list)
    open_pairs: set[tuple[int, int]] = field(default_factory=set)
    checked: list[int] = field(default_factory=list)
    asked_pairs: list[tuple[int, int]] = field(default_factory=list)
    gold_spans: int = 0
    sentiment: list[tuple[int, int, int]] = field(default_factory=list)

    def part(self, start: int, end: int) -> Example:
        """Words ``start:end``, which must be whole sentences, with their word labels."""

        def cut(values: list[int]) -> list[int]:
            return values[start:end]

        return replace(
            self,
            words=self.words[start:end],
            sentence=cut(self.sentence),
            names=cut(self.names),
            mentions=cut(self.mentions),
            upos=cut(self.upos),
            xpos=cut(self.xpos),
            heads=[head - start for head in cut(self.heads)],
            deprels=cut(self.deprels),
            events=cut(self.events),
            predicates=cut(self.predicates),
            factuality=[(i - start, v) for i, v in self.factuality if start <= i < end],
            coreference=[
                (m._replace(head=m.head - start, start=max(m.start, start) - start, end=m.end - start), e)
                for m, e in self.coreference
                if start <= m.head < end
            ],
        )

    def sentence_starts(self) -> list[int]:
        return [i for i, s in enumerate(self.sentence) if i == 0 or s != self.sentence[i - 1]]


_TITLES = word_set(
    "mr mrs ms miss dr sir lord lady madam dame prof professor doctor captain capt colonel col general gen major "
    "maj lieutenant lt sergeant sgt corporal admiral commander king queen prince princess emperor empress tsar "
    "czar duke duchess count countess earl baron baroness pope bishop archbishop cardinal father brother sister "
    "rev reverend saint president vice prime minister chancellor senator sen representative rep congressman "
    "governor gov mayor judge justice sheriff inspector detective secretary ambassador chairman monsieur madame "
    "mademoiselle mme uncle aunt cousin squire master mistress sultan sheikh ayatollah rabbi imam ceo coach"
)


def without_titles(words: list[str], start: int, end: int) -> int:
    """Where the name of a person begins after its titles, which are no part of it."""
    while end - start > 1 and words[start].lower().rstrip(".") in _TITLES:
        start += 1
    return start


def name_rows(words: list[str], spans: Iterable[tuple[int, int, str]]) -> list[int]:
    """Name labels from spans, of which the longest wins; PLACE leaves the kind of place open."""
    out = [NAME_ROWS["O"]] * len(words)
    for start, end, kind in sorted(spans, key=lambda span: span[1] - span[0]):
        article = end - start > 1 and words[start].lower() == "the"
        first = without_titles(words, start, end) if kind == "PER" else start + article
        out[start:end] = [NAME_ROWS["O"]] * (end - start)
        out[first] = NAME_ROWS[f"B-{kind}"]
        out[first + 1 : end] = [NAME_ROWS[f"I-{kind}"]] * (end - first - 1)
    return out


_NAME_JOINERS = word_set("of for in at on and")


def name_head(words: list[str]) -> int:
    """The word of a name that carries its labels: the last one before "of" and the like."""
    for i in range(1, len(words)):
        if words[i].lower() in _NAME_JOINERS:
            return i - 1
    return len(words) - 1


def named_heads(words: list[str], spans: Iterable[tuple[int, int, str]]) -> list[int]:
    """Mention labels that a corpus of names gives: heads of names, and words that are no names."""
    out = [MENTION_ROWS["NOT_NAMED"]] * len(words)
    for start, end, kind in spans:
        out[start:end] = [IGNORE] * (end - start)
        out[start + name_head(words[start:end])] = MENTION_ROWS[f"{kind}.NAM"]
    return out
