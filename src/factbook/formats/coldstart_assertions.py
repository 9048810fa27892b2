"""The assertions of a Cold Start knowledge base: one record a line, with the look-ups that checking needs.

Adding an assertion checks what one line can tell: names, predicate, type of the object; and whether it repeats an
earlier one or overfills a single-valued slot. The order of these checks is the official validator's, because types
that earlier lines imply decide what a later predicate means.
"""

from __future__ import annotations

import re
import unicodedata

import msgspec

from factbook.formats.coldstart_codes import Log
from factbook.formats.coldstart_text import is_quoted, quote
from factbook.formats.provenance import Provenance
from factbook.schema.coldstart import (
    ALIASES,
    ENTITY_TYPE_SET,
    ENTITY_TYPES,
    Edition,
    Slot,
    lookup,
)

MULTIPLE = "multiple"  # type of a node that lines give several types
TYPED, AS_SUBJECT, AS_OBJECT = 2, 3, 4  # which line says most about a node: the least of these, then the first line

_NAME = re.compile(r":?\w+")
_LINK = re.compile(r'"?(.*?):(.*?)"?')


class Node:
    """An entity as the lines speak of it."""

    __slots__ = ("canonical", "defined", "definitions", "line", "lines", "name", "named", "nominal", "type", "use")

    def __init__(self, name: str, line: int) -> None:
        self.name = name
        self.line = line  # the first that names it
        self.lines: list[Assertion] = []  # those it is the subject of
        # lines that mention it, by document
        self.named: dict[str, list[Assertion]] = {}
        self.nominal: dict[str, list[Assertion]] = {}
        self.canonical: dict[str, list[Assertion]] = {}
        self.type = ""  # "" unknown
        self.defined = False  # has a type line for `type`
        self.definitions: dict[str, tuple[int, int]] = {}  # for each type: kind of evidence, line
        self.use: tuple[int, int] | None = None  # kind and line of the best use


class Assertion(msgspec.Struct, gc=False):
    """One line, or one inferred from a line."""

    subject: Node
    slot: Slot
    object: str  # quoted string, node name, type or link
    provenance: Provenance
    confidence: str
    line: int
    comment: str = ""
    target: Node | None = None  # the node that `object` names
    inferred: bool = False
    omitted: bool = False

    def __str__(self) -> str:
        return f"{self.slot.name}({self.subject.name}, {self.object})"


class Assertions:
    """All assertions of a file, in its order; inferred ones follow."""

    def __init__(self, log: Log, edition: Edition, *, multiple: str = "one") -> None:
        self.log = log
        self.run_id = ""
        self.run_id_line = ""
        self.all: list[Assertion] = []
        self.nodes: dict[str, Node] = {}
        self.triples: dict[tuple[str, str, str], list[Assertion]] = {}  # slots only
        self.fills: dict[tuple[str, str], list[Assertion]] = {}  # single-valued slots only
        self.confidences: dict[str, str] = {"1.0": "1.0"}  # all that occur, one string each
        # What predicates mean, by type of the subject ("" unknown), then predicate as written; no aliases.
        self.slots: dict[str, dict[str, Slot]] = {type: {} for type in ("", MULTIPLE, *ENTITY_TYPES)}
        self._edition = edition
        self._multiple = multiple

    # --- nodes and predicates

    def node(self, name: str, line: int) -> Node | None:
        """The node of that name; None where it is no name."""
        known = self.nodes.get(name)
        if known is not None:
            return known
        if name[:1] == '"':
            self.log.add("STRING_USED_FOR_ENTITY", line, text=name)
            return None
        if not self._is_name(name):
            self.log.add("ILLEGAL_ENTITY_NAME", line, name=name)
            return None
        if name[0] != ":":
            self.log.add("COLON_OMITTED", line, name=name)
            name = ":" + name
        return self.nodes.setdefault(name, Node(name, line))

    def _is_name(self, name: str) -> bool:
        if not (_NAME.fullmatch(name) or _is_word(name[name[:1] == ":" :])):
            return False
        return self._edition.allows(name.removeprefix(":"))

    def _slot(self, verb: str, subject_type: str, line: int) -> Slot | None:
        """What a predicate means for a subject of that type ("" unknown)."""
        written = verb
        domain: str | None = subject_type or None
        if ":" in verb:
            prefix, _, verb = verb.partition(":")
            domain = prefix.lower()
            if domain not in ENTITY_TYPE_SET:
                self.log.add("ILLEGAL_PREDICATE_TYPE", line, type=domain)
                return None
        if subject_type and domain != subject_type:
            self.log.add("SUBJECT_PREDICATE_MISMATCH", line, subject=subject_type, predicate=domain)
            return None
        alias = ALIASES.get((domain or "any", verb)) or ALIASES.get(("any", verb))
        if alias is not None:
            self.log.add("PREDICATE_ALIAS", line, reason=alias[0], alias=verb, predicate=alias[1])
            verb = alias[1]
        candidates = lookup(verb, domain)
        if len(candidates) != 1:
            code = "AMBIGUOUS_PREDICATE" if candidates else "ILLEGAL_PREDICATE"
            self.log.add(code, line, predicate=verb)
            return None
        if alias is None:
            self.slots[subject_type][written] = candidates[0]
        return candidates[0]

    def _define(self, node: Node, type: str, kind: int, line: int) -> None:
        """A line gives a node a type."""
        definition, known = (kind, line), node.definitions.get(type)
        if known is None or definition < known:
            node.definitions[type] = definition
        elif node.type == type:
            return  # it says nothing new
        if node.type != type:
            node.type = MULTIPLE if node.type else type
        node.defined = node.type != MULTIPLE and node.definitions[type][0] == TYPED

    def _use(self, node: Node, kind: int, line: int) -> None:
        if node.use is None or (kind, line) < node.use:
            node.use = (kind, line)

    # --- adding

    def add(
        self,
        subject: str,
        verb: str,
        object: str,
        provenance: Provenance,
        confidence: str,
        line: int,
        comment: str = "",
    ) -> Assertion | None:
        """Check and keep one assertion; None where it is rejected."""
        node = self.nodes.get(subject) or self.node(subject, line)
        if node is None:
            return None
        known_type = "" if node.type == MULTIPLE else node.type
        slot = self.slots[known_type].get(verb) or self._slot(verb, known_type, line)
        if slot is None:
            return None
        if slot.kind == "mention":
            return self.add_mention(node, slot, self._quoted(object, line), provenance, confidence, line, comment)
        if slot.kind == "slot":
            target = None
            if not slot.inverse:
                object = self._quoted(object, line)
            else:
                target = self.nodes.get(object) or self.node(object, line)
                if target is None:
                    self._fills(node, slot, line)
                    return None
                object = target.name
            return self.add_fill(node, slot, object, target, provenance, confidence, line, comment)
        assertion = Assertion(node, slot, object, provenance, confidence, line, comment)
        if not (self._add_type if slot.kind == "type" else self._add_link)(assertion):
            return None
        self.all.append(assertion)
        node.lines.append(assertion)
        return assertion

    def _add_type(self, assertion: Assertion) -> bool:
        type = assertion.object.lower()
        self._use(assertion.subject, TYPED, assertion.line)
        if type in ENTITY_TYPE_SET:
            self._define(assertion.subject, type, TYPED, assertion.line)
        else:
            self.log.add("ILLEGAL_ENTITY_TYPE", assertion.line, type=type)
        return True

    def _add_link(self, assertion: Assertion) -> bool:
        self._use(assertion.subject, AS_SUBJECT, assertion.line)
        match = _LINK.fullmatch(assertion.object)
        if match is None:
            self.log.add("ILLEGAL_LINK_SPECIFICATION", assertion.line, link=assertion.object)
            return False
        assertion.object = f"{match[1]}:{match[2]}"
        return True

    def _quoted(self, text: str, line: int) -> str:
        if is_quoted(text):
            return text
        self.log.add("UNQUOTED_STRING", line, text=text)
        return quote(text)

    def add_mention(
        self, node: Node, slot: Slot, text: str, provenance: Provenance, confidence: str, line: int, comment: str = ""
    ) -> Assertion:
        """Keep a mention with a well quoted text. It may be given several times."""
        if node.use is None:
            node.use = (AS_SUBJECT, line)
        assertion = Assertion(node, slot, text, provenance, confidence, line, comment)
        name = slot.name
        index = node.named if name == "mention" else node.canonical if name == "canonical_mention" else node.nominal
        doc = provenance.doc
        if doc in index:
            index[doc].append(assertion)
        else:
            index[doc] = [assertion]
        self.all.append(assertion)
        node.lines.append(assertion)
        return assertion

    def add_fill(
        self,
        node: Node,
        slot: Slot,
        object: str,
        target: Node | None,
        provenance: Provenance,
        confidence: str,
        line: int,
        comment: str = "",
    ) -> Assertion | None:
        """Keep the fill of a slot by a node or a well quoted text, unless the very same line came before."""
        if not node.defined:
            self._fills(node, slot, line)
        if target is not None and not (target.defined and target.type in slot.range):
            self._filled_by(target, slot, line)
        assertion = Assertion(node, slot, object, provenance, confidence, line, comment, target)
        if slot.single:
            self._check_rival(assertion)
        key = (node.name, slot.name, object)
        held = self.triples.get(key)
        if held is None:
            self.triples[key] = [assertion]
        elif self._check_twin(assertion, held):
            _append(held, assertion)
        else:
            return None
        if slot.single:
            _append(self.fills.setdefault((node.name, slot.name), []), assertion)
        self.all.append(assertion)
        node.lines.append(assertion)
        return assertion

    def _fills(self, node: Node, slot: Slot, line: int) -> None:
        """A node is the subject of a slot: that may tell its type. A defined type is in the domain of its slots."""
        if node.use is None or node.use[0] > AS_SUBJECT:
            node.use = (AS_SUBJECT, line)
        if len(slot.domain) == 1 and not node.defined:
            self._define(node, slot.domain[0], AS_SUBJECT, line)

    def _filled_by(self, target: Node, slot: Slot, line: int) -> None:
        """A node is the object of a slot: that may tell its type."""
        if target.use is None:
            target.use = (AS_OBJECT, line)
        if len(slot.range) == 1 and not (target.defined and target.type == slot.range[0]):
            self._define(target, slot.range[0], AS_OBJECT, line)

    def _check_rival(self, assertion: Assertion) -> None:
        """Another fill of a single-valued slot: one of the two is left out of the written file."""
        for other in self.fills.get((assertion.subject.name, assertion.slot.name), ()):
            if not other.omitted and other.object != assertion.object:
                name, predicate = assertion.subject.name, assertion.slot.name
                self.log.add("MULTIPLE_FILLS_ENTITY", assertion.line, name=name, predicate=predicate)
                _omit_the_weaker(assertion, other)
                return

    def _check_twin(self, assertion: Assertion, held: list[Assertion]) -> bool:
        """The same triple again: one of the two is left out. False for the very same line, dropped without a word."""
        twin = self._twin(assertion, held)
        if twin is None:
            return True
        if assertion.provenance.canonical == twin.provenance.canonical:
            return False
        self.log.add("DUPLICATE_ASSERTION", assertion.line, earlier=self.log.place(twin.line))
        _omit_the_weaker(assertion, twin)
        return True

    def _twin(self, assertion: Assertion, held: list[Assertion]) -> Assertion | None:
        """An earlier line with the same triple; `multiple` says how far apart two may be and still be twins."""
        for other in held:
            if other.inferred or other.omitted:
                continue
            if self._multiple == "one":
                return other
            if other.provenance.doc != assertion.provenance.doc:
                continue
            if self._multiple == "oneperdoc" or other.provenance.canonical == assertion.provenance.canonical:
                return other
        return None


def _append(held: list[Assertion], assertion: Assertion) -> None:
    """Add to a list; now and then forget what is omitted, so that a thousand repetitions are not compared each time."""
    held.append(assertion)
    if len(held) >= 8 and len(held) & (len(held) - 1) == 0:  # 8, 16, 32 …
        held[:] = [other for other in held if not other.omitted] or held[-1:]


def _is_word(name: str) -> bool:
    """Letters, digits, underscores; marks count as part of a letter, unlike in Python's own patterns."""
    return bool(name) and all(c.isalnum() or c == "_" or unicodedata.category(c) in _WORD for c in name)


_WORD = frozenset({"Mn", "Mc", "Me", "Pc"})


def _omit_the_weaker(new: Assertion, old: Assertion) -> None:
    """The higher confidence wins, on a tie the earlier line (seed 002, "Predicates")."""
    ours, theirs = float(new.confidence), float(old.confidence)
    if ours > theirs or (ours == theirs and new.line < old.line):
        old.omitted = True
    else:
        new.omitted = True
