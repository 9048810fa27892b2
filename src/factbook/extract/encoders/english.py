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
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from factbook.extract.encoders.encoder import WIDTH, Encoder
from factbook.extract.encoders.heads import Heads, Ints
from factbook.extract.encoders.pieces import Window, WordPieces, batches_by_length, pad, plan_windows
from factbook.extract.encoders.session import open_session

FOLDER: Final = Path(__file__).parent.parent / "models" / "english"
WINDOW: Final = 192
OVERLAP: Final = 48
BATCH: Final = 768


class EnglishEncoder(Encoder):
    """Reads documents given as sentences of words. Use `load_english` to get one."""

    def __init__(self, folder: Path = FOLDER, *, threads: int = 1) -> None:
        self._session = open_session(folder, name="English", threads=threads)
        self.heads = Heads.load(folder / "heads.npz")
        self.pieces = WordPieces.from_file(str(folder / "tokenizer.json"))

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


@cache
def load_english(*, threads: int = 1) -> EnglishEncoder:
    """The shipped English model; loaded once a process and number of threads."""
    return EnglishEncoder(threads=threads)
