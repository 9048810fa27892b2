"""Write the run-time model: ``python -m training.multilingual.export --out DIR``.

Features, network and the table of pieces become one ONNX file with 8-bit weights; the heads become 16-bit arrays.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import warnings
from pathlib import Path

import torch
from torch import Tensor, nn

from training.export import export_heads
from training.multilingual.encoder import MultilingualEncoder
from training.multilingual.train import MultilingualModel

MODEL_FOLDER = Path(__file__).parents[2] / "src" / "factbook" / "extract" / "models" / "multilingual"
INPUTS = ("ids", "mask", "first", "last", "features", "lengths", "language")


class Plain(nn.Module):
    """The encoder with the number of words of each window as input, which ONNX's LSTM wants."""

    def __init__(self, encoder: MultilingualEncoder) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(
        self,
        ids: Tensor,
        mask: Tensor,
        first: Tensor,
        last: Tensor,
        features: Tensor,
        lengths: Tensor,
        language: Tensor,
    ) -> Tensor:
        x = self.encoder.words(self.encoder.features(ids, mask), first, last, features, language)
        packed = nn.utils.rnn.pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
        y, _ = nn.utils.rnn.pad_packed_sequence(self.encoder.lstm(packed)[0], batch_first=True)
        return self.encoder.norm(x + y)


def load_checkpoint(folder: Path, name: str) -> MultilingualModel:
    model = MultilingualModel(folder / "table.npz")
    found = model.load_state_dict(torch.load(folder / f"{name}.pt", map_location="cpu")["model"], strict=False)
    missing = [key for key in found.missing_keys if not key.startswith("encoder.features.")]
    if missing or found.unexpected_keys:
        raise ValueError(f"the checkpoint does not fit: {missing} {found.unexpected_keys}")
    return model.eval()


def example_inputs() -> tuple[Tensor, ...]:
    ids = torch.randint(10, 2000, (2, 16))
    words = torch.arange(1, 15)[None].repeat(2, 1)
    forms = torch.ones(2, 14, 4, dtype=torch.long)
    return ids, torch.ones(2, 16, dtype=torch.bool), words, words, forms, torch.tensor([14, 14]), torch.tensor([0, 1])


def export_encoder(encoder: MultilingualEncoder, target: Path) -> None:
    from onnxruntime.quantization import QuantType, quantize_dynamic

    pieces, words = {0: "batch", 1: "pieces"}, {0: "batch", 1: "words"}
    axes = {"ids": pieces, "mask": pieces, "first": words, "last": words, "features": words, "vectors": words}
    axes |= {"lengths": {0: "batch"}, "language": {0: "batch"}}
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        full = Path(folder) / "full.onnx"
        torch.onnx.export(
            Plain(encoder).eval(), example_inputs(), str(full), input_names=list(INPUTS), output_names=["vectors"],
            dynamic_axes=axes, opset_version=17, dynamo=False,
        )  # fmt: skip
        quantize_dynamic(
            full, target, op_types_to_quantize=["MatMul", "Gemm", "LSTM"], weight_type=QuantType.QInt8, per_channel=True
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--name", default="multilingual")
    parser.add_argument("--to", type=Path, default=MODEL_FOLDER)
    arguments = parser.parse_args()
    model = load_checkpoint(arguments.out, arguments.name)
    arguments.to.mkdir(parents=True, exist_ok=True)
    export_encoder(model.encoder, arguments.to / "encoder.onnx")
    export_heads(model, arguments.to / "heads.npz")  # type: ignore[arg-type]
    shutil.copyfile(arguments.out / "tokenizer.json", arguments.to / "tokenizer.json")
    for path in sorted(arguments.to.iterdir()):
        print(f"{path.name:16}{path.stat().st_size / 1e6:8.2f} MB")


if __name__ == "__main__":
    main()
