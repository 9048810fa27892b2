"""Who speaks, and to whom."""

from __future__ import annotations

from factbook.extract import words
from factbook.extract.document import Document
from factbook.extract.layers.speakers import Thread, speeches
from factbook.text.markup import parse_source
from parsed import parsed

THREAD = (
    '<doc id="d"><post author="oak77" id="p1">\nYou know it.\n</post>\n'
    '<post author="Kate" id="p2">\n<quote orig_author="oak77">\nI know.\n</quote>\nYou do not.\n</post>\n'
    '<post author="bill_b" id="p3">\nKate you are right.\n</post>\n'
    '<post author="oak77" id="p4">\n@bill_b thanks.\nYou too.\n</post></doc>'
)


def test_speech_has_the_subject_of_saying() -> None:
    document = parsed(
        '"/PUNCT/3/punct I/PRON/3/nsubj slept/VERB/6/ccomp ,/PUNCT/3/punct "/PUNCT/3/punct '
        "said/VERB/0/root Alves/PROPN/6/nsubj",
        '"/PUNCT/2/punct Well/ADV/0/root ./PUNCT/2/punct "/PUNCT/2/punct',
    )
    document.words[5].lemma = "say"
    found = speeches(document)
    assert [(s.first, s.end) for s in found] == [(1, 4), (8, 10)]
    assert found[0].speaker == 6
    assert found[1].speaker == -1  # another paragraph


def test_whom_a_post_speaks_to() -> None:
    document = Document(parse_source(THREAD, id="d"))
    words.apply(document)
    thread = Thread(document)
    told = {document.text[s.start : s.stop]: thread.addressee(s.index) for s in document.sentences}
    assert told == {
        "You know it.": "",
        "I know.": "",
        "You do not.": "oak77",
        "Kate you are right.": "Kate",
        "@bill_b thanks.": "bill_b",
        "You too.": "bill_b",
    }
