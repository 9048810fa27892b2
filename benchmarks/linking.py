"""Linking quality: B-cubed of entities across documents, given gold entities within documents.

    python -m benchmarks.linking [--data DIR]      DIR (or FACTBOOK_DATA) holds ecbplus; without it only the gold world

Rows: the same-string rule, and linking with parts switched off. Entities without a name are left out: linking never
merges them. ECB+ has no mention levels; a mention that starts with a capital letter is taken as a name, and HUM and LOC
mentions as PER, ORG or GPE by how they look, which is no gold but the same for every row.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import tempfile
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator
from hashlib import md5
from pathlib import Path

from factbook.link.decide import Settings
from factbook.link.names import fold
from factbook.model.kb import KB
from factbook.model.records import Entity, Mention
from factbook.run.given import Given
from factbook.store.store import Annotated, Store
from factbook.text.inputs import read_sources
from factbook.text.offsets import Span
from factbook.text.source import Source

CALDER = Path(__file__).parent.parent / "examples" / "calder"
ROWS = {
    "same name key": Settings(names=False),
    "names, no context, no gazetteer": Settings(context=False, outside=False),
    "names and context, no gazetteer": Settings(outside=False),
    "names and gazetteer, no context": Settings(context=False),
    "all": Settings(),
}
WORLD = "gold world (43 documents, 4 languages)"
Items = dict[tuple[str, str], str]  # (document, entity) -> cluster


def b_cubed(gold: Items, system: dict[tuple[str, str], Hashable]) -> tuple[float, float, float]:
    """Precision, recall and F over the entities of documents."""
    by_gold: dict[Hashable, set[tuple[str, str]]] = defaultdict(set)
    by_system: dict[Hashable, set[tuple[str, str]]] = defaultdict(set)
    for item in gold:
        by_gold[gold[item]].add(item)
        by_system[system[item]].add(item)
    common = {item: len(by_gold[gold[item]] & by_system[system[item]]) for item in gold}
    precision = sum(common[i] / len(by_system[system[i]]) for i in gold) / len(gold)
    recall = sum(common[i] / len(by_gold[gold[i]]) for i in gold) / len(gold)
    return precision, recall, 2 * precision * recall / (precision + recall)


def calder() -> tuple[list[Annotated], Items]:
    """The gold world with its cross-document ids."""
    known = {}
    for line in (CALDER / "map.tab").read_text(encoding="utf-8").splitlines()[1:]:
        _, _, mention, entity = line.split("\t")
        known[mention] = entity
    given = Given([str(CALDER / "ere"), str(CALDER / "kb" / "gold_perdoc.tac")])
    documents = [Annotated(source, given.annotation(source)) for source in read_sources([CALDER / "source"])]
    gold = {(d.source.id, m.entity): known[m.id] for d in documents for m in d.kb.mentions.values() if m.id in known}
    return documents, gold


def ecbplus(data: str) -> tuple[list[Annotated], Items]:
    """ECB+ development topics; names only."""
    documents: list[Annotated] = []
    gold: Items = {}
    with gzip.open(os.path.join(data, "ecbplus", "ecbplus_dev.mentions.jsonl.gz"), "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            kb = KB()
            for number, (entity, kind, span) in enumerate(_names(row)):
                if entity not in kb.entities:
                    kb.add(Entity(id=entity, type=kind))
                    gold[row["id"], entity] = entity
                text = row["text"][span[0] : span[1]]
                place = Span(row["id"], *span)
                kb.add(Mention(id=f"m{number}", entity=entity, level="NAM", extent=place, text=text))
            documents.append(Annotated(Source(id=row["id"], text=row["text"], language="en"), kb))
    return documents, gold


def _names(row: dict[str, object]) -> Iterator[tuple[str, str, tuple[int, int]]]:
    text = str(row["text"])
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    for mention in row["mentions"]:  # type: ignore[attr-defined]
        words = text[mention["start"] : mention["end"]]
        if mention["type"] in ("HUM", "LOC") and words[:1].isupper() and words.lower() not in _PRONOUNS:
            found[mention["entity"]].append((mention["start"], mention["end"]))
            kinds[mention["entity"]][_kind(mention["type"], words)] += 1
    for entity, spans in found.items():
        kind = min(kinds[entity], key=lambda k: (-kinds[entity][k], k))
        yield from ((entity, kind, span) for span in spans)


# Words of organisations' names, kept apart from the package's own so that the task does not change with it.
_ORGANISATION_WORDS = """
bank university college school institute hospital church party union federation association league club team police army
navy court ministry department authority agency council committee commission parliament government news times company
inc corp group office center
"""
_ORGANISATION = frozenset(_ORGANISATION_WORDS.split())
_PRONOUNS = frozenset("he she it they we i you his her their its our my who this that".split())  # noqa: SIM905


def _kind(label: str, words: str) -> str:
    if label == "LOC":
        return "GPE"
    parts = fold(words).split()
    organisation = bool(_ORGANISATION & set(parts)) or (words.isupper() and len(parts) == 1)
    return "ORG" if organisation or len(parts) > 3 else "PER"


def measure(documents: list[Annotated], gold: Items) -> list[tuple[str, int, float, float, float]]:
    """A row for each way of linking."""
    rows = []
    named = _named(documents, gold)
    strings = {item: (kind, text) for item, (kind, text) in named.items()}
    truth = {item: gold[item] for item in named}
    rows.append(("same string", len(truth), *b_cubed(truth, strings)))
    with tempfile.TemporaryDirectory() as folder, Store.open(os.path.join(folder, "a.kb"), create=True) as store:
        store.add(documents)
        for name, settings in ROWS.items():
            store.set_settings(settings)
            store.link_again()
            found = store.connection.execute(
                "SELECT d.name, l.key, l.entity FROM local_entity l JOIN document d ON d.id = l.document"
            )
            system = {(document, key): entity for document, key, entity in found}
            rows.append((name, len(truth), *b_cubed(truth, system)))
    return rows


def _named(documents: list[Annotated], gold: Items) -> dict[tuple[str, str], tuple[str, str]]:
    """Type and longest name of the entities that have a name."""
    named: dict[tuple[str, str], tuple[str, str]] = {}
    for document in documents:
        for entity, mentions in document.kb.mentions_of.items():
            texts = [m.text for m in mentions if m.level == "NAM"]
            if texts and (document.source.id, entity) in gold:
                best = max(sorted(set(texts)), key=lambda text: (len(text), texts.count(text)))
                named[document.source.id, entity] = (document.kb.entities[entity].type, best)
    return named


def across_languages(documents: list[Annotated], gold: Items) -> Iterator[tuple[str, int, float, float, float]]:
    """Entities that are named in several languages: all, the half that rules were developed on, and the other half."""
    language = {document.source.id: document.source.language for document in documents}
    named = _named(documents, gold)
    spoken: dict[str, set[str]] = defaultdict(set)
    for item in named:
        spoken[gold[item]].add(language[item[0]])
    with tempfile.TemporaryDirectory() as folder, Store.open(os.path.join(folder, "a.kb"), create=True) as store:
        store.add(documents)
        found = store.connection.execute(
            "SELECT d.name, l.key, l.entity FROM local_entity l JOIN document d ON d.id = l.document"
        )
        system: dict[tuple[str, str], Hashable] = {(document, key): entity for document, key, entity in found}
    for title, wanted in (("all", (0, 1)), ("development half", (0,)), ("other half", (1,))):
        truth = {
            item: gold[item]
            for item in named
            if len(spoken[gold[item]]) > 1 and md5(gold[item].encode()).digest()[0] % 2 in wanted
        }
        yield title, len(truth), *b_cubed(truth, system)


def _show(rows: Iterable[tuple[str, int, float, float, float]]) -> None:
    for name, count, precision, recall, f in rows:
        print(f"{name:<34}{count:>9}{precision:>8.4f}{recall:>8.4f}{f:>8.4f}")
    print()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default=os.environ.get("FACTBOOK_DATA", ""))
    options = parser.parse_args()
    sets = {WORLD: calder()}
    if options.data:
        sets["ECB+ development topics"] = ecbplus(options.data)
    for title, (documents, gold) in sets.items():
        print(f"{title}\n{'':<34}{'entities':>9}{'P':>8}{'R':>8}{'F':>8}")
        _show(measure(documents, gold))
    print(f"gold world, entities named in several languages\n{'':<34}{'entities':>9}{'P':>8}{'R':>8}{'F':>8}")
    _show(across_languages(*sets[WORLD]))


if __name__ == "__main__":
    main()
