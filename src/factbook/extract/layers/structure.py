"""What syntax says about coreference: appositives, predicate nouns, relative pronouns, titles with names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from factbook.extract.document import Document, FoundMention
from factbook.extract.layers import arabic
from factbook.extract.lexicon import word_set

_RELATIVE: Final = word_set("who whom whose which that where")
_DENIED: Final = word_set("not never n't n’t hardly")
_UNSURE: Final = word_set("may might could would should must")


def structural_links(document: Document) -> Iterator[tuple[int, int]]:
    """Pairs of mention indices that syntax makes one thing."""
    if document.language == "ar":
        yield from arabic.links(document)
    for index, mention in enumerate(document.mentions):
        if mention.head < 0:
            continue
        yield from _beside(document, index, mention)
        yield from _appositive(document, index, mention)
        yield from _predicate(document, index, mention)
        yield from _relative(document, index, mention)
        yield from _called(document, index, mention)


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


def _beside(document: Document, index: int, mention: FoundMention) -> Iterator[tuple[int, int]]:
    """A noun phrase and a name side by side: "his wife Odile", "its director, Hollis Breck", "Breck, the director,"."""
    at = mention.end
    sentence = document.sentences[mention.sentence]
    comma = at < sentence.end and document.words[at].text in (",", ":", "(")
    following = at + 1 if comma else at
    if following >= sentence.end:
        return
    other = document.phrase_at(following)
    if other is None:
        return
    found = document.mentions[other]
    if {found.level, mention.level} != {"NAM", "NOM"} or found.type != mention.type or _several(mention, found):
        return
    if not comma:
        joined = mention.level == "NOM" and found.head_first == following
        if joined and not _is_object_of_naming(document, mention):
            yield index, other
        return
    closing = document.words[found.end].text if found.end < sentence.end else "."
    determined = found.level == "NAM" or document.words[found.first].upos in ("DET", "PRON", "NOUN", "ADJ", "PROPN")
    if closing in (",", ".", ")", ";", "?", "!", ":", "who", "whose", '"', "”") and determined:
        yield index, other


def _several(a: FoundMention, b: FoundMention) -> bool:
    return "Group" in (a.subtype, b.subtype)


def _is_object_of_naming(document: Document, mention: FoundMention) -> bool:
    """ "gave the mayor Osei's book": two objects side by side are two things."""
    return document.words[mention.head].deprel == "iobj"


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
        if other is None or _questioned(document, mention):
            continue
        if mention.type != "OTH" or document.mentions[other].type == "OTH":  # "She was 27": nobody is a number
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


_PLACE_NOUNS: Final = word_set("city town village state province island republic county district port kingdom region")


def _called(document: Document, index: int, mention: FoundMention) -> Iterator[tuple[int, int]]:
    """ "the city of Kharkiv", "the island of Sicily": the noun and the name are one place."""
    word = document.words[mention.head]
    if mention.level != "NOM" or mention.type not in ("GPE", "LOC") or word.lemma not in _PLACE_NOUNS:
        return
    for child in document.dependents(mention.head, "nmod"):
        case = document.words[child - 1].lower
        other = document.mention_at_start(child)
        place = other is not None and document.mentions[other].type in ("GPE", "LOC")
        if other is not None and place and case == "of" and child == mention.head + 2 and word.xpos == "NN":
            yield index, other
