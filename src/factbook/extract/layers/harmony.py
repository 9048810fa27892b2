"""Trees of other languages in the shape that the rules expect: the labels of the English treebanks.

Each treebank of Universal Dependencies has habits of its own. The rules over arcs name possessors, relative clauses and
compounds as the English ones do; here the others' ways of saying the same are renamed, word by word.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from factbook.extract.document import Document, Word
from factbook.extract.glossary import bare_forms, gloss
from factbook.extract.layers.harmony_spanish import SPANISH
from factbook.extract.layers.mentions import families
from factbook.extract.lexicon import rows, word_set

_POSSESSIVES: Final = word_set("my your his her its our their")
_RELATIVES: Final = word_set("who whom whose which that where")
_PRONOUNS: Final = word_set(
    "i me we us you he him she they them it themself themselves himself herself itself here there someone nobody who"
)


def harmonise(document: Document) -> None:
    """Rename labels of all words of a document that is not English."""
    own = _BY_LANGUAGE.get(document.language, ())
    for word in document.words:
        if word.gloss in _PRONOUNS and word.upos not in ("PRON", "DET", "ADV"):
            word.upos = "PRON"
        if word.gloss in _POSSESSIVES and word.deprel in ("det", "nmod", "amod", "compound"):
            word.deprel, word.upos = "nmod:poss", "PRON"
        for rule in own:
            rule(document, word)


def _relative_clause(document: Document, word: Word) -> None:
    """A clause on a noun with a relative pronoun in it."""
    if word.deprel != "acl":
        return
    below = (document.words[child] for child in document.children[word.index])
    if any(child.gloss in _RELATIVES and child.upos in ("PRON", "DET", "ADV", "SCONJ") for child in below):
        word.deprel = "acl:relcl"


def _loose_relative(document: Document, word: Word) -> None:
    """A relative pronoun right behind a noun: its clause hangs on that noun, whatever the parser took it for."""
    if word.gloss not in _RELATIVES or word.upos != "PRON" or word.head <= word.index:
        return
    verb, at = document.words[word.head], word.index - 1
    first = document.sentences[word.sentence].first
    while at > first and (document.words[at].upos in ("PUNCT", "ADP", "DET")) and word.index - at < 4:
        at -= 1
    noun = document.words[max(at, first)]
    while noun.deprel == "flat" and noun.head < word.index and noun.head != noun.index:
        noun = document.words[noun.head]
    if noun.upos not in ("NOUN", "PROPN") or verb.deprel == "acl:relcl" or verb.upos not in ("VERB", "ADJ", "NOUN"):
        return
    if verb.deprel != "root" and verb.index not in (noun.index, *document.ancestors(noun.index)):
        verb.head, verb.deprel = noun.index, "acl:relcl"
        document.forget_indexes()


def _neuter_lo(document: Document, word: Word) -> None:
    """ "lo que", "lo mejor": an article, not a pronoun."""
    after = document.words[word.index + 1] if word.index + 1 < len(document.words) else None
    if word.text.lower() == "lo" and (
        after is None or after.upos not in ("VERB", "AUX", "PRON") or after.gloss == "that"
    ):
        word.gloss, word.upos, word.lemma = "the", "DET", "the"


def _possessed(document: Document, word: Word) -> None:
    """ "Mi primo": what a possessive stands right in front of is a noun, whatever the tagger took it for."""
    before = document.words[word.index - 1] if word.index > 0 else None
    if word.upos == "ADJ" and before is not None and before.deprel == "nmod:poss" and before.head == word.index:
        word.upos = "NOUN"


def _participle(document: Document, word: Word) -> None:
    if word.upos in ("VERB", "ADJ") and word.text.lower().endswith(
        ("ado", "ada", "ados", "adas", "ido", "ida", "idos")
    ):
        word.xpos = "VBN"
    elif word.upos == "VERB" and word.xpos in ("NN", "NNS", "NNP", "JJ"):
        word.xpos = "VBD"


def _plural_s(document: Document, word: Word) -> None:
    if word.upos == "NOUN":
        word.xpos = "NNS" if word.text.lower().endswith("s") else "NN"
    elif word.upos == "PROPN":
        word.xpos = "NNP"


def _plural_men(document: Document, word: Word) -> None:
    if word.upos == "NOUN":
        word.xpos = "NNS" if word.text.endswith("们") else "NN"
    elif word.upos == "PROPN":
        word.xpos = "NNP"


def _bare_modifier(document: Document, word: Word) -> None:
    """ "美国总统": a noun on a noun without a marker is what a compound is in English."""
    if word.deprel == "nmod" and not document.dependents(word.index, "case", "mark"):
        word.deprel = "compound"


def _bare_owner(document: Document, word: Word) -> None:
    """ "我老公": a pronoun right in front of a noun of kin is its owner, whatever the parser took it for."""
    after = document.words[word.index + 1] if word.index + 1 < len(document.words) else None
    if word.upos != "PRON" or after is None or after.sentence != word.sentence or not _kin_noun(after):
        return
    if after.head == word.index:
        after.head = after.index if word.head == word.index else word.head
        after.deprel = word.deprel
    word.head, word.deprel = after.index, "nmod:poss"
    document.forget_indexes()


def _kin_noun(word: Word) -> bool:
    return word.upos == "NOUN" and word.gloss in families()


def _before_copula(document: Document, word: Word) -> None:
    """ "宏图是长江集团的子公司": what hangs on a predicate in front of its "is" is its subject."""
    if word.deprel not in ("compound", "nmod", "dep") or word.head <= word.index:
        return
    copulas = document.dependents(word.head, "cop")
    if copulas and word.index < copulas[0] and not document.dependents(word.head, "nsubj"):
        word.deprel = "nsubj"


def _construct(document: Document, word: Word) -> None:
    """ "رئيس الشركة": a noun right behind a noun, without a preposition, is its possessor."""
    if word.deprel == "nmod" and word.index == word.head + 1 and not document.dependents(word.index, "case"):
        word.deprel = "nmod:poss"


def _verb_not_name(document: Document, word: Word) -> None:
    """ "ولد" right behind a name and outside of it is "was born", whatever its tag."""
    if word.upos != "PROPN" or word.gloss or any(n.start <= word.index < n.end for n in document.reading.names):
        return
    verb = gloss("ar", word.text, word.text.lower(), "VERB")
    if verb:
        word.upos, word.xpos, word.gloss, word.lemma = "VERB", "VBD", verb, verb


@cache
def _broken_plurals() -> frozenset[str]:
    return frozenset(word for (words,) in rows("plurals", "ar") for word in words.split())


def _stems(form: str) -> set[str]:
    return {form, *(bare for bare, _ in bare_forms(form))}


def _arabic_number(document: Document, word: Word) -> None:
    if word.upos == "NOUN":
        plural = word.text.endswith(("ون", "ين", "ات")) or bool(_broken_plurals() & _stems(word.text))
        word.xpos = "NNS" if plural else "NN"
    elif word.upos == "PROPN":
        word.xpos = "NNP"


Rule = Callable[[Document, Word], None]
_BY_LANGUAGE: Final[dict[str, tuple[Rule, ...]]] = {
    "es": (_relative_clause, _loose_relative, _neuter_lo, _possessed, *SPANISH, _participle, _plural_s),
    "zh": (_bare_owner, _before_copula, _plural_men, _bare_modifier),
    "ar": (_relative_clause, _loose_relative, _construct, _verb_not_name, _arabic_number),
}
