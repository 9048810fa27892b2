"""Rows of `benchmarks.extraction`: words, syntax, names, mentions, coreference, entities, values."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.extraction import Row
from benchmarks.extraction_data import CALDER, HALVES, Tree, annotated, calder, gold, lines, treebank
from benchmarks.extraction_peer import Name, spacy_names, spacy_tags, spacy_words
from factbook.evaluate.measure import precision_recall_f
from factbook.evaluate.table import measures
from factbook.extract.document import Document, FoundMention
from factbook.extract.encoders.labels import DEPRELS, UPOS, base_deprel
from factbook.extract.given import head_word, pipeline_with
from factbook.extract.layers.coref import link
from factbook.extract.lexicon import rows as lexicon_rows
from factbook.extract.pipeline import pipeline
from factbook.model.kb import KB
from factbook.model.records import Entity, Mention
from factbook.text.offsets import Span
from factbook.text.source import Source

PLACES = {"GPE": "LOC", "FAC": "LOC"}
GUM_TYPES = {"person": "PER", "place": "LOC", "organization": "ORG"}
# Labels of the name sets; what is not listed (products, works …) counts neither way.
NAME_TYPES = {
    "PER": "PER",
    "ORG": "ORG",
    "LOC": "LOC",
    "person": "PER",
    "location": "LOC",
    "corporation": "ORG",
    "group": "ORG",
}
NAME_SETS = ("uner_en_pud", "uner_en_ewt_dev", "wnut17_dev", "sec_fin3")


def rows(data: Path | None, wanted: frozenset[str]) -> Iterator[Row]:
    """All rows of this section; `wanted` empty is all of them."""
    sections: dict[str, Callable[[Path | None], Iterator[Row]]] = {
        "words": words,
        "syntax": syntax,
        "names": names,
        "heads": heads,
        "coref": coref,
        "entities": entities,
        "values": values,
    }
    for name, section in sections.items():
        if not wanted or name in wanted:
            yield from section(data)


def f_score(counts: Counter[str]) -> float:
    """F in percent from right, system and gold."""
    return 100 * precision_recall_f(counts["right"], counts["system"], counts["gold"])["f"]


def beside_spans(counts: Counter[str], found: set[Any], true: set[Any]) -> None:
    counts["right"] += len(found & true)
    counts["system"] += len(found)
    counts["gold"] += len(true)


# -- words and syntax --


def words(data: Path | None) -> Iterator[Row]:
    """Words and sentences of raw text against the treebank: sentences are joined by blanks, as in running text."""
    if data is None:
        return
    trees = treebank(data / "ud_en_ewt" / "en_ewt_dev.conllu.gz")
    groups = [trees[at : at + 10] for at in range(0, len(trees), 10)]
    texts = [" ".join(tree.text for tree in group) for group in groups]
    ours = []
    for text in texts:
        document = pipeline(upto="words").read(Source(id="words", text=text, language="en"))
        ours.append(({(w.start, w.end) for w in document.words}, {s.stop for s in document.sentences}))
    truth = [_gold_words(group) for group in groups]
    peer = spacy_words(texts)
    for place, (part, figure) in enumerate((("EWT dev", "words, F"), ("EWT dev, joined", "sentence ends, F"))):
        theirs = _f_of([found[place] for found in peer], [true[place] for true in truth]) if peer else None
        mine = _f_of([found[place] for found in ours], [true[place] for true in truth])
        yield Row("words", part, figure, mine, "", "spaCy small" if peer else "", theirs)


def _f_of(found: Sequence[set[Any]], true: Sequence[set[Any]]) -> float:
    counts: Counter[str] = Counter()
    for one, other in zip(found, true, strict=True):
        beside_spans(counts, one, other)
    return f_score(counts)


def _gold_words(trees: Sequence[Tree]) -> tuple[set[tuple[int, int]], set[int]]:
    spans: set[tuple[int, int]] = set()
    ends: set[int] = set()
    base = 0
    for tree in trees:
        at = 0
        for word in tree.words:
            found = tree.text.find(word, at)
            if found < 0:
                continue
            at = found + len(word)
            spans.add((base + found, base + at))
        ends.add(base + len(tree.text.rstrip()))
        base += len(tree.text) + 1
    return spans, ends


def syntax(data: Path | None) -> Iterator[Row]:
    """Dependencies and parts of speech with gold words. spaCy's trees follow another scheme: only its tags compare."""
    if data is None:
        return
    from factbook.extract.encoders.english import load_english

    trees = treebank(data / "ud_en_ewt" / "en_ewt_dev.conllu.gz")
    counts: Counter[str] = Counter()
    for at in range(0, len(trees), 40):
        group = trees[at : at + 40]
        reading = load_english().read([tree.words for tree in group])
        base = 0
        for tree in group:
            for i, head in enumerate(tree.heads):
                arc = int(reading.heads[base + i]) == base + head
                label = DEPRELS[reading.deprels[base + i]]
                counts["words"] += 1
                counts["uas"] += arc
                counts["las"] += arc and base_deprel(label) == base_deprel(tree.deprels[i])
                counts["upos"] += UPOS[reading.upos[base + i]] == tree.upos[i]
            base += len(tree.words)
    yield Row("syntax", "EWT dev", "LAS", 100 * counts["las"] / counts["words"], "83")
    yield Row("syntax", "EWT dev", "UAS", 100 * counts["uas"] / counts["words"])
    tags = spacy_tags([tree.words for tree in trees])
    theirs = None
    if tags is not None:
        right = sum(a == b for tree, row in zip(trees, tags, strict=True) for a, b in zip(tree.upos, row, strict=True))
        theirs = 100 * right / counts["words"]
    peer = "spaCy small" if tags is not None else ""
    yield Row("syntax", "EWT dev", "part of speech", 100 * counts["upos"] / counts["words"], "", peer, theirs)


# -- names --


def names(data: Path | None) -> Iterator[Row]:
    """Exact names with type PER, ORG or place, on text of other kinds than most of the training data."""
    for half in HALVES:
        sources = calder(half)
        true = [_calder_names(source) for source in sources]
        yield _names_row(f"gold world, {half}", sources, true, nationalities=True)
    for name in NAME_SETS if data is not None else ():
        sources, true = name_set(data, name)
        yield _names_row(name, sources, true, nationalities=False)


def _names_row(part: str, sources: list[Source], true: list[set[Name]], *, nationalities: bool) -> Row:
    """`nationalities`: whether "Ostravian" is a name in this part, as in ACE and Cold Start."""
    ours: Counter[str] = Counter()
    for document, wanted in zip(annotated(pipeline(upto="names"), sources), true, strict=True):
        beside_spans(ours, _found_names(document, nationalities=nationalities), wanted)
    found = spacy_names([source.masked for source in sources], nationalities=nationalities)
    if found is None:
        return Row("names", part, "exact, typed, F", f_score(ours), "peer + 12", "spaCy not installed")
    theirs: Counter[str] = Counter()
    for spans, wanted, source in zip(found, true, sources, strict=True):
        outside = {n for n in spans if not source.in_quote(Span(source.id, n[0], n[1]))}
        beside_spans(theirs, outside, wanted)
    return Row("names", part, "exact, typed, F", f_score(ours), "peer + 12", "spaCy small", f_score(theirs))


def _found_names(document: Document, *, nationalities: bool) -> set[Name]:
    found = set()
    for mention in document.mentions:
        if mention.level != "NAM" or mention.characters is not None or mention.quoted:
            continue
        if not nationalities and mention.type == "GPE" and _is_nationality(document, mention):
            continue
        span = document.head_of(mention)
        found.add((span.start, span.end, PLACES.get(mention.type, mention.type)))
    return found


def _is_nationality(document: Document, mention: FoundMention) -> bool:
    word = document.words[mention.head]
    listed = {name.lower() for row in lexicon_rows("nations") for name in row[1].split(";")}
    return mention.text.lower() in listed or word.upos == "ADJ" or word.xpos == "NNPS"


def _calder_names(source: Source) -> set[Name]:
    kb = gold(source, "rich-ere", "ere", ".rich_ere.xml")
    tags = [(region.outer.start, region.inner.start) for region in source.posts]
    out = set()
    for mention in kb.mentions.values():
        span = mention.extent
        if mention.level != "NAM" or not isinstance(span, Span) or any(a <= span.start < b for a, b in tags):
            continue
        kind = kb.entities[mention.entity].type
        out.add((span.start, span.end, PLACES.get(kind, kind)))
    return out


# Files that say which document each sentence of a set is from.
DOCUMENTS = {
    "uner_en_pud": "uner_en_pud/en_pud-ud-test.iob2.gz",
    "uner_en_ewt_dev": "uner_en_ewt/en_ewt-ud-dev.iob2.gz",
}


def name_set(data: Path, name: str) -> tuple[list[Source], list[set[Name]]]:
    """Texts with their names: whole documents where the set knows them, as people read them, otherwise sentences."""
    records = list(lines(data / "normalised" / f"names.{name}.jsonl.gz"))
    keys = _documents_of(data / DOCUMENTS[name]) if name in DOCUMENTS else list(map(str, range(len(records))))
    texts: dict[str, str] = {}
    true: dict[str, set[Name]] = {}
    for record, key in zip(records, keys, strict=True):
        base = len(texts[key]) + len(PARAGRAPH) if key in texts else 0
        texts[key] = texts[key] + PARAGRAPH + str(record["text"]) if key in texts else str(record["text"])
        spans: Any = record["spans"]
        names_ = {(a + base, b + base, NAME_TYPES[kind]) for a, b, kind in spans if kind in NAME_TYPES}
        true.setdefault(key, set()).update(names_)
    sources = [Source(id=f"{name}-{n}", text=text, language="en") for n, text in enumerate(texts.values())]
    return sources, list(true.values())


PARAGRAPH = "\n\n"


def _documents_of(path: Path) -> list[str]:
    """The document of each sentence of a UNER file."""
    found = []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        document = ""
        for line in file:
            if line.startswith("# newdoc"):
                document = line.partition("= ")[2].strip()
            elif line.startswith("# sent_id"):
                found.append(document)
    return found


# -- mention heads --


def heads(data: Path | None) -> Iterator[Row]:
    """Mention heads with type: the last word of the head and the type must be right."""
    for half in HALVES:
        sources = calder(half)
        found: Counter[str] = Counter()
        typed: Counter[str] = Counter()
        extents: Counter[str] = Counter()
        for document in annotated(pipeline(upto="coref"), sources):
            true = gold(document.source, "rich-ere", "ere", ".rich_ere.xml")
            ours = document.to_kb(scheme="ere")
            beside_spans(found, _ends(ours, typed=False), _ends(true, typed=False))
            beside_spans(typed, _ends(ours, typed=True), _ends(true, typed=True))
            beside_spans(extents, _extents(ours), _extents(true))
        yield Row("mention heads", f"gold world, {half}", "found, F", f_score(found))
        yield Row("mention heads", f"gold world, {half}", "typed, F", f_score(typed), "75")
        yield Row("mention heads", f"gold world, {half}", "exact extents, F", f_score(extents))
    if data is not None:
        yield from _gum_heads(data)


def _ends(kb: KB, *, typed: bool) -> set[tuple[int, str]]:
    spans = [(m.heads, kb.entities[m.entity].type if typed else "") for m in kb.mentions.values()]
    return {(span.end, kind) for span, kind in spans if isinstance(span, Span)}


def _extents(kb: KB) -> set[tuple[int, int]]:
    return {(m.extent.start, m.extent.end) for m in kb.mentions.values() if isinstance(m.extent, Span)}


def _gum_heads(data: Path) -> Iterator[Row]:
    """GUM dev: heads of all mentions by the encoder's labels, of types person, place, organisation and the rest."""
    counts: Counter[str] = Counter()
    for document, mentions in _gum(data):
        done = annotated(pipeline(upto="mentions"), [document.source])[0]
        true = _gum_head_words(done, mentions)
        ours = {(m.head, PLACES.get(m.type, m.type).replace("VEH", "OTH")) for m in done.mentions if m.head >= 0}
        beside_spans(counts, ours, true)
    yield Row("mention heads", "GUM dev", "typed, F", f_score(counts), "80")


def _gum_head_words(document: Document, mentions: list[dict[str, Any]]) -> set[tuple[int, str]]:
    out = set()
    for mention in mentions:
        head = head_word(document, Span(document.id, mention["start"], mention["end"]))
        if head is not None:
            out.add((head, GUM_TYPES.get(mention["type"], "OTH")))
    return out


# -- coreference --


def coref(data: Path | None) -> Iterator[Row]:
    """Coreference with given mentions; the rule beside it makes one chain of each head word."""
    score = measures("coref.conll(singletons=remove)")[0]
    if data is not None:
        true, ours, rule = KB(), KB(), KB()
        for document, mentions in _gum(data):
            given = _gum_kb(document.id, mentions)
            document.given = given
            outcome = pipeline_with("mentions", upto="syntax").run([document])[0]
            if outcome.error is not None:
                raise outcome.error
            clusters = link(document)
            true.merge(given)
            ours.merge(_chains(document, given, [str(clusters.root(i)) for i in range(len(document.mentions))]))
            rule.merge(_chains(document, given, [document.words[m.head].lower for m in document.mentions]))
        yield _coref_row("GUM dev, given mentions", score, true, ours, rule, "rule + 8")
    for half in HALVES:
        true, ours = KB(), KB()
        for document in annotated(pipeline(upto="coref"), calder(half)):
            true.merge(gold(document.source, "rich-ere", "ere", ".rich_ere.xml"))
            ours.merge(document.to_kb(scheme="ere"))
        yield _coref_row(f"gold world, {half}", score, true, ours, None, "")


def _coref_row(part: str, score: Any, true: KB, ours: KB, rule: KB | None, target: str) -> Row:
    def value(system: KB) -> float:
        return 100 * float(score.summarise(score.count(true, system).units)[score.kind.main])

    theirs = value(rule) if rule is not None else None
    return Row(
        "coreference", part, "CoNLL, no singletons", value(ours), target, "same head word" if rule else "", theirs
    )


def _gum(data: Path) -> Iterator[tuple[Document, list[dict[str, Any]]]]:
    for record in lines(data / "gum" / "gum_open_dev.mentions.jsonl.gz"):
        source = Source(id=str(record["id"]), text=str(record["text"]), language="en")
        mentions: Any = record["mentions"]
        yield Document(source), mentions


def _gum_kb(doc: str, mentions: list[dict[str, Any]]) -> KB:
    """Gold mentions of a GUM document; types that are none of ours are OTH."""
    kb = KB()
    for number, mention in enumerate(mentions):
        kind = {"person": "PER", "organization": "ORG", "place": "GPE"}.get(mention["type"], "OTH")
        entity = str(mention["entity"])
        if entity not in kb.entities:
            kb.add(Entity(id=entity, type=kind))
        span = Span(doc, mention["start"], mention["end"])
        level = mention.get("level") or "NOM"
        kb.add(Mention(id=f"{doc}-m{number}", entity=entity, level=level, type=kind, extent=span))
    return kb


def _chains(document: Document, given: KB, keys: list[str]) -> KB:
    """The given mentions, in chains by their keys."""
    kb = KB()
    for mention, key in zip(document.mentions, keys, strict=True):
        if mention.head < 0:
            continue
        chain = f"{document.id}-{key}"
        if chain not in kb.entities:
            kb.add(Entity(id=chain, type="PER"))
        kb.add(Mention(id=mention.id, entity=chain, level=mention.level, extent=given.mentions[mention.id].extent))
    return kb


# -- entities and values --


def entities(data: Path | None) -> Iterator[Row]:
    """ACE value of entities (EDR), on the ACE files of the gold world."""
    for half in HALVES:
        true, ours = {}, {}
        for document in annotated(pipeline(upto="coref"), calder(half, "sgm")):
            true[document.id] = gold(document.source, "apf", "apf", ".apf.xml")
            ours[document.id] = document.to_kb(scheme="ace")
        for name in ("ace.edr", "ace.emd"):
            score = measures(name)[0]
            figure = 100 * score.summarise(score.count(true, ours).units)[score.kind.main]
            target = "60" if name == "ace.edr" else ""
            yield Row("entities", f"gold world, {half}", f"{name} value", figure, target)


def values(data: Path | None) -> Iterator[Row]:
    """Times with their normal form as the annotators wrote it, and fillers by place and type."""
    for half in HALVES:
        times: Counter[str] = Counter()
        places: dict[str, Counter[str]] = {kind: Counter() for kind in FILLERS}
        for document in annotated(pipeline(upto="values"), calder(half)):
            ours = document.to_kb(scheme="ere")
            true = gold(document.source, "rich-ere", "ere", ".rich_ere.xml")
            for kind, counts in places.items():
                beside_spans(counts, _fillers(ours, kind), _fillers(true, kind))
            found = Counter((f.text, f.value) for f in ours.fillers.values() if f.type == "TIME")
            written = _written_times(document.id)
            times.update(right=(found & written).total(), system=found.total(), gold=written.total())
        yield Row("values", f"gold world, {half}", "times with value, F", f_score(times))
        for kind, counts in places.items():
            yield Row("values", f"gold world, {half}", f"{kind.lower()}, exact, F", f_score(counts))


FILLERS = ("TIME", "TITLE", "AGE", "CRIME", "MONEY")
_WRITTEN = re.compile(r"⟦f\d+ TIME ([^|⟧]+)\|([^⟦⟧]+)⟧")


def _fillers(kb: KB, kind: str) -> set[tuple[int, int]]:
    spans = [f.extent for f in kb.fillers.values() if f.type.upper() == kind]
    return {(span.start, span.end) for span in spans if isinstance(span, Span)}


def _written_times(doc: str) -> Counter[tuple[str, str]]:
    """Text and normal form of the times of a document, from its annotation."""
    text = (CALDER / "annotated" / f"{doc}.ann.txt").read_text(encoding="utf-8")
    return Counter((words.replace("^", ""), value.strip()) for value, words in _WRITTEN.findall(text))
