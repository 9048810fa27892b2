"""The heads of the model in numpy: labels of words, and scores of arcs between words."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from factbook.extract.encoders.pair_features import ROWS

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

# Heads that read a word vector directly; they run as one product.
WORD_HEADS: Final = (
    "names",
    "mentions",
    "upos",
    "xpos",
    "triggers",
    "arc_head",
    "arc_dependent",
    "label_head",
    "label_dependent",
)


class WordScores(NamedTuple):
    """Outputs of the word heads, one row a word; the last four feed the parser."""

    names: Floats
    mentions: Floats
    upos: Floats
    xpos: Floats
    triggers: Floats
    arc_head: Floats
    arc_dependent: Floats
    label_head: Floats
    label_dependent: Floats


def softmax(x: Floats) -> Floats:
    shifted: Floats = np.exp(x - x.max(-1, keepdims=True))
    shifted /= shifted.sum(-1, keepdims=True)
    return shifted


def sigmoid(x: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(x, -30, 30))), dtype=np.float32)


def relu(x: Floats) -> Floats:
    out: Floats = np.maximum(x, 0)
    return out


class Heads:
    """Weights of all heads; every method is a plain function of word vectors."""

    def __init__(self, weights: dict[str, NDArray[np.generic]]) -> None:
        self.w: dict[str, Floats] = {k: np.asarray(v, dtype=np.float32) for k, v in weights.items()}
        self._word_weight = np.ascontiguousarray(np.concatenate([self.w[f"{name}.weight"] for name in WORD_HEADS]).T)
        self._word_bias = np.concatenate([self.w[f"{name}.bias"] for name in WORD_HEADS])
        sizes = [len(self.w[f"{name}.bias"]) for name in WORD_HEADS]
        # Weights from before a feature was added know fewer rows.
        features = self.w["pair_features.weight"]
        self.w["pair_features.weight"] = np.pad(features, ((0, max(0, ROWS - len(features))), (0, 0)))
        self._cuts = np.cumsum(sizes)[:-1]
        labels, size, _ = self.w["label_weight"].shape
        self._label_weight = np.ascontiguousarray(
            self.w["label_weight"].transpose(1, 0, 2).reshape(size, labels * size)
        )
        self._labels = labels

    @classmethod
    def load(cls, path: Path) -> Heads:
        with np.load(path) as file:
            return cls({name: file[name] for name in file.files})

    def linear(self, name: str, x: Floats) -> Floats:
        out: Floats = x @ self.w[f"{name}.weight"].T
        bias = self.w.get(f"{name}.bias")
        if bias is not None:
            out += bias
        return out

    def words(self, x: Floats) -> WordScores:
        return WordScores(*np.split(x @ self._word_weight + self._word_bias, self._cuts, axis=1))

    def arc_parts(self, scores: WordScores) -> tuple[Floats, Floats]:
        """What ``arcs`` needs of each word: as a dependent, and as a head with its bias."""
        dependent = relu(scores.arc_dependent) @ self.w["arc_weight"]
        head = relu(scores.arc_head)
        bias = head @ self.w["arc_bias.weight"].T + self.w["arc_bias.bias"]
        ones = np.ones((len(dependent), 1), dtype=np.float32)
        return np.concatenate((dependent, ones), 1), np.concatenate((head, bias), 1)

    def arc_labels(self, scores: WordScores, heads: Ints) -> Floats:
        """Scores of the relation of each word to its head, in blocks to bound memory."""
        dependent, head = relu(scores.label_dependent), relu(scores.label_head)[heads]
        out = np.empty((len(heads), self._labels), dtype=np.float32)
        for a in range(0, len(heads), 128):
            part, other = dependent[a : a + 128], head[a : a + 128]
            mixed = (part @ self._label_weight).reshape(len(part), self._labels, -1)
            out[a : a + 128] = (mixed @ other[:, :, None])[..., 0]
        out += self.linear("label_by_dependent", dependent) + self.linear("label_by_head", head)
        return out

    def factuality(self, x: Floats) -> Floats:
        out: Floats = self.linear("factuality_out", relu(self.linear("factuality_in", x)))[:, 0]
        return np.clip(out, -3, 3)

    def antecedents(self, x: Floats, features: Ints, i: Ints, j: Ints) -> tuple[Floats, Floats]:
        """Scores of pairs (anaphor i, antecedent j) of mention vectors, and of "none" for each."""
        anaphor = relu(self.linear("pair_anaphor", x))
        antecedent = relu(self.linear("pair_antecedent", x))
        from_anaphor = self.linear("pair_from_anaphor", anaphor)
        from_antecedent = self.linear("pair_from_antecedent", antecedent)
        table = self.w["pair_features.weight"]
        out = np.empty(len(i), dtype=np.float32)
        for a in range(0, len(i), 8192):
            ii, jj = i[a : a + 8192], j[a : a + 8192]
            hidden = self.linear("pair_from_product", anaphor[ii] * antecedent[jj])
            hidden += from_anaphor[ii]
            hidden += from_antecedent[jj]
            for column in range(features.shape[1]):
                hidden += table[features[a : a + 8192, column]]
            out[a : a + 8192] = self.linear("pair_out", relu(hidden))[:, 0]
        return out, self.linear("pair_none", anaphor)[:, 0]

    def relations(self, x: Floats, ends: Ints, i: Ints, j: Ints, distance: Ints) -> Floats:
        """Logits of all relations for pairs of mentions (first and last word in ``ends``)."""
        mention = np.concatenate((x[ends[:, 0]], x[ends[:, 1]]), 1)
        subject = relu(self.linear("relation_subject", mention))
        object_ = relu(self.linear("relation_object", mention))
        key = self.linear("relation_key", x).T
        scale = np.float32(key.shape[0] ** -0.5)
        by_subject = self.linear("relation_query_subject", mention) @ key * scale
        by_object = self.linear("relation_query_object", mention) @ key * scale
        value = self.linear("relation_value", x)
        out = np.empty((len(i), len(self.w["relation_out.bias"])), dtype=np.float32)
        for a in range(0, len(i), 2048):
            ii, jj = i[a : a + 2048], j[a : a + 2048]
            hidden = softmax(by_subject[ii] + by_object[jj]) @ value
            hidden += self.linear("relation_product", subject[ii] * object_[jj])
            hidden += subject[ii]
            hidden += object_[jj]
            hidden += self.w["relation_distance.weight"][distance[a : a + 2048]]
            out[a : a + 2048] = self.linear("relation_out", relu(hidden))
        return out

    def sentiment(self, target: Floats, x: Floats) -> Floats:
        """Probabilities of negative, neutral, positive for targets in one sentence ``x``."""
        look = self.linear("sentiment_query", target) @ self.linear("sentiment_key", x).T
        context = softmax(look * np.float32(len(self.w["sentiment_key.bias"]) ** -0.5)) @ x
        hidden = relu(self.linear("sentiment_in", np.concatenate((target, context), 1)))
        return softmax(self.linear("sentiment_out", hidden))
