"""GUM, the English Web Treebank and UDS factuality, which is annotated on the latter."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from factbook.extract.encoders.labels import DEPRELS, UPOS, XPOS, base_deprel
from factbook.extract.encoders.pair_features import MentionView
from training.example import IGNORE, MENTION_ROWS, NAME_ROWS, Example, name_rows
from training.gazetteer import Gazetteer

_ENTITY = re.compile(r"(?:^|\|)Entity=([^|]+)")
_BRACKET = re.compile(r"\(([^()]+)(\))?|([^()]+)?\)")
_GUM_TYPES = {"person": "PER", "organization": "ORG", "place": "PLACE", "object": "THING"}
_XPOS = {tag: row for row, tag in enumerate(XPOS)}
_UPOS = {tag: row for row, tag in enumerate(UPOS)}
_DEPRELS = {label: row for row, label in enumerate(DEPRELS)}


@dataclass
class Sentence:
    """A tree: heads count within the sentence, and a root is its own head."""

    id: str
    words: list[str] = field(default_factory=list)
    upos: list[str] = field(default_factory=list)
    xpos: list[str] = field(default_factory=list)
    heads: list[int] = field(default_factory=list)
    deprels: list[str] = field(default_factory=list)
    brackets: list[str] = field(default_factory=list)
    speaker: str = ""

    def head_of(self, start: int, end: int) -> int:
        """The word of a span whose head is outside it."""
        for i in range(start, end):
            outside = not start <= self.heads[i] < end or self.heads[i] == i
            if outside and self.upos[i] != "PUNCT":
                return i
        return end - 1

    def proper(self, i: int) -> bool:
        """Part of a name: the Penn tag says so also of the adjective in "United States"."""
        return self.xpos[i] in ("NNP", "NNPS")

    def level_of(self, head: int) -> str:
        if self.proper(head):
            return "NAM"
        pronoun = self.upos[head] == "PRON" or self.xpos[head] in ("PRP", "PRP$", "WP", "WP$", "WDT")
        return "PRO" if pronoun else "NOM"


def read_conllu(path: Path) -> Iterator[tuple[str, list[Sentence]]]:
    """Documents with their sentences."""
    document, sentences = "", list[Sentence]()
    current = Sentence("")
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            line = line.rstrip("\n")
            if line.startswith("# newdoc id"):
                if sentences:
                    yield document, sentences
                document, sentences = line.partition("= ")[2], []
            elif line.startswith("# sent_id"):
                current.id = line.partition("= ")[2]
            elif line.startswith("# speaker"):
                current.speaker = line.partition("= ")[2]
            elif not line:
                if current.words:
                    sentences.append(current)
                current = Sentence("")
            elif not line.startswith("#"):
                _add_word(current, line.split("\t"))
    if sentences:
        yield document, sentences


def _add_word(sentence: Sentence, row: list[str]) -> None:
    if not row[0].isdigit():
        return
    index = len(sentence.words)
    sentence.words.append(row[1])
    sentence.upos.append(row[3])
    sentence.xpos.append(row[4])
    sentence.heads.append(int(row[6]) - 1 if int(row[6]) else index)
    sentence.deprels.append(row[7])
    match = _ENTITY.search(row[9])
    sentence.brackets.append(match.group(1) if match else "")


def entity_spans(sentence: Sentence) -> list[tuple[int, int, str, str]]:
    """GUM mentions of a sentence: start, end, entity type, entity id."""
    out: list[tuple[int, int, str, str]] = []
    open_: list[tuple[str, str, int]] = []
    for i, brackets in enumerate(sentence.brackets):
        for match in _BRACKET.finditer(brackets):
            if match.group(1) is not None:
                parts = match.group(1).split("-")
                if match.group(2):
                    out.append((i, i + 1, parts[1], parts[0]))
                else:
                    open_.append((parts[0], parts[1], i))
                continue
            wanted = match.group(3)
            for k in range(len(open_) - 1, -1, -1):
                if wanted is None or open_[k][0] == wanted.split("-")[0]:
                    entity, kind, start = open_.pop(k)
                    out.append((start, i + 1, kind, entity))
                    break
    return sorted(out, key=lambda span: span[1] - span[0])


def _tree_example(corpus: str, document: str, sentences: list[Sentence]) -> Example:
    example = Example(corpus, document, [], [])
    for number, sentence in enumerate(sentences):
        base = len(example.words)
        example.words += sentence.words
        example.sentence += [number] * len(sentence.words)
        example.upos += [upos_row(tag) for tag in sentence.upos]
        example.xpos += [_XPOS.get(tag, IGNORE) for tag in sentence.xpos]
        example.heads += [base + head for head in sentence.heads]
        example.deprels += [deprel_row(label) for label in sentence.deprels]
    return example


def upos_row(tag: str) -> int:
    return _UPOS.get(tag, IGNORE)


def deprel_row(label: str) -> int:
    return _DEPRELS.get(label, _DEPRELS.get(base_deprel(label), _DEPRELS["dep"]))


def gum(data: Path, part: str, places: Gazetteer) -> list[Example]:
    """GUM documents with trees, names, mention heads and coreference. Part: train or dev."""
    out = []
    for document, sentences in read_conllu(data / "gum" / f"gum_open_{part}.conllu.gz"):
        example = _tree_example("gum", document, sentences)
        example.mentions = [MENTION_ROWS["O"]] * len(example.words)
        example.names = [NAME_ROWS["O"]] * len(example.words)
        base = 0
        for number, sentence in enumerate(sentences):
            _add_mentions(example, sentence, number, base, places)
            base += len(sentence.words)
        example.coreference.sort(key=lambda pair: pair[0].head)
        out.append(example)
    return out


def _add_mentions(example: Example, sentence: Sentence, number: int, base: int, places: Gazetteer) -> None:
    seen: set[int] = set()
    names: list[tuple[int, int, str]] = []
    for start, end, kind, entity in entity_spans(sentence):
        head = sentence.head_of(start, end)
        level = sentence.level_of(head)
        while level == "NAM" and head + 1 < end and sentence.proper(head + 1):
            head += 1  # the last word of a name carries its labels; a treebank takes the first
        if head in seen:  # a coordination or a longer copy: the smallest mention owns the head
            continue
        seen.add(head)
        coarse = _GUM_TYPES.get(kind, "OTH")
        name = _name_around(sentence, head, start, end) if level == "NAM" else None
        if coarse == "PLACE" and name:
            coarse = places.kind(sentence.words[name[0] : name[1]])
        example.mentions[base + head] = MENTION_ROWS[f"{coarse}.{level}"]
        if name and coarse not in ("OTH", "THING"):
            names.append((base + name[0], base + name[1], coarse))
        view = MentionView(
            base + head, base + start, base + end, number,
            {"PLACE": "LOC", "THING": "OTH"}.get(coarse, coarse), level, sentence.speaker,
        )  # fmt: skip
        example.coreference.append((view, entity))
    rows = name_rows(example.words, names)
    for i in range(base, base + len(sentence.words)):
        word = sentence.words[i - base]
        # GUM does not mark nationalities as names; here they are.
        unknown = rows[i] == NAME_ROWS["O"] and places.is_nationality(word) and word[:1].isupper()
        example.names[i] = IGNORE if unknown else rows[i]
        if unknown and example.mentions[i] == MENTION_ROWS["O"]:
            example.mentions[i] = IGNORE


def _name_around(sentence: Sentence, head: int, start: int, end: int) -> tuple[int, int]:
    """The run of proper nouns around the head, over "of" and the like to its right."""
    left, right = head, head + 1
    while left > start and sentence.proper(left - 1):
        left -= 1
    joiners = ("of", "for", "&", "-", "the", "'s", ".")
    while right < end and (
        sentence.proper(right) or (right + 1 < end and sentence.words[right] in joiners and sentence.proper(right + 1))
    ):
        right += 1
    return left, right


def ewt(data: Path, part: str) -> list[Example]:
    """EWT documents with trees, and UDS predicates and factuality of the same part."""
    values = _uds(data / "uds_factuality" / f"uds_ih2_{part}.jsonl.gz")
    out = []
    for document, sentences in read_conllu(data / "ud_en_ewt" / f"en_ewt_{part}.conllu.gz"):
        example = _tree_example("ewt", document, sentences)
        example.names = [
            NAME_ROWS["O"] if _never_in_names(sentence, i) else IGNORE
            for sentence in sentences
            for i in range(len(sentence.words))
        ]
        example.predicates = [IGNORE] * len(example.words)
        base = 0
        for sentence in sentences:
            targets = values.pop(" ".join(sentence.words), None)
            if targets is not None:
                span = slice(base, base + len(sentence.words))
                example.predicates[span] = [0] * len(sentence.words)
                for index, value in targets:
                    example.predicates[base + index] = 1
                    example.factuality.append((base + index, value))
            base += len(sentence.words)
        out.append(example)
    for text, targets in values.items():  # sentences whose words the treebank has since changed
        words = text.split(" ")
        out.append(Example("ewt", "uds", words, [0] * len(words), factuality=targets))
    return out


def _never_in_names(sentence: Sentence, i: int) -> bool:
    """EWT train has no names, but verbs, pronouns and addresses are none."""
    lower = sentence.words[i].islower() and sentence.upos[i] in ("VERB", "AUX", "PRON", "ADV", "INTJ", "SCONJ")
    return lower or sentence.xpos[i] == "ADD"


def _uds(path: Path) -> dict[str, list[tuple[int, float]]]:
    out = {}
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            count = len(row["text"].split(" "))
            targets = [(t["span1"][0], float(t["label"])) for t in row["targets"]]
            out[row["text"]] = [(i, value) for i, value in targets if i < count]
    return out
