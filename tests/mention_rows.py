"""Random annotations of mentions for the tests of this folder."""

from __future__ import annotations

from hypothesis import strategies as st

from factbook.model.kb import KB
from factbook.model.records import Entity, Mention
from factbook.text.offsets import Span

Row = tuple[str, int, str, str, str]  # document, start, entity, type, level


def kb_of(rows: list[Row], *, prefix: str = "", linked: str = "") -> KB:
    """One mention of length 3 a row. Entities whose name begins with `linked` are in an outside KB."""
    kb = KB()
    for number, (doc, start, entity, kind, level) in enumerate(rows):
        name = prefix + entity
        links = (("KB", entity),) if linked and entity.startswith(linked) else ()
        kb.entities.setdefault(name, Entity(id=name, type=kind, links=links))
        id = f"{prefix}m{number}"
        kb.mentions[id] = Mention(
            id=id, entity=name, type=kind, level=level, extent=Span(doc, start, start + 3), text="abc"
        )
    return kb


def rows(entities: str = "ABCD") -> st.SearchStrategy[list[Row]]:
    """Up to 12 mentions at different places of two documents."""
    row = st.tuples(
        st.sampled_from(["D1", "D2"]),
        st.integers(0, 9).map(lambda place: place * 5),
        st.sampled_from(entities),
        st.sampled_from(["PER", "ORG"]),
        st.sampled_from(["NAM", "NOM"]),
    )
    return st.lists(row, max_size=12, unique_by=lambda one: one[:2])
