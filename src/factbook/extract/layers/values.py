"""Values and fillers: times, ages, titles, charges, causes of death, money, numbers, addresses, religions, origins …

Each finder is a function from the document to fillers; `FINDERS` lists them. Words that two finders claim go to the
one listed first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from factbook.extract.document import Document, FoundFiller, Word
from factbook.extract.layers.aliases import nation_names
from factbook.extract.layers.mentions import noun_entries
from factbook.extract.layers.times import Times, is_time_word, number
from factbook.extract.lexicon import rows, word_set

_CURRENCY: Final = word_set("$ £ € ¥ us$ a$ c$")
_SCALES: Final = word_set("hundred thousand million billion trillion m bn k dozen")
_STAFF: Final = word_set(
    "people employee worker member staff job person dockworker docker miner teacher payroll strong"
)
_DYING: Final = word_set("die kill death drown succumb perish dead suffer fatal")
_CHARGING: Final = word_set(
    "charge accuse convict arrest indict sentence try jail plead guilty acquit suspect fine allegation count detain "
    "investigate imprison prosecute extradite innocent deny admit trial case scandal allege pardon sue"
)
_METHODS: Final = {"hang": "hanging", "drown": "drowning", "electrocute": "electrocution", "poison": "poisoning"}
_METHODS_PAST: Final = word_set("VBD VBN")


def apply(document: Document) -> None:
    """Find all fillers, in text order, without overlaps within a type."""
    taken: set[tuple[str, int]] = set()
    for finder in FINDERS:
        for filler in finder(document):
            places = {(_rivals(filler.type), i) for i in range(filler.first, filler.end)}
            if taken & places:
                continue
            taken |= places
            sentence = document.sentences[document.words[filler.first].sentence]
            filler.sentence, filler.quoted = sentence.index, sentence.quoted
            document.fillers.append(filler)
    document.fillers.sort(key=lambda filler: (filler.first, filler.end))


def _rivals(kind: str) -> str:
    """Numbers of all kinds compete for their words; the other types may overlap."""
    return "number" if kind in ("TIME", "AGE", "MONEY", "NUMBER", "SENTENCE") else kind


def _filler(kind: str, first: int, end: int, head: int, *, value: str = "", probability: float = 0.9) -> FoundFiller:
    return FoundFiller(kind, first, end, head, value=value, probability=probability)


# -- tables --


@cache
def _phrases(table: str, kind: str = "") -> dict[str, list[tuple[str, ...]]]:
    """Phrases of a table by their first word, the longest first."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for row in rows(table):
        cells = row[1:] if kind else row
        if kind and row[0] != kind:
            continue
        for cell in cells:
            words = tuple(cell.split("_"))
            found.setdefault(words[0], []).append(words)
    return {first: sorted(options, key=len, reverse=True) for first, options in found.items()}


@cache
def jobs() -> dict[str, list[tuple[str, ...]]]:
    """Job titles by their first word, the longest first."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for kind, _, words in rows("titles"):
        for phrase in words.split() if kind == "job" else ():
            parts = tuple(phrase.split("_"))
            found.setdefault(parts[0], []).append(parts)
    return {first: sorted(options, key=len, reverse=True) for first, options in found.items()}


def _matches(document: Document, at: int, phrase: tuple[str, ...]) -> bool:
    """Whether the words from `at` are a phrase; its last word may be in the plural."""
    end = at + len(phrase)
    word = document.words[at]
    if end > document.sentences[word.sentence].end:
        return False
    *leading, last = document.words[at:end]
    return all(w.lower == p for w, p in zip(leading, phrase, strict=False)) and phrase[-1] in (last.lower, last.lemma)


def _scan(document: Document, table: dict[str, list[tuple[str, ...]]]) -> Iterator[tuple[int, int]]:
    """Places of phrases of a table, the longest at each word."""
    at = 0
    while at < len(document.words):
        word = document.words[at]
        options = table.get(word.lower) or table.get(word.lemma) or ()
        length = next((len(phrase) for phrase in options if _matches(document, at, phrase)), 0)
        if length:
            yield at, at + length
        at += max(length, 1)


def _near(document: Document, at: int, lemmas: frozenset[str]) -> bool:
    """Whether a word hangs on one of these, or one of them stands in its sentence before it."""
    if any(document.words[i].lemma in lemmas for i in document.ancestors(at)):
        return True
    sentence = document.sentences[document.words[at].sentence]
    return any(word.lemma in lemmas for word in document.words[max(sentence.first, at - 12) : at])


# -- finders --


def times(document: Document) -> Iterator[FoundFiller]:
    for found in Times(document).find():
        yield _filler("TIME", found.first, found.end, found.end - 1, value=found.value)


def ages(document: Document) -> Iterator[FoundFiller]:
    """51 in "Quill, 51, …"; 17 in "17-year-old", "17 years old", "aged 17", "He's 17"."""
    people = {m.head_end for m in document.mentions if m.type == "PER" and m.level == "NAM" and m.head >= 0}
    for word in document.words:
        count = number(word.text) if word.upos == "NUM" or word.text.isdigit() else None
        if count is None or not 0 < count < 121:
            continue
        if _is_age(document, word, people):
            yield _filler("AGE", word.index, word.index + 1, word.index, value=str(count))
        elif document.language != "en" and (end := _age_elsewhere(document, word)):
            yield _filler("AGE", word.index, end, word.index, value=document.text_of(word.index, end))


_AGED: Final = word_set("العمر عمره عمرها البالغ البالغة يبلغ تبلغ ويبلغ وتبلغ")


def _age_elsewhere(document: Document, word: Word) -> int:
    """The end of an age in another language: "de 45 años", "17岁", "45 عاماً"; 0 if it is none."""
    words, at = document.words, word.index
    sentence = document.sentences[word.sentence]
    after = words[at + 1] if at + 1 < sentence.end else None
    before = words[at - 1].lower if at > sentence.first else ""
    if after is None:
        return 0
    if document.language == "zh":
        return at + 2 if after.text in ("岁", "歲") else 0
    if document.language == "ar":
        aged = before in ("(", "،", "of") or words[at - 1].text in _AGED
        return at + 2 if after.text.startswith(("عام", "سن")) and aged else 0
    earlier = [document.mentions[i] for i in document.mentions_in(sentence.index) if document.mentions[i].head < at]
    owned = any(mention.type == "PER" and mention.end >= at - 3 for mention in earlier)
    return at + 1 if after.lower == "years" and before in ("of", "have", ",") and owned else 0


def _is_age(document: Document, word: Word, people: set[int]) -> bool:
    """`people`: indices of the words after names of persons."""
    words, at = document.words, word.index
    sentence = document.sentences[word.sentence]
    after = [w.lower for w in words[at + 1 : min(at + 5, sentence.end)]]
    before = words[at - 1] if at > sentence.first else None
    bare = [token for token in after if token != "-"]
    if bare[:2] in (["year", "old"], ["years", "old"]) or bare[:3] == ["years", "of", "age"]:
        return True
    if before is not None and (before.lower in ("aged", "age") or _at_the_age(document, at, sentence.first)):
        return True
    if before is not None and before.text == "," and (not after or after[0] in (",", ".", ")", ";")):
        return at - 1 in people  # "Quill, 51, …": the name stands right before the comma
    subject = document.dependents(at, "nsubj")
    if subject and document.dependents(at, "cop") and (not after or after[0] in (",", ".", ";", "and", "now", "!")):
        index = document.mention_at(subject[0])
        return index is not None and document.mentions[index].type == "PER"
    return False


def _at_the_age(document: Document, at: int, first: int) -> bool:
    """ "at the age of 93", "dies at 27"."""
    before = [word.lower for word in document.words[max(first, at - 4) : at]]
    died = before[-1:] == ["at"] and document.words[at - 2].lemma in ("die", "dead") and at - 2 >= first
    return before[-3:] == ["the", "age", "of"] or died


def titles(document: Document) -> Iterator[FoundFiller]:
    """Job titles, before a name or as the head of a person mention, with the nouns that make them one title."""
    people = {m.head: m for m in document.mentions if m.type == "PER" and m.head >= 0}
    named = {m.head_first: m for m in document.mentions if m.type == "PER" and m.level == "NAM" and m.head >= 0}
    covered = {
        i for m in document.mentions if m.level == "NAM" and m.head >= 0 for i in range(m.head_first, m.head_end)
    }
    for first, end in _scan(document, jobs()):
        head = first if document.language == "es" and first in people else end - 1  # "director general"
        if head in covered:
            continue
        before_name = end in named
        person = people.get(head)
        if not before_name and (person is None or person.level != "NOM"):
            continue
        if document.language == "en":
            first = _with_nouns(document, first, head, covered)
            value = " ".join([w.lower for w in document.words[first:head]] + [document.words[head].lemma])
        else:  # lemmas are English words there: the value is what stands in the text
            end = _with_adjective(document, head, covered)
            value = document.text_of(first, end)
        yield _filler("TITLE", first, end, head, value=value, probability=0.85)


def _with_adjective(document: Document, head: int, covered: set[int]) -> int:
    """The end of a title with the adjective behind it: "secretaria general", "المدير التنفيذي"."""
    after = head + 1
    if document.language == "zh" or after in covered or after >= document.sentences[document.words[head].sentence].end:
        return after
    word, place = document.words[after], document.mention_at(after)
    if word.upos != "ADJ" or place is not None or word.text.lower() in nation_names():
        return after
    if document.language == "ar":  # noun and adjective have the article both or neither
        return after + (word.text.startswith("ال") == document.words[head].text.startswith("ال"))
    return after + (word.head == head)


def _with_nouns(document: Document, first: int, head: int, covered: set[int]) -> int:
    """Take in nouns that the title is compounded with: "harbor pilot", "finance spokesman"."""
    while first > 0:
        word = document.words[first - 1]
        joined = word.deprel == "compound" and word.head in range(first, head + 1)
        if not joined or first - 1 in covered or word.upos not in ("NOUN", "ADJ") or word.text in "-–":
            break
        if noun_entries(word.lemma) and not word.text[0].isupper() and noun_entries(word.lemma)[0][0] != "PER":
            break  # "union leader": the union is a mention of its own
        first -= 1
    return first


def crimes(document: Document) -> Iterator[FoundFiller]:
    for first, end in _scan(document, _phrases("crimes")):
        if _near(document, end - 1, _CHARGING):
            yield _filler("CRIME", first, end, end - 1, value=document.text_of(first, end).lower(), probability=0.8)


def causes(document: Document) -> Iterator[FoundFiller]:
    for first, end in _scan(document, _phrases("causes")):
        if _near(document, end - 1, _DYING):
            yield _filler("CAUSE", first, end, end - 1, value=document.text_of(first, end).lower(), probability=0.7)
    for word in document.words:
        if word.upos == "VERB" and word.lemma in _METHODS and word.xpos in _METHODS_PAST:
            yield _filler("CAUSE", word.index, word.index + 1, word.index, value=_METHODS[word.lemma], probability=0.6)


def sentences(document: Document) -> Iterator[FoundFiller]:
    """Punishments: "five years in prison", "death", "life", after a word of sentencing."""
    for word in document.words:
        if word.lower in ("death", "life") and word.deprel.startswith("obl") and _above(document, word, "sentence"):
            yield _filler("SENTENCE", word.index, word.index + 1, word.index, value=word.lower, probability=0.7)
            continue
        stop = document.sentences[word.sentence].end
        count = number(word.text) if word.index + 1 < stop else None
        unit = document.words[word.index + 1] if word.index + 1 < stop else None
        if count is None or unit is None or unit.lemma not in ("year", "month", "day", "week"):
            continue
        prison = [w.lower for w in document.words[unit.index + 1 : min(unit.index + 3, stop)]]
        if prison in (["in", "prison"], ["in", "jail"], ["behind", "bars"]):
            yield _filler("SENTENCE", word.index, unit.index + 3, unit.index, probability=0.85)
        elif any(_above(document, unit, lemma) for lemma in ("sentence", "jail", "imprison")):
            yield _filler("SENTENCE", word.index, unit.index + 1, unit.index, probability=0.7)


def _above(document: Document, word: Word, lemma: str) -> bool:
    return document.words[word.head].lemma == lemma


def money(document: Document) -> Iterator[FoundFiller]:
    """$5 million; 340,000 crowns."""
    words = document.words
    currency = _currencies()
    at = 0
    while at < len(words):
        word = words[at]
        stop = document.sentences[word.sentence].end
        start = at
        if word.lower in _CURRENCY and at + 1 < stop and number(words[at + 1].text) is not None:
            end = _number_end(words, at + 1, stop)
        elif number(word.text) is not None or _decimal(word.text):
            end = _number_end(words, at, stop)
            if end >= stop or words[end].lower not in currency:
                at += 1
                continue
            end += 1
        else:
            at += 1
            continue
        yield _filler("MONEY", start, end, end - 1, value=document.text_of(start, end))
        at = end


@cache
def _currencies() -> frozenset[str]:
    return frozenset(word for kind, _, words in rows("units") if kind == "money" for word in words.split())


def _decimal(text: str) -> bool:
    return text.replace(".", "", 1).replace(",", "").isdigit()


def _number_end(words: list[Word], at: int, stop: int) -> int:
    """The index after a number of several words: "2 million", "two hundred"."""
    end = at + 1
    while end < stop and (words[end].lower in _SCALES or (words[end].upos == "NUM" and number(words[end].text))):
        end += 1
    return end


def numbers(document: Document) -> Iterator[FoundFiller]:
    """How many work somewhere or belong to something: "employs 610 people", "8,000 members", "a payroll of 3,400"."""
    words = document.words
    for word in words:
        if word.upos != "NUM" or number(word.text) is None:
            continue
        stop = document.sentences[word.sentence].end
        if word.index and words[word.index - 1].upos == "NUM":
            continue
        end = _number_end(words, word.index, stop)
        counted = words[word.head] if word.deprel == "nummod" else (words[end] if end < stop else word)
        if counted.lemma in _STAFF or _above(document, word, "employ") or _above(document, word, "payroll"):
            value = _count(words[word.index : end])
            yield _filler("NUMBER", word.index, end, word.index, value=value, probability=0.7)


def _count(words: list[Word]) -> str:
    """The value of a number of several words."""
    total, current = 0.0, 0.0
    for word in words:
        bare = word.text.replace(",", "")
        part = float(bare) if _decimal(word.text) and bare.count(".") < 2 else float(number(word.text) or 0)
        if part >= 100 and word.lower in _SCALES:
            current = max(current, 1.0) * part
            if part >= 1000:
                total, current = total + current, 0.0
        else:
            current += part
    return f"{total + current:g}" if total + current < 1e6 else f"{int(total + current)}"


def urls(document: Document) -> Iterator[FoundFiller]:
    for word in document.words:
        lower = word.lower
        if lower.startswith(("http://", "https://", "www.")) or _site(lower):
            yield _filler("URL", word.index, word.index + 1, word.index, value=word.text, probability=0.97)


def _site(lower: str) -> bool:
    name, dot, ending = lower.rpartition(".")
    return (
        bool(dot)
        and ending in ("com", "org", "net", "gov", "edu", "info", "example")
        and "@" not in name
        and len(name) > 2
    )


_CONVERTING: Final = word_set("convert practise practice embrace adopt")
_DESCENT: Final = word_set("descent origin ancestry extraction heritage stock parentage nationality citizenship")


def beliefs(document: Document) -> Iterator[FoundFiller]:
    """Religions and political directions, as adjectives or nouns of people and organisations."""
    named = {i for m in document.mentions if m.level == "NAM" and m.head >= 0 for i in range(m.head_first, m.head_end)}
    for kind, label in (("religion", "RELIGION"), ("affiliation", "AFFILIATION")):
        for first, end in _scan(document, _phrases("beliefs", kind)):
            head = document.words[end - 1]
            if end - 1 in named and head.upos == "PROPN" and head.deprel in ("compound", "flat"):
                continue
            index = document.mention_at(head.head if head.deprel in ("amod", "compound", "nmod:desc") else head.index)
            index = index if index is not None else _believer(document, head)
            mention = document.mentions[index] if index is not None else None
            if mention is not None and mention.type in ("PER", "ORG"):
                yield _filler(
                    label, first, end, head.index, value=document.text_of(first, end).lower(), probability=0.8
                )


def _believer(document: Document, head: Word) -> int | None:
    """ "He is a devout Catholic", "she converted to Islam": the subject."""
    verb = document.words[head.head]
    at = verb.index if verb.lemma in _CONVERTING and head.deprel in ("obl", "obj") else head.index
    if at == head.index and not document.dependents(at, "cop"):
        return None
    subjects = [found for word in document.dependents(at, "nsubj") if (found := document.mention_of(word)) is not None]
    return subjects[0] if subjects else None


def origins(document: Document) -> Iterator[FoundFiller]:
    """Adjectives of places that say where a person comes from: "an Ostravian striker"."""
    for mention in document.mentions:
        if mention.type != "GPE" or mention.level != "NAM" or mention.head < 0:
            continue
        word = document.words[mention.head]
        owner = document.mention_at(word.head) if word.deprel in ("amod", "compound", "nmod:desc") else None
        descent = word.deprel in ("amod", "compound") and document.words[word.head].lemma in _DESCENT
        if not descent and (owner is None or document.mentions[owner].type != "PER"):
            continue
        if (
            word.upos == "ADJ"
            or mention.text.lower() in nation_names()
            or word.lower.endswith(("ian", "ish", "ese", "ani"))
        ):
            yield _filler(
                "ORIGIN", mention.head_first, mention.head_end, mention.head, value=mention.text, probability=0.7
            )


def things(document: Document) -> Iterator[FoundFiller]:
    """Vehicles and weapons, which Rich ERE treats as fillers of events: the whole noun phrase."""
    for word in document.words:
        if word.upos != "NOUN" or is_time_word(word):
            continue
        entries = noun_entries(word.lemma)
        kinds = [kind for kind, _, _ in entries]
        if not kinds or kinds[0] not in ("VEH", "WEA"):
            continue
        label = "VEHICLE" if kinds[0] == "VEH" else "WEAPON"
        first, end = _phrase(document, word.index)
        yield FoundFiller(label, first, end, word.index, subtype=entries[0][1], value=word.lemma, probability=0.6)


def _phrase(document: Document, head: int) -> tuple[int, int]:
    """Determiner, adjectives and nouns before a head."""
    first = head
    for child in document.dependents(head, "det", "amod", "compound", "nummod", "nmod:poss"):
        first = min(first, document.subtree(child)[0])
    return max(first, document.sentences[document.words[head].sentence].first), head + 1


FINDERS: Final[tuple[Callable[[Document], Iterator[FoundFiller]], ...]] = (
    urls,
    times,
    sentences,
    ages,
    money,
    numbers,
    titles,
    crimes,
    causes,
    beliefs,
    origins,
    things,
)
