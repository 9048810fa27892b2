"""Error surgery for EMD and RMD: every mention is an item of its own, so it is mended by itself.

The output is first written out as sections 4.3 and 4.4 read it: each mention an entity, each relation mention a
relation. That changes no score. Then one stage is mended, as in `ace_repair`: `split` are further system mentions of a
gold mention that is mapped, `merge` gold mentions whose system mention is mapped elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from factbook.evaluate.ace_items import EntityOccurrence
from factbook.evaluate.ace_mapping import Evaluation
from factbook.evaluate.ace_repair import GOLD, as_gold, linked, main_arguments
from factbook.evaluate.ace_rows import Row, Scored
from factbook.model.kb import KB
from factbook.model.records import Argument, Relation, RelationMention


class MentionRepair:
    """The system's KBs with mentions as items, to be changed in one stage."""

    def __init__(self, gold: Mapping[str, KB], system: Mapping[str, KB], evaluation: Evaluation) -> None:
        self.gold = gold
        self.evaluation = evaluation
        self.system = system
        self.kbs: dict[str, KB] = {}

    def entities(self, stage: str) -> dict[str, KB]:
        """All documents with one stage of mention errors mended (EMD)."""
        scored = self.evaluation.task("emd")
        self.kbs = {doc: _flat(self.system.get(doc, KB()), self.gold[doc]) for doc in self.gold}
        for row in _of_stage(scored, stage):
            kb, doc = self.kbs[row.occurrence.doc], row.occurrence.doc
            if row.outcome == "fa":
                kb.entities.pop(row.item.id, None)
                kb.mentions.pop(row.item.id, None)
            elif row.mate is None:
                self._add(doc, row.item.id)
            else:
                self._mend(doc, row.item.id, row.mate.item.id, stage)
        return self._done()

    def _add(self, doc: str, mention: str) -> str:
        """Puts a gold mention into the system's; gives its id there."""
        kb, name = self.kbs[doc], f"{GOLD}{mention}"
        self._put(kb, doc, mention, name)
        return name

    def _put(self, kb: KB, doc: str, mention: str, name: str) -> None:
        source = self.gold[doc]
        found = source.mentions[mention]
        kb.mentions[name] = msgspec.structs.replace(found, id=name, entity=name)
        kb.entities[name] = msgspec.structs.replace(source.entities[found.entity], id=name)

    def _mend(self, doc: str, mention: str, system: str, stage: str) -> None:
        kb, source = self.kbs[doc], self.gold[doc]
        found = source.mentions[mention]
        if stage == "type":
            kb.entities[system] = as_gold(kb.entities[system], source.entities[found.entity])
        elif stage == "name":
            same = {"text": found.text, "head_text": found.head_text}
            kb.mentions[system] = msgspec.structs.replace(kb.mentions[system], **same)
        else:
            kb.mentions[system] = msgspec.structs.replace(found, id=system, entity=system)

    # Relations

    def relations(self, stage: str) -> dict[str, KB]:
        """All documents with one stage of relation mention errors mended (RMD); `entity` mends all mentions."""
        scored = self.evaluation.task("rmd")
        self.kbs = {doc: _flat_relations(self.system.get(doc, KB()), self.gold[doc]) for doc in self.gold}
        if stage == "entity":
            self._all_mentions()
            return self._done()
        for row in (*scored.rows, *scored.alarms):
            doc = row.occurrence.doc
            if row.outcome == "fa" and stage == "spurious":
                self.kbs[doc].relations.pop(row.item.id, None)
                self.kbs[doc].relation_mentions.pop(row.item.id, None)
            elif row.outcome == "miss" and row.mate is None and stage == "relation":
                self._put_relation(doc, row.item.id, f"{GOLD}{row.item.id}")
            elif row.mate is not None and stage == "type":
                self._mend_type(doc, row.item.id, row.mate.item.id)
            elif row.mate is not None and stage == "argument":
                self._put_relation(doc, row.item.id, row.mate.item.id, self.kbs[doc].relations[row.mate.item.id])
        return self._done()

    def _all_mentions(self) -> None:
        """Entities and mentions of gold, mentions under the ids of their mates; relations point at them, or go."""
        mates = self._mates()
        for doc, kb in self.kbs.items():
            source = self.gold[doc]
            names = {mention: mates.get((doc, mention), f"{GOLD}{mention}") for mention in source.mentions}
            kb.entities = dict(source.entities)
            kb.mentions = {
                name: msgspec.structs.replace(source.mentions[mention], id=name) for mention, name in names.items()
            }
            new = {name: name for name in names.values()}
            for link in self.evaluation.correspondences:
                if link.reference.occurrence.doc == doc:
                    new.setdefault(link.system.id, names[link.reference.id])
            for name, said in list(kb.relation_mentions.items()):
                if all(argument.ref in new for argument in said.arguments):
                    self._point(kb, name, [(argument, new[argument.ref]) for argument in said.arguments])
                else:
                    del kb.relation_mentions[name], kb.relations[name]

    def _point(self, kb: KB, name: str, arguments: Iterable[tuple[Argument, str]]) -> None:
        """Arguments of a relation and its mention: these entity mentions, and their entities."""
        chosen = [msgspec.structs.replace(argument, ref=mention) for argument, mention in arguments]
        entities = [msgspec.structs.replace(one, ref=kb.mentions[one.ref].entity) for one in chosen]
        kb.relation_mentions[name] = msgspec.structs.replace(kb.relation_mentions[name], arguments=tuple(chosen))
        kb.relations[name] = msgspec.structs.replace(kb.relations[name], arguments=tuple(entities))

    def _mates(self) -> dict[tuple[str, str], str]:
        """System mention by document and gold mention."""
        rows = self.evaluation.task("emd").rows
        return {(row.occurrence.doc, row.item.id): row.mate.item.id for row in rows if row.mate is not None}

    def _put_relation(self, doc: str, mention: str, name: str, kept: Relation | None = None) -> None:
        """The gold relation mention as a relation of the system; attributes are those of `kept`."""
        kb, source = self.kbs[doc], self.gold[doc]
        found = source.relation_mentions[mention]
        kb.relations[name] = msgspec.structs.replace(kept or source.relations[found.relation], id=name)
        kb.relation_mentions[name] = msgspec.structs.replace(found, id=name, relation=name)
        self._point(kb, name, self._arguments(doc, found))

    def _arguments(self, doc: str, mention: RelationMention) -> Iterator[tuple[Argument, str]]:
        """Arguments of a gold relation mention, each with the system mention for it."""
        mates, kb = self._mates(), self.kbs[doc]
        for argument in main_arguments(mention):
            if argument.ref in self.gold[doc].mentions:
                name = mates.get((doc, argument.ref), "")
                yield argument, name if name in kb.mentions else self._add(doc, argument.ref)

    def _mend_type(self, doc: str, mention: str, system: str) -> None:
        source, kb = self.gold[doc], self.kbs[doc]
        host = source.relations[source.relation_mentions[mention].relation]
        same = {name: getattr(host, name) for name in ("type", "subtype", "modality", "tense")}
        kb.relations[system] = msgspec.structs.replace(kb.relations[system], **same)

    def _done(self) -> dict[str, KB]:
        for kb in self.kbs.values():
            kb.forget_indexes()
        return self.kbs


def _of_stage(scored: Scored, stage: str) -> Iterator[Row]:
    """The rows that a stage mends."""
    known = linked(scored)
    for row in (*scored.rows, *scored.alarms):
        assert isinstance(row.occurrence, EntityOccurrence)
        if row.mate is not None:
            if stage in ("type", "name", "mention"):
                yield row
            continue
        labels = ("split", "spurious") if row.outcome == "fa" else ("merge", "missed")
        if stage == labels[row.occurrence not in known]:
            yield row


def _flat(kb: KB, gold: KB) -> KB:
    """Each mention an entity."""
    flat = KB(name=kb.name, documents=dict(kb.documents or gold.documents))
    for entity in kb.entities.values():
        for mention in kb.mentions_of.get(entity.id, ()):
            flat.entities[mention.id] = msgspec.structs.replace(entity, id=mention.id)
            flat.mentions[mention.id] = msgspec.structs.replace(mention, entity=mention.id)
    return flat


def _flat_relations(kb: KB, gold: KB) -> KB:
    """Each relation mention a relation; entities stay."""
    flat = KB(
        name=kb.name,
        documents=dict(kb.documents or gold.documents),
        entities=dict(kb.entities),
        mentions=dict(kb.mentions),
    )
    for relation in kb.relations.values():
        if all(argument.ref in kb.entities for argument in main_arguments(relation)):
            for said in kb.mentions_of_relation.get(relation.id, ()):
                arguments = tuple(one for one in main_arguments(said) if one.ref in kb.mentions)
                flat.relations[said.id] = msgspec.structs.replace(relation, id=said.id)
                flat.relation_mentions[said.id] = msgspec.structs.replace(said, relation=said.id, arguments=arguments)
    return flat
