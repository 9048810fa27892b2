"""Two small learners over named features, and the linear model that both make.

A model scores each label by the sum of the weights of the features present; the softmax of the scores is its
probability. Naive Bayes sets the weights from counts, logistic regression by gradient descent. Models are JSON: a
reader can see what was learned.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

Features = Mapping[str, float]
Example = tuple[Features, str]
BIAS: Final = ""


@dataclass(slots=True)
class Linear:
    """Weights by feature, one for each label; the bias is the feature with the empty name."""

    labels: tuple[str, ...]
    weights: dict[str, tuple[float, ...]]

    def probabilities(self, features: Features) -> dict[str, float]:
        """Each label's probability."""
        scores = list(self.weights.get(BIAS, (0.0,) * len(self.labels)))
        for name, value in features.items():
            for label, weight in enumerate(self.weights.get(name, ())):
                scores[label] += value * weight
        top = max(scores)
        shares = [math.exp(score - top) for score in scores]
        return {label: share / sum(shares) for label, share in zip(self.labels, shares, strict=True)}

    def best(self, features: Features) -> tuple[str, float]:
        """The most probable label; the first of equals."""
        found = self.probabilities(features)
        label = max(found, key=lambda name: found[name])
        return label, found[label]

    def to_dict(self) -> dict[str, object]:
        return {"labels": self.labels, "weights": {k: [round(w, 2) for w in v] for k, v in self.weights.items()}}


def naive_bayes(examples: Sequence[Example], *, smoothing: float = 0.5, least: int = 2) -> Linear:
    """Log-probabilities of labels and of features given labels, of features seen at least `least` times.

    A feature is present or not; its value is left out.
    """
    labels = tuple(sorted({label for _, label in examples}))
    totals = Counter(label for _, label in examples)
    seen = Counter(name for features, _ in examples for name in features)
    joint = Counter((name, label) for features, label in examples for name in features)
    weights = {BIAS: tuple(math.log(totals[label]) for label in labels)}
    for name, count in seen.items():
        if count >= least:
            weights[name] = tuple(
                math.log((joint[name, label] + smoothing * count / len(examples)) / (totals[label] + smoothing))
                - math.log(count / len(examples))
                for label in labels
            )
    return Linear(labels, weights)


def logistic(
    examples: Sequence[Example], *, decay: float = 1.0, steps: int = 200, least: int = 3, rate: float = 0.1
) -> Linear:
    """Softmax regression with a quadratic penalty `decay`, by Adam on all examples at once."""
    import numpy as np

    labels = tuple(sorted({label for _, label in examples}))
    seen = Counter(name for features, _ in examples for name in features)
    names = [BIAS, *sorted(name for name, count in seen.items() if count >= least)]
    column = {name: k for k, name in enumerate(names)}
    x = np.zeros((len(examples), len(names)), dtype=np.float32)
    y = np.zeros((len(examples), len(labels)), dtype=np.float32)
    for row, (features, label) in enumerate(examples):
        x[row, 0] = 1
        y[row, labels.index(label)] = 1
        for name, value in features.items():
            if name in column:
                x[row, column[name]] = value
    w = np.zeros((len(names), len(labels)), dtype=np.float32)
    penalty = np.full((len(names), 1), decay, dtype=np.float32)
    penalty[0] = 0
    mean, square = np.zeros_like(w), np.zeros_like(w)
    for step in range(1, steps + 1):
        scores = x @ w
        shares = np.exp(scores - scores.max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        slope = (x.T @ (shares - y) + penalty * w) / len(examples)
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope**2
        w -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return Linear(labels, {name: tuple(map(float, w[k])) for name, k in column.items()})


@cache
def shipped(system: str) -> dict[str, Linear]:
    """The models of a system that come with the package, by name."""
    text = (files("factbook.extract.attitudes") / "weights" / f"{system}.json").read_text(encoding="utf-8")
    return {
        name: Linear(tuple(model["labels"]), {k: tuple(v) for k, v in model["weights"].items()})
        for name, model in json.loads(text).items()
    }


def dumped(models: Mapping[str, Linear]) -> str:
    """Models as text, one feature a line."""
    return json.dumps({name: model.to_dict() for name, model in models.items()}, ensure_ascii=False, indent=None)


def present(names: Iterable[str]) -> dict[str, float]:
    """Features that are simply there."""
    return dict.fromkeys(names, 1.0)
