"""Train the multilingual model: ``python -m training.multilingual.train --minutes 60 --out DIR``.

Minutes are of processor time, so that a busy machine changes nothing; the learning rate falls with them, or with the
clock where ``--within`` leaves less. Checkpoints every five; ``--resume`` goes on from
the last one, ``--start-from`` takes only the weights of one.
"""

from __future__ import annotations

import argparse
import json
import pickle
import random
import time
from collections.abc import Sequence
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch import nn

import training.train
from factbook.extract.encoders.pieces import plan_windows
from factbook.extract.encoders.subwords import LANGUAGES, SubwordReader, pad_subwords
from training.example import Example
from training.losses import WEIGHTS, losses_of
from training.model import Heads
from training.multilingual.corpora import LANGUAGE_OF
from training.multilingual.encoder import MultilingualEncoder
from training.train import CHECKPOINT_SECONDS, DOCUMENTS, REPORT_STEPS, Pool, save

SEED = 21
RATE = 1.5e-3
WARM_UP = 80
WINDOW = 192
SHARES = {
    "cess": 0.17, "uner_zh": 0.10, "weibo": 0.07, "lac_zh": 0.10, "newsfane": 0.13, "wojood": 0.05, "titles_ar": 0.03,
    "es_trees": 0.05, "zh_trees": 0.05, "ar_trees": 0.03,
    "gum": 0.09, "litbank": 0.03, "ewt": 0.02, "knowledgenet": 0.035, "redocred": 0.015,
    "newsmtsc": 0.015, "veridicality": 0.005, "btc": 0.005, "wnut": 0.005,
}  # fmt: skip
PIECES = 1536  # a batch
# English teaches what the others lack: at times it comes under the flag of another language, or without its forms.
OTHER_FLAG = 0.4
NO_FORMS = 0.3


class MultilingualModel(nn.Module):
    """Encoder and heads; the heads are those of the English model."""

    def __init__(self, table: Path) -> None:
        super().__init__()
        self.encoder = MultilingualEncoder(table)
        self.heads = Heads()


class EncodedWords:
    """Word vectors of a batch: padded by window, and for each example its flat words."""

    def __init__(
        self, model: MultilingualModel, reader: SubwordReader, examples: Sequence[Example], chance: random.Random
    ) -> None:
        windows, languages = [], []
        self.rows: list[tuple[int, int, int]] = []
        for number, example in enumerate(examples):
            language = LANGUAGE_OF.get(example.corpus, "en")
            lengths = [reader.length(word, language) for word in example.words]
            flag = chance.choice(LANGUAGES) if language == "en" and chance.random() < OTHER_FLAG else language
            formless = language == "en" and chance.random() < NO_FORMS
            for plan in plan_windows(lengths, example.sentence_starts(), WINDOW, 0):
                window = reader.window(example.words[plan.keep_from : plan.keep_to], language)
                windows.append(
                    window._replace(features=[(0, 0, 0, f[3]) for f in window.features]) if formless else window
                )
                languages.append(flag)
                self.rows.append((number, plan.keep_from, plan.keep_to))
        batch = pad_subwords(windows, languages)
        self.words = model.encoder(*(torch.from_numpy(array) for array in batch))
        self.present = torch.from_numpy(batch.present)
        self.flat = self.words[self.present]
        self.by_example = list(self.flat.split([len(example.words) for example in examples]))


class Sizes:
    """Pieces a word, whatever its language: enough to fill batches."""

    def __init__(self, reader: SubwordReader) -> None:
        self.reader = reader

    def length(self, word: str) -> int:
        return self.reader.length(word, "en")


def trained_parameters(model: MultilingualModel) -> dict[str, torch.Tensor]:
    """All weights but the frozen features."""
    return {key: value for key, value in model.state_dict().items() if not key.startswith("encoder.features.")}


class Trained(nn.Module):
    """What a checkpoint holds."""

    def __init__(self, model: MultilingualModel) -> None:
        super().__init__()
        self.model = model

    def state_dict(self, *args: object, **kwargs: object) -> dict[str, torch.Tensor]:  # type: ignore[override]
        return trained_parameters(self.model)


def run(arguments: argparse.Namespace) -> None:
    torch.manual_seed(SEED)
    torch.set_num_threads(arguments.threads)
    training.train.PIECES_A_BATCH = PIECES
    with (arguments.out / "train.pickle").open("rb") as file:
        parts: dict[str, list[Example]] = pickle.load(file)
    reader = SubwordReader(Tokenizer.from_file(str(arguments.out / "tokenizer.json")))
    shares = {name: share for name, share in SHARES.items() if parts.get(name)}
    pools = {
        name: Pool(parts[name], name in DOCUMENTS, Sizes(reader), SEED + k)  # type: ignore[arg-type]
        for k, name in enumerate(shares)
    }
    model = MultilingualModel(arguments.out / "table.npz")
    steps = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.01)
    latest = arguments.out / f"{arguments.name}.pt"
    step, used = 0, 0.0
    if arguments.resume and latest.exists():
        saved = torch.load(latest)
        model.load_state_dict(saved["model"], strict=False)
        steps.load_state_dict(saved["optimiser"])
        step, used = saved["step"], saved["used"]
    elif arguments.start_from:
        model.load_state_dict(torch.load(arguments.start_from)["model"], strict=False)
    chance = random.Random(SEED + step)
    model.train()
    budget = arguments.minutes * 60
    mean: dict[str, float] = {}
    words, saved_at, last, begun = 0, used, time.process_time(), time.monotonic()
    done = used / budget
    while done < 1:
        rate = RATE * arguments.rate * min(1.0, step / WARM_UP + 0.02) * max(0.01, 1 - done)
        for group in steps.param_groups:
            group["lr"] = rate
        examples = pools[chance.choices(list(shares), list(shares.values()))[0]].next()
        found = losses_of(model, examples, EncodedWords(model, reader, examples, chance))  # type: ignore[arg-type]
        sum(WEIGHTS[name] * loss for name, loss in found.items()).backward()  # type: ignore[union-attr]
        nn.utils.clip_grad_norm_(model.parameters(), 2.0)
        steps.step()
        steps.zero_grad(set_to_none=True)
        for name, loss in found.items():
            mean[name] = 0.97 * mean.get(name, loss.item()) + 0.03 * loss.item()
        words += sum(len(example.words) for example in examples)
        step += 1
        now = time.process_time()
        used, last = used + now - last, now
        done = max(used / budget, (time.monotonic() - begun) / (arguments.within * 60))
        if step % REPORT_STEPS == 0:
            report = {"step": step, "minutes": round(used / 60, 1), "words": words}
            print(json.dumps(report | {k: round(v, 3) for k, v in mean.items()}), flush=True)
        if used - saved_at > CHECKPOINT_SECONDS or done >= 1:
            save(latest, Trained(model), steps, step, used)  # type: ignore[arg-type]
            saved_at = used


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--name", default="multilingual")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument(
        "--within", type=float, default=1e6, help="minutes on the clock after which it ends in any case"
    )
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rate", type=float, default=1.0, help="factor on the learning rate")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--start-from", type=Path, help="take the weights of this checkpoint")
    run(parser.parse_args())


if __name__ == "__main__":
    main()
