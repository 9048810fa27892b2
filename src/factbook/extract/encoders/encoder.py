"""What all encoders share: from a vector a word to the labels and arcs of a `Reading`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from factbook.extract.encoders.decode import best_tags, tag_spans, tree
from factbook.extract.encoders.heads import Floats, Heads, Ints, WordScores, sigmoid, softmax
from factbook.extract.encoders.labels import DEPRELS
from factbook.extract.encoders.reading import Name, Reading

WIDTH: Final = 384
# Word heads run over so many words at a time, whole sentences.
BLOCK: Final = 2048
# A longer sentence is parsed in parts; the root of each later part hangs on the first root.
LONGEST_TREE: Final = 200
_PARATAXIS: Final = DEPRELS.index("parataxis")
_ROOT: Final = DEPRELS.index("root")


class Encoder(ABC):
    """Reads documents given as sentences of words. A subclass says how words become vectors."""

    heads: Heads

    def read(self, sentences: Sequence[Sequence[str]], *, style: int = 0) -> Reading:
        """Read one document."""
        return self.read_many([sentences], style=style)[0]

    def read_many(self, documents: Sequence[Sequence[Sequence[str]]], *, style: int = 0) -> list[Reading]:
        """Read several documents; their windows share batches."""
        words = [[word for sentence in document for word in sentence] for document in documents]
        starts = [_starts(document) for document in documents]
        vectors = self.encode(words, starts, style=style)
        return [self._label(*parts) for parts in zip(words, starts, vectors, strict=True)]

    @abstractmethod
    def encode(
        self, documents: Sequence[Sequence[str]], starts: Sequence[Ints], *, style: int = 0
    ) -> list[NDArray[np.float16]]:
        """A vector a word. ``starts`` are the sentence starts of each document and its end."""

    def _label(self, words: list[str], starts: Ints, vectors: NDArray[np.float16]) -> Reading:
        count = len(words)
        reading = Reading(
            words=words,
            sentence_starts=starts,
            names=[],
            mention_probabilities=np.zeros((count, len(self.heads.w["mentions.bias"])), dtype=np.float32),
            upos=np.zeros(count, dtype=np.int8),
            xpos=np.zeros(count, dtype=np.int8),
            heads=np.zeros(count, dtype=np.int64),
            deprels=np.zeros(count, dtype=np.int8),
            events=np.zeros(count, dtype=np.float32),
            predicates=np.zeros(count, dtype=np.float32),
            vectors=vectors,
            model=self.heads,
        )
        for first, end in _blocks(starts):
            self._label_block(reading, starts[first : end + 1])
        return reading

    def _label_block(self, reading: Reading, starts: Ints) -> None:
        """Label the sentences between ``starts``."""
        base, end = int(starts[0]), int(starts[-1])
        scores = self.heads.words(reading.vectors[base:end].astype(np.float32))
        reading.mention_probabilities[base:end] = softmax(scores.mentions)
        reading.upos[base:end] = scores.upos.argmax(1)
        reading.xpos[base:end] = scores.xpos.argmax(1)
        triggers = sigmoid(scores.triggers)
        reading.events[base:end], reading.predicates[base:end] = triggers[:, 0], triggers[:, 1]
        edges = (starts - base).tolist()
        reading.names += _names(scores.names, edges, base)
        heads, hung = self._trees(scores, edges)
        labels = self.heads.arc_labels(scores, heads)
        own = heads == np.arange(len(heads))
        labels[:, _ROOT] = np.where(own, np.float32(1e9), np.float32(-1e9))
        chosen = labels.argmax(1)
        chosen[hung] = _PARATAXIS
        reading.deprels[base:end] = chosen
        reading.heads[base:end] = heads + base

    def _trees(self, scores: WordScores, edges: list[int]) -> tuple[Ints, list[int]]:
        """Heads of a block, and the words that only hang on because a sentence was cut."""
        dependent, head = self.heads.arc_parts(scores)
        heads = np.zeros(edges[-1], dtype=np.int64)
        hung: list[int] = []
        for start, end in pairwise(edges):
            top = -1
            for a in range(start, end, LONGEST_TREE):
                b = min(a + LONGEST_TREE, end)
                part = tree(dependent[a:b] @ head[a:b].T)
                heads[a:b] = part + a
                root = a + int(np.flatnonzero(part == np.arange(b - a))[0])
                if top < 0:
                    top = root
                else:
                    heads[root] = top
                    hung.append(root)
        return heads, hung


def _starts(document: Sequence[Sequence[str]]) -> Ints:
    """Starts of the sentences that have words, and the end."""
    counts = [len(sentence) for sentence in document if len(sentence)]
    return np.concatenate(([0], np.cumsum(counts))).astype(np.int64)


def _blocks(starts: Ints) -> list[tuple[int, int]]:
    """Ranges of sentences with about `BLOCK` words each."""
    out = []
    first = 0
    while first < len(starts) - 1:
        end = int(np.searchsorted(starts, starts[first] + BLOCK, side="right")) - 1
        end = max(end, first + 1)
        out.append((first, end))
        first = end
    return out


def _names(scores: Floats, edges: list[int], base: int) -> list[Name]:
    probabilities = softmax(scores)
    out = []
    for start, end in pairwise(edges):
        tags = best_tags(scores[start:end])
        if not tags.any():
            continue
        sure = probabilities[np.arange(start, end), tags]
        for a, b, kind in tag_spans(tags):
            out.append(Name(base + start + a, base + start + b, kind, float(sure[a:b].min())))
    return out
