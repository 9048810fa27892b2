"""KnowledgeNet, Re-DocRED and FewRel in one inventory of directed relations."""

from __future__ import annotations

import gzip
import json
import re
import zlib
from pathlib import Path

from factbook.extract.encoders.labels import RELATIONS
from factbook.extract.lexicon import word_set
from training.example import IGNORE, Example, name_rows, named_heads
from training.gazetteer import Gazetteer
from training.tokens import locate, sentences_of, words_of

ROWS = {name: row for row, name in enumerate(RELATIONS)}
_PRONOUNS = word_set("he she it they him her his its their them i we my our who whose")
_NO_NAME_START = word_set("the in on at a an after and but as for from with by when of to")
_INSIDE_NAME = word_set("of de . & - for")
LONGEST_PASSAGE = 180
DEVELOPMENT_SHARE = 8


def is_development(document: str) -> bool:
    """One document in eight, by a checksum of its id."""
    return zlib.crc32(document.encode()) % DEVELOPMENT_SHARE == 0


def extra_candidates(words: list[str], taken: set[int]) -> list[tuple[int, int]]:
    """Distractors: pronouns, years and capitalised runs outside the annotated mentions."""
    out = []
    i = 0
    while i < len(words):
        word = words[i]
        if i in taken:
            i += 1
        elif word.lower() in _PRONOUNS or re.fullmatch(r"\d{4}", word):
            out.append((i, i + 1))
            i += 1
        elif word[:1].isupper() and word.lower() not in _NO_NAME_START:
            end = i
            while end < len(words) and end not in taken and _continues(words, end, taken):
                end += 1
            end = max(end, i + 1)
            out.append((i, end))
            i = end
        else:
            i += 1
    return out


def _continues(words: list[str], at: int, taken: set[int]) -> bool:
    if words[at][:1].isupper():
        return True
    follows = at + 1 < len(words) and at + 1 not in taken and words[at + 1][:1].isupper()
    return words[at] in _INSIDE_NAME and follows


def knowledgenet(data: Path, development: bool, places: Gazetteer) -> list[Example]:
    """Passages with the facts of the properties that were checked in them."""
    out = []
    path = data / "knowledgenet" / "knowledgenet_folds123.relations.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            if is_development(row["id"].rsplit("-", 1)[0]) == development:
                example = _passage(row)
                if example is not None:
                    _name_the_arguments(example, places)
                    out.append(example)
    return out


# Types of subject and object of the KnowledgeNet properties; "" is no name.
_ARGUMENT_TYPES = {
    "date_of_birth": ("PER", ""),
    "date_of_death": ("PER", ""),
    "place_of_residence": ("PER", "PLACE"),
    "place_of_birth": ("PER", "PLACE"),
    "nationality": ("PER", "GPE"),
    "employee_or_member_of": ("PER", "ORG"),
    "educated_at": ("PER", "ORG"),
    "political_affiliation": ("PER", "ORG"),
    "child_of": ("PER", "PER"),
    "spouse": ("PER", "PER"),
    "date_founded": ("ORG", ""),
    "headquarters": ("ORG", "PLACE"),
    "subsidiary_of": ("ORG", "ORG"),
    "founded_by": ("ORG", "PER"),
    "ceo": ("ORG", "PER"),
}


def _name_the_arguments(example: Example, places: Gazetteer) -> None:
    """The arguments of facts are names where they are capitalised; of the rest nothing is known."""
    kinds: dict[tuple[int, int], str] = {}
    for i, j, relation in example.facts:
        for span, kind in zip((i, j), _ARGUMENT_TYPES[RELATIONS[relation]], strict=True):
            start, end = example.spans[span]
            words = example.words[start:end]
            if kind and words[0][:1].isupper() and words[-1][:1].isupper() and words[0].lower() not in _PRONOUNS:
                kinds[start, end] = places.kind(words) if kind == "PLACE" else kind
    spans = [(start, end, kind) for (start, end), kind in kinds.items()]
    rows, heads = name_rows(example.words, spans), named_heads(example.words, spans)
    inside = {i for start, end, _ in spans for i in range(start, end)}
    lower = [word.islower() and word not in _INSIDE_NAME for word in example.words]
    example.names = [row if i in inside or lower[i] else IGNORE for i, row in enumerate(rows)]
    example.mentions = [row if i in inside else IGNORE for i, row in enumerate(heads)]


def _passage(row: dict) -> Example | None:
    tokens = words_of(row["text"])[:LONGEST_PASSAGE]
    words = [word for word, _, _ in tokens]
    if len(words) < 3:
        return None
    spans: list[tuple[int, int]] = []
    where: dict[str, int] = {}
    for entity in row["entities"]:
        span = locate(tokens, *entity["mentions"][0])
        if span is not None:
            if span not in spans:
                spans.append(span)
            where[entity["id"]] = spans.index(span)
    gold = len(spans)
    taken = {i for start, end in spans for i in range(start, end)}
    spans += extra_candidates(words, taken)
    if len(spans) < 2:
        return None
    facts = {
        (where[r["head"]], where[r["tail"]], ROWS[r["type"].lower()])
        for r in row["relations"]
        if r["head"] in where and r["tail"] in where
    }
    return Example(
        "knowledgenet", row["id"], words, sentences_of(row["text"], tokens), spans=spans,
        facts=sorted(facts), gold_spans=gold, checked=[ROWS[p.lower()] for p in row["properties"]],
    )  # fmt: skip


# Wikidata properties of Re-DocRED: our relation, and whether subject and object swap.
_PROPERTIES = {
    "P569": ("date_of_birth", False),
    "P570": ("date_of_death", False),
    "P551": ("place_of_residence", False),
    "P937": ("place_of_residence", False),
    "P19": ("place_of_birth", False),
    "P20": ("place_of_death", False),
    "P27": ("nationality", False),
    "P108": ("employee_or_member_of", False),
    "P54": ("employee_or_member_of", False),
    "P241": ("employee_or_member_of", False),
    "P69": ("educated_at", False),
    "P102": ("political_affiliation", False),
    "P22": ("child_of", False),
    "P25": ("child_of", False),
    "P40": ("child_of", True),
    "P26": ("spouse", False),
    "P571": ("date_founded", False),
    "P159": ("headquarters", False),
    "P749": ("subsidiary_of", False),
    "P355": ("subsidiary_of", True),
    "P112": ("founded_by", False),
    "P3373": ("sibling", False),
    "P131": ("located_in", False),
    "P150": ("located_in", True),
    "P276": ("located_in", False),
    "P706": ("located_in", False),
    "P17": ("country", False),
    "P495": ("country", False),
    "P140": ("religion", False),
    "P172": ("ethnic_group", False),
    "P463": ("member_of", False),
    "P127": ("owned_by", False),
    "P361": ("part_of", False),
    "P527": ("part_of", True),
    "P6": ("leader", False),
    "P35": ("leader", False),
    "P488": ("leader", False),
    "P576": ("date_dissolved", False),
    "P1376": ("capital_of", False),
    "P36": ("capital_of", True),
    "P607": ("conflict", False),
    "P1344": ("participant_of", False),
    "P710": ("participant_of", True),
    "P50": ("creator", False),
    "P170": ("creator", False),
    "P86": ("creator", False),
    "P57": ("creator", False),
    "P178": ("creator", False),
    "P800": ("creator", True),
}
_SYMMETRIC = frozenset(("spouse", "sibling"))
# Re-DocRED marks these relations too narrowly to teach their absence.
_NOT_EXHAUSTIVE = word_set(
    "place_of_residence employee_or_member_of headquarters ceo founded_by subsidiary_of date_founded"
)


def redocred(data: Path, development: bool, places: Gazetteer) -> list[Example]:
    """Documents with names and with the relations between mentions of one sentence."""
    with gzip.open(data / "redocred" / "dev_revised.json.gz", "rt", encoding="utf-8") as file:
        rows = json.load(file)
    return [_document(row, places) for row in rows if is_development(row["title"]) == development]


def _document(row: dict, places: Gazetteer) -> Example:
    words, sentence, base = [], [], []
    for number, sent in enumerate(row["sents"]):
        base.append(len(words))
        words += [word.strip() or "_" for word in sent]
        sentence += [number] * len(sent)
    names, spans, owner = [], [], []
    for entity, mentions in enumerate(row["vertexSet"]):
        for mention in mentions:
            start, end = (base[mention["sent_id"]] + p for p in mention["pos"])
            kind = {"PER": "PER", "ORG": "ORG", "MISC": "OTH"}.get(mention["type"], "")
            if mention["type"] == "LOC":
                kind = places.kind(words[start:end])
            if kind:
                names.append((start, end, kind))
            spans.append((start, end))
            owner.append(entity)
    example = Example("redocred", row["title"], words, sentence, spans=spans)
    example.names = name_rows(words, [n for n in names if n[2] != "OTH"])
    example.mentions = named_heads(words, names)
    example.checked = [row for name, row in ROWS.items() if name not in _NOT_EXHAUSTIVE]
    _sentence_facts(example, row["labels"], owner)
    return example


def _sentence_facts(example: Example, labels: list[dict], owner: list[int]) -> None:
    """Facts hold for mention pairs of an evidence sentence; elsewhere they are left open."""
    stated: dict[tuple[int, int], list[tuple[int, list[int]]]] = {}
    for label in labels:
        if label["r"] not in _PROPERTIES:
            continue
        name, swap = _PROPERTIES[label["r"]]
        pair = (label["t"], label["h"]) if swap else (label["h"], label["t"])
        stated.setdefault(pair, []).append((ROWS[name], label["evidence"]))
        if name in _SYMMETRIC:
            stated.setdefault(pair[::-1], []).append((ROWS[name], label["evidence"]))
    where = [example.sentence[start] for start, _ in example.spans]
    for i, one in enumerate(owner):
        for j, two in enumerate(owner):
            if one == two or where[i] != where[j]:
                continue
            example.asked_pairs.append((i, j))
            for relation, evidence in stated.get((one, two), ()):
                holds = where[i] in evidence or not evidence
                (example.facts if holds else example.open_facts).append((i, j, relation))


_FEWREL = {
    "P26": ("spouse", False),
    "P25": ("child_of", False),
    "P40": ("child_of", True),
    "P463": ("member_of", False),
    "P361": ("part_of", False),
}
_FEWREL_LIMIT = 500


def fewrel(data: Path) -> list[Example]:
    """Sentences with one pair each; what else may hold of the pair is left open."""
    out = []
    with gzip.open(data / "fewrel" / "val_wiki.json.gz", "rt", encoding="utf-8") as file:
        rows = json.load(file)
    for key, (name, swap) in _FEWREL.items():
        for number, row in enumerate(rows[key][:_FEWREL_LIMIT]):
            ends = [(min(row[k][2][0]), max(row[k][2][0]) + 1) for k in ("h", "t")]
            subject, object_ = (1, 0) if swap else (0, 1)
            facts = [(subject, object_, ROWS[name])]
            if name in _SYMMETRIC:
                facts.append((object_, subject, ROWS[name]))
            words = [word or "_" for word in row["tokens"]]
            out.append(
                Example(
                    "fewrel",
                    f"{key}:{number}",
                    words,
                    [0] * len(words),
                    spans=ends,
                    facts=facts,
                    checked=_family_or_own(name),
                    asked_pairs=[(0, 1), (1, 0)],
                )
            )
    return out


def _family_or_own(name: str) -> list[int]:
    family = ("spouse", "child_of", "sibling", "date_of_birth", "place_of_birth", "employee_or_member_of")
    return [ROWS[n] for n in (family if name in family else (name, "located_in", "spouse", "child_of"))]
