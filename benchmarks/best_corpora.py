"""What attitudes build on, on development parts of open corpora: factuality (UDS) and targeted sentiment.

Published figures are those of test parts, which are kept away from development; they show the distance, no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from factbook.extract.encoders.english import EnglishEncoder
from training.example import Example
from training.judgements import mams, newsmtsc
from training.score import read
from training.treebanks import ewt

PUBLISHED = {
    "UDS dev": "Rudinger et al. 2018 and Jiang and de Marneffe 2021 report on the test part",
    "NewsMTSC dev": "test part: macro F 83.1 (Hamborg and Donnay 2021, RoBERTa), 81.7 best before it",
    "MAMS val": "test part: accuracy 83.4 (Jiang et al. 2019, CapsNet-BERT)",
}


def rows(data: Path) -> Iterator[str]:
    """One line a corpus."""
    encoder = EnglishEncoder()
    yield _factuality(encoder, [example for example in ewt(data, "dev") if example.factuality], "UDS dev")
    yield _sentiment(encoder, newsmtsc(data, True), "NewsMTSC dev")
    yield _sentiment(encoder, mams(data, "val"), "MAMS val")


def _factuality(encoder: EnglishEncoder, examples: list[Example], name: str) -> str:
    truth: list[float] = []
    guess: list[float] = []
    for example, reading in zip(examples, read(encoder, examples), strict=True):
        truth += [value for _, value in example.factuality]
        guess += reading.factuality([index for index, _ in example.factuality]).tolist()
    error = np.abs(np.array(truth) - np.array(guess)).mean()
    constant = np.abs(np.array(truth) - np.median(truth)).mean()
    r = np.corrcoef(truth, guess)[0, 1]
    figures = f"MAE {error:.3f} (constant {constant:.3f})  r {r:.3f}  n {len(truth)}"
    return f"{name:<13} factuality  {figures:<52} {PUBLISHED[name]}"


def _sentiment(encoder: EnglishEncoder, examples: list[Example], name: str) -> str:
    table = np.zeros((3, 3))
    for example, reading in zip(examples, read(encoder, examples), strict=True):
        guess = reading.sentiment([(first, end) for first, end, _ in example.sentiment]).argmax(1)
        for (_, _, label), best in zip(example.sentiment, guess, strict=True):
            table[label, best] += 1
    f = 2 * np.diagonal(table) / np.maximum(table.sum(0) + table.sum(1), 1)
    figures = f"macro F {100 * f.mean():.1f}  accuracy {100 * np.trace(table) / table.sum():.1f}  n {table.sum():.0f}"
    return f"{name:<13} sentiment   {figures:<52} {PUBLISHED[name]}"
