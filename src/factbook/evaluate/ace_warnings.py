"""Warnings about the input of ACE scoring, in the words of the official program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from factbook.evaluate.ace_items import Side
from factbook.evaluate.names import normalise_name
from factbook.model.kb import KB


def document_warnings(gold: Mapping[str, KB], system: Mapping[str, KB]) -> Iterator[str]:
    for doc in sorted(gold):
        if doc not in system:
            yield f"ref doc '{doc}' has no corresponding tst doc"
        elif (ours := _offsets(gold[doc], doc)) != (theirs := _offsets(system[doc], doc)):
            counts = f"counts {ours} characters in the reference and {theirs} characters in the system output"
            yield f"document '{doc}' {counts}"
    for doc in sorted(system):
        if doc not in gold:
            yield f"system output for unevaluated document '{doc}' is skipped"


def metonymy_warnings(side: Side, label: str) -> Iterator[str]:
    for item in side.entities.values():
        metonymic = [m for occurrence in item.occurrences.values() for m in occurrence.mentions if m.style != "LITERAL"]
        if not metonymic:
            continue
        names = {name for occurrence in item.occurrences.values() for name in occurrence.names}
        for mention in metonymic:
            if (name := normalise_name(mention.text)) in names:
                names.discard(name)
                where = f"in {label} document '{mention.occurrence.doc}'"
                yield f"metonymic mention ({name}) {where} is the same as a name for entity '{item.id}'"


def _offsets(kb: KB, doc: str) -> str:
    document = kb.documents.get(doc)
    return document.offsets if document is not None else "raw"
