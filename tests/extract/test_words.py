"""Sentences and words: splits as in the treebanks, exact offsets, nothing lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factbook.extract import words
from factbook.extract.document import Document
from factbook.text.markup import parse_source
from factbook.text.source import Source


def read(text: str, *, kind: str = "plain") -> Document:
    document = Document(Source(id="d", text=text, kind=kind))
    words.apply(document)
    return document


def texts(text: str) -> list[str]:
    return [word.text for word in read(text).words]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I don't think he's right.", "I do n't think he 's right ."),
        ("We cannot go; they're gonna stay.", "We can not go ; they 're gon na stay ."),
        ("Mr. Osk met Dr. Quill Jr. in St. Brannoc", "Mr. Osk met Dr. Quill Jr. in St. Brannoc"),
        ("the U.S. and J. K. Rowling", "the U.S. and J. K. Rowling"),
        ("see www.elleryshipping.example.", "see www.elleryshipping.example ."),
        ("https://a.example/x?y=1, then", "https://a.example/x?y=1 , then"),
        ("mail me@x.org now :) <3", "mail me@x.org now :) <3"),
        ("paid $340,000 on 2014-03-02", "paid $ 340,000 on 2014-03-02"),
        ("a 15-year term, e-mail, re-election", "a 15 - year term , e-mail , re-election"),
        ("Brandt-Okoye's O'Brien", "Brandt - Okoye 's O'Brien"),
        ("wait... what?! no -- yes", "wait ... what ?! no -- yes"),
        ("didnt thats @oak77", "did nt that s @ oak77"),
        ("Crane &amp; Sons", "Crane &amp; Sons"),
        ("the 1990s, the 4th, at 4:40 p.m.", "the 1990s , the 4th , at 4:40 p.m."),
    ],
)
def test_words_are_split_as_in_the_treebanks(text: str, expected: str) -> None:
    assert texts(text) == expected.split()


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("He left. She stayed.", 2),
        ("Mr. Osk left. He is fine.", 2),
        ("He works for Tessaly Inc. The firm is old.", 2),
        ("They live in the U.S. He does not.", 2),
        ('"Why me?" he asked. Nobody knew.', 2),
        ('"It is over." She wept.', 2),
        ("It grew 3.5 percent in J. Doe's time.", 1),
        ("What?! No. Really...", 3),
    ],
)
def test_sentences_end_where_they_end(text: str, count: int) -> None:
    assert len(read(text).sentences) == count


def test_lower_case_sentences_of_a_post_are_told_apart() -> None:
    source = parse_source('<doc id="d"><post author="a" id="p1">\ni went home. then he called\n</post></doc>', id="d")
    document = Document(source)
    words.apply(document)
    assert [s.end - s.first for s in document.sentences] == [4, 3]


def test_wrapped_lines_are_one_sentence_and_blank_lines_part_two() -> None:
    wrapped = "The company said on Friday that the ferry had been\ndelayed by the storm in the northern strait.\n\nNext"
    assert len(read(wrapped).sentences) == 2


def test_short_lines_without_marks_are_sentences_of_their_own() -> None:
    lines = "anyone here on night shift this week\nmy sister says the depot in Harle is closing next year\nno idea why"
    assert [document_line.stop for document_line in read(lines).sentences] == [
        len(lines.rpartition("\nmy")[0]),
        len(lines.rpartition("\n")[0]),
        len(lines),
    ]


def test_one_long_address_does_not_make_wrapped_lines_sentences() -> None:
    told = "The harbour board met on Monday to hear the engineers who\nspoke at length and went home by the last bus.\n"
    text = told * 15 + "https://harbour.example/" + "minutes/" * 12 + "2011.\n"
    assert len(read(text).sentences) == 16


def test_posts_quotes_and_speakers() -> None:
    text = (
        '<doc id="d"><headline>\nA thread\n</headline>\n<post author="oak77" id="p1">\nI am here.\n</post>\n'
        '<post author="Kate" id="p2">\n<quote orig_author="oak77">\nI am here.\n</quote>\nSo what?\n</post></doc>'
    )
    document = Document(parse_source(text, id="d"))
    words.apply(document)
    found = [(s.region, s.quoted, s.speaker, s.post) for s in document.sentences]
    assert found == [
        ("headline", False, "", -1),
        ("post", False, "oak77", 0),
        ("quote", True, "oak77", 1),
        ("post", False, "Kate", 1),
    ]


def test_data_about_the_document_is_no_sentence() -> None:
    text = "<DOC>\n<DOCID> D1 </DOCID>\n<DATETIME> 2014-02-28 </DATETIME>\n<TEXT>\nHe left.\n</TEXT>\n</DOC>"
    document = Document(parse_source(text, id="D1"))
    words.apply(document)
    assert [word.text for word in document.words] == ["He", "left", "."]


def test_a_run_without_end_is_cut() -> None:
    document = read("word " * 1000)
    assert max(s.end - s.first for s in document.sentences) <= words.MAX_SENTENCE
    assert len(document.words) == 1000


@given(st.text(max_size=300))
def test_no_character_is_lost_and_offsets_are_exact(text: str) -> None:
    document = read(text)
    joined = "".join(word.text for word in document.words)
    assert joined == "".join(text.split())
    assert all(text[word.start : word.end] == word.text for word in document.words)
    assert [word.index for word in document.words] == list(range(len(document.words)))
    covered = [i for s in document.sentences for i in range(s.first, s.end)]
    assert covered == list(range(len(document.words)))


@pytest.mark.parametrize(
    ("text", "dateline", "rest"),
    [
        ("LISBON, March 3, 2015 (Reuters) - Portugal voted.", "LISBON, March 3, 2015", "Portugal voted."),
        ("NAIROBI (AP) -- A bus fell.", "NAIROBI", "A bus fell."),
        ("NEW YORK, June 4 — It rained.", "NEW YORK, June 4", "It rained."),
        ("Hamburg, Germany -- It rained.", "Hamburg, Germany", "It rained."),
    ],
)
def test_a_dateline_stands_for_itself(text: str, dateline: str, rest: str) -> None:
    document = read(text)
    first, last = document.sentences[0], document.sentences[-1]
    assert (text[first.start : first.stop], first.region) == (dateline, "dateline")
    assert (text[last.start : last.stop], last.region) == (rest, "")


@pytest.mark.parametrize(
    "text", ["WARNING - do not enter.", "He left - at last - in May.", "NATO, the EU and Turkey met."]
)
def test_other_dashes_make_no_dateline_of_a_sentence(text: str) -> None:
    document = read(text)
    assert all(document.words[s.first].text == "WARNING" for s in document.sentences if s.region == "dateline")
