"""Train the model: ``python -m training.train --minutes 100 --out DIR``.

The learning rate falls linearly over the given minutes of processor time. A checkpoint is written
every five minutes; ``--resume`` goes on from the last one with what is left of the time.
"""

from __future__ import annotations

import argparse
import json
import pickle
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import torch

from factbook.extract.encoders.pieces import WordPieces
from training.example import Example
from training.losses import WEIGHTS, Model, losses
from training.model import minilm_folder, pretrained_encoder

SEED = 20
ENCODER_RATE = 2e-4
HEAD_RATE = 1e-3
WARM_UP = 60
PIECES_A_BATCH = 1152
CHECKPOINT_SECONDS = 300
REPORT_STEPS = 25
# Share of the steps that each corpus gets.
SHARES = {
    "gum": 0.19,
    "litbank": 0.12,
    "ewt": 0.19,
    "btc": 0.06,
    "wnut": 0.04,
    "sec": 0.015,
    "redocred": 0.11,
    "knowledgenet": 0.15,
    "fewrel": 0.03,
    "ecb": 0.02,
    "veridicality": 0.015,
    "newsmtsc": 0.06,
    "mams": 0.02,
    "gap": 0.02,
    "wikinews": 0.07,
}
DOCUMENTS = frozenset(("gum", "litbank", "ewt"))
LONGEST = 230
SHORT_CHUNKS = 0.8  # of the chunks; they hold about a third of the words


class Pool:
    """Endless batches of one corpus, reshuffled every epoch."""

    def __init__(self, examples: list[Example], documents: bool, pieces: WordPieces, seed: int) -> None:
        self.examples = examples
        self.documents = documents
        self.pieces = pieces
        self.chance = random.Random(seed)
        self.queue: list[list[Example]] = []

    def next(self) -> list[Example]:
        if not self.queue:
            self.queue = self._epoch()
            self.chance.shuffle(self.queue)
        return self.queue.pop()

    def _size(self, example: Example) -> int:
        return sum(self.pieces.length(word) for word in example.words) + 2

    def _epoch(self) -> list[list[Example]]:
        if self.documents:
            parts = [part for example in self.examples for part in self._chunks(example)]
            self.chance.shuffle(parts)
        else:
            parts = [e for e in self.examples if len(e.words) <= LONGEST or e.corpus == "redocred"]
            keys = {id(e): self._size(e) + self.chance.random() * 8 for e in parts}
            parts.sort(key=lambda e: keys[id(e)])
        out: list[list[Example]] = []
        current: list[Example] = []
        total = 0
        for part in parts:
            size = self._size(part)
            if current and total + size > PIECES_A_BATCH:
                out.append(current)
                current, total = [], 0
            current.append(part)
            total += size
        if current:
            out.append(current)
        return out

    def _chunks(self, example: Example) -> Iterator[Example]:
        """Whole sentences up to the batch size; some chunks are short, because people also read single sentences."""
        starts = [*example.sentence_starts(), len(example.words)]
        sizes = [self.pieces.length(word) for word in example.words]
        begin, total, limit = 0, 0, self.chance.uniform(0.4, 0.98) * PIECES_A_BATCH
        for a, b in pairwise(starts):
            size = sum(sizes[a:b])
            if a > begin and total + size > limit:
                yield example.part(begin, a)
                begin, total, limit = a, 0, self._limit()
            total += size
        yield example.part(begin, len(example.words))

    def _limit(self) -> float:
        share = self.chance.uniform(0.01, 0.15) if self.chance.random() < SHORT_CHUNKS else 0.98
        return share * PIECES_A_BATCH


def optimiser(model: Model) -> torch.optim.Optimizer:
    """Word and position embeddings stay as published: they are most of the weights, and the
    treebanks see too few of them."""
    model.encoder.words.weight.requires_grad = False
    model.encoder.positions.weight.requires_grad = False
    case = model.encoder.case.weight
    body = [p for p in model.encoder.parameters() if p.requires_grad and p is not case]
    fresh = [case, *model.heads.parameters()]
    groups = [{"params": body, "lr": ENCODER_RATE}, {"params": fresh, "lr": HEAD_RATE}]
    return torch.optim.AdamW(groups, weight_decay=0.01)


@dataclass
class Run:
    """What changes while training goes on."""

    model: Model
    steps: torch.optim.Optimizer
    pieces: WordPieces
    pools: dict[str, Pool]
    chance: random.Random
    step: int = 0
    used: float = 0.0

    def learn(self, rates: list[float]) -> tuple[dict[str, float], int]:
        """One batch: its losses by name, and its number of words."""
        for group, rate in zip(self.steps.param_groups, rates, strict=True):
            group["lr"] = rate
        corpus = self.chance.choices(list(SHARES), list(SHARES.values()))[0]
        examples = self.pools[corpus].next()
        found = losses(self.model, self.pieces, examples, self.chance)
        torch.stack([WEIGHTS[name] * loss for name, loss in found.items()]).sum().backward()
        torch.nn.utils.clip_grad_norm_(self.model.encoder.parameters(), 1.0)
        torch.nn.utils.clip_grad_norm_(self.model.heads.parameters(), 5.0)
        self.steps.step()
        self.steps.zero_grad(set_to_none=True)
        self.step += 1
        return {name: loss.item() for name, loss in found.items()}, sum(len(e.words) for e in examples)

    def resume(self, path: Path) -> None:
        saved = torch.load(path)
        self.model.load_state_dict(saved["model"])
        self.steps.load_state_dict(saved["optimiser"])
        self.step, self.used = saved["step"], saved["used"]
        self.chance.seed(SEED + self.step)
        for number, pool in enumerate(self.pools.values()):
            pool.chance.seed(SEED + self.step + number)


def start(arguments: argparse.Namespace) -> Run:
    torch.manual_seed(SEED)
    torch.set_num_threads(arguments.threads)
    with (arguments.out / "train.pickle").open("rb") as file:
        parts: dict[str, list[Example]] = pickle.load(file)
    pieces = WordPieces.from_file(str(minilm_folder() / "tokenizer.json"))
    pools = {
        name: Pool(examples, name in DOCUMENTS, pieces, SEED + k) for k, (name, examples) in enumerate(parts.items())
    }
    model = Model(pretrained_encoder())
    if arguments.start_from:
        model.load_state_dict(torch.load(arguments.start_from)["model"])
    model.encoder.frozen = arguments.freeze
    return Run(model.train(), optimiser(model), pieces, pools, random.Random(SEED))


def run(arguments: argparse.Namespace) -> None:
    state = start(arguments)
    peaks = [group["lr"] * arguments.rate for group in state.steps.param_groups]
    latest = arguments.out / f"{arguments.name}.pt"
    if arguments.resume and latest.exists():
        state.resume(latest)
    budget = arguments.minutes * 60
    mean: dict[str, float] = {}
    words, saved_at, last = 0, state.used, time.process_time()
    while state.used < budget:
        share = min(1.0, state.step / WARM_UP + 0.02) * max(0.01, 1 - state.used / budget)
        found, count = state.learn([peak * share for peak in peaks])
        words += count
        for name, loss in found.items():
            mean[name] = 0.97 * mean.get(name, loss) + 0.03 * loss
        now = time.process_time()
        state.used, last = state.used + now - last, now
        if state.step % REPORT_STEPS == 0:
            report = {"step": state.step, "minutes": round(state.used / 60, 1), "words": words}
            print(json.dumps(report | {k: round(v, 3) for k, v in mean.items()}), flush=True)
        if state.used - saved_at > CHECKPOINT_SECONDS or state.used >= budget:
            save(latest, state.model, state.steps, state.step, state.used)
            saved_at = state.used


def save(path: Path, model: Model, steps: torch.optim.Optimizer, step: int, used: float) -> None:
    state = {"model": model.state_dict(), "optimiser": steps.state_dict(), "step": step, "used": used}
    torch.save(state, path.with_suffix(".part"))
    path.with_suffix(".part").replace(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path.home() / "factbook-checkpoints")
    parser.add_argument("--name", default="english")
    parser.add_argument("--minutes", type=float, default=100)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rate", type=float, default=1.0, help="factor on the learning rates")
    parser.add_argument("--freeze", type=int, default=0, help="lower layers that no longer learn")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--start-from", type=Path, help="take the weights of this checkpoint")
    run(parser.parse_args())


if __name__ == "__main__":
    main()
