"""From a batch of examples to one loss."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from factbook.extract.encoders import pair_features
from factbook.extract.encoders.labels import RELATIONS
from factbook.extract.encoders.pieces import WordPieces, pad, plan_windows
from training.example import MENTION_ALLOWED, NAME_ALLOWED, STYLES, Example
from training.model import Encoder, Heads

WEIGHTS = {
    "names": 1.0,
    "mentions": 1.5,
    "upos": 0.3,
    "xpos": 0.3,
    "arcs": 1.0,
    "arc_labels": 0.6,
    "events": 1.0,
    "predicates": 0.3,
    "factuality": 0.7,
    "antecedents": 0.7,
    "relations": 1.0,
    "sentiment": 0.7,
}
WINDOW = 192
SPARE = 16  # pieces that let a window end at a sentence end
MENTION_LIMIT = 350
RECASED = 0.06
Recase = Callable[[str], str]
RECASINGS: tuple[Recase, ...] = (str.upper, str.lower, str.title)
_NAME_BIAS = torch.from_numpy(np.where(NAME_ALLOWED, 0.0, -1e4)).float()
_MENTION_BIAS = torch.from_numpy(np.where(MENTION_ALLOWED, 0.0, -1e4)).float()


class Model(nn.Module):
    """Encoder and heads."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__()
        self.encoder = encoder
        self.heads = Heads()


class Encoded:
    """Word vectors of a batch: padded by window, and for each example its flat words."""

    def __init__(
        self,
        model: Model,
        pieces: WordPieces,
        examples: Sequence[Example],
        styles: Sequence[int],
        recase: Sequence[Recase | None],
    ) -> None:
        windows, self.rows = [], list[tuple[int, int, int]]()
        for number, (example, style, change) in enumerate(zip(examples, styles, recase, strict=True)):
            words = [change(word) for word in example.words] if change else example.words
            lengths = [pieces.length(word) for word in example.words]
            for plan in plan_windows(lengths, example.sentence_starts(), _even_size(sum(lengths)), 0):
                windows.append(pieces.window(words[plan.keep_from : plan.keep_to], style))
                self.rows.append((number, plan.keep_from, plan.keep_to))
        batch = pad(windows)
        x = model.encoder(*(torch.from_numpy(array) for array in batch))
        width = max(len(window.first) for window in windows)
        first = np.zeros((len(windows), width), dtype=np.int64)
        last = np.zeros_like(first)
        present = np.zeros(first.shape, dtype=bool)
        for row, window in enumerate(windows):
            count = len(window.first)
            first[row, :count], last[row, :count] = window.first, window.last
            present[row, :count] = True
        at = torch.arange(len(windows))[:, None]
        self.words = (x[at, torch.from_numpy(first)] + x[at, torch.from_numpy(last)]) * 0.5
        self.present = torch.from_numpy(present)
        flat = self.words[self.present]
        counts = [len(example.words) for example in examples]
        self.flat = flat
        self.by_example = list(flat.split(counts))


def _even_size(total: int) -> int:
    """A window size that splits so many pieces into windows of about equal length."""
    parts = -(-total // WINDOW)
    return min(WINDOW, total // parts + SPARE) + 2


def _allowed_loss(logits: Tensor, rows: Tensor, bias: Tensor) -> Tensor:
    """Cross entropy where each word allows a set of labels; rows below 0 are left out."""
    keep = rows >= 0
    logits, rows = logits[keep], rows[keep]
    return (torch.logsumexp(logits, -1) - torch.logsumexp(logits + bias[rows], -1)).mean()


def _gather(examples: Sequence[Example], encoded: Encoded, field: str) -> tuple[Tensor, Tensor] | None:
    chosen = [k for k, example in enumerate(examples) if getattr(example, field)]
    if not chosen:
        return None
    rows = torch.tensor([row for k in chosen for row in getattr(examples[k], field)])
    if not bool((rows >= 0).any()):
        return None
    return torch.cat([encoded.by_example[k] for k in chosen]), rows


def word_losses(model: Model, examples: Sequence[Example], encoded: Encoded) -> dict[str, Tensor]:
    heads = model.heads
    out = {}
    for field, bias in (("names", _NAME_BIAS), ("mentions", _MENTION_BIAS)):
        found = _gather(examples, encoded, field)
        if found:
            logits = getattr(heads, field)(functional.dropout(found[0], 0.1, model.training))
            out[field] = _allowed_loss(logits, found[1], bias)
    for field in ("upos", "xpos"):
        found = _gather(examples, encoded, field)
        if found:
            out[field] = functional.cross_entropy(getattr(heads, field)(found[0]), found[1], ignore_index=-1)
    for column, field in enumerate(("events", "predicates")):
        found = _gather(examples, encoded, field)
        if found:
            keep = found[1] >= 0
            logits = heads.triggers(found[0])[keep, column]
            out[field] = functional.binary_cross_entropy_with_logits(logits, found[1][keep].float())
    vectors, values = [], []
    for k, example in enumerate(examples):
        for index, value in example.factuality:
            vectors.append(encoded.by_example[k][index])
            values.append(value)
    if vectors:
        guess = heads.factuality(torch.stack(vectors))
        out["factuality"] = functional.smooth_l1_loss(guess, torch.tensor(values))
    return out


def tree_losses(model: Model, examples: Sequence[Example], encoded: Encoded) -> dict[str, Tensor]:
    rows = [r for r, (k, _, _) in enumerate(encoded.rows) if examples[k].heads]
    if not rows:
        return {}
    x, present = encoded.words[rows], encoded.present[rows]
    sentence = torch.full(present.shape, -1)
    target = torch.zeros(present.shape, dtype=torch.long)
    labels = []
    for r, row in enumerate(rows):
        k, start, end = encoded.rows[row]
        example = examples[k]
        sentence[r, : end - start] = torch.tensor(example.sentence[start:end])
        heads = [h - start if start <= h < end else i for i, h in enumerate(example.heads[start:end])]
        target[r, : end - start] = torch.tensor(heads)
        labels += example.deprels[start:end]
    scores = model.heads.arcs(x, sentence, present)
    head_words = x[torch.arange(len(rows))[:, None], target]
    label_scores = model.heads.arc_labels(x[present], head_words[present])
    return {
        "arcs": functional.cross_entropy(scores[present], target[present]),
        "arc_labels": functional.cross_entropy(label_scores, torch.tensor(labels)),
    }


def antecedent_loss(model: Model, example: Example, x: Tensor) -> Tensor | None:
    """Marginal likelihood of all true antecedents, or of "none" for a first mention."""
    pairs = example.coreference[:MENTION_LIMIT]
    if len(pairs) < 3:
        return None
    views = [view for view, _ in pairs]
    table = pair_features.table(views, example.words)
    i, j = np.tril_indices(len(views), -1)
    features = torch.from_numpy(pair_features.slots(table, i, j))
    heads = torch.tensor([view.head for view in views])
    pair_scores, none_scores = model.heads.antecedents(x[heads], features, torch.from_numpy(i), torch.from_numpy(j))
    count = len(views)
    scores = torch.full((count, count + 1), -1e4)
    scores[:, 0] = none_scores
    scores = scores.index_put((torch.from_numpy(i), torch.from_numpy(j) + 1), pair_scores)
    ids: dict[str, int] = {}
    entity = torch.tensor([ids.setdefault(e, len(ids)) for _, e in pairs])
    true = (entity[:, None] == entity[None]) & torch.ones(count, count, dtype=torch.bool).tril(-1)
    first = ~true.any(1, keepdim=True)
    true = torch.cat((first, true), 1)
    if example.rivals_only:  # only the pronoun was judged, and only against the two names
        scores, true = scores[-1:, 1:], true[-1:, 1:]
    loss = torch.logsumexp(scores, 1) - torch.logsumexp(scores.masked_fill(~true, -1e5), 1)
    return loss.mean()


def _relation_logits(model: Model, example: Example, x: Tensor, asked: list[tuple[int, int]]) -> Tensor:
    """Logits of pairs; the words that count as context are those of the passage, or of the
    sentence where a corpus asks within sentences only."""
    i, j = (np.array(column, dtype=np.int64) for column in zip(*asked, strict=True))
    ends = np.array(example.spans, dtype=np.int64) - (0, 1)
    distance = pair_features.distance_bucket(ends[i, 1], ends[j, 1])
    if example.corpus != "redocred":
        return model.heads.relations(x, *(torch.from_numpy(a) for a in (ends, i, j, distance)))
    starts = [*example.sentence_starts(), len(example.words)]
    number = np.searchsorted(starts, ends[i, 0], side="right") - 1
    logits = torch.zeros(len(asked), len(RELATIONS))
    for sentence in np.unique(number):
        rows = np.flatnonzero(number == sentence)
        first, end = starts[sentence], starts[sentence + 1]
        inside = np.clip(ends - first, 0, end - first - 1)
        arrays = (inside, i[rows], j[rows], distance[rows])
        part = model.heads.relations(x[first:end], *(torch.from_numpy(a) for a in arrays))
        logits = logits.index_copy(0, torch.from_numpy(rows), part)
    return logits


def relation_loss(model: Model, example: Example, x: Tensor) -> Tensor | None:
    """Yes or no for each checked relation of each asked pair."""
    count = len(example.spans)
    asked = example.asked_pairs or [(i, j) for i in range(count) for j in range(count) if i != j]
    if not asked:
        return None
    logits = _relation_logits(model, example, x, asked)
    where = {pair: row for row, pair in enumerate(asked)}
    truth = torch.zeros(len(asked), len(RELATIONS))
    weight = torch.zeros_like(truth)
    weight[:, example.checked] = 1
    for a, b, relation in example.open_facts:
        weight[where[a, b], relation] = 0
    for a, b, relation in example.facts:
        if (a, b) in where:
            truth[where[a, b], relation] = 1
            weight[where[a, b], relation] = 1
    each = functional.binary_cross_entropy_with_logits(logits, truth, reduction="none")
    # A document counts as one sentence, as a passage does, lest it drown the other tasks.
    return (each * weight).sum() / (len(example.sentence_starts()) if example.corpus == "redocred" else 1)


def sentiment_loss(model: Model, examples: Sequence[Example], encoded: Encoded) -> Tensor | None:
    targets, rows, labels = [], [], []
    for row, (k, start, end) in enumerate(encoded.rows):
        for a, b, label in examples[k].sentiment:
            if start <= a and b <= end:
                targets.append(encoded.words[row, a - start : b - start].mean(0))
                rows.append(row)
                labels.append(label)
    if not targets:
        return None
    logits = model.heads.sentiment(torch.stack(targets), encoded.words[rows], encoded.present[rows])
    return functional.cross_entropy(logits, torch.tensor(labels))


def losses(model: Model, pieces: WordPieces, examples: Sequence[Example], chance: random.Random) -> dict[str, Tensor]:
    """All losses of a batch. Half of the time a corpus shows its style, half of the time none;
    a few examples lose their casing, as headlines and posts do."""
    styles = [STYLES[e.corpus] if chance.random() < 0.5 else 0 for e in examples]
    recase = [chance.choice(RECASINGS) if chance.random() < RECASED else None for _ in examples]
    return losses_of(model, examples, Encoded(model, pieces, examples, styles, recase))


def losses_of(model: Model, examples: Sequence[Example], encoded: Encoded) -> dict[str, Tensor]:
    """All losses of a batch whose words are encoded."""
    out = word_losses(model, examples, encoded) | tree_losses(model, examples, encoded)
    coreference = [
        loss
        for example, x in zip(examples, encoded.by_example, strict=True)
        if example.coreference and (loss := antecedent_loss(model, example, x)) is not None
    ]
    if coreference:
        out["antecedents"] = torch.stack(coreference).mean()
    relation = [
        loss
        for example, x in zip(examples, encoded.by_example, strict=True)
        if example.spans and (loss := relation_loss(model, example, x)) is not None
    ]
    if relation:
        out["relations"] = torch.stack(relation).mean()
    sentiment = sentiment_loss(model, examples, encoded)
    if sentiment is not None:
        out["sentiment"] = sentiment
    return out
