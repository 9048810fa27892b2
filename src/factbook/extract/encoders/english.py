"""The English encoder: words to a `Reading`, in overlapping windows, on one CPU thread.

    encoder = load_english()
    reading = encoder.read([["Ada", "Lovelace", "lived", "in", "London", "."]])
    reading.names                # [Name(start=0, end=2, type='PER', …), Name(4, 5, 'GPE', …)]
    reading.relations([(0, 2), (4, 5)], [(0, 1)])[0, RELATIONS.index("place_of_residence")]

Any input gives a reading: empty documents, empty words, words of a million characters. Nothing is
truncated: a long document is read in windows that overlap, a long word keeps its place and is
read by its first pieces. `read_many` batches the windows of several documents.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from factbook.extract.encoders.decode import best_tags, tag_spans, tree
from factbook.extract.encoders.heads import Floats, Heads, Ints, WordScores, sigmoid, softmax
from factbook.extract.encoders.labels import DEPRELS
from factbook.extract.encoders.pieces import Window, WordPieces, batches_by_length, pad, plan_windows
from factbook.extract.encoders.reading import Name, Reading

FOLDER: Final = Path(__file__).parent.parent / "models" / "english"
WINDOW: Final = 192
OVERLAP: Final = 48
BATCH: Final = 768
WIDTH: Final = 384
# Word heads run over so many words at a time, whole sentences.
BLOCK: Final = 2048
# A longer sentence is parsed in parts; the root of each later part hangs on the first root.
LONGEST_TREE: Final = 200
_PARATAXIS: Final = DEPRELS.index("parataxis")
_ROOT: Final = DEPRELS.index("root")


class EnglishEncoder:
    """Reads documents given as sentences of words. Use `load_english` to get one."""

    def __init__(self, folder: Path = FOLDER, *, threads: int = 1) -> None:
        import onnxruntime as ort

        for name in ("encoder.onnx", "heads.npz", "tokenizer.json"):
            if not (folder / name).is_file():
                raise FileNotFoundError(f"{folder / name}: the English model is incomplete; reinstall factbook")
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session = ort.InferenceSession(str(folder / "encoder.onnx"), options, providers=["CPUExecutionProvider"])
        self.heads = Heads.load(folder / "heads.npz")
        self.pieces = WordPieces.from_file(str(folder / "tokenizer.json"))

    def read(self, sentences: Sequence[Sequence[str]], *, style: int = 0) -> Reading:
        """Read one document."""
        return self.read_many([sentences], style=style)[0]

    def read_many(self, documents: Sequence[Sequence[Sequence[str]]], *, style: int = 0) -> list[Reading]:
        """Read several documents; their windows share batches."""
        words = [[word for sentence in document for word in sentence] for document in documents]
        starts = [_starts(document) for document in documents]
        vectors = self.encode(words, starts, style=style)
        return [self._label(*parts) for parts in zip(words, starts, vectors, strict=True)]

    def encode(
        self, documents: Sequence[Sequence[str]], starts: Sequence[Ints], *, style: int = 0
    ) -> list[NDArray[np.float16]]:
        """A vector a word. ``starts`` are the sentence starts of each document and its end."""
        out = [np.zeros((len(words), WIDTH), dtype=np.float16) for words in documents]
        jobs: list[tuple[int, int, int, Window]] = []
        for number, (words, edges) in enumerate(zip(documents, starts, strict=True)):
            lengths = [self.pieces.length(word) for word in words]
            for plan in plan_windows(lengths, edges[:-1], WINDOW, OVERLAP):
                window = self.pieces.window(words[plan.start : plan.end], style)
                skip, count = plan.keep_from - plan.start, plan.keep_to - plan.keep_from
                kept = Window(
                    window.ids, window.cases, window.first[skip : skip + count], window.last[skip : skip + count]
                )
                jobs.append((number, plan.keep_from, plan.keep_to, kept))
        for members in batches_by_length([len(job[3].ids) for job in jobs], BATCH):
            batch = pad([jobs[k][3] for k in members])
            inputs = {"ids": batch.ids, "cases": batch.cases, "mask": batch.mask}
            pieces = self._session.run(None, inputs)[0]
            for row, k in enumerate(members):
                number, start, end, window = jobs[k]
                out[number][start:end] = (pieces[row, window.first] + pieces[row, window.last]) * 0.5
        return out

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


@cache
def load_english(*, threads: int = 1) -> EnglishEncoder:
    """The shipped English model; loaded once a process and number of threads."""
    return EnglishEncoder(threads=threads)
