"""docs/store.md names the tables there are, and its examples run."""

from __future__ import annotations

import re
from pathlib import Path

from factbook.store.store import Store
from tests.store.sample import calder_kb

PAGE = (Path(__file__).parents[2] / "docs" / "store.md").read_text(encoding="utf-8")


def test_every_table_is_on_the_page() -> None:
    with Store.open(calder_kb()) as store:
        rows = store.connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT NULL"
        ).fetchall()
    shadow = re.compile(r"_(?:config|data|docsize|idx|content)$|^sqlite_")
    names = {row[0] for row in rows if not shadow.search(row[0])}
    assert {name for name in names if not re.search(rf"\b{name}\b", PAGE)} == set()


def test_the_examples_run() -> None:
    (block,) = re.findall(r"```sql\n([\s\S]*?)```", PAGE)
    with Store.open(calder_kb()) as store:
        for statement in block.split(";\n"):
            if statement.strip():
                assert store.connection.execute(statement).fetchall()
