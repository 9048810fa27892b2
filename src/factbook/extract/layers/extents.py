"""The noun phrase around each head, from the dependency tree; overlapping heads are settled here.

The extent of a name in the output is the name; the full phrase is kept for rules. A noun phrase runs from its
determiner to its last modifier; appositives, other conjuncts, and the clause that a predicate noun heads stay out.
"""

from __future__ import annotations

from typing import Final

from factbook.extract.document import Document, FoundMention
from factbook.extract.lexicon import word_set

# Dependents that are no part of the noun phrase they hang on.
OUTSIDE: Final = word_set(
    "case cc cc:preconj conj punct appos cop aux aux:pass mark nsubj nsubj:pass nsubj:outer csubj expl advcl "
    "advcl:relcl parataxis discourse vocative dislocated list dep orphan reparandum obl obl:unmarked obl:agent ccomp "
    "obj iobj xcomp root"
)
# Left of the head, further words that may belong to it.
_BEFORE: Final = word_set("advmod obl obl:unmarked")
LONGEST: Final = 40  # words of an extent


def apply(document: Document) -> None:
    """Set `first` and `end` of every mention, and drop heads inside a name's own phrase that repeat it."""
    for mention in document.mentions:
        if mention.head >= 0:
            mention.first, mention.end = phrase(document, mention)
    document.forget_indexes()


def phrase(document: Document, mention: FoundMention) -> tuple[int, int]:
    """Words of the noun phrase of a mention."""
    first, end = mention.head_first, mention.head_end
    if mention.level == "PRO" and not document.dependents(mention.head, "nmod"):
        return first, end
    words = document.words
    sentence = document.sentences[mention.sentence]
    for child in document.children[mention.head]:
        if first <= child < end or not _belongs(document, mention.head, child):
            continue
        below = document.subtree(child)
        first, end = min(first, below[0]), max(end, below[-1] + 1)
    first, end = (
        max(first, sentence.first, mention.head_first - LONGEST),
        min(end, sentence.end, mention.head_end + LONGEST),
    )
    while end > mention.head_end and words[end - 1].upos == "PUNCT":
        end -= 1
    while first < mention.head_first and words[first].upos == "PUNCT":
        first += 1
    return first, end


def _belongs(document: Document, head: int, child: int) -> bool:
    word = document.words[child]
    if word.deprel in OUTSIDE:
        return False
    if word.deprel == "advmod" and document.dependents(head, "cop", "nsubj"):
        # "is still a docker": the adverb belongs to the clause
        return child > head and False
    if word.deprel == "acl:relcl":
        return _restrictive(document, head, child)
    return True


def _restrictive(document: Document, head: int, clause: int) -> bool:
    """A relative clause without a comma before it is part of the phrase."""
    below = document.subtree(clause)
    start = below[0]
    return document.words[start].upos != "PUNCT" and document.words[start - 1].upos != "PUNCT"
