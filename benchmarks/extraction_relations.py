"""Rows of `benchmarks.extraction`: learned relations, ACE relations, slots, events and open relations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.extraction import Row
from benchmarks.extraction_data import HALVES, annotated, calder, gold
from benchmarks.extraction_entities import beside_spans, f_score
from benchmarks.extraction_facts import figures_of
from benchmarks.extraction_open import open_sets, systems_on
from factbook.evaluate.table import measures
from factbook.extract.document import Document
from factbook.extract.given import pipeline_with
from factbook.extract.pipeline import pipeline
from factbook.model.kb import KB
from factbook.text.offsets import Span
from factbook.text.source import Source


def rows(data: Path | None, wanted: frozenset[str]) -> Iterator[Row]:
    """All rows of this section; `wanted` empty is all of them."""
    sections: dict[str, Callable[[Path | None], Iterator[Row]]] = {
        "learned": learned,
        "relations": relations,
        "slots": slots,
        "events": events,
        "open": open_relations,
    }
    for name, section in sections.items():
        if not wanted or name in wanted:
            yield from section(data)


# -- what the encoder learned --


def learned(data: Path | None) -> Iterator[Row]:
    """Facts of KnowledgeNet among all pairs of mentions, distractors included, on passages kept from training."""
    if data is None:
        return
    from factbook.extract.encoders.english import load_english
    from training.gazetteer import gazetteer
    from training.relations import knowledgenet
    from training.score import fact_counts, scored_pairs

    examples = knowledgenet(data, True, gazetteer(data))
    scored = scored_pairs(load_english(), examples, whole_passage=True)
    total = sum(fact_counts(scored, 0.5).values(), Counter())
    counts = Counter(right=total["right"], system=total["guessed"], gold=total["true"])
    yield Row("relations", "KnowledgeNet dev", "facts at 0.5, F", f_score(counts), "72")


# -- ACE relations --


def relations(data: Path | None) -> Iterator[Row]:
    """ACE value of relations, with entities of our own, and with those of the annotators (the diagnostic run)."""
    all_true: dict[str, KB] = {}
    all_ours: dict[str, KB] = {}
    for half in HALVES:
        sources = calder(half, "sgm")
        true = {source.id: gold(source, "apf", "apf", ".apf.xml") for source in sources}
        ours = {d.id: d.to_kb(scheme="ace") for d in annotated(pipeline(upto="relations"), sources)}
        for name in ("ace.rdr", "ace.rmd"):
            yield Row("relations", f"gold world, {half}", f"{name} value", _value(name, true, ours), _aim(name))
        all_true |= true
        all_ours |= ours
        given = {d.id: d.to_kb(scheme="ace") for d in _given(sources, true)}
        yield Row("relations", f"gold world, {half}", "ace.rdr, given entities", _value("ace.rdr", true, given))
    yield Row("relations", "gold world, both halves", "ace.rdr value", _value("ace.rdr", all_true, all_ours), "25")


def _aim(name: str) -> str:
    return "25" if name == "ace.rdr" else ""


def _value(name: str, true: dict[str, KB], ours: dict[str, KB]) -> float:
    score = measures(name)[0]
    return 100 * float(score.summarise(score.count(true, ours).units)[score.kind.main])


def _given(sources: list[Source], true: dict[str, KB]) -> Iterator[Document]:
    for source in sources:
        document = Document(source)
        document.given = true[source.id]
        outcome = pipeline_with("entities", upto="relations").run([document])[0]
        if outcome.error is not None:
            raise outcome.error
        yield outcome.document


# -- slots --


def slots(data: Path | None) -> Iterator[Row]:
    """Facts of each document against those of the annotators, with mentions of our own."""
    for half in HALVES:
        found = figures_of(annotated(pipeline(upto="slots"), calder(half)))
        for name, aim in (("f", "35"), ("p", "60"), ("r", "")):
            yield Row("slots", f"gold world, {half}", f"facts, {name.upper()}", found[name], aim)


# -- events --

Told = set[tuple[object, ...]]


def events(data: Path | None) -> Iterator[Row]:
    """Rich ERE events: triggers, with type, with realis, and arguments with role on the heads of gold mentions."""
    for half in HALVES:
        counts: dict[str, Counter[str]] = {}
        for document in annotated(pipeline(upto="events"), calder(half)):
            true = _told(gold(document.source, "rich-ere", "ere", ".rich_ere.xml"))
            ours = _told(document.to_kb(scheme="ere"))
            for name, wanted in true.items():
                beside_spans(counts.setdefault(name, Counter()), ours[name], wanted)
        for name, each in counts.items():
            yield Row("events", f"gold world, {half}", f"{name}, F", f_score(each))


def _told(kb: KB) -> dict[str, Told]:
    """What the event mentions of a document say, as sets to compare."""
    found: dict[str, Told] = {"triggers": set(), "triggers, types": set(), "types, realis": set(), "arguments": set()}
    for mention in kb.event_mentions.values():
        place = mention.trigger
        if not isinstance(place, Span):
            continue
        event = kb.events[mention.event]
        kind = f"{event.type}.{event.subtype}".lower()
        found["triggers"].add((place.start,))
        found["triggers, types"].add((place.start, kind))
        found["types, realis"].add((place.start, kind, mention.realis.lower()))
        for argument in mention.arguments:
            end = _end_of(kb, argument.ref)
            if end is not None:
                found["arguments"].add((place.start, kind, argument.role.lower(), end))
    return found


def _end_of(kb: KB, ref: str) -> int | None:
    """Last character of an argument: of a mention's head, or of a value."""
    mention = kb.mentions.get(ref)
    if mention is not None:
        return mention.heads.end if isinstance(mention.heads, Span) else None
    filler = kb.fillers.get(ref)
    return filler.extent.end if filler is not None and isinstance(filler.extent, Span) else None


# -- open relations --


def open_relations(data: Path | None) -> Iterator[Row]:
    """Words that relate two given entities, by the rule of seed 003, beside the two older ways."""
    for part, items in open_sets(data):
        found = systems_on(items)
        for name in ("reverb", "exemplar"):
            peer = {"reverb": "ReVerb style", "exemplar": "EXEMPLAR style"}[name]
            yield Row("open", part, f"F of {len(items)} pairs", found["default"], "peer", peer, found[name])
