"""The files of a model that ships, and its ONNX session."""

from __future__ import annotations

from pathlib import Path
from typing import Any

FILES = ("encoder.onnx", "heads.npz", "tokenizer.json")

# Processors with AVX2 but without VNNI add products of bytes in 16 bits and cut off what overflows, so the same text
# would be read differently there. ONNX Runtime's exact way costs a sixth more of the encoder's time, on those only.
EXACT_SUMS = ("session.x64quantprecision", "1")


def open_session(folder: Path, *, name: str, threads: int) -> Any:
    """The session of the encoder in a folder; all files of the model must be there."""
    import onnxruntime as ort

    for file in FILES:
        if not (folder / file).is_file():
            raise FileNotFoundError(f"{folder / file}: the {name} model is incomplete; reinstall factbook")
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.add_session_config_entry(*EXACT_SUMS)
    return ort.InferenceSession(str(folder / FILES[0]), options, providers=["CPUExecutionProvider"])
