"""Error surgery for ACE: the system output with the errors of one stage mended, the rest left as it is.

Entities: `split` and `merge` (mentions in the wrong entity), `spurious` (no gold mention), `missed` (no system
mention), `type` (type, subtype, class), `name` (where names count), `mention` (mentions missed, spurious or with wrong
attributes). Relations:
`entity` (the entities first, all stages), then `spurious`, `relation` (missed), `type` and `argument`. All stages in
turn give a perfect score.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from factbook.evaluate.ace_items import EntityItem, EntityOccurrence, RelationItem
from factbook.evaluate.ace_mapping import Evaluation
from factbook.evaluate.ace_rows import Scored
from factbook.model.kb import KB
from factbook.model.records import Argument, Entity, Mention, Relation, RelationMention

ENTITY_STAGES = ("split", "merge", "spurious", "missed", "type", "name", "mention")
RELATION_STAGES = ("entity", "spurious", "relation", "type", "argument")
GOLD = "gold:"  # before the ids of records that come from the gold side


class Repair:
    """The system's KBs, to be changed stage by stage."""

    def __init__(self, gold: Mapping[str, KB], system: Mapping[str, KB], evaluation: Evaluation) -> None:
        self.gold = gold
        self.evaluation = evaluation
        self.kbs = {doc: _copy(system.get(doc, KB()), gold[doc]) for doc in gold}

    def entities(self, stage: str) -> dict[str, KB]:
        """All documents with one stage of entity errors mended."""
        scored = self.evaluation.task("edr")
        stages: dict[str, Callable[[Scored], None]] = {
            "spurious": self._spurious,
            "missed": self._missed,
            "split": self._split,
            "merge": self._merge,
            "type": self._types,
            "name": self._names,
            "mention": self._mentions,
        }
        stages[stage](scored)
        return self._done()

    def _done(self) -> dict[str, KB]:
        for kb in self.kbs.values():
            known = {mention.entity for mention in kb.mentions.values()}
            named = {id for id, entity in kb.entities.items() if entity.names or not kb.mentions}
            kb.entities = {id: entity for id, entity in kb.entities.items() if id in known or id in named}
            kb.forget_indexes()
        return self.kbs

    def _spurious(self, scored: Scored) -> None:
        known = linked(scored)
        for row in scored.alarms:
            if row.occurrence not in known:
                self._drop(row.occurrence.doc, row.item.id)

    def _drop(self, doc: str, entity: str) -> None:
        kb = self.kbs[doc]
        kb.entities.pop(entity, None)
        kb.mentions = {id: mention for id, mention in kb.mentions.items() if mention.entity != entity}

    def _missed(self, scored: Scored) -> None:
        known = linked(scored)
        for row in scored.rows:
            if row.outcome == "miss" and row.occurrence not in known:
                self._add(row.occurrence.doc, row.item.id)

    def _add(self, doc: str, entity: str) -> str:
        """Puts a gold entity of a document into the system's; gives its id there."""
        kb, source = self.kbs[doc], self.gold[doc]
        name = f"{GOLD}{entity}"
        if name not in kb.entities:
            kb.entities[name] = msgspec.structs.replace(source.entities[entity], id=name)
            for mention in source.mentions_of.get(entity, ()):
                kb.mentions[f"{GOLD}{mention.id}"] = msgspec.structs.replace(
                    mention, id=f"{GOLD}{mention.id}", entity=name
                )
        return name

    def _split(self, scored: Scored) -> None:
        """Mentions of a system entity without mate go to the mate of the gold entity they belong to."""
        for left, rights in scored.links.items():
            mate = left.item.mate
            for right, links in rights.items():
                if mate is not None and right.item.mate is None and left.doc in mate.occurrences:
                    for link in links:
                        self._move(left.doc, link.system.id, mate.id)

    def _merge(self, scored: Scored) -> None:
        """Mentions of a gold entity without mate leave the system entity they were put into."""
        for left, rights in scored.links.items():
            if left.item.mate is not None:
                continue
            kb = self.kbs[left.doc]
            name = f"{GOLD}{left.item.id}"
            kb.entities[name] = msgspec.structs.replace(self.gold[left.doc].entities[left.item.id], id=name)
            for link in (link for links in rights.values() for link in links):
                self._move(left.doc, link.system.id, name)

    def _move(self, doc: str, mention: str, entity: str) -> None:
        kb = self.kbs[doc]
        if mention in kb.mentions:
            kb.mentions[mention] = msgspec.structs.replace(kb.mentions[mention], entity=entity)

    def _types(self, scored: Scored) -> None:
        for reference, system in mapped(scored):
            kb, source = self.kbs[system.doc], self.gold[system.doc].entities[reference.item.id]
            if system.item.id in kb.entities:
                kb.entities[system.item.id] = as_gold(kb.entities[system.item.id], source)

    def _names(self, scored: Scored) -> None:
        for reference, system in mapped(scored):
            kb, source = self.kbs[system.doc], self.gold[system.doc].entities[reference.item.id]
            if system.item.id in kb.entities:
                kb.entities[system.item.id] = msgspec.structs.replace(kb.entities[system.item.id], names=source.names)

    def _mentions(self, scored: Scored) -> None:
        for reference, system in mapped(scored):
            self._take_mentions(reference, system)

    def _take_mentions(self, reference: EntityOccurrence, system: EntityOccurrence) -> None:
        """The mentions of a gold entity in a document instead of those of its mate."""
        kb, source = self.kbs[system.doc], self.gold[system.doc]
        kept = {id: mention for id, mention in kb.mentions.items() if mention.entity != system.item.id}
        for mention in source.mentions_of.get(reference.item.id, ()):
            kept[f"{GOLD}{mention.id}"] = _renamed(mention, system.item.id)
        kb.mentions = kept

    # Relations

    def relations(self, stage: str) -> dict[str, KB]:
        """All documents with one stage of relation errors mended; `entity` mends all stages of the entities."""
        scored = self.evaluation.task("rdr")
        if stage == "entity":
            self._entities()
        elif stage == "spurious":
            for row in scored.alarms:
                self.kbs[row.occurrence.doc].relations.pop(row.item.id, None)
        elif stage == "relation":
            for row in scored.rows:
                if row.outcome == "miss" and isinstance(row.item, RelationItem):
                    self._add_relation(row.item, row.occurrence.doc)
        else:
            for row in scored.rows:
                if row.mate is not None and isinstance(row.item, RelationItem):
                    self._mend_relation(row.item, row.mate.item.id, row.occurrence.doc, stage)
        for kb in self.kbs.values():
            known = set(kb.relations)
            kb.relation_mentions = {id: m for id, m in kb.relation_mentions.items() if m.relation in known}
            kb.forget_indexes()
        return self.kbs

    def _entities(self) -> None:
        """The gold entities under the ids of the system entities that correspond to them, and no others."""
        for doc, kb in self.kbs.items():
            source = self.gold[doc]
            names = {id: f"{GOLD}{id}" for id in source.entities}
            names |= {item.id: self._name(item, doc) for item in self._gold_entities(doc)}
            kb.entities = {
                names[id]: msgspec.structs.replace(entity, id=names[id]) for id, entity in source.entities.items()
            }
            heads = {mention.heads: mention.id for mention in kb.mentions.values()}
            kb.mentions = {}
            for mention in source.mentions.values():
                id = heads.get(mention.heads, f"{GOLD}{mention.id}")
                id = id if id not in kb.mentions else f"{GOLD}{mention.id}"
                kb.mentions[id] = msgspec.structs.replace(mention, id=id, entity=names[mention.entity])
            self._point(kb, self._destinations(doc, names))

    def _destinations(self, doc: str, names: Mapping[str, str]) -> dict[str, str]:
        """New ids of the system's entities in a document: one without mate goes where it has most in accord."""
        found = {name: name for name in names.values()}
        for item in self.evaluation.system.entities.values():
            if doc in item.occurrences and item.id not in found:
                best = self.evaluation.nearest(item.occurrences[doc])
                if best is not None:
                    found[item.id] = names[best.item.id]
        return found

    def _point(self, kb: KB, new: Mapping[str, str]) -> None:
        """Arguments by their new ids; a relation with an argument that is spurious goes with it."""
        known, kb.relations = kb.relations, {}
        for id, relation in known.items():
            arguments = main_arguments(relation)
            if all(argument.ref in new for argument in arguments):
                moved = tuple(msgspec.structs.replace(argument, ref=new[argument.ref]) for argument in arguments)
                kb.relations[id] = msgspec.structs.replace(relation, arguments=moved)

    def _gold_entities(self, doc: str) -> list[EntityItem]:
        return [item for item in self.evaluation.reference.entities.values() if doc in item.occurrences]

    def _name(self, item: EntityItem, doc: str) -> str:
        mate = item.mate
        return mate.id if mate is not None and doc in mate.occurrences else f"{GOLD}{item.id}"

    def _add_relation(self, item: RelationItem, doc: str) -> None:
        kb, source = self.kbs[doc], self.gold[doc]
        relation = source.relations[item.id]
        name = self._relation_name(item)
        kb.relations[name] = msgspec.structs.replace(relation, id=name, arguments=self._arguments(relation, doc))
        for mention in source.mentions_of_relation.get(item.id, ()):
            copy = msgspec.structs.replace(mention, id=f"{GOLD}{mention.id}", relation=name, arguments=())
            kb.relation_mentions[copy.id] = copy

    def _relation_name(self, item: RelationItem) -> str:
        return f"{GOLD}{item.id}"

    def _stands(self, doc: str, name: str) -> bool:
        """Whether an entity is in the document as it is mended."""
        return name in self.kbs[doc].entities

    def _arguments(self, relation: Relation, doc: str) -> tuple[Argument, ...]:
        by_id = {item.id: item for item in self._gold_entities(doc)}
        found = []
        for argument in main_arguments(relation):
            name = self._name(by_id[argument.ref], doc) if argument.ref in by_id else argument.ref
            if not self._stands(doc, name):
                name = self._add(doc, argument.ref)
            found.append(msgspec.structs.replace(argument, ref=name))
        return tuple(found)

    def _mend_relation(self, item: RelationItem, system: str, doc: str, stage: str) -> None:
        kb = self.kbs[doc]
        relation, source = kb.relations.get(system), self.gold[doc].relations[item.id]
        if relation is None:
            return
        if stage == "type":
            same = {name: getattr(source, name) for name in ("type", "subtype", "modality", "tense")}
            kb.relations[system] = msgspec.structs.replace(relation, **same)
        else:
            kb.relations[system] = msgspec.structs.replace(relation, arguments=self._arguments(source, doc))


def _copy(kb: KB, gold: KB) -> KB:
    return KB(
        name=kb.name,
        documents=dict(kb.documents or gold.documents),
        entities=dict(kb.entities),
        mentions=dict(kb.mentions),
        relations=dict(kb.relations),
        relation_mentions=dict(kb.relation_mentions),
    )


def linked(scored: Scored) -> set[EntityOccurrence]:
    """Occurrences of both sides that share a mention with one of the other side."""
    found = set(scored.links)
    for rights in scored.links.values():
        found.update(rights)
    return found


def mapped(scored: Scored) -> list[tuple[EntityOccurrence, EntityOccurrence]]:
    """Occurrences of entities that are mapped to each other, and both in the document."""
    return [
        (row.occurrence, row.mate)
        for row in scored.rows
        if isinstance(row.occurrence, EntityOccurrence) and isinstance(row.mate, EntityOccurrence)
    ]


def as_gold(entity: Entity, source: Entity) -> Entity:
    """A system entity with the attributes of the gold one."""
    return msgspec.structs.replace(entity, type=source.type, subtype=source.subtype, specificity=source.specificity)


def _renamed(mention: Mention, entity: str) -> Mention:
    return msgspec.structs.replace(mention, id=f"{GOLD}{mention.id}", entity=entity)


def main_arguments(relation: Relation | RelationMention) -> list[Argument]:
    """Arguments that are scored: all but times (section 2.13)."""
    return [argument for argument in relation.arguments if "time" not in argument.role.lower()]
