"""The multilingual encoder (English, Spanish, Chinese, Arabic): one model, the same labels as the English one.

    encoder = load_multilingual("es")
    reading = encoder.read([["Felipe", "González", "nació", "en", "Sevilla", "."]])

Its words are those of `factbook.extract.words` for the language. Nothing is truncated: long documents are read in
windows that overlap.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from factbook.extract.encoders.encoder import WIDTH, Encoder
from factbook.extract.encoders.heads import Heads, Ints
from factbook.extract.encoders.pieces import batches_by_length, plan_windows
from factbook.extract.encoders.session import open_session
from factbook.extract.encoders.subwords import LANGUAGES, SubwordReader, Subwords, pad_subwords

FOLDER: Final = Path(__file__).parent.parent / "models" / "multilingual"
# Sizes in pieces. Longer windows repeat less; what a larger batch works on leaves the cache of the processor.
WINDOW: Final = 400
OVERLAP: Final = 32
BATCH: Final = 1600


class Parts:
    """What the encoders of all languages share: session, heads and pieces."""

    def __init__(self, folder: Path, threads: int) -> None:
        self.session = open_session(folder, name="multilingual", threads=threads)
        self.heads = Heads.load(folder / "heads.npz")
        self.reader = SubwordReader(Tokenizer.from_file(str(folder / "tokenizer.json")))


class MultilingualEncoder(Encoder):
    """Reads documents of one language. Use `load_multilingual` to get one."""

    def __init__(self, language: str, parts: Parts) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"no language {language!r}; choose one of: {', '.join(LANGUAGES)}")
        self.language = language
        self.heads = parts.heads
        self._parts = parts

    def encode(
        self, documents: Sequence[Sequence[str]], starts: Sequence[Ints], *, style: int = 0
    ) -> list[NDArray[np.float16]]:
        """A vector a word. ``starts`` are the sentence starts of each document and its end."""
        out = [np.zeros((len(words), WIDTH), dtype=np.float16) for words in documents]
        reader = self._parts.reader
        jobs: list[tuple[int, int, int, int, Subwords]] = []
        for number, (words, edges) in enumerate(zip(documents, starts, strict=True)):
            lengths = [reader.length(word, self.language) for word in words]
            for plan in plan_windows(lengths, edges[:-1], WINDOW, OVERLAP):
                window = reader.window(words[plan.start : plan.end], self.language)
                jobs.append((number, plan.keep_from, plan.keep_to, plan.keep_from - plan.start, window))
        for members in batches_by_length([len(job[4].ids) for job in jobs], BATCH):
            vectors = self._run([jobs[k][4] for k in members])
            for row, k in enumerate(members):
                number, start, end, skip, _ = jobs[k]
                out[number][start:end] = vectors[row, skip : skip + end - start]
        return out

    def _run(self, windows: Sequence[Subwords]) -> NDArray[np.float32]:
        batch = pad_subwords(windows, [self.language] * len(windows))
        inputs = {
            "ids": batch.ids,
            "mask": batch.mask,
            "first": batch.first,
            "last": batch.last,
            "features": batch.features,
            "lengths": batch.present.sum(1).astype(np.int64),
            "language": batch.language,
        }
        vectors: NDArray[np.float32] = self._parts.session.run(None, inputs)[0]
        return vectors


@cache
def _parts(threads: int) -> Parts:
    return Parts(FOLDER, threads)


@cache
def load_multilingual(language: str, *, threads: int = 1) -> MultilingualEncoder:
    """The shipped multilingual model for a language; its weights are loaded once a process."""
    return MultilingualEncoder(language, _parts(threads))
