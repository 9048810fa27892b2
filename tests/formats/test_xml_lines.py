"""Lines of problems in XML files with more lines than libxml2 counts."""

from __future__ import annotations

from factbook.formats import apf
from factbook.formats.format import Context

HEAD = '<source_file URI="x" SOURCE="n" TYPE="text">\n<document DOCID="d">\n'
BAD = '<entity ID="E{}" TYPE="BAD" SUBTYPE="Individual" CLASS="SPC"{}>\n'


def places(data: str) -> list[tuple[str, int]]:
    problems = apf.check(data.encode(), file="x.apf.xml", context=Context())
    return [(problem.code.name, problem.where.line) for problem in problems]


def test_lines_beyond_the_last_that_libxml2_counts() -> None:
    data = HEAD + "<!-- x -->\n" * 70_000 + BAD.format(1, "/") + "\n" + BAD.format(2, "") + "</entity>\n"
    assert places(data + "</document>\n</source_file>\n") == [("BAD_VALUE", 70_003), ("BAD_VALUE", 70_005)]


def test_what_follows_an_error_of_syntax_has_no_line_rather_than_a_wrong_one() -> None:
    data = HEAD + "\n" * 70_000 + "<entity_mention>\n</wrong>\n" + BAD.format(1, "/") + "</document>\n</source_file>\n"
    assert ("BAD_VALUE", 0) in places(data)


def test_a_small_file_keeps_nothing() -> None:
    test_lines_beyond_the_last_that_libxml2_counts()
    assert places(HEAD + BAD.format(1, "/") + "</document></source_file>") == [("BAD_VALUE", 3)]
