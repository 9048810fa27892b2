"""Adding, replacing and removing documents one by one gives the knowledge base that building the whole gives."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from factbook.store import blocks, uses
from factbook.store.store import Annotated, Store
from tests.store.worlds import Writer, content

PEOPLE = (
    ("Karim Haddad", "Haddad"), ("Haddad",), ("Nadir Haddad", "Nadir"), ("Karim Haddad", "Abu Nadir"), ("Abu Nadir",),
    ("K. Haddad",), ("كريم حداد",), ("Helena Varga", "Varga"), ("Varga",), ("Tomas Varga", "Varga"), ("Lena Varga",),
    ("Helena Marie Varga",), ("Nadir",), ("gullwatcher",), ("Karim Hadad",),
    ("HADDAD",), ("Omar Haddad",), ("KARIM HADDAD",),
)  # fmt: skip
GROUPS = (
    ("Calder Dockworkers Union", "CDU"), ("CDU",), ("Northline Ferries", "Northline"), ("Northline",),
    ("Sindicato de Estibadores de Calder",), ("Christian Democratic Union",), ("Port Ellery Mariners", "Port Ellery"),
)  # fmt: skip
PLACES = (("Port Ellery",), ("Puerto Ellery",), ("Lebanon",), ("Líbano",), ("Calder", "Calderian"), ("Calderian",))
FACTS = (("per:date_of_birth", "1950-01-01"), ("per:date_of_birth", "1984-05-05"), ("per:title", "senator"),
         ("per:title", "striker"))  # fmt: skip


@st.composite
def documents(draw: st.DrawFn) -> Annotated:
    writer = Writer(f"DOC{draw(st.integers(0, 5))}")
    for kind, pool in (("PER", PEOPLE), ("ORG", GROUPS), ("GPE", PLACES)):
        for index, names in enumerate(draw(st.lists(st.sampled_from(pool), max_size=3))):
            key = f"{kind}{index}"
            writer.entity(key, kind, *names)
            if kind == "PER" and draw(st.booleans()):
                writer.fact(key, *draw(st.sampled_from(FACTS)))
            if kind == "ORG" and "PER0" in writer.kb.entities:
                writer.fact("PER0", "per:employee_or_member_of", key)
                writer.feels("PER0", key, "neg")
    if draw(st.booleans()):
        writer.entity("nominal", "PER", "the docker", level="NOM")
    return writer.done()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(
    steps=st.lists(st.one_of(documents(), st.integers(0, 5)), min_size=1, max_size=12),
    candidates=st.sampled_from([1, 2, 32]),
    few=st.sampled_from([0, 2, 12]),
)
def test_one_by_one_equals_the_whole(
    steps: list[Annotated | int], candidates: int, few: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Also where a block holds more names than are looked at, and where short names have many uses."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "CANDIDATES", candidates)
        patch.setattr(uses, "FEW", few)
        _same(steps, tmp_path_factory.mktemp("kb"))


def _same(steps: list[Annotated | int], folder: Path) -> None:
    present: dict[str, Annotated] = {}
    with Store.open(str(folder / "steps.kb"), create=True) as store:
        for step in steps:
            if isinstance(step, int):
                name = f"DOC{step}"
                if name in present:
                    store.remove([name])
                    del present[name]
            else:
                store.add([step])
                present[step.source.id] = step
        with Store.open(str(folder / "whole.kb"), create=True) as whole:
            for document in reversed(list(present.values())):
                whole.add([document], link=False)
            whole.link()
            expected = content(whole)
        found = content(store)
        store.link_again()
        again = content(store)
    for table, rows in expected.items():
        assert found[table] == rows, table
        assert again[table] == rows, table
