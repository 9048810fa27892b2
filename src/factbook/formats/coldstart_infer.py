"""Checks over a whole Cold Start knowledge base, and what the official validator infers while it makes them.

Order: types, definitions, inverses, mentions, endpoints, confidences. A later check sees what an earlier one inferred.
Profile `cs2016` is the official program to the letter; by default a relation and its inverse stay or go together.
"""

from __future__ import annotations

from factbook.formats.coldstart_assertions import MULTIPLE, TYPED, Assertion, Assertions, Node
from factbook.formats.coldstart_text import is_legal_confidence

_NO_SOURCE = "NO_SOURCE"  # the official report names no line here; we do
_UNCHECKED = frozenset({"type", "mention", "canonical_mention", "link"})  # endpoints; nominal_mention is checked


def check_all(table: Assertions, *, profile: str, canonical_allowed: bool = True) -> None:
    """All checks, in the official order."""
    check_types(table)
    check_definitions(table)
    infer_inverses(table, together=profile != "cs2016")
    infer_mentions(table, canonical_allowed=canonical_allowed)
    check_endpoints(table)
    check_confidences(table)


def check_types(table: Assertions) -> None:
    """Every node has exactly one type."""
    for node in table.nodes.values():
        if not node.type:
            if node.use is None:
                table.log.add("UNKNOWN_TYPE", node.line, name=node.name, place="")
            else:
                table.log.add("UNKNOWN_TYPE", node.use[1], name=node.name)
        elif node.type == MULTIPLE:
            shift = table.log.shift
            places = [f"{type} at line {line + shift}" for type, (_, line) in sorted(node.definitions.items())]
            last = max(line for _, line in node.definitions.values())
            table.log.add("MULTITYPED_ENTITY", last, name=node.name, types=", ".join(places), place=_NO_SOURCE)


def check_definitions(table: Assertions) -> None:
    """Every type that is used stands in a type line."""
    for node in table.nodes.values():
        if node.defined:
            continue
        for kind, line in node.definitions.values():
            if kind != TYPED:
                table.log.add("MISSING_TYPEDEF", line, name=node.name)


def infer_inverses(table: Assertions, *, together: bool) -> None:
    """Every relation between entities has its inverse (seed 002, "Schema"); a missing one is inferred."""
    triples = table.triples
    for assertion in table.all[:]:
        slot = assertion.slot
        if not slot.inverse or (assertion.object, slot.inverse, assertion.subject.name) in triples:
            continue
        table.log.add(
            "MISSING_INVERSE",
            assertion.line,
            predicate=slot.name,
            subject=assertion.subject.name,
            object=assertion.object,
        )
        origin = _kept_twin(table, assertion) if together else assertion
        inverse = table.add(
            origin.object, slot.inverse, origin.subject.name, origin.provenance, origin.confidence, origin.line
        )
        if inverse is None:
            continue
        inverse.inferred = True
        origin.omitted = inverse.omitted = origin.omitted or inverse.omitted
    if together:
        _omit_together(table)


def _kept_twin(table: Assertions, assertion: Assertion) -> Assertion:
    """The line of the same triple that will be written: its provenance is the inverse's."""
    twins = table.triples[assertion.subject.name, assertion.slot.name, assertion.object]
    return next((twin for twin in twins if not twin.omitted), assertion)


def _omit_together(table: Assertions) -> None:
    """Where no line of a relation is kept, none of its inverse is."""
    gone = [
        key
        for key, held in table.triples.items()
        if held[0].omitted and held[0].slot.inverse and all(a.omitted for a in held)
    ]
    for subject, name, object in gone:
        slot = table.triples[subject, name, object][0].slot
        for assertion in table.triples.get((object, slot.inverse, subject), ()):
            assertion.omitted = True


def infer_mentions(table: Assertions, *, canonical_allowed: bool = True) -> None:
    """Each document that mentions an entity has one canonical mention of it, which is also a mention."""
    for node in table.nodes.values():
        if not node.lines:
            continue  # only named as an object, by a relation that has no inverse
        if not (node.named or node.nominal or node.canonical):
            table.log.add("NO_MENTIONS", node.use[1] if node.use else node.line, name=node.name, place=_NO_SOURCE)
            continue
        if canonical_allowed:
            _check_canonical(table, node)
        for doc, held in node.canonical.items():
            _infer_named(table, doc, held, node)


def _check_canonical(table: Assertions, node: Node) -> None:
    for doc, held in node.canonical.items():
        if len(held) > 1 and len(_by_place(held)) > 1:
            table.log.add("MULTIPLE_CANONICAL", held[-1].line, name=node.name, docid=doc, place=_NO_SOURCE)
    for doc in node.named:
        if doc not in node.canonical:
            _infer_canonical(table, doc, node)
    for doc in node.nominal:
        if doc not in node.canonical and doc not in node.named:
            _infer_canonical(table, doc, node)


def _infer_canonical(table: Assertions, doc: str, node: Node) -> None:
    """The only mention in a document is canonical there; of several places the file must choose."""
    named, nominal = node.named.get(doc, []), node.nominal.get(doc, [])
    places = len(_by_place(named)) + len(_by_place(nominal))
    only = (named or nominal)[-1]
    code = "MULTIPLE_MENTIONS_NO_CANONICAL" if places > 1 else "MISSING_CANONICAL"
    table.log.add(code, only.line, name=node.name, docid=doc, place=_NO_SOURCE)
    if places == 1:
        _infer(table, only, "canonical_mention")


def _infer_named(table: Assertions, doc: str, held: list[Assertion], node: Node) -> None:
    """A canonical mention that is no mention is inferred as a named one (seed 002, "canonical_mention")."""
    if len(held) == 1 and held[0].inferred:
        return
    stated = (*node.named.get(doc, ()), *node.nominal.get(doc, ()))
    if len(held) == 1 and any(other.provenance is held[0].provenance for other in stated):
        return
    places = {assertion.provenance.canonical for assertion in stated}
    for place, assertion in _by_place(held).items():
        if place not in places:
            table.log.add("UNASSERTED_MENTION", assertion.line, assertion=assertion, docid=doc)
            _infer(table, assertion, "mention")


def _by_place(held: list[Assertion]) -> dict[str, Assertion]:
    return {assertion.provenance.canonical: assertion for assertion in held}


def _infer(table: Assertions, origin: Assertion, predicate: str) -> None:
    inferred = table.add(
        origin.subject.name, predicate, origin.object, origin.provenance, origin.confidence, origin.line
    )
    if inferred is not None:
        inferred.inferred = True


def check_endpoints(table: Assertions) -> None:
    """Each entity of a relation is mentioned in a document of its provenance."""
    for assertion in table.all:
        slot = assertion.slot
        if slot.kind != "slot" and slot.name in _UNCHECKED:
            continue
        subject, target, docs = assertion.subject, assertion.target, assertion.provenance.docs
        first = docs[0] if docs else ""  # usually the only one
        if first not in subject.named and not _is_mentioned(subject, docs):
            _tell_unattested(table, assertion, subject)
        if target is not None and first not in target.named and not _is_mentioned(target, docs):
            _tell_unattested(table, assertion, target)


def _is_mentioned(node: Node, docs: tuple[str, ...]) -> bool:
    return any(doc in node.named or doc in node.nominal for doc in docs)


def _tell_unattested(table: Assertions, assertion: Assertion, node: Node) -> None:
    table.log.add(
        "UNATTESTED_RELATION_ENTITY",
        assertion.line,
        assertion=assertion,
        name=node.name,
        provenance=assertion.provenance.canonical,
    )


def check_confidences(table: Assertions) -> None:
    """Confidences are above 0.0 and at most 1.0."""
    wrong = {value for value in table.confidences if not is_legal_confidence(value)}
    for assertion in table.all if wrong else ():
        if assertion.confidence in wrong:
            table.log.add("ILLEGAL_CONFIDENCE_VALUE", assertion.line, value=assertion.confidence)
            assertion.confidence = "1.0"
