"""What Arabic grammar says of mentions: gender by form, and pronouns that are endings of words.

All nouns are masculine or feminine, things too: "ها" is a woman, the company or several things, never the fund.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from factbook.extract.document import Document, FoundMention
from factbook.extract.lexicon import word_set

_FEMININE: Final = "ة"
_BY_ENDING: Final = {"ه": "m", "ها": "f"}
_BY_PRONOUN: Final = {"هو": "m", "هي": "f", "الذي": "m", "التي": "f", "وهو": "m", "وهي": "f"}
# Feminine nouns that no ending shows, and a pronoun's noun with ت for ة.
_FEMININE_NOUNS: Final = word_set("أم أخت بنت ابنت زوجت جدت والدت شقيقت خالت عمت حرب أرض شمس نار دار")
AND: Final = "و"


def is_ending(mention: FoundMention) -> bool:
    """Whether a mention is a pronoun that ends a word."""
    return mention.level == "PRO" and mention.characters is not None


def gender(document: Document, mention: FoundMention) -> set[str]:
    """Gender by form: "m" or "f", and "n" for what is no person."""
    word = document.words[mention.head]
    if mention.level == "PRO":
        found = _BY_ENDING.get(mention.text, "") if is_ending(mention) else _BY_PRONOUN.get(word.text, "")
        return {found} if found else set()
    thing = {"n"} if mention.type not in ("PER", "OTH") else set()
    if mention.level == "NAM":
        kind = document.words[mention.head_first]
        several = mention.head_end - mention.head_first > 1
        return thing | ({_of_noun(kind.text)} if thing and several and kind.gloss else set())
    if mention.type == "PER":
        return set() if mention.subtype == "Group" else {_of_noun(mention.text)}
    return thing | ({"f"} if word.xpos == "NNS" else {_of_noun(mention.text)})


def _of_noun(text: str) -> str:
    return "f" if text.endswith(_FEMININE) or text in _FEMININE_NOUNS else "m"


def carried(document: Document) -> list[tuple[int, int]]:
    """Pairs that are never one: a noun and the pronoun that ends it ("ابنه", his son)."""
    return [
        (noun, index)
        for index, mention in enumerate(document.mentions)
        if is_ending(mention) and (noun := noun_of(document, mention)) is not None
    ]


def noun_of(document: Document, pronoun: FoundMention) -> int | None:
    """The mention that is the noun before a pronoun's ending."""
    for index in document.mentions_in(pronoun.sentence):
        mention = document.mentions[index]
        if mention.head == pronoun.head and mention.level == "NOM":
            return index
    return None


def links(document: Document) -> Iterator[tuple[int, int]]:
    """Whom a noun with a pronoun speaks of: "جوليان وزوجته المحامية بيترا", Julian and his wife, the lawyer Petra."""
    for index, mention in enumerate(document.mentions):
        noun = noun_of(document, mention) if is_ending(mention) else None
        if noun is None or document.mentions[noun].type != "PER":
            continue
        word = document.words[mention.head]
        before = _ending_at(document, word.index, mention.sentence)
        if before is not None and word.text.startswith(AND):
            yield before, index
        named = _name_behind(document, word.index, mention.sentence)
        if named is not None:
            yield noun, named


def _ending_at(document: Document, word: int, sentence: int) -> int | None:
    """The person's name that ends right before a word."""
    for index in document.mentions_in(sentence):
        mention = document.mentions[index]
        if mention.level == "NAM" and mention.type == "PER" and mention.head_end == word:
            return index
    return None


def _name_behind(document: Document, word: int, sentence: int) -> int | None:
    """The person's name right behind a word, or behind one noun for a person."""
    found = {m.head_first: i for i in document.mentions_in(sentence) if (m := document.mentions[i]).type == "PER"}
    for at in (word + 1, word + 2):
        index = found.get(at)
        if index is None:
            return None
        if document.mentions[index].level == "NAM":
            return index
    return None
