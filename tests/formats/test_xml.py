"""Safe XML: what an attacker or an accident puts into a file becomes a problem with a place, never an exception."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree

from factbook.formats.format import Problems
from factbook.formats.xml import CODES, attributes, escape, parse, quote

BOMB = b"""<!DOCTYPE a [
<!ENTITY x0 "ha">
%s
]>
<a b="&x9;">&x9;</a>""" % b"\n".join(b'<!ENTITY x%d "%s">' % (n, b"&x%d;" % (n - 1) * 10) for n in range(1, 10))


def parsed(data: bytes, root: str = "a") -> tuple[etree._Element | None, list[tuple[str, int]]]:
    problems = Problems(CODES)
    tree = parse(data, file="f.xml", root=root, problems=problems)
    return tree, [(problem.code.name, problem.where.line) for problem in problems]


def test_a_good_file_has_no_problems() -> None:
    tree, problems = parsed(b'<?xml version="1.0"?>\n<!DOCTYPE a SYSTEM "a.dtd">\n<a>\n<b/></a>')
    assert tree is not None
    assert tree[0].sourceline == 4
    assert problems == []


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", [("XML_EMPTY", 0)]),
        (b" \n ", [("XML_EMPTY", 0)]),
        (b"plain words", [("XML_NOT_XML", 1)]),
        (b"\x00\x01\x02\xff\xfe", [("XML_ENCODING", 1), ("XML_NOT_XML", 1)]),
        (b"<!-- nothing -->", [("XML_NOT_XML", 1)]),
        (BOMB, [("XML_ENTITIES", 2)]),
        (b'<!DOCTYPE a [\n<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', [("XML_ENTITIES", 2)]),
        (b"<b/>", [("XML_ROOT", 1)]),
    ],
)
def test_files_that_are_not_read(data: bytes, expected: list[tuple[str, int]]) -> None:
    assert parsed(data) == (None, expected)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"<a><b>x</b>\n<c>", [("XML_TRUNCATED", 2)]),
        (b"<a>\n&nothing;<b/></a>", [("XML_SYNTAX", 2)]),
        (b"<a>\n<b></c><b/></a>", [("XML_SYNTAX", 2)]),
        (b"<a>\n<b>\xff</b></a>", [("XML_ENCODING", 2)]),
        (b'<?xml version="1.0" encoding="zip"?><a><b/></a>', [("XML_ENCODING", 1)]),
        (b'<?xml version="1.0" encoding="utf-16"?><a><b/></a>', [("XML_ENCODING", 1)]),
        (b"<a><b/>\n%s</a>" % (b"<c>" * 400 + b"</c>" * 400), [("XML_LIMIT", 2)]),
    ],
)
def test_reading_goes_on_where_it_can(data: bytes, expected: list[tuple[str, int]]) -> None:
    tree, problems = parsed(data)
    assert tree is not None
    assert tree.find("b") is not None
    assert problems == expected


def test_an_attribute_of_many_megabytes_is_refused() -> None:
    tree, problems = parsed(b'<a>\n<b c="%s"/></a>' % (b"x" * 11_000_000))
    assert ("XML_LIMIT", 2) in problems
    assert tree is None or tree.find("b") is None


def test_no_external_dtd_or_entity_is_read(tmp_path: Path) -> None:
    dtd = tmp_path / "secret.dtd"
    dtd.write_text('<!ENTITY secret "told">')
    tree, problems = parsed(f'<!DOCTYPE a SYSTEM "file://{dtd}"><a>&secret;</a>'.encode())
    assert tree is not None
    assert "told" not in etree.tostring(tree, encoding="unicode")
    assert problems == [("XML_SYNTAX", 1)]


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "latin-1"])
def test_encodings_by_byte_order_mark_or_declaration(codec: str) -> None:
    declared = ' encoding="latin-1"' if codec == "latin-1" else ""
    tree, problems = parsed(f'<?xml version="1.0"{declared}?><a>é</a>'.encode(codec))
    assert tree is not None
    assert tree.text == "é"
    assert problems == []


def test_blanks_between_elements_go_and_blanks_in_them_stay() -> None:
    tree, _ = parsed(b"<a>\n <b> </b> <c> x <d/> y </c>\n <e>\n</e> </a>")
    assert tree is not None
    assert etree.tostring(tree) == b"<a><b> </b><c> x <d/> y </c><e>\n</e></a>"


def test_many_syntax_errors_are_summed_up() -> None:
    _, problems = parsed(b"<a>\n" + b"&x;\n" * 100 + b"</a>")
    assert len(problems) == 21


@pytest.mark.parametrize("text", ["", "plain", "a & b < c > d", 'say "it"', "tab\tand\nnewline\rreturn", "😀 ж"])
def test_what_is_escaped_is_read_again(text: str) -> None:
    tree, _ = parsed(f"<a b={quote(text)}>{escape(text)}</a>".encode())
    assert tree is not None
    assert (tree.get("b"), tree.text or "") == (text, text)


def test_characters_that_xml_cannot_hold_are_replaced() -> None:
    assert escape("a\x00b\x0bc\ud800") == "a\ufffdb\ufffdc\ufffd"


def test_attributes_without_a_value_are_left_out() -> None:
    assert attributes([("a", "1"), ("b", ""), ("c", "<")]) == ' a="1" c="&lt;"'
