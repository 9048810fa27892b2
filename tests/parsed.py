"""Documents with a parse written by hand, so that rules over words and arcs are tested without a model."""

from __future__ import annotations

from factbook.extract.document import Document, FoundMention, Sentence, Word
from factbook.text.source import Source


def parsed(*sentences: str) -> Document:
    """Sentences of `word/UPOS/head/deprel`, heads counted from 1 in the sentence and 0 for the root.

    A part of speech may carry a Penn tag: `men/NOUN-NNS/3/nsubj`. The text is the words with blanks between.
    """
    rows = [[cell.rsplit("/", 3) for cell in sentence.split()] for sentence in sentences]
    text = "\n".join(" ".join(cells[0] for cells in row) for row in rows)
    document = Document(Source(id="d", text=text, language="en"))
    at = 0
    for number, row in enumerate(rows):
        first = len(document.words)
        start = at
        for index, (form, tag, head, deprel) in enumerate(row, first):
            upos, _, xpos = tag.partition("-")
            above = first + int(head) - 1 if int(head) else index
            document.words.append(
                Word(index, form, at, at + len(form), number, form.lower(), upos, xpos, above, deprel)
            )
            at += len(form) + 1
        document.sentences.append(Sentence(number, first, len(document.words), start, at - 1))
    return document


def mention(document: Document, first: int, end: int, *, level: str, type: str = "PER", head: int | None = None) -> int:
    """Add a mention over words `first` to `end`; the head of a name is all of it, of others its last word."""
    word = end - 1 if head is None else head
    document.mentions.append(
        FoundMention(
            head=word,
            head_first=first if level == "NAM" else word,
            head_end=end if level == "NAM" else word + 1,
            first=first,
            end=end,
            type=type,
            level=level,
            sentence=document.words[word].sentence,
            text=document.text_of(first if level == "NAM" else word, end if level == "NAM" else word + 1),
        )
    )
    document.forget_indexes()
    return len(document.mentions) - 1
