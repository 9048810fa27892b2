"""The files of a model that ships, and its ONNX session."""

from __future__ import annotations

from pathlib import Path
from typing import Any

FILES = ("encoder.onnx", "heads.npz", "tokenizer.json")


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
    return ort.InferenceSession(str(folder / FILES[0]), options, providers=["CPUExecutionProvider"])
