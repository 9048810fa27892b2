"""What attitudes build on, on development parts of open corpora: factuality (UDS) and targeted sentiment.

Published figures are those of test parts, which are kept away from development; they show the distance, no more. UDS
is the development part of EWT, MAMS its validation part, NewsMTSC one article in eight of its training part.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from factbook.extract.encoders.english import EnglishEncoder
from training.example import Example
from training.judgements import mams, newsmtsc
from training.score import factuality, sentiment
from training.treebanks import ewt

PUBLISHED = {
    "UDS dev": "test part: MAE 0.722, r 0.912 (DLGRN, doi 10.1016/j.ipm.2021.102836); ours is below",
    "NewsMTSC dev": "test part: macro F 83.1 (Hamborg and Donnay 2021, RoBERTa), 81.7 best before it; ours is below",
    "MAMS val": "test part: accuracy 83.4 (Jiang et al. 2019, CapsNet-BERT); ours is below",
}


def rows(data: Path) -> Iterator[str]:
    """One line a corpus."""
    encoder = EnglishEncoder()
    yield _factuality(encoder, [example for example in ewt(data, "dev") if example.factuality], "UDS dev")
    yield _sentiment(encoder, newsmtsc(data, True), "NewsMTSC dev")
    yield _sentiment(encoder, mams(data, "val"), "MAMS val")


def _factuality(encoder: EnglishEncoder, examples: list[Example], name: str) -> str:
    error, constant, r, count = factuality(encoder, examples)
    figures = f"MAE {error:.3f} (constant {constant:.3f})  r {r:.3f}  n {count}"
    return f"{name:<13} factuality  {figures:<52} {PUBLISHED[name]}"


def _sentiment(encoder: EnglishEncoder, examples: list[Example], name: str) -> str:
    f, right, count = sentiment(encoder, examples)
    figures = f"macro F {100 * f:.1f}  accuracy {100 * right:.1f}  n {count}"
    return f"{name:<13} sentiment   {figures:<52} {PUBLISHED[name]}"
