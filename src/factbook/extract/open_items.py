"""Open relations in sentences that come as words with two marked entities."""

from __future__ import annotations

from collections.abc import Sequence

from factbook.extract.document import Document, Sentence, Word
from factbook.extract.layers.open_relations import Spans, systems
from factbook.extract.pipeline import Pipeline, steps_for
from factbook.text.source import Source

# Treebank spellings of brackets, as the encoder was not trained on them.
BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}", "``": '"', "''": '"'}


def document_of(words: Sequence[str]) -> Document:
    """A document of one sentence with these words, read and parsed."""
    document, at = Document(Source(id="sentence", text=" ".join(words), language="en")), 0
    for index, word in enumerate(words):
        document.words.append(Word(index, BRACKETS.get(word, word), at, at + len(word), 0))
        at += len(word) + 1
    document.sentences.append(Sentence(0, 0, len(words), 0, max(0, at - 1)))
    steps = [step for step in steps_for("en", upto="syntax") if step.name != "words"]
    Pipeline(steps, given=("words", "sentences")).run([document])
    return document


def extract(words: Sequence[str], entities: Spans, system: str = "default") -> tuple[str, ...]:
    """The words that relate two entities, or none."""
    if not words:
        return ()
    found = systems[system](document_of(words), entities)
    return tuple(words[index] for index in found.words)
