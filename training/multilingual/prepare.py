"""Read the corpora of the multilingual model: ``python -m training.multilingual.prepare --data DIR --english DIR``.

``--english`` is the folder where ``training.prepare`` left its examples: English teaches what the other languages lack
(nominal mentions, coreference, relations, factuality, sentiment), through the shared space of the encoder. Names that
no person marked come from ``training.multilingual.silver``, if it ran before.
"""

from __future__ import annotations

import argparse
import pickle
from pathlib import Path

from training.example import Example
from training.multilingual import corpora
from training.multilingual.corpora import LANGUAGE_OF
from training.multilingual.swaps import titles, with_swaps
from training.prepare import data_folder

Parts = dict[str, list[Example]]
EVERY = 8  # of the parallel treebanks, one sentence in eight is for development


def _cess_development_texts(data: Path) -> set[str]:
    return {_key(example.words) for example in corpora.cess(data, True)}


def _key(words: list[str]) -> str:
    return "".join(words).replace("_", "").lower()


def treebank_parts(data: Path, development: bool) -> Parts:
    """AnCora shares sentences with CESS: what is in the development part of that is left out here."""
    held_out = _cess_development_texts(data)

    def in_part(number: int, words: list[str]) -> bool:
        return (number % EVERY == 0) == development and _key(words) not in held_out

    ancora = sorted((data / "ud_es_ancora").glob("*.gz"))
    spanish = [*ancora, *(data / "ud_es_gsd").glob("*.gz"), *(data / "ud_es_pud").glob("*.gz")]
    chinese = [path for name in ("gsdsimp", "pud", "hk") for path in sorted((data / f"ud_zh_{name}").glob("*.gz"))]
    return {
        "es_trees": corpora.trees("es_trees", spanish, in_part),
        "zh_trees": corpora.trees("zh_trees", chinese, in_part),
        "ar_trees": corpora.trees("ar_trees", sorted((data / "ud_ar_pud").glob("*.gz")), in_part),
    }


def parts(data: Path, development: bool) -> Parts:
    named = {
        "cess": corpora.cess(data, development),
        "uner_zh": corpora.uner_chinese(data, "gsdsimp_dev" if development else "gsdsimp_train"),
        "weibo": corpora.weibo(data, "dev" if development else "train"),
        "newsfane": corpora.blocks(data, "newsfane", "names.newsfane.jsonl.gz", development),
        "wojood": corpora.wojood(data, "val" if development else "train"),
    }
    if not development:
        named["uner_zh"] += corpora.uner_chinese(data, "pud")
        more = {language: titles(data, language) for language in ("zh", "ar")}
        named = {name: with_swaps(part, more.get(LANGUAGE_OF[name], {})) for name, part in named.items()}
    return named | treebank_parts(data, development)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data")
    parser.add_argument("--english", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    data = data_folder(arguments.data)
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name, development in (("train", False), ("dev", True)):
        found = parts(data, development)
        with (arguments.english / f"{name}.pickle").open("rb") as file:
            found |= pickle.load(file)
        silver = arguments.out / "silver.pickle"
        if name == "train" and silver.exists():
            found |= pickle.loads(silver.read_bytes())
        for corpus, examples in found.items():
            print(f"{name:6}{corpus:14}{len(examples):7} examples {sum(len(e.words) for e in examples):8} words")
        with (arguments.out / f"{name}.pickle").open("wb") as file:
            pickle.dump(found, file)


if __name__ == "__main__":
    main()
