"""Read the corpora once and keep them as examples: ``python -m training.prepare --data DIR``."""

from __future__ import annotations

import argparse
import os
import pickle
from pathlib import Path

from training import judgements, names, relations, treebanks, wikinews
from training.example import Example
from training.gazetteer import gazetteer

Parts = dict[str, list[Example]]
LITBANK_DEVELOPMENT = 10


def training_parts(data: Path) -> Parts:
    places = gazetteer(data)
    lit = names.litbank(data)
    sec = data / "sec_filings"
    btc = sorted((data / "btc").glob("*.conll.gz"))
    return {
        "gum": treebanks.gum(data, "train", places),
        "litbank": [d for i, d in enumerate(lit) if i % LITBANK_DEVELOPMENT],
        "ewt": treebanks.ewt(data, "train"),
        "btc": [e for path in btc for e in names.name_file(path, "btc", places)],
        "wnut": names.name_file(data / "wnut17" / "wnut17train.conll.gz", "wnut", places),
        "sec": names.name_file(sec / "FIN5.txt.gz", "sec", places),
        "redocred": relations.redocred(data, False, places),
        "knowledgenet": relations.knowledgenet(data, False, places),
        "fewrel": relations.fewrel(data),
        "ecb": names.ecbplus(data, "train"),
        "veridicality": judgements.veridicality(data, "train"),
        "newsmtsc": judgements.newsmtsc(data, False),
        "mams": judgements.mams(data, "train"),
        "gap": judgements.gap(data),
        "wikinews": wikinews.wikinews(data, places),
    }


def development_parts(data: Path) -> Parts:
    """No document of these is in the training parts; PUD, wnut dev and EWT names are whole
    corpora (or parts) whose names no training part holds."""
    places = gazetteer(data)
    lit = names.litbank(data)
    uner = {"pud": "uner_en_pud/en_pud-ud-test.iob2.gz", "ewt": "uner_en_ewt/en_ewt-ud-dev.iob2.gz"}
    return {
        "gum": treebanks.gum(data, "dev", places),
        "litbank": [d for i, d in enumerate(lit) if not i % LITBANK_DEVELOPMENT],
        "ewt": treebanks.ewt(data, "dev"),
        "names_pud": names.name_file(data / uner["pud"], "ewt", places, column=1),
        "names_ewt": names.name_file(data / uner["ewt"], "ewt", places, column=1),
        "names_wnut": names.name_file(data / "wnut17" / "emerging.dev.conll.gz", "wnut", places),
        "names_sec": names.name_file(data / "sec_filings" / "FIN3.txt.gz", "sec", places),
        "redocred": relations.redocred(data, True, places),
        "knowledgenet": relations.knowledgenet(data, True, places),
        "ecb": names.ecbplus(data, "dev"),
        "veridicality": judgements.veridicality(data, "dev"),
        "newsmtsc": judgements.newsmtsc(data, True),
        "mams": judgements.mams(data, "val"),
    }


def data_folder(given: str | None) -> Path:
    folder = given or os.environ.get("FACTBOOK_DATA")
    if not folder:
        raise SystemExit("name the data directory with --data DIR or FACTBOOK_DATA")
    return Path(folder)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", help="directory of the corpora (or FACTBOOK_DATA)")
    parser.add_argument("--out", type=Path, default=Path.home() / "factbook-checkpoints")
    arguments = parser.parse_args()
    data = data_folder(arguments.data)
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name, parts in (("train", training_parts(data)), ("dev", development_parts(data))):
        for corpus, examples in parts.items():
            words = sum(len(example.words) for example in examples)
            print(f"{name:6}{corpus:14}{len(examples):7} examples {words:8} words")
        with (arguments.out / f"{name}.pickle").open("wb") as file:
            pickle.dump(parts, file)


if __name__ == "__main__":
    main()
