"""Small made-up documents for the tests of linking and storing, and the whole content of a store for comparing two."""

from __future__ import annotations

from typing import Any

from factbook.model.kb import KB
from factbook.model.records import Argument, Attitude, Entity, Filler, Mention, Relation, RelationMention
from factbook.store.store import Annotated, Store
from factbook.text.markup import parse_source
from factbook.text.offsets import Span


class Writer:
    """Writes a document name by name, so that text and offsets agree."""

    def __init__(self, doc: str, *, date: str = "") -> None:
        self.doc, self.text, self.date = doc, "", date
        self.kb = KB(name="test")
        self.facts = 0

    def entity(self, key: str, kind: str, *names: str, level: str = "NAM") -> Writer:
        self.kb.add(Entity(id=key, type=kind))
        for name in names:
            self.mention(key, name, level)
        return self

    def mention(self, key: str, name: str, level: str = "NAM") -> str:
        start = len(self.text)
        self.text += name + " said. "
        number = f"m{len(self.kb.mentions)}"
        span = Span(self.doc, start, start + len(name))
        self.kb.add(Mention(id=number, entity=key, level=level, extent=span, text=name))
        return number

    def fact(self, subject: str, slot: str, value: str, *, confidence: float = 1.0) -> Writer:
        self.facts += 1
        ref = value
        if value not in self.kb.entities:
            ref = f"f{self.facts}"
            start = len(self.text)
            self.text += value + ". "
            self.kb.add(Filler(id=ref, type="STRING", text=value, extent=Span(self.doc, start, start + len(value))))
        arguments = (Argument(role="subject", ref=subject), Argument(role="object", ref=ref))
        self.kb.add(Relation(id=f"r{self.facts}", type=slot, arguments=arguments, confidence=confidence))
        span = Span(self.doc, 0, max(1, min(len(self.text), 60)))
        self.kb.add(RelationMention(id=f"rm{self.facts}", relation=f"r{self.facts}", provenance=(span,)))
        return self

    def feels(self, source: str | None, target: str, value: str) -> Writer:
        mentions = {m.entity: m.id for m in self.kb.mentions.values()}
        number = f"a{len(self.kb.attitudes)}"
        self.kb.add(
            Attitude(id=number, doc=self.doc, kind="sentiment", source=mentions.get(source or ""), value=value,
                     target=mentions[target], target_kind="entity")
        )  # fmt: skip
        return self

    def done(self) -> Annotated:
        source = parse_source(self.text or "empty", id=self.doc)
        if self.date:
            import msgspec

            source = msgspec.structs.replace(source, date=self.date)
        return Annotated(source, self.kb)


def content(store: Store) -> dict[str, list[Any]]:
    """Everything in a store that does not depend on internal numbers, sorted."""
    queries = {
        "document": "SELECT name, kind, language, date, length, digest FROM document",
        "local": "SELECT d.name, l.key, l.type, l.grp, l.node, l.entity, l.mentions, l.context, l.features "
        "FROM local_entity l JOIN document d ON d.id = l.document",
        "mention": "SELECT d.name, m.start, m.end, m.level, m.text, m.canonical, l.key FROM mention m "
        "JOIN document d ON d.id = m.document JOIN local_entity l ON l.id = m.local",
        "fact": "SELECT d.name, f.key, f.predicate, f.subject, f.object, f.value, f.confidence, f.provenance "
        "FROM fact f "
        "JOIN document d ON d.id = f.document",
        "attitude": "SELECT d.name, a.key, a.source, a.author, a.target, a.value, a.holder FROM attitude a "
        "JOIN document d ON d.id = a.document",
        "argument": "SELECT d.name, e.key, a.role, a.entity, a.value FROM argument a JOIN event e ON e.id = a.event "
        "JOIN document d ON d.id = a.document",
        "node": "SELECT n.id, n.grp, n.type, n.name, n.part, d.name, n.documents, n.mentions, n.signature, n.parent, "
        "n.score, n.rule, n.evidence, n.root FROM node n LEFT JOIN document d ON d.id = n.document",
        "entity": "SELECT * FROM entity",
        "emitted": "SELECT * FROM emitted",
        "looked_up": "SELECT * FROM looked_up",
        "member": "SELECT * FROM member",
        "name": "SELECT grp, text, folded, main, n FROM name",
        "alias": "SELECT * FROM alias",
        "cooccur": "SELECT * FROM cooccur",
        "pending": "SELECT * FROM pending",
    }
    return {table: sorted(store.connection.execute(query).fetchall(), key=repr) for table, query in queries.items()}
