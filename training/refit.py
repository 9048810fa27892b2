"""Fit the antecedent scorer to the finished encoder: ``python -m training.refit --out DIR``.

The exported encoder reads whole training documents once; then only the small scorer is trained on
their vectors, with the candidates that run time offers. It replaces the ``pair_*`` arrays of
``heads.npz`` in the model folder. Minutes instead of hours, so it sees the data many times.
"""

from __future__ import annotations

import argparse
import pickle
import random
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from factbook.extract.encoders import pair_features
from factbook.extract.encoders.english import EnglishEncoder
from factbook.extract.encoders.reading import candidates
from training.example import Example
from training.export import MODEL_FOLDER
from training.model import Heads
from training.score import read

SEED = 7
RATE = 2e-3
VECTOR_DROPOUT = 0.3
LONGEST = 330
# Added to "no antecedent": the likelihood is too shy of links for the CoNLL score.
NONE_OFFSET = -0.5


class Item(NamedTuple):
    """One document, or a part of it, ready for the scorer."""

    x: Tensor
    features: Tensor
    i: Tensor
    j: Tensor
    entity: Tensor
    rivals_only: bool


def items_of(example: Example, vectors: np.ndarray) -> list[Item]:
    out = []
    pairs = example.coreference
    for start in range(0, len(pairs), LONGEST):
        part = pairs[start : start + LONGEST]
        if len(part) < 3:
            continue
        views = [view for view, _ in part]
        table = pair_features.table(views, example.words)
        i, j = candidates(table.head)
        ids: dict[str, int] = {}
        entity = [ids.setdefault(name, len(ids)) for _, name in part]
        x = vectors[[view.head for view in views]].astype(np.float32)
        arrays = (x, pair_features.slots(table, i, j), i, j, np.array(entity))
        out.append(Item(*(torch.from_numpy(array) for array in arrays), example.rivals_only))
    return out


def loss_of(heads: Heads, item: Item) -> Tensor:
    x = torch.nn.functional.dropout(item.x, VECTOR_DROPOUT, heads.training)
    pair, none = heads.antecedents(x, item.features, item.i, item.j)
    count = len(item.x)
    scores = torch.full((count, count + 1), -1e4)
    scores = scores.index_put((item.i, item.j + 1), pair)
    scores[:, 0] = none
    true = torch.zeros(count, count + 1, dtype=torch.bool)
    true[item.i, item.j + 1] = item.entity[item.i] == item.entity[item.j]
    true[:, 0] = ~true.any(1)
    if item.rivals_only:
        scores, true = scores[-1:, 1:], true[-1:, 1:]
    return (torch.logsumexp(scores, 1) - torch.logsumexp(scores.masked_fill(~true, -1e5), 1)).mean()


def fit(items: list[Item], epochs: int) -> Heads:
    torch.manual_seed(SEED)
    chance = random.Random(SEED)
    heads = Heads().train()
    wanted = [p for name, p in heads.named_parameters() if name.startswith("pair_")]
    steps = torch.optim.AdamW(wanted, lr=RATE, weight_decay=0.02)
    total = epochs * len(items)
    done = 0
    for epoch in range(epochs):
        order = list(items)
        chance.shuffle(order)
        mean = 0.0
        for item in order:
            for group in steps.param_groups:
                group["lr"] = RATE * min(1.0, done / 50 + 0.02) * (1 - done / total)
            loss = loss_of(heads, item) * (0.3 if item.rivals_only else 1.0)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(wanted, 1.0)
            steps.step()
            steps.zero_grad(set_to_none=True)
            mean += loss.item() / len(order)
            done += 1
        print(f"epoch {epoch + 1} of {epochs}: loss {mean:.3f}", flush=True)
    return heads.eval()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path.home() / "factbook-checkpoints")
    parser.add_argument("--model", type=Path, default=MODEL_FOLDER)
    parser.add_argument("--epochs", type=int, default=6)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    with (arguments.out / "train.pickle").open("rb") as file:
        parts: dict[str, list[Example]] = pickle.load(file)
    encoder = EnglishEncoder(arguments.model)
    items: list[Item] = []
    # GUM is small and closest to what is read: it counts twice.
    for corpus, times in (("gum", 2), ("litbank", 1)):
        for example, reading in zip(parts[corpus], read(encoder, parts[corpus]), strict=True):
            items += items_of(example, reading.vectors) * times
    heads = fit(items, arguments.epochs)
    heads.pair_none.bias.data += NONE_OFFSET
    with np.load(arguments.model / "heads.npz") as file:
        arrays = {name: file[name] for name in file.files}
    for name, value in heads.state_dict().items():
        if name.startswith("pair_"):
            arrays[name] = value.numpy().astype(np.float16)
    np.savez_compressed(arguments.model / "heads.npz", **arrays)


if __name__ == "__main__":
    main()
