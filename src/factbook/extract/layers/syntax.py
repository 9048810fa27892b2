"""Part of speech, lemma and dependencies of each word, from the encoder's reading."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from factbook.extract.document import Document
from factbook.extract.encoders.labels import DEPRELS, UPOS, XPOS
from factbook.extract.glossary import gloss, native_lemma
from factbook.extract.layers.harmony import harmonise
from factbook.extract.layers.repair import repair_words
from factbook.extract.lemmas import is_known, lemmatize
from factbook.extract.lexicon import word_set

# Forms whose lemma a word list without parts of speech gets wrong.
_FIXED: Final = {
    "AUX": {
        **dict.fromkeys(("is", "are", "am", "was", "were", "been", "being", "s", "m", "re", "r"), "be"),
        **dict.fromkeys(("'s", "'re", "'m", "’s", "’re", "’m"), "be"),
        **dict.fromkeys(("has", "had", "having", "'ve", "’ve"), "have"),
        **dict.fromkeys(("does", "did", "doing", "done"), "do"),
        **dict.fromkeys(("wo", "'ll", "’ll", "ll"), "will"),
        **dict.fromkeys(("'d", "’d"), "would"),
        "ca": "can",
    },
    "PART": {"n't": "not", "n’t": "not", "nt": "not", "'": "'s", "’s": "'s", "na": "to", "ta": "to", "s": "'s"},
    "PRON": {
        **dict.fromkeys(("me",), "i"),
        **dict.fromkeys(("us",), "we"),
        **dict.fromkeys(("him",), "he"),
        **dict.fromkeys(("them", "'em"), "they"),
        "u": "you",
        "these": "this",
        "those": "that",
    },
    "DET": {"an": "a", "these": "this", "those": "that"},
    "VERB": {
        "'s": "be",
        "born": "bear",
        "gone": "go",
        "serving": "serve",
        "setting": "set",
        "thanked": "thank",
        "broke": "break",
        "fell": "fall",
        "felt": "feel",
        "found": "find",
        "founded": "found",
        "ground": "grind",
        "left": "leave",
        "met": "meet",
        "rose": "rise",
        "saw": "see",
        "shot": "shoot",
        "thinking": "think",
        "thought": "think",
        "won": "win",
        "wound": "wind",
    },
    "NOUN": {
        **{
            word: word
            for word in ("people", "police", "headquarters", "politics", "economics", "species", "whereabouts")
        },
        "men": "man",
        "women": "woman",
        "children": "child",
        "lives": "life",
        "wives": "wife",
        "thieves": "thief",
    },
}
_AS_THEY_ARE: Final = word_set("ADP CCONJ SCONJ DET PRON PROPN PUNCT NUM SYM X INTJ ADV PART")


def apply(document: Document) -> None:
    """Fill the syntactic fields of every word."""
    reading = document.reading
    upos, xpos, deprels = reading.upos.tolist(), reading.xpos.tolist(), reading.deprels.tolist()
    heads = reading.heads.tolist()
    for word, u, x, d, head in zip(document.words, upos, xpos, deprels, heads, strict=True):
        word.upos, word.xpos, word.deprel, word.head = UPOS[u], XPOS[x], DEPRELS[d], head
    if document.language == "en":
        for word in document.words:
            word.lemma = lemma(word.text, word.upos, word.xpos)
        repair_words(document.words)
    else:
        _glossed(document)
    document.forget_indexes()


def _glossed(document: Document) -> None:
    """Lemmas of another language: the English word that the glossary gives, else the word's own."""
    language = document.language
    for word in document.words:
        if word.upos == "PART" and language == "zh" and len(word.text) > 1:
            word.upos = "NOUN"  # the treebanks call endings of nouns ("医院") particles
        native = native_lemma(language, word.text)
        word.gloss = gloss(language, word.text, native, word.upos)
        if not word.gloss and word.upos != "PROPN" and word.text.isascii() and word.text.isalpha():
            word.gloss = f"{language}:{native}"  # "mayor" is no mayor, "once" not once
        word.lemma = word.gloss or native
    document.forget_indexes()
    harmonise(document)


@lru_cache(maxsize=100_000)
def lemma(text: str, upos: str, xpos: str = "") -> str:
    """The lemma of a word in lower case."""
    lower = text[:100].lower()
    fixed = _FIXED.get(upos, {}).get(lower)
    if fixed is not None:
        return fixed
    if upos == "NOUN" and xpos == "NNS" and "-" in lower[1:-1]:  # "co-workers", "ex-wives"
        front, _, last = lower.rpartition("-")
        return f"{front}-{lemma(last, upos, xpos)}"
    if upos in _AS_THEY_ARE or not lower.isalpha():
        return lower
    if upos == "ADJ" and xpos not in ("JJR", "JJS"):
        return lower
    if upos == "NOUN" and xpos == "NN":
        single = lemma(lower, upos, "NNS") if lower.endswith("ers") else ""  # "members", tagged as one
        return single or lower
    base_form = upos in ("VERB", "AUX") and xpos in ("VB", "VBP", "MD")
    if base_form and lower not in ("are", "am", "have") and not lower.endswith(("s", "ed")):
        return lower
    return _listed(lower, upos)


def _listed(lower: str, upos: str) -> str:
    found = lemmatize(lower, "en").lower()
    if upos == "NOUN" and found == lower and lower.endswith("s") and not lower.endswith(("ss", "us", "is")):
        return lower[:-1]
    if upos != "VERB":
        return found
    return _stem(lower) if found == lower else _undoubled(found)


def _undoubled(found: str) -> str:
    """The base of forms that the word list leaves with a letter too many: "travell", "fixe", "playe", "develope"."""
    long = sum(char in "aeiou" for char in found) > 1 and len(found) > 5
    if found.endswith("ell") and long and not found.endswith(("sell", "tell", "spell")):
        return found[:-1]
    if len(found) > 3 and found.endswith(("xe", "aye", "eye", "oye", "owe", "elope")):
        return found[:-1]
    return found


def _stem(lower: str) -> str:
    """The verb in a form that the word list takes for a noun of its own ("writing", "means")."""
    if lower.endswith("ing") and len(lower) > 5:
        base = lower[:-3]
        doubled = base[:-1] if base[-1] == base[-2] else base
        # a single consonant after a single vowel has lost its "e" (writing), two consonants have not (singing)
        silent = base[-1] not in "aeiouwxy" and base[-2] in "aeiou" and base[-3] not in "aeiou"
        options = [base + "e", base, doubled] if silent else [base, base + "e", doubled]
        return next((form for form in options if is_known(form, "en")), base)
    if lower.endswith("s") and not lower.endswith(("ss", "us", "is")):
        return lower[:-1]
    return lower
