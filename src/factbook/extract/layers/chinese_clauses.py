"""Statements that Chinese clauses make by the order of their words: 毕业于北京大学, 由张海涛创办, 妻子李梅.

Chinese names whom it speaks of once and then leaves it out, for clauses and sentences on end. The topic of a clause is
found by its place; `data/zh/patterns.tsv` has the verbs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from factbook.extract.document import Document, Word
from factbook.extract.layers.statements import FILLER, MENTION, Item, Statement, fits, nouns_of, state
from factbook.extract.lexicon import rows, word_set
from factbook.text.chinese import simplified

RULE: Final = "clause"
LONGEST: Final = 3  # words of the segmentation that make one verb: 毕业|于
NOBODY: Final = -1
NEAR: Final = 3  # words between a place or person and its verb
_OF: Final = word_set("的 之")
_IN: Final = word_set("在 于")
_AND: Final = word_set("与 和 同 跟 、 及")
_IS: Final = word_set("是 为 系")
_CLAUSE_ENDS: Final = word_set("， , ； ; ： :")
_FOUNDING: Final = word_set("创办 创立 创建 成立 设立 创始")
_BORN: Final = word_set("出生 生于 诞生 生")
_BUYING: Final = word_set("收购 并购 兼并")
_WEDDING: Final = word_set("结婚 成婚 完婚")
_SEATED: Final = word_set("位于 设在 设于 坐落于 在")
_SERVING: Final = word_set("任 曾任 担任 曾担任 出任 现任 历任 就任 兼任 接任 升任")
_ALSO: Final = word_set("兼 兼任 、 及")
_SEXES: Final = word_set("男 女")
_STAFF: Final = word_set("worker employee staff")


def by_clauses_in_chinese(document: Document) -> Iterator[Statement]:
    """All statements of the patterns and of the rules below."""
    for word in document.words:
        yield from _patterns(document, word)
        if word.text in _FOUNDING:
            yield from _founded_by(document, word)
        elif word.text in _BORN:
            yield from _birthday(document, word)
        elif word.text in _BUYING:
            yield from _bought_by(document, word)
        elif word.text in _WEDDING:
            yield from _wedding(document, word)
        elif word.text in _SERVING:
            yield from _serving(document, word)
        elif word.gloss == "headquarters":
            yield from _seat(document, word)
        elif word.text in _ALSO:
            yield from _two_posts(document, word)
        elif word.gloss == "founder":
            yield from _is_founder(document, word)
        elif word.lemma in nouns_of("kin"):
            yield from _kin(document, word)
        elif word.gloss in _STAFF:
            yield from _size(document, word)


@cache
def _verbs() -> dict[str, tuple[tuple[str, str, str], ...]]:
    found: dict[str, list[tuple[str, str, str]]] = {}
    for name, kind, where, verbs in rows("patterns", "zh"):
        for verb in verbs.split():
            found.setdefault(verb, []).append((name, kind, where))
    return {verb: tuple(group) for verb, group in found.items()}


@cache
def _first_characters() -> frozenset[str]:
    return frozenset(verb[0] for verb in _verbs())


def _patterns(document: Document, word: Word) -> Iterator[Statement]:
    """The rows of the table, at the verb that begins with this word; the longest that there is."""
    if simplified(word.text[0]) not in _first_characters():
        return
    stop = document.sentences[word.sentence].end
    for end in range(min(word.index + LONGEST, stop), word.index, -1):
        rows_ = _verbs().get(simplified(document.text_of(word.index, end)), ())
        for name, kind, where in rows_:
            other, place = _behind(document, end) if where == "behind" else _between(document, word.index)
            if other is None or (name == "employee" and document.mentions[other].type != "ORG"):
                continue  # 在上海工作: a town employs nobody
            who = _described(document, other, end, kind) or topic(document, place, kind)
            if who is not None and who != NOBODY:
                yield from _stated(document, name, who, other, word.index)
        if rows_:
            return


def _described(document: Document, other: int, verb: int, kind: str) -> int | None:
    """Whom a clause with 的 describes, which stands behind it: 毕业于清华大学的工程师刘洋."""
    end = max(document.mentions[other].head_end, verb)
    stop = document.sentences[document.mentions[other].sentence].end
    if end >= stop or document.words[end].text not in _OF:
        return None
    behind = (document.mention_of(at) for at in range(end + 1, min(end + 1 + NEAR, stop)))
    return next((i for i in behind if i is not None and document.mentions[i].type == kind), NOBODY)


def _behind(document: Document, end: int) -> tuple[int | None, int]:
    return _name_at(document, end, end - 1), end - 1


def _between(document: Document, verb: int) -> tuple[int | None, int]:
    """The name in 在 … verb, with at most a word or two behind it (在成都|因病|去世), and where 在 is."""
    for index in reversed(document.mentions_in(document.words[verb].sentence)):
        name = document.mentions[index]
        if name.level == "NAM" and 0 <= verb - name.head_end < NEAR and name.head_first > 0:
            before = document.words[name.head_first - 1]
            inside = not any(document.words[i].text in _CLAUSE_ENDS for i in range(name.head_end, verb))
            return (index, before.index) if before.text in _IN and inside else (None, verb)
    return None, verb


def _name_at(document: Document, first: int, near: int) -> int | None:
    """The name that begins at a word of the same sentence."""
    found = document.mention_at_start(first)
    return found if found is not None and document.mentions[found].sentence == document.words[near].sentence else None


def topic(document: Document, word: int, kind: str) -> int | None:
    """Whom a clause speaks of, of one type: the last in front of the word, else whom the clauses before open with.

    Without any in the sentence it is whom the sentence before began with.
    """
    sentence = document.sentences[document.words[word].sentence]
    near = [i for i in document.mentions_in(sentence.index) if document.mentions[i].type == kind]
    near = [i for i in near if document.mentions[i].head_end <= word]
    options = [i for i in near if _can_be(document, i, kind)]
    for first, end in reversed(_clauses(document, sentence.first, word)):
        inside = [i for i in options if first <= document.mentions[i].head_first < end]
        inside = [i for i in inside if not _predicate(document, first, i)] if end < word else inside
        if inside:
            return inside[-1] if end == word else inside[0]
    return None if near else _topic_before(document, sentence.index, kind)


def _topic_before(document: Document, sentence: int, kind: str) -> int | None:
    """Whom the sentence before began with."""
    here, before = document.sentences[sentence], document.sentences[sentence - 1] if sentence else None
    if before is None or (before.post, before.quoted) != (here.post, here.quoted):
        return None
    return next((i for i in document.mentions_in(before.index) if _can_be(document, i, kind)), None)


def _predicate(document: Document, first: int, index: int) -> bool:
    """What a clause says of its topic: 是国内主要的生产商."""
    return any(document.words[at].text in _IS for at in range(first, document.mentions[index].head_first))


def _can_be(document: Document, index: int, kind: str) -> bool:
    """Of that type, and not the owner of what follows (李娜的丈夫) nor a mere sex (徐建军，男，)."""
    mention = document.mentions[index]
    if mention.head < 0 or mention.type != kind or mention.text in _SEXES:
        return False
    after = document.words[mention.head_end] if mention.head_end < len(document.words) else None
    return after is None or after.text not in _OF


def _clauses(document: Document, first: int, end: int) -> list[tuple[int, int]]:
    """The stretches between commas, up to a word."""
    marks = [i for i in range(first, end) if document.words[i].text in _CLAUSE_ENDS]
    return list(zip([first, *(mark + 1 for mark in marks)], [*marks, end], strict=True))


def _stated(document: Document, name: str, one: int, two: int, trigger: int) -> Iterator[Statement]:
    if fits(document, name, Item(MENTION, one), Item(MENTION, two)):
        yield state(document, name, Item(MENTION, one), Item(MENTION, two), trigger, rule=RULE)


# -- founding, buying, seats, staff --


def _agent(document: Document, verb: int, marks: frozenset[str], kinds: tuple[str, ...]) -> tuple[int | None, int]:
    """The name behind 由 or 被 in the clause of a verb, and where that mark is."""
    first = _clauses(document, document.sentences[document.words[verb].sentence].first, verb)[-1][0]
    for at in range(verb - 1, first - 1, -1):
        if document.words[at].text in marks:
            found = _name_at(document, at + 1, verb)
            return (found, at) if found is not None and document.mentions[found].type in kinds else (None, at)
    return None, verb


def _founded_by(document: Document, verb: Word) -> Iterator[Statement]:
    """宏图，由张海涛于1998年创办: the founder, and the time."""
    agent, place = _agent(document, verb.index, word_set("由"), ("PER", "ORG"))
    firm = topic(document, place, "ORG") if agent is not None else None
    if agent is None or firm is None:
        return
    yield from _stated(document, "founder", agent, firm, verb.index)
    for index in document.fillers_in(verb.sentence):
        if document.fillers[index].type == "TIME" and place < document.fillers[index].first < verb.index:
            yield state(document, "founded", Item(MENTION, firm), Item(FILLER, index), verb.index, rule=RULE)


def _bought_by(document: Document, verb: Word) -> Iterator[Statement]:
    """绿洲地产被恒力集团收购."""
    buyer, place = _agent(document, verb.index, word_set("被 由"), ("ORG",))
    firm = topic(document, place, "ORG") if buyer is not None else None
    if buyer is not None and firm is not None:
        yield from _stated(document, "subsidiary", firm, buyer, verb.index)


def _seat(document: Document, noun: Word) -> Iterator[Statement]:
    """…，总部位于深圳: of whom the clauses before speak."""
    if noun.index + 2 >= len(document.words) or document.words[noun.index + 1].text not in _SEATED:
        return
    place = _name_at(document, noun.index + 2, noun.index)
    before = document.words[noun.index - 1] if noun.index else noun
    if place is not None and before.text in _CLAUSE_ENDS:
        firm = topic(document, noun.index, "ORG")
        if firm is not None:
            yield from _stated(document, "headquarters", firm, place, noun.index)


def _is_founder(document: Document, noun: Word) -> Iterator[Statement]:
    """…，创始人是林志远; 马云，阿里巴巴集团创始人."""
    stop = document.sentences[noun.sentence].end
    at = noun.index + 1
    if at < stop and document.words[at].text in _IS:
        person = _name_at(document, at + 1, noun.index)
        firm = topic(document, noun.index, "ORG")
        if person is not None and firm is not None:
            yield from _stated(document, "founder", person, firm, noun.index)
    elif at >= stop or document.words[at].upos == "PUNCT":
        firm = next(
            (i for i in document.mentions_in(noun.sentence) if document.mentions[i].head_end == noun.index), None
        )
        person = topic(document, document.mentions[firm].head_first, "PER") if firm is not None else None
        if person is not None and firm is not None:
            yield from _stated(document, "founder", person, firm, noun.index)


def _size(document: Document, noun: Word) -> Iterator[Statement]:
    """公司现有员工1200人, 拥有800名员工: the number beside the noun."""
    for index in document.fillers_in(noun.sentence):
        number = document.fillers[index]
        if number.type == "NUMBER" and (number.first == noun.index + 1 or 0 <= noun.index - number.end <= 1):
            firm = topic(document, min(noun.index, number.first), "ORG")
            if firm is not None:
                yield state(document, "size", Item(MENTION, firm), Item(FILLER, index), noun.index, rule=RULE)


# -- people --


def _wedding(document: Document, verb: Word) -> Iterator[Statement]:
    """歌手杨晓彤和演员郭子豪上月在三亚结婚: two names of one clause with "and" between them."""
    first = _clauses(document, document.sentences[verb.sentence].first, verb.index)[-1][0]
    people = [
        i
        for i in document.mentions_in(verb.sentence)
        if document.mentions[i].level == "NAM"
        and document.mentions[i].type == "PER"
        and first <= document.mentions[i].head_first < verb.index
    ]
    if len(people) != 2:
        return
    one, two = (document.mentions[i] for i in people)
    if any(document.words[at].text in _AND for at in range(one.head_end, two.head_first)):
        yield from _stated(document, "spouse", people[0], people[1], verb.index)


def _birthday(document: Document, verb: Word) -> Iterator[Statement]:
    """1964年9月10日出生, 生于1958年: the time right before or behind."""
    behind = verb.index + 1
    behind += behind < len(document.words) and document.words[behind].text in _IN
    for index in document.fillers_in(verb.sentence):
        time = document.fillers[index]
        if time.type == "TIME" and (time.end == verb.index or time.first == behind):
            who = topic(document, min(time.first, verb.index), "PER")
            if who is not None:
                yield state(document, "birth_date", Item(MENTION, who), Item(FILLER, index), verb.index, rule=RULE)


def _kin(document: Document, noun: Word) -> Iterator[Statement]:
    """…，妻子李梅是教授; 蔡明宏与妻子林淑芬: a noun of kin without an owner, in front of a name."""
    person = _name_at(document, noun.index + 1, noun.index)
    sentence = document.sentences[noun.sentence]
    before = document.words[noun.index - 1] if noun.index > sentence.first else None
    if person is None or before is None or before.text not in (*_CLAUSE_ENDS, *_AND):
        return
    owner = topic(document, before.index if before.text in _AND else noun.index, "PER")
    if owner is None or document.mentions[owner].sentence != noun.sentence:
        return
    for name, direction in nouns_of("kin")[noun.lemma]:
        one, two = (owner, person) if direction == "swap" else (person, owner)
        yield from _stated(document, name, one, two, noun.index)


def _serving(document: Document, verb: Word) -> Iterator[Statement]:
    """刘大伟曾任南方银行副行长: what a post says of who had it."""
    other = _name_at(document, verb.index + 1, verb.index)
    who = topic(document, verb.index, "PER") if other is not None else None
    if other is None or who is None:
        return
    at = document.mentions[other].head_end
    if at < document.sentences[verb.sentence].end:
        for (name,) in nouns_of("role_nouns").get(document.words[at].lemma, ()):
            yield from _stated(document, name, who, other, verb.index)
            return


def _two_posts(document: Document, mark: Word) -> Iterator[Statement]:
    """腾达集团创始人兼首席执行官马晓峰: two posts between an organisation and a name."""
    first, second = mark.index - 1, mark.index + 1
    person = _name_at(document, second + 1, mark.index)
    owner = next((i for i in document.mentions_in(mark.sentence) if document.mentions[i].head_end == first), None)
    if person is None or owner is None:
        return
    for post in (first, second):
        for (name,) in nouns_of("role_nouns").get(document.words[post].lemma, ())[:1]:
            yield from _stated(document, name, person, owner, post)
