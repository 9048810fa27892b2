"""How tuples of open relations become pairs with triggers."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from benchmarks.extraction_open import carb_pairs

TEXT = "Anna Berg founded the old Acme works in Lisk ."


def pairs(tmp_path: Path, *tuples: tuple[str, str, str]) -> list[tuple[str, tuple[str, ...], str]]:
    folder = tmp_path / "normalised"
    folder.mkdir()
    rows = [{"text": TEXT, "arg1": one, "relation": words, "arg2": two} for one, words, two in tuples]
    data = "\n".join(map(json.dumps, rows)).encode()
    (folder / "openre.carb_dev_wiki.jsonl.gz").write_bytes(gzip.compress(data))
    return [(p.item.entity1, p.item.triggers, p.item.entity2) for p in carb_pairs(tmp_path)]


def test_content_words_are_the_trigger_and_unrelated_arguments_a_pair_without_one(tmp_path: Path) -> None:
    found = pairs(tmp_path, ("Anna Berg", "founded", "the old Acme works"), ("the old Acme works", "is in", "Lisk"))
    assert found == [("Anna Berg", ("founded",), "the old Acme works"), ("Anna Berg", (), "Lisk")]


def test_what_is_not_in_the_sentence_is_left_out(tmp_path: Path) -> None:
    assert pairs(tmp_path, ("Anna Berg", "established", "the old Acme works"), ("Karl", "founded", "Lisk")) == []
