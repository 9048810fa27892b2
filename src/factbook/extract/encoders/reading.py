"""What the encoder read in one document: labels of its words, and arcs between them on demand.

Words are counted through the whole document. Everything here is cheap but `vectors`, which the
arc methods use; a reading can be kept without them (`forget`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from factbook.extract.encoders import pair_features
from factbook.extract.encoders.heads import Floats, Heads, Ints, sigmoid
from factbook.extract.encoders.labels import DEPRELS, MENTION_LABELS, RELATIONS, SENTIMENTS, UPOS, XPOS
from factbook.extract.encoders.pair_features import MentionView

# Candidate antecedents: this many mentions back, and older ones with the same head word.
NEAR: Final = 100
OLDER: Final = 6
# Words of context at most around a pair or a target, so that cost stays linear in the text.
CONTEXT: Final = 256


class Name(NamedTuple):
    """A name: words ``start:end``, type PER ORG GPE LOC FAC, least probability of its tags."""

    start: int
    end: int
    type: str
    probability: float


class Antecedents(NamedTuple):
    """For each mention the best antecedent (its index, -1 for none) and its probability.

    ``anaphor``, ``antecedent`` and ``score`` list all candidate pairs in order of the anaphor;
    ``none`` is the score of "no antecedent". Probabilities are a softmax over both.
    """

    best: Ints
    probability: Floats
    anaphor: Ints
    antecedent: Ints
    score: Floats
    none: Floats


@dataclass(eq=False)
class Reading:
    """Outputs of one document.

    - ``words`` and ``sentence_starts`` (with the end of the text as last entry) are the input;
    - ``names`` are `Name` spans in order, never overlapping, never across sentences;
    - ``mention_probabilities`` has a column for each of `MENTION_LABELS`: "O", or type.level of
      the mention whose head the word is (the last word of a name before "of" and the like);
    - ``upos``, ``xpos``, ``deprels`` are rows of the inventories of `labels`; see ``tags``;
    - ``heads`` is a tree a sentence, by absolute word index, where a root is its own head;
    - ``events`` is the probability that the word is an event which the text asserts,
      ``predicates`` that it is a predicate at all.
    """

    words: Sequence[str]
    sentence_starts: Ints
    names: list[Name]
    mention_probabilities: Floats
    upos: NDArray[np.int8]
    xpos: NDArray[np.int8]
    heads: Ints
    deprels: NDArray[np.int8]
    events: Floats
    predicates: Floats
    vectors: NDArray[np.float16]
    model: Heads

    def forget(self) -> None:
        """Drop the word vectors; arcs cannot be scored after that."""
        self.vectors = np.zeros((0, self.vectors.shape[1]), dtype=np.float16)

    def tags(self, word: int) -> tuple[str, str, str]:
        """Universal part of speech, Penn tag and dependency relation of a word."""
        return UPOS[self.upos[word]], XPOS[self.xpos[word]], DEPRELS[self.deprels[word]]

    @cached_property
    def mention_labels(self) -> list[str]:
        """The most probable mention label of each word."""
        return [MENTION_LABELS[k] for k in self.mention_probabilities.argmax(1).tolist()]

    @cached_property
    def sentences(self) -> Ints:
        """The sentence number of each word."""
        counts = np.diff(self.sentence_starts)
        return np.repeat(np.arange(len(counts)), counts)

    def _vectors(self, words: Ints) -> Floats:
        out: Floats = self.vectors[words].astype(np.float32)
        return out

    def factuality(self, words: Sequence[int]) -> Floats:
        """From -3 (certainly did not happen) to 3 (certainly did), for predicate words."""
        if not len(words):
            return np.zeros(0, dtype=np.float32)
        return self.model.factuality(self._vectors(np.asarray(words, dtype=np.int64)))

    def antecedents(self, mentions: Sequence[MentionView]) -> Antecedents:
        """Score earlier mentions as antecedents; ``mentions`` must be in order of their heads."""
        views = pair_features.table(mentions, self.words)
        i, j = candidates(views.head)
        x = self._vectors(np.array([mention.head for mention in mentions], dtype=np.int64))
        if not len(mentions):
            empty, zeros = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32)
            return Antecedents(empty, zeros, empty, empty, zeros, zeros)
        score, none = self.model.antecedents(x, pair_features.slots(views, i, j), i, j)
        best, probability = _choose(len(mentions), i, j, score, none)
        return Antecedents(best, probability, i, j, score, none)

    def relations(
        self,
        spans: Sequence[tuple[int, int]],
        pairs: Sequence[tuple[int, int]],
        context: tuple[int, int] | None = None,
    ) -> Floats:
        """Probabilities (a column for each of `RELATIONS`) that subject and object stand in each.

        ``spans`` are mentions as word ranges (a name, a noun, a pronoun, a date), ``pairs``
        index them as (subject, object). The words looked at are those of the sentences from one
        mention to the other, or of ``context``.
        """
        out = np.zeros((len(pairs), len(RELATIONS)), dtype=np.float32)
        if not len(pairs):
            return out
        ends = np.asarray(spans, dtype=np.int64) - (0, 1)
        i, j = np.asarray(pairs, dtype=np.int64).T
        low = np.minimum(ends[i, 0], ends[j, 0])
        high = np.maximum(ends[i, 1], ends[j, 1])
        groups: dict[tuple[int, int], list[int]] = {}
        seen: dict[tuple[int, int], tuple[int, int]] = {}
        for row, key in enumerate(zip(low.tolist(), high.tolist(), strict=True)):
            if key not in seen:
                seen[key] = context or self._around(*key)
            groups.setdefault(seen[key], []).append(row)
        for (start, end), members in groups.items():
            rows = np.asarray(members, dtype=np.int64)
            used, where = np.unique(np.concatenate((i[rows], j[rows])), return_inverse=True)
            local = np.clip(ends[used] - start, 0, end - start - 1)
            a, b = where[: len(rows)], where[len(rows) :]
            distance = pair_features.distance_bucket(ends[i[rows], 1], ends[j[rows], 1])
            x = self.vectors[start:end].astype(np.float32)
            out[rows] = sigmoid(self.model.relations(x, local, a, b, distance))
        return out

    def _around(self, first: int, last: int) -> tuple[int, int]:
        """The sentences from word ``first`` to word ``last``, cut to a bounded context."""
        starts = self.sentence_starts
        low = int(starts[starts.searchsorted(first, side="right") - 1])
        high = int(starts[starts.searchsorted(last, side="right")])
        if high - low > CONTEXT and last - first < CONTEXT:
            spare = (CONTEXT - (last + 1 - first)) // 2
            low, high = max(low, first - spare), min(high, last + 1 + spare)
        return low, high

    def sentiment(self, spans: Sequence[tuple[int, int]]) -> Floats:
        """Probabilities of `SENTIMENTS` (negative, neutral, positive) towards each target."""
        out = np.zeros((len(spans), len(SENTIMENTS)), dtype=np.float32)
        groups: dict[tuple[int, int], list[int]] = {}
        for row, (start, end) in enumerate(spans):
            groups.setdefault(self._around(start, end - 1), []).append(row)
        for (low, high), rows in groups.items():
            x = self.vectors[low:high].astype(np.float32)
            targets = [x[spans[row][0] - low : spans[row][1] - low].mean(0) for row in rows]
            out[rows] = self.model.sentiment(np.stack(targets), x)
        return out


def candidates(heads: Ints) -> tuple[Ints, Ints]:
    """Pairs (anaphor, antecedent): the nearest mentions, and a few older with the same head."""
    count = len(heads)
    near_i = np.repeat(np.arange(count), np.minimum(np.arange(count), NEAR))
    starts = np.maximum(np.arange(count) - NEAR, 0)
    near_j = np.concatenate([np.arange(a, k) for k, a in enumerate(starts)]) if count else near_i
    earlier: dict[int, list[int]] = {}
    old_i, old_j = [], []
    for k, head in enumerate(heads.tolist()):
        same = earlier.setdefault(head, [])
        older = [m for m in same[-NEAR - OLDER :] if m < k - NEAR][-OLDER:]
        old_i.extend([k] * len(older))
        old_j.extend(older)
        same.append(k)
    i = np.concatenate((near_i, np.asarray(old_i, dtype=np.int64))).astype(np.int64)
    j = np.concatenate((near_j, np.asarray(old_j, dtype=np.int64))).astype(np.int64)
    order = np.argsort(i, kind="stable")
    return i[order], j[order]


def _choose(count: int, i: Ints, j: Ints, score: Floats, none: Floats) -> tuple[Ints, Floats]:
    best = np.full(count, -1, dtype=np.int64)
    probability = np.ones(count, dtype=np.float32)
    edges = np.searchsorted(i, np.arange(count + 1))
    for k in range(1, count):
        part = score[edges[k] : edges[k + 1]]
        top = int(part.argmax())
        peak = max(float(part[top]), float(none[k]))
        total = float(np.exp(part - peak).sum()) + float(np.exp(none[k] - peak))
        if part[top] > none[k]:
            best[k] = j[edges[k] + top]
        probability[k] = 1 / total
    return best, probability
