"""Assertions to text: a Cold Start knowledge base in official order, an entity discovery file, statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from factbook.formats.coldstart_assertions import MULTIPLE, Assertion, Assertions, Node

_BARE_IN_STATISTICS = frozenset({"type", "link", "mention", "canonical_mention"})  # without a type prefix

_BLOCK = 5_000  # lines to encode at a time: what a processor's cache holds


def in_order(node: Node) -> list[Assertion]:
    """The assertions about a node that are kept: by predicate, document and start; ties in file order."""
    kept = enumerate(node.lines)
    rows = [(a.slot.rank, a.provenance.doc, a.provenance.start, at, a) for at, a in kept if not a.omitted]
    rows.sort()
    return [row[4] for row in rows]


def nodes_in_order(table: Assertions) -> Iterator[Node]:
    """The nodes by name."""
    for name in sorted(table.nodes):
        yield table.nodes[name]


def write_kb(table: Assertions) -> bytes:
    """The file: run id line, blank line, assertions."""
    blocks: list[bytes] = []
    written = [f"{table.run_id_line}\n\n"]
    for node in nodes_in_order(table):
        subject, type = node.name, "" if node.type == MULTIPLE else node.type
        for a in in_order(node):
            slot = a.slot
            if slot.kind == "slot":
                if type:
                    place = a.provenance.text
                    written.append(f"{subject}\t{type}:{slot.name}\t{a.object}\t{place}\t{a.confidence}{a.comment}\n")
            elif slot.kind == "type":
                written.append(f"{subject}\ttype\t{a.object}\t{a.comment}\n")
            else:
                written.append(f"{subject}\t{slot.name}\t{a.object}\t{a.provenance.text}\t{a.confidence}{a.comment}\n")
        if len(written) > _BLOCK:
            blocks.append("".join(written).encode())
            written.clear()
    return b"".join([*blocks, "".join(written).encode()])


def write_edl(table: Assertions, link_kb: str) -> str:
    """Entity discovery output: run, mention id, string, place, KB id or NIL, type, NAM or NOM, confidence."""
    kept = [assertion for node in nodes_in_order(table) for assertion in in_order(node)]
    types: dict[str, str] = {}
    links: dict[str, str] = {}
    nil = 0
    for assertion in kept:
        name = assertion.subject.name
        if assertion.slot.name == "type":
            types[name] = assertion.object
            if name not in links:
                nil += 1
                links[name] = f"NIL_{nil:04d}"
        elif assertion.slot.name == "link":
            resource, _, identifier = assertion.object.partition(":")
            if resource == link_kb.upper():
                links[name] = identifier
    rows: list[str] = []
    for assertion in kept:
        predicate, name = assertion.slot.name, assertion.subject.name
        if predicate not in ("mention", "nominal_mention"):
            continue
        level = "NAM" if predicate == "mention" else "NOM"
        columns = (
            table.run_id,
            mention_id(len(rows) + 1),
            assertion.object,
            assertion.provenance.text,
            links.get(name, ""),
            types.get(name, ""),
            level,
            assertion.confidence,
        )
        rows.append("\t".join(columns) + "\n")
    return "".join(rows)


def mention_id(number: int) -> str:
    """M00001 and on. After M99999 comes N00000, and after Z99999 AA00000: the official program counts so."""
    letters, digits = divmod(number, 100_000)
    letters += ord("M") - ord("A")
    name = ""
    while letters >= 0:
        letters, letter = divmod(letters, 26)
        name = chr(ord("A") + letter) + name
        letters -= 1
    return f"{name}{digits:05d}"


def write_statistics(table: Assertions) -> str:
    """The official statistics: assertions written and omitted by type and predicate, entities by type."""
    counts: Counter[tuple[str, str]] = Counter()
    for assertion in table.all:
        status = "OMITTED" if assertion.omitted else "ASSERTED"
        type = assertion.subject.type or "unknown"
        name = assertion.slot.name
        predicate = name if name in _BARE_IN_STATISTICS else f"{type}:{name}"
        counts.update([(f"{status}:DOMAIN", type), (f"{status}:DOMAIN", "ALL"), (f"{status}:PREDICATE", predicate)])
    for node in table.nodes.values():
        counts.update([("ENTITY", node.type or "unknown"), ("ENTITY", "ALL")])
    several = len({float(assertion.confidence) for assertion in table.all}) > 1
    lines = [f"RUNID\t\t{table.run_id}", f"HAS_MULTIPLE_CONFIDENCES\t\t{'YES' if several else 'NO'}"]
    lines += [f"{header}\t{key}\t{number}" for (header, key), number in sorted(counts.items())]
    return "\n".join(lines) + "\n"
