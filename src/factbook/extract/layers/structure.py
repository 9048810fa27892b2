"""What syntax says about coreference: appositives, predicate nouns, relative pronouns, titles with names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from factbook.extract.document import Document, FoundMention
from factbook.extract.lexicon import word_set

_RELATIVE: Final = word_set("who whom whose which that where")
_DENIED: Final = word_set("not never n't n’t hardly")
_UNSURE: Final = word_set("may might could would should must")


def structural_links(document: Document) -> Iterator[tuple[int, int]]:
    """Pairs of mention indices that syntax makes one thing."""
    for index, mention in enumerate(document.mentions):
        if mention.head < 0:
            continue
        yield from _appositive(document, index, mention)
        yield from _predicate(document, index, mention)
        yield from _relative(document, index, mention)


def _appositive(document: Document, index: int, mention: FoundMention) -> Iterator[tuple[int, int]]:
    """ "Dorothy Price, leader of the party": the appositive of a mention; not the next item of a list of names."""
    for child in document.dependents(mention.head, "appos"):
        other = document.mention_at(child)
        if other is None or _coordinated(document, child):
            continue
        found = document.mentions[other]
        if found.level == "NAM" and mention.level == "NAM" and found.type != "PER" and mention.type != "PER":
            # "Port Ellery, Calder": the second is where the first lies
            continue
        yield index, other


def _coordinated(document: Document, word: int) -> bool:
    return bool(document.dependents(word, "conj")) and bool(document.dependents(word, "cc"))


def _predicate(document: Document, index: int, mention: FoundMention) -> Iterator[tuple[int, int]]:
    """ "He is a decent man": subject and predicate noun, unless denied or only possible."""
    if mention.level == "PRO" or not document.dependents(mention.head, "cop"):
        return
    around = {document.words[i].lemma for i in document.dependents(mention.head, "advmod", "aux", "mark")}
    if around & _DENIED or around & _UNSURE or around & {"if", "whether"}:
        return
    if document.dependents(mention.head, "case"):
        return
    for child in document.dependents(mention.head, "nsubj"):
        other = document.mention_at(child)
        if other is not None and not _questioned(document, mention):
            yield other, index


def _questioned(document: Document, mention: FoundMention) -> bool:
    sentence = document.sentences[mention.sentence]
    return document.words[sentence.end - 1].text.startswith("?")


def _relative(document: Document, index: int, mention: FoundMention) -> Iterator[tuple[int, int]]:
    """ "Tarn, who was dismissed": the pronoun is what its clause hangs on."""
    word = document.words[mention.head]
    if mention.level != "PRO" or word.lower not in _RELATIVE:
        return
    for at in (mention.head, *document.ancestors(mention.head)):
        found = document.words[at]
        if found.deprel == "acl:relcl":
            other = document.mention_at(found.head)
            if other is not None and found.head < mention.head:
                yield other, index
            return
