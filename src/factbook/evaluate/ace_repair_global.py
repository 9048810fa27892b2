"""Error surgery where ids hold for the collection: entities and relations are mended document by document.

So it is in the global tasks, and in all tasks of the official program.

The occurrence of an entity in a document is what is missed, spurious, or in the wrong entity: `split` where it stands
in a system entity that is mapped to nothing, `merge` where it stands in one that is mapped to another. `name` mends the
names (and, without mentions, the level that they give), `mention` the mentions where the profile uses them.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from factbook.evaluate.ace_explain import partners, stage_of
from factbook.evaluate.ace_items import EntityItem, EntityOccurrence, RelationItem
from factbook.evaluate.ace_mapping import Evaluation
from factbook.evaluate.ace_repair import GOLD, Repair, as_gold, mapped
from factbook.evaluate.ace_rows import Scored
from factbook.model.kb import KB


class GlobalRepair(Repair):
    """The system's KBs, to be changed in one stage."""

    def __init__(self, gold: Mapping[str, KB], system: Mapping[str, KB], evaluation: Evaluation) -> None:
        super().__init__(gold, system, evaluation)
        self._added: set[tuple[str, str]] = set()  # gold entities put in, by document

    def entities(self, stage: str) -> dict[str, KB]:
        """All documents with one stage of entity errors mended."""
        scored = self.evaluation.task("edr")
        if stage in ("type", "name", "mention"):
            for reference, system in mapped(scored):
                self._mend(reference, system, stage)
        else:
            self._place(scored, stage)
        return self._done()

    def _place(self, scored: Scored, stage: str) -> None:
        """Occurrences of a stage go where they belong: into the mate of their gold entity, or away."""
        beside = partners(scored)
        missed = {row.occurrence for row in scored.rows if row.outcome == "miss" and row.mate is None}
        taken: set[object] = set()
        for row in scored.alarms:
            if stage_of(row, beside) != stage:
                continue
            assert isinstance(row.occurrence, EntityOccurrence)
            partner = beside.get(row.occurrence)
            known = partner is not None and partner in missed and partner not in taken
            if partner is not None and known and self.evaluation.accord(partner, row.occurrence) is not None:
                taken.add(partner)
                self._rename(row.occurrence, self._name(partner.item, partner.doc))
            else:
                self._drop(row.occurrence.doc, row.item.id)
        for row in scored.rows:
            if row.occurrence in missed and row.occurrence not in taken and stage_of(row, beside) == stage:
                self._add(row.occurrence.doc, row.item.id)

    def _rename(self, occurrence: EntityOccurrence, name: str) -> None:
        kb, old = self.kbs[occurrence.doc], occurrence.item.id
        entity = kb.entities.pop(old)
        kb.entities[name] = msgspec.structs.replace(entity, id=name)
        for id, mention in kb.mentions.items():
            if mention.entity == old:
                kb.mentions[id] = msgspec.structs.replace(mention, entity=name)

    def _add(self, doc: str, entity: str) -> str:
        """Puts a gold entity of a document into the system's, under the id of its mate; gives that id."""
        kb, source = self.kbs[doc], self.gold[doc]
        item = self.evaluation.reference.entities.get(("", entity))
        name = self._name(item, doc) if item is not None else f"{GOLD}{entity}"
        self._drop(doc, name)  # one of that id that is outside the task, an unnamed one say
        kb.entities[name] = msgspec.structs.replace(source.entities[entity], id=name)
        for mention in source.mentions_of.get(entity, ()):
            id = f"{GOLD}{mention.id}"
            kb.mentions[id] = msgspec.structs.replace(mention, id=id, entity=name)
        self._added.add((doc, name))
        return name

    def _stands(self, doc: str, name: str) -> bool:
        item = self.evaluation.system.entities.get(("", name))
        return (doc, name) in self._added or (item is not None and doc in item.occurrences)

    def _mend(self, reference: EntityOccurrence, system: EntityOccurrence, stage: str) -> None:
        kb, source = self.kbs[system.doc], self.gold[system.doc]
        name, gold = system.item.id, source.entities[reference.item.id]
        if stage == "type":
            kb.entities[name] = as_gold(kb.entities[name], gold)
        elif stage == "name":
            kb.entities[name] = msgspec.structs.replace(kb.entities[name], names=gold.names)
        if stage == "mention" or (stage == "name" and not self.evaluation.profile.use_mentions):
            self._take_mentions(reference, system)

    def _name(self, item: EntityItem, doc: str) -> str:
        return item.mate.id if item.mate is not None else f"{GOLD}{item.id}"

    # Relations

    def _relation_name(self, item: RelationItem) -> str:
        return item.mate.id if item.mate is not None else f"{GOLD}{item.id}"

    def _mend_relation(self, item: RelationItem, system: str, doc: str, stage: str) -> None:
        """A relation has one type and one pair of arguments in the collection: they are mended wherever it stands."""
        super()._mend_relation(item, system, doc, stage)
        mended = self.kbs[doc].relations.get(system)
        for other, kb in self.kbs.items():
            known = kb.relations.get(system)
            if mended is None or known is None or other == doc:
                continue
            same = {name: getattr(mended, name) for name in ("type", "subtype", "modality", "tense")}
            if stage == "type":
                kb.relations[system] = msgspec.structs.replace(known, **same)
            elif all(argument.ref in kb.entities for argument in mended.arguments):
                kb.relations[system] = msgspec.structs.replace(known, arguments=mended.arguments)
