"""The noun phrase around each head: words before it by their parts of speech, words after it by the tree.

The extent of a name in the output is the name; the full phrase is kept for rules. A noun phrase runs from its
determiner or possessor to its last modifier; appositives, other conjuncts, and the clause that a predicate noun heads
stay out. A title right before a name is no mention ("Judge Adeyemi"): it becomes a filler.
"""

from __future__ import annotations

from typing import Final

from factbook.extract.document import Document, FoundMention, Word
from factbook.extract.layers.mentions import noun_entries
from factbook.extract.layers.name_spans import titles
from factbook.extract.lexicon import capital, word_set

# What may stand before a head inside its phrase, by part of speech.
_BEFORE: Final = word_set("DET ADJ NUM NOUN PROPN SYM X")
_POSSESSIVE: Final = word_set("my your his her its our their whose")
_MARKS: Final = word_set("'s ’s ' ’ - – & &amp; $ %")
_SMALL_ADVERBS: Final = word_set(
    "very most more too so then now still once late largely newly nearly almost about only best long"
)
_DEMONSTRATIVE: Final = word_set("this that these those")
_PARTICIPLES: Final = word_set("VBN VBG")
# Dependents to the right that belong to the phrase.
_AFTER: Final = word_set("nmod acl acl:relcl amod nummod nmod:unmarked advmod det flat fixed")
LONGEST: Final = 40  # words of an extent


def apply(document: Document) -> None:
    """Set `first` and `end` of every mention; drop bare titles before names."""
    document.mentions = [mention for mention in document.mentions if not _is_title(document, mention)]
    document.forget_indexes()
    for mention in document.mentions:
        if mention.head >= 0:
            _whole_head(document, mention)
            mention.first, mention.end = phrase(document, mention)
    document.forget_indexes()


def _is_title(document: Document, mention: FoundMention) -> bool:
    """A job right before a person's name, without determiner or possessor of its own."""
    if mention.level != "NOM" or mention.type != "PER" or mention.head + 1 >= len(document.words):
        return False
    word, after = document.words[mention.head], document.words[mention.head + 1]
    if after.sentence != word.sentence or not capital(after.text):
        return False
    named = document.mention_at_start(mention.head + 1)
    if named is None or document.mentions[named].type != "PER":
        return False
    listed = word.lower in titles() or word.lemma in titles() or word.deprel in ("compound", "flat", "nmod:desc")
    first = _left(document, mention.head, mention)
    determined = document.words[first].upos in ("DET", "PRON") or any(
        w.lower in ("'s", "’s") for w in document.words[first : mention.head]
    )
    return listed and not determined


def _whole_head(document: Document, mention: FoundMention) -> None:
    """Take in the noun before a head where both make one listed word: "chief executive", "prime minister"."""
    if mention.level == "NOM" and mention.head_first == mention.head and mention.head > 0:
        before, word = document.words[mention.head - 1], document.words[mention.head]
        listed = "-" not in word.lemma and noun_entries(f"{before.lower}_{word.lemma}")  # "the vice-president" is none
        if before.sentence == word.sentence and listed:
            mention.head_first -= 1
            mention.text = document.text_of(mention.head_first, mention.head_end)


def phrase(document: Document, mention: FoundMention) -> tuple[int, int]:
    """Words of the noun phrase of a mention."""
    if mention.level == "PRO" and not document.dependents(mention.head, "nmod"):
        return mention.head_first, mention.head_end
    return _left(document, mention.head_first, mention), _right(document, mention)


def _left(document: Document, at: int, mention: FoundMention) -> int:
    """The first word of the phrase: step over what may stand before a noun, up to its determiner."""
    words = document.words
    start = document.sentences[words[at].sentence].first
    first = at
    while first > max(start, at - LONGEST):
        word = words[first - 1]
        if word.lower in _POSSESSIVE:
            return first - 1
        if _other_mention(document, first - 1, mention) and not _modifies(document, first - 1, first, mention.head):
            break
        if not _may_precede(document, word, first):
            break
        first -= 1
        if word.upos == "DET" and word.lower not in ("all", "both", "such"):
            break
    while first < at and (words[first].lower in _MARKS or words[first].upos == "PUNCT"):
        first += 1
    return first


def _may_precede(document: Document, word: Word, first: int) -> bool:
    if word.upos in _BEFORE or word.lower in _MARKS:
        return word.upos != "PUNCT" or word.lower in _MARKS
    after = document.words[first]
    if word.lower in _DEMONSTRATIVE and after.text.startswith("ال"):  # "هذه الشركة", tagged as a pronoun
        return True
    if word.lower in _SMALL_ADVERBS and after.upos in ("ADJ", "NUM", "VERB", "ADV"):
        return True
    return word.upos == "VERB" and word.xpos in _PARTICIPLES and word.deprel in ("amod", "compound")


def _other_mention(document: Document, at: int, mention: FoundMention) -> bool:
    found = document.mention_at(at)
    return found is not None and document.mentions[found] is not mention


def _modifies(document: Document, at: int, first: int, head: int) -> bool:
    """Whether the mention at a word stands inside the phrase: as a possessor, or hanging on one of its words."""
    if document.words[first].lower in ("'s", "’s", "'", "’", "-", "–"):
        return True
    return first <= document.words[at].head <= head


def _right(document: Document, mention: FoundMention) -> int:
    """The word after the phrase: modifiers that follow the head without a gap."""
    words = document.words
    end = mention.head_end
    stop = min(document.sentences[mention.sentence].end, end + LONGEST)
    for child in document.children[mention.head]:
        if child < mention.head_end or words[child].deprel not in _AFTER or not _clause_fits(document, child):
            continue
        below = document.subtree(child)
        if below[0] != end or below[-1] >= stop:
            break
        end = below[-1] + 1
    while end > mention.head_end and words[end - 1].upos == "PUNCT":
        end -= 1
    return end


def _clause_fits(document: Document, child: int) -> bool:
    """A finite verb is the clause of its own subject, not a modifier; an adverb that hangs on a noun is."""
    word = document.words[child]
    if word.deprel == "acl":
        return word.xpos not in ("VBD", "VBZ", "VBP") and not document.dependents(child, "nsubj")
    return True
