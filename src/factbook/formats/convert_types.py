"""Types, arguments and places of relations, events, entities and fillers in the inventory of a target format."""

from __future__ import annotations

from typing import Any

import msgspec

from factbook.formats.convert_places import Places
from factbook.formats.format import Format
from factbook.formats.losses import Losses
from factbook.model.kb import KB
from factbook.model.records import (
    Argument,
    Entity,
    Event,
    EventMention,
    Filler,
    Mention,
    Relation,
    RelationMention,
)
from factbook.schema import ace08, coldstart, mapping, rich_ere

# The inventory of a format; the others take any types.
INVENTORIES = {"apf": "ace", "rich-ere": "ere", "coldstart-kb": "slots"}
_ENTITY_TYPES = {
    "apf": frozenset(ace08.SUBTYPES),
    "rich-ere": frozenset(rich_ere.ENTITY_TYPES),
    "coldstart-kb": frozenset(name.upper() for name in coldstart.ENTITY_TYPES),
    "edl": frozenset(name.upper() for name in coldstart.ENTITY_TYPES),
}
# Filler types that an inventory has already.
_KNOWN_FILLERS = {
    "ace": frozenset(name.lower() for name in ace08.VALUE_TYPES),
    "ere": frozenset(rich_ere.FILLER_TYPES),
    "slots": frozenset(rich_ere.FILLER_TYPES),
    "": frozenset[str](),
}
_ACE_EVENTS = frozenset(name.lower() for name in mapping.EVENT_TO_ACE.values())
_REALIS = {"Asserted": "true", "Other": "false", "": "true"}  # ACE modality: Rich ERE realis of a relation mention


def converted(kb: KB, target: Format, places: Places, losses: Losses) -> KB:
    """The KB in the target's inventory; what that lacks is counted and left out."""
    return _Conversion(kb, target, places, losses).run()


class _Conversion:
    def __init__(self, kb: KB, target: Format, places: Places, losses: Losses) -> None:
        self.old, self.losses = kb, losses
        self.format, self.inventory = target.name, INVENTORIES.get(target.name, "")
        self.places = places
        self.new = KB(name=kb.name, documents=dict(kb.documents), attitudes=dict(kb.attitudes))
        self.relations: dict[tuple[Any, ...], str] = {}  # relations by what they say, to tell repetitions

    def run(self) -> KB:
        for entity in self.old.entities.values():
            self._entity(entity)
        for mention in self.old.mentions.values():
            if mention.entity in self.new.entities:
                self.new.add(_with_head(mention) if self.inventory == "ace" else mention)
        if self.inventory == "slots":
            self._canonical()
        for filler in self.old.fillers.values():
            self._filler(filler)
        for relation in self.old.relations.values():
            self._relation(relation)
        for event in self.old.events.values():
            self._event(event)
        if self.inventory == "ere":
            self._settle_fillers()
        return self.new

    def _settle_fillers(self) -> None:
        """A Rich ERE filler has a place: the strings of slots give way to their copies that have one."""
        self.new.fillers = {id: one for id, one in self.new.fillers.items() if one.extent is not None}
        self.new.forget_indexes()
        for relation in list(self.new.relations.values()):
            refs = [self._object_of(one) for one in self.new.mentions_of_relation[relation.id][0].arguments]
            pairs = zip(relation.arguments, refs, strict=True)
            arguments = tuple(msgspec.structs.replace(argument, ref=ref) for argument, ref in pairs)
            self.new.relations[relation.id] = msgspec.structs.replace(relation, arguments=arguments)

    def _object_of(self, argument: Argument) -> str:
        mention = self.new.mentions.get(argument.ref)
        return mention.entity if mention is not None else argument.ref

    def _entity(self, entity: Entity) -> None:
        wanted = _ENTITY_TYPES.get(self.format)
        if wanted is not None and entity.type not in wanted:
            self.losses.add("entity", f"of type {entity.type or 'unknown'}")
            return
        if wanted is not None and not self.old.mentions_of.get(entity.id):
            self.losses.add("entity", "without a mention")
            return
        changes: dict[str, Any] = {}
        if self.inventory == "ace":
            changes["specificity"] = mapping.CLASS_TO_ACE.get(entity.specificity, entity.specificity)
        elif self.inventory == "ere":
            changes["specificity"] = self._specificity(entity)
        self.new.add(msgspec.structs.replace(entity, **changes))

    def _specificity(self, entity: Entity) -> str:
        """Rich ERE knows specific and nonspecific only."""
        if entity.specificity not in ("GEN", "NEG", "USP"):
            return entity.specificity or "SPC"
        self.losses.add("entity", "specificity")
        return "NSP"

    def _canonical(self) -> None:
        """One canonical mention an entity and document: the longest name, or else the longest mention."""
        groups: dict[tuple[str, str], list[Mention]] = {}
        for mention in self.new.mentions.values():
            groups.setdefault((mention.entity, mention.doc), []).append(mention)
        for group in groups.values():
            if not any(mention.canonical for mention in group):
                best = max(group, key=lambda mention: (mention.level == "NAM", len(mention.text)))
                self.new.add(msgspec.structs.replace(best, canonical=True), replace=True)

    def _filler(self, filler: Filler) -> None:
        if self.inventory == "ace" and filler.type in mapping.FILLER_TO_ACE:
            kind, subtype = mapping.FILLER_TO_ACE[filler.type]
            self.new.add(msgspec.structs.replace(filler, type=kind, subtype=subtype))
        elif self.inventory == "ere" and (filler.type, filler.subtype) in mapping.FILLER_TO_ERE:
            self.new.add(msgspec.structs.replace(filler, type=mapping.FILLER_TO_ERE[filler.type, filler.subtype]))
        elif filler.type.lower() in _KNOWN_FILLERS[self.inventory] or not self.inventory:
            self.new.add(filler)
        else:
            self.losses.add("filler", f"of type {filler.type}")

    def _type_of(self, ref: str, slot: str = "") -> str:
        """The type of an argument, with its subtype where known."""
        entity = self.old.entities.get(ref)
        if entity is not None:
            return f"{entity.type}.{entity.subtype}" if entity.subtype else entity.type
        filler = self.old.fillers.get(ref)
        return mapping.SLOT_FILLERS.get(slot, filler.type) if filler is not None else ""

    def _relation(self, relation: Relation) -> None:
        if not self.inventory:
            self._keep(relation)
            return
        source = mapping.inventory_of(relation)
        name = relation.type or "open"
        if relation.subtype:
            name = f"{name}.{relation.subtype}"
        if source == self.inventory:
            self._add_relation(relation, relation.type or "", relation.subtype, swap=False)
            return
        found = self._mapped(relation, name, source)
        if found is None or len(relation.arguments) < 2:
            self.losses.add("relation", f"of type {name}")
            return
        target, swap = found
        if self.inventory == "slots":
            self._add_relation(relation, target, "", swap=swap)
        else:
            kind, _, subtype = target.partition(".")
            self._add_relation(relation, kind, subtype, swap=swap)

    def _keep(self, relation: Relation) -> None:
        self.new.add(relation)
        for mention in self.old.mentions_of_relation.get(relation.id, ()):
            self.new.add(mention)

    def _mapped(self, relation: Relation, name: str, source: str) -> tuple[str, bool] | None:
        if not source or len(relation.arguments) < 2:
            return None
        types = [self._type_of(argument.ref, name) for argument in relation.arguments[:2]]
        found = mapping.mapped(name, types, source, self.inventory)
        if found is None and source == "slots":  # a slot may be stated by its inverse
            inverse = coldstart.inverse_of(name, types[1].partition(".")[0])
            turned = mapping.mapped(inverse, types[::-1], source, self.inventory) if inverse else None
            return None if turned is None else (turned[0], not turned[1])
        return found

    def _roles(self, kind: str, subtype: str) -> tuple[str, str]:
        if self.inventory == "ace":
            return ("Arg-1", "Arg-2")
        if self.inventory == "slots":
            return ("subject", "object")
        row = rich_ere.relation(kind, subtype)
        return row.roles if row is not None else ("", "")

    def _add_relation(self, relation: Relation, kind: str, subtype: str, *, swap: bool) -> None:
        roles = self._roles(kind, subtype)
        changed = kind != relation.type
        arguments = _turned(relation.arguments, roles, swap) if changed else relation.arguments
        if not all(argument.ref in self.new.entities or argument.ref in self.new.fillers for argument in arguments):
            self.losses.add("relation", "of an argument that is lost")
            return
        key = (kind, subtype, *sorted(a.ref for a in arguments)) if changed else (relation.id,)
        if key in self.relations:
            return  # the inverse of a slot says the same again
        mentions = list(self._relation_mentions(relation, arguments, roles, swap=swap, changed=changed))
        if not mentions:
            self.losses.add("relation", "without a place")
            return
        self.relations[key] = relation.id
        self.new.add(msgspec.structs.replace(relation, type=kind, subtype=subtype, arguments=arguments))
        for mention in mentions:
            self.new.add(mention)

    def _relation_mentions(
        self, relation: Relation, arguments: tuple[Argument, ...], roles: tuple[str, str], *, swap: bool, changed: bool
    ) -> Any:
        for mention in self.old.mentions_of_relation.get(relation.id, ()):
            turned = _turned(mention.arguments, roles, swap) if changed else mention.arguments
            mention = msgspec.structs.replace(mention, arguments=turned)
            placed = self._placed(mention, relation, arguments)
            if placed is None:
                self.losses.add("relation_mention", "without a place")
            else:
                yield placed

    def _placed(
        self, mention: RelationMention, relation: Relation, arguments: tuple[Argument, ...]
    ) -> RelationMention | None:
        """The mention with what the target needs: provenance, or mention arguments and an extent."""
        if self.inventory == "slots":
            provenance = mention.provenance or self.places.provenance(mention)
            return msgspec.structs.replace(mention, provenance=provenance) if provenance else None
        if len(mention.arguments) < 2:
            filler_type = mapping.SLOT_FILLERS.get(relation.type or "", "STRING")
            found = self.places.arguments(mention, arguments, self.new, filler_type)
            if found is None:
                return None
            mention = msgspec.structs.replace(mention, arguments=found)
        elif not all(one.ref in self.new.mentions or one.ref in self.new.fillers for one in mention.arguments):
            return None
        if self.inventory == "ere":
            return msgspec.structs.replace(mention, realis=mention.realis or _REALIS.get(relation.modality, "true"))
        return self.places.with_extents(mention)

    def _event(self, event: Event) -> None:
        if self.inventory not in ("ace", "ere"):
            self.new.add(event)
            for mention in self.old.mentions_of_event.get(event.id, ()):
                self.new.add(mention)
            return
        mentions = [self._event_mention(one, event) for one in self.old.mentions_of_event.get(event.id, ())]
        kept = [mention for mention in mentions if mention is not None]
        if not kept:
            self.losses.add("event", f"of type {event.type}.{event.subtype}")
            return
        roles = tuple(self._with_role(argument) for argument in event.arguments if self._is_kept(argument))
        first = kept[0]
        self.new.add(msgspec.structs.replace(event, type=first.type, subtype=first.subtype, arguments=roles))
        for mention in kept:
            self.new.add(mention)

    def _event_mention(self, mention: EventMention, event: Event) -> EventMention | None:
        name = f"{mention.type or event.type}.{mention.subtype or event.subtype}"
        target = self._event_type(name)
        if target is None:
            self.losses.add("event_mention", f"of type {name}")
            return None
        kind, _, subtype = target.partition(".")
        arguments = tuple(self._event_argument(one) for one in mention.arguments if self._is_kept(one))
        if self.inventory == "ace":
            arguments = tuple(self.places.with_extent(argument) for argument in arguments)
        self.losses.add("argument", "of an event", len(mention.arguments) - len(arguments))
        changes: dict[str, Any] = {"type": kind, "subtype": subtype, "arguments": arguments}
        if self.inventory == "ere":
            changes["realis"] = mention.realis or "actual"
        elif mention.extent is None:
            changes |= self.places.event_extent(mention)
        return msgspec.structs.replace(mention, **changes)

    def _event_type(self, name: str) -> str | None:
        """The name of an event type in the target's inventory; its own if it is of that inventory."""
        low = name.lower()
        if self.inventory == "ace":
            return name if low in _ACE_EVENTS else mapping.EVENT_TO_ACE.get(low)
        kind, _, subtype = name.partition(".")
        return name if rich_ere.event(kind, subtype) is not None else mapping.EVENT_TO_ERE.get(low)

    def _is_kept(self, argument: Argument) -> bool:
        return any(argument.ref in table for table in (self.new.mentions, self.new.fillers, self.new.entities))

    def _event_argument(self, argument: Argument) -> Argument:
        argument = self._with_role(argument)
        return (
            argument if self.inventory == "ace" else msgspec.structs.replace(argument, realis=argument.realis or "true")
        )

    def _with_role(self, argument: Argument) -> Argument:
        role = mapping.role_to_ace if self.inventory == "ace" else mapping.role_to_ere
        return msgspec.structs.replace(argument, role=role(argument.role))


def _turned(arguments: tuple[Argument, ...], roles: tuple[str, str], swap: bool) -> tuple[Argument, ...]:
    """The first two arguments with the roles of the target, in its order."""
    pair = arguments[:2][::-1] if swap else arguments[:2]
    return tuple(msgspec.structs.replace(one, role=role) for one, role in zip(pair, roles, strict=False))


def _with_head(mention: Mention) -> Mention:
    """An ACE mention has a head: the extent where none is marked."""
    if mention.head is not None:
        return mention
    return msgspec.structs.replace(mention, head=mention.extent, head_text=mention.text)
