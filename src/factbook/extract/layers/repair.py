"""Small repairs of English trees, where the words themselves say what the parser missed.

Arcs are found one by one, so a name may hang apart from its title, and a phrase behind a participle on the main verb.
Only what is nearly always right is changed: a clitic 's makes a possessor, "by" right behind a participle is its agent.
"""

from __future__ import annotations

from typing import Final

from factbook.extract.document import Word
from factbook.extract.lexicon import word_set

_LOOSE: Final = word_set("compound nmod nmod:desc nmod:unmarked amod flat dep det")
_OBLIQUE: Final = word_set("obl obl:agent nmod obj")
_SUBJECTS: Final = word_set("nsubj nsubj:pass")
_RELATIVES: Final = word_set("who which")
_FINITE: Final = word_set("VBZ VBD VBP")
_PARTICIPLES: Final = word_set("VBN VBG")


def repair_words(words: list[Word], base: int = 0) -> None:
    """Change heads and labels of the words of a document (or of a sentence that begins at `base`) in place."""
    for word in words:
        if word.xpos == "POS" and word.index > base:
            _possessor(words, word, base)
        elif word.upos == "ADP" and word.index > base:
            _right_behind(words, word, base)
            _no_subject(words, word, base)
            _of_noun(words, word, base)
            _shared_case(words, word, base)
            _head_in_front(words, word, base)
        elif word.lower in _RELATIVES and word.deprel in _SUBJECTS and word.index > base:
            _relative(words, word, base)
        elif word.xpos == "VBN" and word.index > base + 1 and words[word.index - 1 - base].text == ",":
            _participle(words, word, base)
        elif word.xpos == "TO" and word.deprel == "mark" and words[word.head - base].upos == "NOUN":
            _infinitive(words, word, base)
        elif word.upos == "PROPN" and word.deprel in _SUBJECTS and word.index > base:
            _second_subject(words, word, base)
            _object(words, word, base)
        elif word.deprel == "nmod:poss" and word.upos == "PROPN":
            _no_possessor(words, word, base)
        elif word.deprel == "vocative" and word.upos == "PROPN":
            _subject_first(words, word, base)


def _possessor(words: list[Word], clitic: Word, base: int) -> None:
    """ "my best friend's dad": the noun in front of the clitic owns the noun behind it."""
    owner = words[clitic.index - 1 - base]
    top = words[owner.head - base] if owner.deprel == "flat" and owner.head < owner.index else owner
    if top.deprel in ("nmod:poss", "nmod", "conj", "appos") and top.head < clitic.index:
        return  # "the king of Spain's daughter"
    owned = _noun_behind(words, clitic.index + 1 - base)
    if top.deprel != "nmod:poss" and owned is not None and owned.sentence == top.sentence:
        top.head, top.deprel = owned.index, "nmod:poss"


def _noun_behind(words: list[Word], at: int) -> Word | None:
    """The last noun of a phrase that begins here: "largest trade union"."""
    found = None
    for word in words[at : at + 5]:
        if word.upos in ("NOUN", "PROPN") and word.xpos != "POS":
            found = word
        elif found is not None or word.upos not in ("ADJ", "NUM", "ADV"):
            break
    return found


def _right_behind(words: list[Word], case: Word, base: int) -> None:
    """ "The firm, headed by Lars Holm, is based …": a phrase right behind a participle on a noun belongs to it."""
    verb = words[case.index - 1 - base]
    if case.deprel != "case" or verb.xpos not in _PARTICIPLES or verb.deprel not in ("acl", "amod", "advcl"):
        return
    noun = words[case.head - base]
    if noun.index <= case.index or noun.deprel not in _OBLIQUE or noun.head in (verb.index, noun.index):
        return
    if verb.sentence == noun.sentence and verb.head != noun.index:
        noun.head = verb.index
        noun.deprel = "obl:agent" if case.lower == "by" and verb.xpos == "VBN" else "obl"


def _second_subject(words: list[Word], name: Word, base: int) -> None:
    """ "Sen. John Kerry visited …", "his wife, Anna Ernst, joined …": a verb has one subject, the name is beside it."""
    comma = words[name.index - 1 - base].text == ","
    before = name.index - (2 if comma else 1) - base
    noun = words[before] if before >= 0 else name
    if noun.upos in ("NOUN", "PROPN") and noun.head == name.head and noun.deprel in _SUBJECTS:
        name.head, name.deprel = noun.index, "appos" if comma else "flat"


def _object(words: list[Word], name: Word, base: int) -> None:
    """ "Zhang left Google": a verb with a subject in front has none behind."""
    verb = words[name.head - base]
    if name.deprel != "nsubj" or verb.upos != "VERB" or name.index < verb.index:
        return
    before = words[max(verb.index - 12 - base, 0) : verb.index - base]
    if any(word.head == verb.index and word.deprel == "nsubj" for word in before):
        name.deprel = "obj"


def _no_possessor(words: list[Word], name: Word, base: int) -> None:
    """ "Karl, Anna's husband": a name with a comma behind it owns nothing, nor does one behind: "his wife Ellen"."""
    behind = name.index + 1 - base
    if name.head == name.index - 1 and words[name.head - base].upos == "NOUN":
        name.deprel = "flat"
    elif behind < len(words) and words[behind].text == ",":
        name.deprel = "dep"


def _subject_first(words: list[Word], name: Word, base: int) -> None:
    """ "Tom, a mate of mine, plays …": nobody is spoken to where the verb is in the third person and has no subject."""
    verb = words[name.head - base]
    if (
        name.index < verb.index
        and verb.xpos == "VBZ"
        and not any(
            word.head == verb.index and word.deprel in _SUBJECTS
            for word in words[name.index - base : verb.index - base]
        )
    ):
        name.deprel = "nsubj"


def _no_subject(words: list[Word], case: Word, base: int) -> None:
    """ "The widow of the journalist lives …": what has a preposition is no subject."""
    noun = words[case.head - base]
    if case.deprel != "case" or noun.deprel not in _SUBJECTS or noun.index <= case.index or noun.upos == "PRON":
        return
    before = words[case.index - 1 - base]
    if before.sentence == noun.sentence and before.upos in ("NOUN", "PROPN") and before.head != noun.index:
        noun.head, noun.deprel = before.index, "nmod"
    elif before.sentence == noun.sentence:
        noun.deprel = "obl"


def _of_noun(words: list[Word], case: Word, base: int) -> None:
    """ "Price is the new head of Lakeside": "of" right behind a noun belongs to it, and not to one before the verb."""
    noun, before = words[case.head - base], words[case.index - 1 - base]
    if case.deprel != "case" or case.lower != "of" or noun.deprel != "nmod" or noun.index <= case.index:
        return
    above = words[noun.head - base]
    if before.upos != "NOUN" or not above.index < before.index or above.upos not in ("NOUN", "PROPN"):
        return
    if any(word.upos in ("VERB", "AUX") for word in words[above.index + 1 - base : before.index - base]):
        noun.head = before.index


def _shared_case(words: list[Word], case: Word, base: int) -> None:
    """ "played for Everton and Leeds United": both stand behind the preposition, though it hangs on the second."""
    second = words[case.head - base]
    behind = case.index + 1 - base
    first = words[behind] if behind < len(words) else second
    if case.deprel != "case" or first.upos != "PROPN" or first.index >= second.index or first.head != second.head:
        return
    joined = any(word.upos == "CCONJ" for word in words[first.index + 1 - base : second.index - base])
    if joined and first.deprel == second.deprel:
        case.head = first.index
        second.head, second.deprel = first.index, "conj"


def _head_in_front(words: list[Word], case: Word, base: int) -> None:
    """ "who teaches law at the university, said a takeover …": a phrase on a noun stands behind it, not before."""
    noun, before = words[case.head - base], words[case.index - 1 - base]
    if case.deprel != "case" or noun.deprel != "nmod" or not case.index < noun.index < noun.head:
        return
    if before.sentence != noun.sentence or before.upos not in ("NOUN", "PROPN", "VERB"):
        return
    verb = words[before.head - base] if before.upos == "NOUN" and before.deprel in _OBLIQUE else before
    if verb.upos == "VERB" and verb.index < case.index:
        noun.head, noun.deprel = verb.index, "obl"
    else:
        noun.head = before.index


def _relative(words: list[Word], pronoun: Word, base: int) -> None:
    """ "Osei, who teaches …": a relative clause is of the noun in front of its pronoun, and never of one behind it."""
    verb = words[pronoun.head - base]
    if verb.deprel != "acl:relcl" or verb.head <= pronoun.index:
        return
    at = pronoun.index - 1 - base
    noun = words[at - 1] if words[at].text == "," and at > 0 else words[at]
    if noun.deprel == "flat":
        noun = words[noun.head - base]
    if noun.sentence == pronoun.sentence and noun.upos in ("NOUN", "PROPN"):
        verb.head = noun.index


def _participle(words: list[Word], participle: Word, base: int) -> None:
    """ "Orlanta, founded in 1958 by two brothers, employs …": the second verb is the main one."""
    near = [word for word in words[max(participle.index - 8 - base, 0) :][:60] if word.sentence == participle.sentence]
    children = [word for word in near if word.head == participle.index and word.index != participle.index]
    subjects = [word for word in children if word.deprel in _SUBJECTS and word.index < participle.index]
    if not subjects or any(word.deprel in ("aux", "aux:pass", "cop") for word in children):
        return
    for verb in children:
        finite = verb.upos == "VERB" and verb.xpos in _FINITE and verb.deprel in ("parataxis", "conj", "dep", "ccomp")
        if not finite or verb.index < participle.index or words[verb.index - 1 - base].text != ",":
            continue
        if any(word.head == verb.index and word.deprel in (*_SUBJECTS, "cc", "mark") for word in near):
            continue
        root = participle.head == participle.index
        verb.head, verb.deprel = (verb.index if root else participle.head), participle.deprel
        participle.head, participle.deprel = subjects[-1].index, "acl"
        subjects[-1].head, subjects[-1].deprel = verb.index, "nsubj"
        for word in near:  # "by two brothers" stands inside the commas
            if word.head == verb.index and participle.index < word.index < verb.index and word.deprel in _OBLIQUE:
                word.head = participle.index
        return


def _infinitive(words: list[Word], mark: Word, base: int) -> None:
    """ "used to work for": behind "to" right before it stands a verb."""
    verb = words[mark.head - base]
    if verb.index == mark.index + 1 and verb.xpos == "NN" and verb.deprel in ("xcomp", "advcl", "acl", "ccomp"):
        verb.upos, verb.xpos = "VERB", "VB"
