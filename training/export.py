"""Write the run-time model: ``python -m training.export --out DIR [--name english]``.

The encoder becomes ONNX with 8-bit weights (a scale a channel, the embedding table included), the
heads become 16-bit arrays in one file. Both go to the package's model folder, or to ``--to``.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import warnings
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from training.losses import Model
from training.model import ATTENTION_HEADS, WIDTH, Encoder, Layer, minilm_folder, pretrained_encoder

MODEL_FOLDER = Path(__file__).parent.parent / "src" / "factbook" / "extract" / "models" / "english"


class Plain(nn.Module):
    """The encoder with attention spelled out, so that every product can be quantised."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(self, ids: Tensor, cases: Tensor, mask: Tensor) -> Tensor:
        encoder = self.encoder
        x = encoder.words(ids) + encoder.positions.weight[: ids.shape[1]]
        x = encoder.norm(x + encoder.kind + encoder.case(cases))
        bias = (1.0 - mask[:, None, None, :].to(torch.float32)) * -1e4
        for layer in encoder.layers:
            x = self._layer(layer, x, bias)
        return x

    def _layer(self, layer: Layer, x: Tensor, bias: Tensor) -> Tensor:
        batch, length = x.shape[0], x.shape[1]
        size = WIDTH // ATTENTION_HEADS

        def split(y: Tensor) -> Tensor:
            return y.view(batch, length, ATTENTION_HEADS, size).transpose(1, 2)

        query, key, value = split(layer.query(x)), split(layer.key(x)), split(layer.value(x))
        weights = (query @ key.transpose(-1, -2) * size**-0.5 + bias).softmax(-1)
        seen = layer.out((weights @ value).transpose(1, 2).reshape(batch, length, WIDTH))
        x = layer.norm_attention(x + seen)
        return layer.norm(x + layer.down(functional.gelu(layer.up(x))))


def load_checkpoint(path: Path) -> Model:
    model = Model(pretrained_encoder())
    model.load_state_dict(torch.load(path, map_location="cpu")["model"])
    return model.eval()


def export_encoder(encoder: Encoder, target: Path) -> None:
    from onnxruntime.quantization import QuantType, quantize_dynamic

    ids = torch.randint(1000, 2000, (2, 16))
    inputs = (ids, torch.ones_like(ids), torch.ones(2, 16, dtype=torch.bool))
    axes = {name: {0: "batch", 1: "length"} for name in ("ids", "cases", "mask", "vectors")}
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        full = Path(folder) / "full.onnx"
        torch.onnx.export(
            Plain(encoder).eval(), inputs, str(full), input_names=["ids", "cases", "mask"],
            output_names=["vectors"], dynamic_axes=axes, opset_version=17, dynamo=False,
        )  # fmt: skip
        quantize_dynamic(
            full, target, op_types_to_quantize=["MatMul", "Gemm", "Gather"],
            weight_type=QuantType.QInt8, per_channel=True,
        )  # fmt: skip


def export_heads(model: Model, target: Path) -> None:
    arrays = {name: value.detach().numpy().astype(np.float16) for name, value in model.heads.state_dict().items()}
    np.savez_compressed(target, **arrays)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path.home() / "factbook-checkpoints")
    parser.add_argument("--name", default="english")
    parser.add_argument("--to", type=Path, default=MODEL_FOLDER)
    arguments = parser.parse_args()
    model = load_checkpoint(arguments.out / f"{arguments.name}.pt")
    arguments.to.mkdir(parents=True, exist_ok=True)
    export_encoder(model.encoder, arguments.to / "encoder.onnx")
    export_heads(model, arguments.to / "heads.npz")
    shutil.copyfile(minilm_folder() / "tokenizer.json", arguments.to / "tokenizer.json")
    for path in sorted(arguments.to.iterdir()):
        print(f"{path.name:16}{path.stat().st_size / 1e6:8.2f} MB")


if __name__ == "__main__":
    main()
