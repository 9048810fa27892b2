"""Error surgery for `coldstart.facts`: a system's KB with the facts lost to one stage put right."""

from __future__ import annotations

import msgspec

from factbook.evaluate.coldstart_align import Alignment
from factbook.evaluate.coldstart_facts import count, fact_of
from factbook.model.kb import KB
from factbook.model.records import Argument, Relation

STAGES = ("mention", "type", "split", "merge", "slot", "relation", "value", "provenance", "redundant")
_GOLD = "gold_"  # before the ids of records that come from the gold KB


def repair(gold: KB, system: KB, stage: str, *, mentions: str = "exact", provenance: str = "anydoc") -> KB:
    """The wrong facts of a stage go, its missed facts come; all stages in turn give a perfect score."""
    counted = count(gold, system, mentions=mentions, provenance=provenance)
    wrong = {match.system for match in counted.matches if match.stage == stage and match.outcome == "spurious"}
    missed = {match.gold for match in counted.matches if match.stage == stage and match.outcome == "missed"}
    draft = _Draft(gold, system, counted.detail)
    for relation in system.relations.values():
        fact = fact_of(system, relation)
        if fact is None or str(fact) not in wrong:
            draft.keep(relation)
    for relation in gold.relations.values():
        fact = fact_of(gold, relation)
        if fact is not None and str(fact) in missed:
            draft.add(relation)
    return draft.kb


class _Draft:
    """A copy of the system's KB without its facts, into which facts of both sides are put."""

    def __init__(self, gold: KB, system: KB, alignment: Alignment) -> None:
        self._gold, self._system, self._alignment = gold, system, alignment
        self.kb = KB(
            name=system.name,
            documents=dict(system.documents),
            entities=dict(system.entities),
            mentions=dict(system.mentions),
            fillers=dict(system.fillers),
        )

    def keep(self, relation: Relation) -> None:
        """A fact of the system."""
        self.kb.relations[relation.id] = relation
        for mention in self._system.mentions_of_relation.get(relation.id, ()):
            self.kb.relation_mentions[mention.id] = mention

    def add(self, relation: Relation) -> None:
        """A fact of the gold KB."""
        name = f"{_GOLD}{relation.id}"
        arguments = tuple(self._argument(argument) for argument in relation.arguments)
        self.kb.relations[name] = msgspec.structs.replace(relation, id=name, arguments=arguments)
        for mention in self._gold.mentions_of_relation.get(relation.id, ()):
            copy = msgspec.structs.replace(mention, id=f"{_GOLD}{mention.id}", relation=name)
            self.kb.relation_mentions[copy.id] = copy

    def _argument(self, argument: Argument) -> Argument:
        if argument.ref in self._gold.entities:
            return msgspec.structs.replace(argument, ref=self._entity(argument.ref))
        filler = self._gold.fillers.get(argument.ref)
        if filler is None:
            return argument
        name = f"{_GOLD}{filler.id}"
        self.kb.fillers[name] = msgspec.structs.replace(filler, id=name)
        return msgspec.structs.replace(argument, ref=name)

    def _entity(self, entity: str) -> str:
        """The system's entity for a gold entity; a gold entity without mate is put in, with its mentions."""
        mate = self._alignment.to_system.get(entity)
        if mate is not None:
            return mate
        name = f"{_GOLD}{entity}"
        if name not in self.kb.entities:
            self.kb.entities[name] = msgspec.structs.replace(self._gold.entities[entity], id=name)
            for mention in self._gold.mentions_of.get(entity, ()):
                copy = msgspec.structs.replace(mention, id=f"{_GOLD}{mention.id}", entity=name)
                self.kb.mentions[copy.id] = copy
        return name
