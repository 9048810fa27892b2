"""Whatever comes in, a result comes out."""

from __future__ import annotations

import pytest

from factbook.extract.document import Document
from factbook.extract.output import SCOPES
from factbook.extract.pipeline import Pipeline
from factbook.text.markup import parse_source

LONG = 30_000  # benchmarks.extraction_speed reads a megabyte

BAD = {
    "empty": "",
    "blanks": " \n\t\r\n  ",
    "one word": "Paris",
    "one sign": ".",
    "one long line": "the ferry left Dunmore and " * (LONG // 27),
    "one long word": "x" * LONG,
    "control characters": "He\x00 met\x07 Quill\x1b[31m in\u200b Paris\ufeff.\x85\u2028",
    "mixed scripts": "Quill 玛拉·奎尔 met مارلا كويل и Иван Петров in Paris 🎉👩‍👩‍👧.",
    "only emoji": "🎉🎉🎉 👍🏽",
    "left-overs of HTML": "<p>Osk &nbsp;met <b>Quill</b> &#39;yesterday&#39; <br/> at <a href='x'>Paris</a",
    "tags that cross": "<doc><post author='a'><quote>He left</post> Quill stayed.</quote>",
    "all capitals": "THE PRESIDENT OF FRANCE MET MARLA QUILL IN PARIS ON FRIDAY. SHE DENIED IT.",
    "no capitals": "the president of france met marla quill in paris on friday she denied it",
    "no punctuation": "Marla Quill met him in Paris he said nothing she left " * 40,
    "only punctuation": "... !!! ??? --- ,,, ((( ))) \"\" '' " * 20,
    "only numbers": "1 2,000 3.5 1990 12/12 $4 5% 99999999999999999999999999 " * 10,
    "quotes without end": '"He said that she said "they said and so on',
    "posts without authors": "<doc id='d'><post>I am here.</post><post author=''>You are not.</post></doc>",
    "surrogates and marks": "Osḱ met Quı̈ll e\u0301\u0301\u0301 \u202eright to left\u202c.",
}


@pytest.mark.parametrize("name", BAD)
def test_a_result_never_a_crash(english: Pipeline, name: str) -> None:
    outcome = english.run([Document(parse_source(BAD[name], id="bad", language="en"))])[0]
    assert outcome.error is None
    for scheme in SCOPES:
        kb = outcome.document.to_kb(scheme=scheme)
        for mention in kb.mentions.values():
            assert outcome.document.source.at(mention.extent) == mention.text  # type: ignore[arg-type]


def test_all_of_them_together_in_one_batch(english: Pipeline) -> None:
    documents = [Document(parse_source(text[:5000], id=name, language="en")) for name, text in BAD.items()]
    assert [o.error for o in english.run(documents)] == [None] * len(BAD)
