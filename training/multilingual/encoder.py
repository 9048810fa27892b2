"""Frozen features of the multilingual Universal Sentence Encoder, and the trained network on them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from factbook.extract.encoders.subwords import HASHES, LANGUAGES
from training.model import WIDTH
from training.multilingual.vocabulary import resources

FEATURES = 1280
PART = 256
HASH_WIDTH = 48
SMALL = 16
SHAPES = 16
# (width of the n-gram filter, words it sees to the left)
FILTERS = ((2, 0), (3, 1), (5, 2))


class SentenceFeatures(nn.Module):
    """1,280 numbers a piece: its embedding and three n-gram filters around it, normalised. Never trained."""

    def __init__(self, table: Path) -> None:
        super().__init__()
        with np.load(table) as rows:
            self.register_buffer("bytes", torch.from_numpy(rows["bytes"]))
            self.register_buffer("scale", torch.from_numpy(rows["scale"].astype(np.float32))[:, None])
            self.register_buffer("low", torch.from_numpy(rows["low"].astype(np.float32))[:, None])
        with np.load(resources() / "weights.npz") as source:
            self.epsilon = float(source["eps"])
            read = {name: torch.from_numpy(source[name].astype(np.float32)) for name in source if name[0] not in "q"}
        widths = [width for width, _ in FILTERS]
        self._keep("project", torch.cat([read[f"proj{n}"] for n in widths], 1))
        self._keep("project_bias", torch.cat([read[f"proj_b{n}"] for n in widths]))
        self._keep("gain", torch.cat([read[f"ln_g{n}"] for n in widths]))
        self._keep("shift", torch.cat([read[f"ln_b{n}"] for n in widths]))
        for n in widths:
            for name in ("w1", "b1", "w2", "b2"):
                self._keep(f"{name}_{n}", read[f"{name}_{n}"])
        self._keep("gain_all", read["ln_g"])
        self._keep("shift_all", read["ln_b"])

    def _keep(self, name: str, value: Tensor) -> None:
        self.register_buffer(name, value)

    def _filter(self, x: Tensor, weight: Tensor, width: int, left: int) -> Tensor:
        length = x.shape[1]
        padded = functional.pad(x, (0, 0, left, width - 1 - left))
        return torch.cat([padded[:, k : k + length] for k in range(width)], -1) @ weight

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        embedded = self.bytes[ids].float() * self.scale[ids] + self.low[ids]
        x = embedded @ self.project + self.project_bias
        x = functional.layer_norm(x, (3 * PART,), self.gain, self.shift, self.epsilon)
        there = mask[..., None].float()
        out = [embedded]
        for number, (width, left) in enumerate(FILTERS):
            part = x[..., number * PART : (number + 1) * PART] * there
            w1, b1, w2, b2 = (getattr(self, f"{name}_{width}") for name in ("w1", "b1", "w2", "b2"))
            hidden = (functional.relu(self._filter(part, w1, width, left) + b1) + part) * there
            out.append(functional.relu(self._filter(hidden, w2, width, left) + b2) + hidden)
        return functional.layer_norm(torch.cat(out, -1), (FEATURES,), self.gain_all, self.shift_all, self.epsilon)


class MultilingualEncoder(nn.Module):
    """A vector a word: first and last piece, form and language, through a bidirectional LSTM."""

    def __init__(self, table: Path) -> None:
        super().__init__()
        self.features = SentenceFeatures(table)
        self.from_first = nn.Linear(FEATURES, WIDTH)
        self.from_last = nn.Linear(FEATURES, WIDTH)
        self.hashes = nn.Embedding(HASHES, HASH_WIDTH)
        nn.init.normal_(self.hashes.weight, std=0.1)
        self.shapes = nn.Embedding(SHAPES, SMALL)
        self.languages = nn.Embedding(len(LANGUAGES), SMALL)
        self.combine = nn.Linear(WIDTH + 3 * HASH_WIDTH + 2 * SMALL, WIDTH)
        self.lstm = nn.LSTM(WIDTH, WIDTH // 2, 2, batch_first=True, bidirectional=True, dropout=0.2)
        self.norm = nn.LayerNorm(WIDTH)

    def words(self, pieces: Tensor, first: Tensor, last: Tensor, forms: Tensor, language: Tensor) -> Tensor:
        """Input of the LSTM."""
        at = torch.arange(first.shape[0])[:, None]
        drop = self.training
        a = self.from_first(functional.dropout(pieces[at, first], 0.2, drop))
        b = self.from_last(functional.dropout(pieces[at, last], 0.2, drop))
        hashed = functional.dropout(self.hashes(forms[..., :3]).flatten(2), 0.3, drop)
        tongue = self.languages(language)[:, None].expand(-1, first.shape[1], -1)
        parts = (functional.gelu(a + b), hashed, self.shapes(forms[..., 3]), tongue)
        return functional.dropout(self.combine(torch.cat(parts, -1)), 0.2, drop)

    def forward(
        self, ids: Tensor, mask: Tensor, first: Tensor, last: Tensor, forms: Tensor, present: Tensor, language: Tensor
    ) -> Tensor:
        with torch.no_grad():
            pieces = self.features(ids, mask)
        x = self.words(pieces, first, last, forms, language) * present[..., None]
        # Padding is packed away, so that the backward direction starts at the last word.
        packed = nn.utils.rnn.pack_padded_sequence(x, present.sum(1), batch_first=True, enforce_sorted=False)
        y, _ = nn.utils.rnn.pad_packed_sequence(self.lstm(packed)[0], batch_first=True, total_length=x.shape[1])
        return self.norm(x + y)
