"""Places around a predicate: its subject, object, agent, possessor and what stands behind each preposition.

A rule of the events, relations and slots tables names places, not parser labels, so that active and passive, verb
and noun, relative clause and shared subject read the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from factbook.extract.document import Document
from factbook.extract.lexicon import word_set

GIVING: Final = word_set("sell donate give auction lend loan hand bequeath")
LEAVING: Final = word_set("leave quit join use spend form sell buy visit enter raise borrow abandon resign")
HERE: Final = word_set("here there where")  # "grew up there" is "in it"
RELATIVES: Final = word_set("who which that whom whose")
Places = dict[str, list[int]]
# Endings of Spanish verbs that are no third person singular: "vivo", "nací", "vivimos", "viviste", "vives", "viven".
_NOT_THIRD: Final = ("o", "é", "í", "mos", "ste", "as", "es", "n", "r", "ndo")


def places(document: Document, word: int) -> Places:
    """Words by place around the predicate `word`, nearest first within a place."""
    found: Places = {}
    passive = is_passive(document, word)
    for child in document.children[word]:
        for place in _places_of(document, child, passive):
            found.setdefault(place, []).append(child)
    _from_above(document, word, passive, found)
    if document.language == "es" and not _has_subject(found):
        found.update({"pass" if passive else "subj": [word] for word in _dropped(document, word)})
    for members in list(found.values()):
        members.extend(_conjuncts(document, members))
    _derived(document, word, found)
    return found


def is_passive(document: Document, word: int) -> bool:
    """A passive clause, or a participle behind a noun ("the firm founded by …")."""
    here = document.words[word]
    if any(
        document.words[child].deprel in ("nsubj:pass", "aux:pass", "csubj:pass") for child in document.children[word]
    ):
        return True
    return here.deprel == "acl" and here.xpos == "VBN"


def _places_of(document: Document, child: int, passive: bool) -> Iterator[str]:
    relation = document.words[child].deprel
    base = relation.partition(":")[0]
    if relation == "nsubj:pass":
        yield "pass"
    elif base == "nsubj":
        yield "pass" if passive and relation != "nsubj" else "subj"
    elif base == "obj":  # an object behind a preposition is none, whatever the parser says
        found = list(prepositions(document, child))
        yield from found or ["obj"]
    elif base == "iobj":
        yield "iobj"
    elif relation == "obl:agent":
        yield "by"
    elif relation in ("nmod:poss", "det:poss"):
        yield "poss"
    elif base == "compound":
        yield "comp"
    elif base in ("obl", "nmod", "advmod"):
        found = list(prepositions(document, child))
        yield from found or (["in"] if document.words[child].lower in HERE else [])


def prepositions(document: Document, word: int) -> Iterator[str]:
    """The prepositions in front of a word."""
    for child in document.children[word]:
        if document.words[child].deprel in ("case", "mark", "fixed"):
            yield document.words[child].lower


def _from_above(document: Document, word: int, passive: bool, found: Places) -> None:
    """Subjects that stand outside the clause: of a relative clause, an infinitive, a second conjunct."""
    here = document.words[word]
    if here.head in (word, -1):
        return
    relation = here.deprel
    subject = "pass" if passive else "subj"
    if relation.startswith("acl") and not _has_subject(found):
        if (
            relation == "acl:relcl"
            and not passive
            and any(document.words[w].lower in RELATIVES for w in found.get("obj", ()))
        ):
            return
        found.setdefault(subject, []).append(here.head)
    elif relation in ("conj", "xcomp", "advcl") and not _has_subject(found):
        above = places_above(document, here.head)
        purpose = document.words[here.head].lemma in LEAVING  # "left Google to start a firm"
        controllers = above.get("obj", []) if relation == "xcomp" and not purpose else []
        found.setdefault(subject, []).extend(controllers or above.get("subj", []) or above.get("pass", []))
        if not found[subject]:
            del found[subject]


def _dropped(document: Document, word: int) -> Iterator[int]:
    """Spanish leaves out who is spoken of: "Nació en Sevilla" is of the subject of the sentence before."""
    here = document.words[word]
    while here.upos == "VERB" and here.deprel in ("conj", "advcl") and here.head != here.index:
        here = document.words[here.head]  # "Nacido en Lugo, estudió en Vigo y trabajó en Orense"
    if here.upos != "VERB" or here.head != here.index or here.text.lower().endswith(_NOT_THIRD):
        return
    sentence = document.sentences[here.sentence]
    before = document.sentences[sentence.index - 1] if sentence.index else None
    if before is None or (before.post, before.quoted) != (sentence.post, sentence.quoted):
        return
    root = next((w for w in document.words[before.first : before.end] if w.head == w.index), None)
    subjects = document.dependents(root.index, "nsubj", "nsubj:pass") if root is not None else []
    yield from (subject for subject in subjects[:1] if document.mention_of(subject) is not None)


def places_above(document: Document, word: int) -> Places:
    """Subject and object of a governing clause, without climbing on for ever."""
    found: Places = {}
    passive = is_passive(document, word)
    at, steps = word, 0
    while steps < 4:
        for child in document.children[at]:
            for place in _places_of(document, child, passive):
                if place in ("subj", "pass", "obj"):
                    found.setdefault(place, []).append(child)
        if _has_subject(found) or document.words[at].head in (at, -1):
            break
        if document.words[at].deprel not in ("conj", "xcomp"):
            break
        at, steps = document.words[at].head, steps + 1
    return found


def _has_subject(found: Places) -> bool:
    return "subj" in found or "pass" in found


def _conjuncts(document: Document, words: list[int]) -> list[int]:
    return [
        child
        for word in words
        for child in document.children[word]
        if document.words[child].deprel == "conj"
        and document.words[child].upos in ("NOUN", "PROPN", "PRON")
        and not _denied(document, child)
    ]


def _denied(document: Document, word: int) -> bool:
    """The second part of "Aldous, not Tessaly"."""
    return any(document.words[child].lower == "not" for child in document.children[word])


def _derived(document: Document, word: int, found: Places) -> None:
    """Places that depend on others."""
    subjects, objects = found.get("subj", []), found.get("obj", [])
    if objects:
        found.setdefault("pass", []).extend(objects)
        found["subj-with-obj"] = subjects
    else:
        found["subj-alone"] = subjects
    found["subj-giving" if document.words[word].lemma in GIVING else "subj-taking"] = subjects
