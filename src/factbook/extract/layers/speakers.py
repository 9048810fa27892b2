"""Who speaks: the author of a post or quote in a thread, and the source of words between quotation marks in news."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final, NamedTuple

from factbook.extract.document import Document
from factbook.extract.lexicon import word_set

_OPEN: Final = word_set("“ « ``")
_CLOSE: Final = word_set("” » ''")
SAYING: Final = word_set(
    "say tell add ask reply answer write explain note argue insist claim declare warn state remark joke recall admit "
    "announce observe continue shout cry whisper call tweet comment complain predict suggest concede urge testify"
)
_FAR: Final = 400  # words that quotation marks may span


class Speech(NamedTuple):
    """Words between quotation marks, and the head word of who says them (-1 unknown)."""

    first: int
    end: int
    speaker: int


def speeches(document: Document) -> list[Speech]:
    """Quoted speech of the document in order; a paragraph inherits the speaker of the speech before it."""
    found: list[Speech] = []
    for first, end in _quotations(document):
        speaker = _attributed(document, first, end)
        if speaker < 0 and found and _same_paragraph(document, found[-1].end - 1, first):
            speaker = found[-1].speaker
        found.append(Speech(first, end, speaker))
    return found


def _quotations(document: Document) -> list[tuple[int, int]]:
    """Word ranges between quotation marks; an unclosed one ends with its paragraph."""
    out: list[tuple[int, int]] = []
    start: int | None = None
    for word in document.words:
        if start is not None and (not _same_paragraph(document, start, word.index) or word.index - start > _FAR):
            out.append((start, word.index))
            start = None
        if word.text in _OPEN or (word.text == '"' and start is None):
            start = word.index + 1
        elif (word.text in _CLOSE or word.text == '"') and start is not None:
            if word.index > start:
                out.append((start, word.index))
            start = None
    if start is not None and start < len(document.words):
        out.append((start, len(document.words)))
    return [(a, b) for a, b in out if b - a > 1]


def _same_paragraph(document: Document, a: int, b: int) -> bool:
    one, two = document.words[a], document.words[b]
    if one.sentence == two.sentence:
        return True
    return "\n" not in document.text[one.end : two.start]


def _attributed(document: Document, first: int, end: int) -> int:
    """The subject of a verb of saying beside the quotation: in its sentences, or in the sentence after it."""
    opening, closing = document.words[first].sentence, document.words[end - 1].sentence
    candidates = dict.fromkeys((closing, opening))
    for sentence in candidates:
        found = _subject_of_saying(document, sentence, first, end)
        if found >= 0:
            return found
    last = document.sentences[closing]
    following = document.words[end + 1] if end + 1 < len(document.words) else None
    if following is not None and following.sentence == closing + 1 and following.start - last.stop < 2:
        return _subject_of_saying(document, closing + 1, first, end)
    return -1


def _subject_of_saying(document: Document, sentence: int, first: int, end: int) -> int:
    for word in document.sentence_words(sentence):
        if first <= word.index < end or word.lemma not in SAYING:
            continue
        subjects = [i for i in document.dependents(word.index, "nsubj") if not first <= i < end]
        if subjects:
            return subjects[0]
    return -1


class Thread:
    """Posts of a forum thread: who writes, and to whom."""

    def __init__(self, document: Document) -> None:
        self.document = document
        source = document.source
        self.authors = frozenset(found[0] for post in source.posts if (found := source.author_of(post)))
        self.quotes: dict[int, list[tuple[int, str]]] = {}
        starts = [post.outer.start for post in source.posts]
        for region in source.regions:
            if region.kind == "quote" and starts:
                author = source.author_of(region)
                post = bisect_right(starts, region.outer.start) - 1
                if author and post >= 0:
                    self.quotes.setdefault(post, []).append((region.outer.start, author[0]))

    def addressee(self, sentence: int) -> str:
        """Whom "you" means: an author named in the sentence, or the one quoted or addressed before it; or ""."""
        found = self.document.sentences[sentence]
        if found.post < 0 or found.quoted:
            return ""
        for word in self.document.words[found.first : found.end]:
            if word.text in self.authors and word.text != found.speaker:
                return word.text
        before = [author for start, author in self.quotes.get(found.post, ()) if start < found.start]
        if before and before[-1] != found.speaker:
            return before[-1]
        return self._addressed(sentence)

    def _addressed(self, sentence: int) -> str:
        """The author after an "@" earlier in the post."""
        post = self.document.sentences[sentence].post
        at = sentence
        while at > 0 and self.document.sentences[at - 1].post == post:
            at -= 1
            words = self.document.sentence_words(at)
            if len(words) > 1 and words[0].text == "@":
                return words[1].text
        return ""
