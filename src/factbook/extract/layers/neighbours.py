"""Statements that the order of words shows in Chinese and Arabic, whatever the tree says.

Chinese puts whose it is before a noun and the name behind it: 埃勒里航运 发言人 顾长生, 哈达德 的 儿子 纳迪尔,
海宏重工 总部 位于 东屿市. Arabic puts both behind the noun: رئيس نقابة العمال كريم حداد, نجل كريم حداد.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from factbook.extract.document import Document
from factbook.extract.layers.statements import FILLER, MENTION, Item, Statement, fits, nouns_of, state
from factbook.extract.lexicon import word_set

_OF: Final = word_set("的 之")
SEAT: Final = 4  # words between "headquarters" and the place
NEAR: Final = 3  # words between a verb and its subject
_NOT_YET: Final = word_set("将 拟 计划 打算 可能 不 没有 未 不在")  # 总部将迁往天津
_FOUNDED: Final = word_set("تأسس تأسست وتأسس وتأسست أنشئ أنشئت 成立 创立 创办 成立于 创立于 创建于 創立 創辦")


def by_neighbours(document: Document) -> Iterator[Statement]:
    """Jobs, kin and seats by what stands right before and behind a noun."""
    ends = {m.head_end: i for i, m in enumerate(document.mentions) if m.head >= 0}
    for word in document.words:
        if not word.gloss or word.upos not in ("NOUN", "PROPN"):
            continue
        person, owner = (
            _chinese(document, word.index, ends) if document.language == "zh" else _arabic(document, word.index)
        )
        if owner is not None and person is not None:
            yield from _of_noun(document, word.index, person, owner)
        if word.gloss == "headquarters" and owner is not None:
            yield from _seat(document, word.index, owner)
    yield from _founded(document)
    if document.language == "ar":
        yield from _from(document)


def _founded(document: Document) -> Iterator[Statement]:
    """تأسس الصندوق عام 2005, 公司成立于1958年: the organisation beside the verb, and the time near it."""
    for word in document.words:
        if word.text not in _FOUNDED:
            continue
        near = [i for i in document.mentions_in(word.sentence) if document.mentions[i].type == "ORG"]
        near = [i for i in near if abs(document.mentions[i].head - word.index) <= NEAR]
        near.sort(key=lambda i: abs(document.mentions[i].head - word.index))
        times = [
            i
            for i, filler in enumerate(document.fillers)
            if filler.type == "TIME" and filler.sentence == word.sentence and -NEAR <= filler.first - word.index <= SEAT
        ]
        for owner, time in zip(near[:1], times[:1], strict=False):
            yield state(document, "founded", Item(MENTION, owner), Item(FILLER, time), word.index)


def _from(document: Document) -> Iterator[Statement]:
    """المحلل هاني سويدان من شركة أفق: a person's name, "from", the name of an organisation."""
    for index, mention in enumerate(document.mentions):
        if mention.level != "NAM" or mention.type != "ORG" or mention.head_first < 2:
            continue
        before = document.words[mention.head_first - 1]
        if before.text != "من" or before.sentence != mention.sentence:
            continue
        for other in document.mentions_in(mention.sentence):
            person = document.mentions[other]
            if person.level == "NAM" and person.type == "PER" and person.head_end == before.index:
                yield state(document, "employee", Item(MENTION, other), Item(MENTION, index), before.index)


def _same_sentence(document: Document, index: int | None, word: int) -> int | None:
    if index is None or document.mentions[index].sentence != document.words[word].sentence:
        return None
    return index


def _chinese(document: Document, word: int, ends: dict[int, int]) -> tuple[int | None, int | None]:
    """Who the noun names: the name behind it, or itself; and whose it is: what stands before it."""
    named = _same_sentence(document, document.mention_at_start(word + 1), word)
    person = named if named is not None else document.mention_at(word)
    before = word
    if word and document.words[word - 1].text in _OF:
        before -= 1
    return person, _same_sentence(document, ends.get(before), word)


def _arabic(document: Document, word: int) -> tuple[int | None, int | None]:
    """The owner stands right behind the noun, and a person's name behind the owner."""
    inside = [i for i in document.mentions_in(document.words[word].sentence) if document.mentions[i].head == word]
    if len(inside) == 2 and document.mentions[inside[1]].level == "PRO":  # "ابنه"
        return inside[0], inside[1]
    owner = _same_sentence(document, document.mention_at_start(word + 1), word)
    if owner is None and word + 1 < len(document.words):
        owner = _same_sentence(document, document.mention_at(word + 1), word)
    if owner is None:
        return None, None
    named = _same_sentence(document, document.mention_at_start(document.mentions[owner].head_end), word)
    return (named if named is not None else document.mention_at(word)), owner


def _of_noun(document: Document, word: int, person: int, owner: int) -> Iterator[Statement]:
    lemma = document.words[word].lemma
    one, two = Item(MENTION, person), Item(MENTION, owner)
    for name, direction in nouns_of("kin").get(lemma, ()):
        pair = (two, one) if direction == "swap" else (one, two)
        if fits(document, name, *pair):
            yield state(document, name, *pair, word)
    for (name,) in nouns_of("role_nouns").get(lemma, ()):
        if fits(document, name, one, two):
            yield state(document, name, one, two, word)
            return


def _seat(document: Document, word: int, owner: int) -> Iterator[Statement]:
    """海宏重工总部位于东屿市."""
    for index in document.mentions_in(document.words[word].sentence):
        place = document.mentions[index]
        if any(document.words[at].text in _NOT_YET for at in range(word, place.head_first)):
            return
        if 0 < place.head_first - word <= SEAT and fits(
            document, "headquarters", Item(MENTION, owner), Item(MENTION, index)
        ):
            yield state(document, "headquarters", Item(MENTION, owner), Item(MENTION, index), word)
            return
