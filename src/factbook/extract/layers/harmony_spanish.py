"""Spanish trees in the shape that the rules expect: what its grammar says where the parser is unsure.

"Fue detenido" has a passive subject, "detuvo a Marta" an object, "se casó con Marta" is "married to", "condenó a dos
años" is a sentence and not blame, and a noun between commas is an apposition.
"""

from __future__ import annotations

from typing import Final

from factbook.extract.document import Document, Word
from factbook.extract.glossary import gloss, native_lemma
from factbook.extract.layers.mentions import noun_types
from factbook.extract.layers.places import prepositions
from factbook.extract.lexicon import word_set

_PARTICIPLES: Final = ("ado", "ada", "ados", "adas", "ido", "ida", "idos", "idas")
# Verbs whose person behind "a" is their object, even where the parser sees a direction.
_TO_PEOPLE: Final = word_set(
    "arrest kill murder detain accuse convict sentence appoint name elect fire dismiss hire injure attack beat shoot "
    "stab kidnap sue charge acquit release extradite interview visit replace succeed praise criticise condemn "
    "criticize denounce insult threaten support defend jail fine pardon blame mock hate love admire"
)
_PENALTIES: Final = word_set("year years month months day days prison death fine payment sentence jail")
SURE: Final = 0.9  # a tag that makes a name of a participle after all
_WEDDING: Final = word_set("marry married")
_DAYS: Final = word_set("monday tuesday wednesday thursday friday saturday sunday")


def passive_subject(document: Document, word: Word) -> None:
    """ "Santana fue arrestado": the subject suffers what the participle says."""
    if word.deprel == "nsubj" and document.dependents(word.head, "aux:pass") and _participle(document.words[word.head]):
        word.deprel = "nsubj:pass"


def personal_object(document: Document, word: Word) -> None:
    """ "Detuvo a Marta": a person behind "a" is the object."""
    verb = document.words[word.head]
    if word.deprel not in ("obj", "obl") or verb.upos != "VERB" or word.head == word.index:
        return
    cases = [w for w in document.dependents(word.index, "case") if document.words[w].text.lower() in ("a", "al")]
    if not cases:
        return
    person = word.upos == "PROPN" or noun_types(word.gloss)[:1] == ("PER",)
    taken = word.deprel == "obl" and verb.lemma in _TO_PEOPLE and not document.dependents(verb.index, "obj")
    if person and (word.deprel == "obj" or taken):
        word.deprel = "obj"
        for case in cases:
            document.words[case].deprel = "case:a"


def time_object(document: Document, word: Word) -> None:
    """ "Murió el domingo": a day is no object."""
    if word.deprel == "obj" and word.upos == "NOUN" and word.gloss in _DAYS:
        word.deprel = "obl"


def wedding(document: Document, word: Word) -> None:
    """ "Se casó con Marta" is "married to" in English."""
    verb = document.words[document.words[word.head].head]
    if word.text == "con" and word.deprel == "case" and verb.lemma in _WEDDING:
        word.gloss = word.lemma = "to"
        verb.gloss = verb.lemma = "marry"


def sentenced(document: Document, word: Word) -> None:
    """ "Condenar a seis años" is a sentence, "condenar por robo" a conviction; else it is blame."""
    if word.upos != "VERB" or word.lemma != "condemn" or not word.text.lower().startswith("conden"):
        return
    below = [document.words[child] for child in document.children[word.index]]
    for child in below:
        behind = {document.words[w].text.lower() for w in document.dependents(child.index, "case")}
        if child.gloss in _PENALTIES and behind & {"a", "al"}:
            word.gloss = word.lemma = "sentence"
            return
        if "por" in behind and child.deprel.startswith("obl") and child.upos == "NOUN":
            word.gloss = word.lemma = "convict"


def first_participle(document: Document, word: Word) -> None:
    """ "Nacido en Lugo, …": a capital at the start of a sentence makes no name of a participle."""
    if word.upos != "PROPN" or word.gloss or not word.text.lower().endswith(_PARTICIPLES):
        return
    if document.sentences[word.sentence].first != word.index:
        return
    names = document.reading.names
    verb = gloss("es", word.text, native_lemma("es", word.text), "VERB")
    sure = any(n.start <= word.index < n.end and (n.end - n.start > 1 or n.probability > SURE) for n in names)
    if verb and not sure:
        word.upos, word.xpos, word.gloss, word.lemma = "VERB", "VBN", verb, verb
        word.deprel = "advcl" if word.deprel.startswith("nsubj") else word.deprel
        for child in document.dependents(word.index, "nmod"):
            document.words[child].deprel = "obl"


def participle_clause(document: Document, word: Word) -> None:
    """ "El sindicato, liderado por Roca": a participle behind a noun with something of its own is a clause."""
    if word.deprel not in ("amod", "acl") or word.head >= word.index or not word.text.lower().endswith(_PARTICIPLES):
        return
    verb = gloss("es", word.text, native_lemma("es", word.text), "VERB")
    agents = [w for w in document.dependents(word.index, "nmod") if "by" in prepositions(document, w)]
    for agent in agents:
        document.words[agent].deprel = "obl"
    if verb and (agents or document.dependents(word.index, "obl")):
        word.deprel, word.upos, word.xpos, word.gloss, word.lemma = "acl", "VERB", "VBN", verb, verb


def apposed(document: Document, word: Word) -> None:
    """ "Banco Austral, filial de Meridional": a noun behind a comma with something of its own is an apposition."""
    comma = word.index > 0 and document.words[word.index - 1].text == ","
    behind = word.deprel == "amod" and comma and word.head < word.index
    if behind and noun_types(word.gloss) and document.dependents(word.index, "nmod"):
        word.deprel, word.upos = "appos", "NOUN"


def kin_before_name(document: Document, word: Word) -> None:
    """ "Mi primo Javi": the noun between a possessive and a name is what the possessive and the name hang on."""
    name = document.words[word.head]
    owner = document.words[word.index - 1] if word.index > 0 else word
    if word.deprel != "amod" or name.index != word.index + 1 or name.upos != "PROPN" or owner.deprel != "nmod:poss":
        return
    if noun_types(word.gloss)[:1] != ("PER",):
        return
    word.upos, word.deprel = "NOUN", name.deprel
    word.head = word.index if name.head == name.index else name.head
    name.head, name.deprel, owner.head = word.index, "appos", word.index
    document.forget_indexes()


def _participle(word: Word) -> bool:
    return word.text.lower().endswith(_PARTICIPLES)


SPANISH: Final = (
    first_participle,
    participle_clause,
    passive_subject,
    sentenced,
    personal_object,
    time_object,
    wedding,
    apposed,
    kin_before_name,
)
