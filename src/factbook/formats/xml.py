"""Safe XML for the XML formats: bytes to a tree with line numbers, and text to escaped text.

Nothing outside the given bytes is ever read: no network, no DTD, no external entity. A file that declares entities
is refused, because only an attack on the reader does that. Reading goes on after an error where it can.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable
from typing import Any, TypeAlias

from lxml import etree

from factbook.formats import xml_lines
from factbook.formats.format import ERROR, FATAL, WARNING, Code, Context, Problems, Where

Element: TypeAlias = Any  # an lxml element; its stubs do not know slices, the fastest way to the children
LIMIT = 512 * 1024 * 1024  # bytes of one XML file
_SHOWN = 20  # syntax errors of one file that are reported

CODES = (
    Code("XML_EMPTY", FATAL, "the file is empty", "write the file again"),
    Code(
        "XML_TOO_LARGE",
        FATAL,
        "the file has {size} bytes, more than {limit}",
        "split it, or --option xml_limit=BYTES",
    ),
    Code("XML_NOT_XML", FATAL, "no XML element found: {detail}", "check that this is the right file"),
    Code("XML_ENTITIES", FATAL, "the file declares entities; it was not read", "remove the <!ENTITY …> declarations"),
    Code("XML_ENCODING", ERROR, "{detail}", "save the file as UTF-8"),
    Code("XML_TRUNCATED", ERROR, "the file ends inside <{element}>: it was cut off", "copy or write the file again"),
    Code("XML_LIMIT", ERROR, "{detail}", "no document needs this; the rest of the file was not read"),
    Code("XML_SYNTAX", ERROR, "{detail}", "the part around this place may be lost"),
    Code("XML_ROOT", FATAL, "the root element is <{found}>, not <{wanted}>", "check that this is the right file"),
    Code("UNKNOWN_ELEMENT", ERROR, "<{element}> does not belong in <{parent}>", "remove it, or correct its name"),
    Code("MISSING_ELEMENT", ERROR, "<{parent}> needs <{element}>"),
    Code("TOO_MANY_ELEMENTS", ERROR, "<{parent}> has more than {limit} <{element}>"),
    Code("UNKNOWN_ATTRIBUTE", WARNING, "<{element}> has no attribute {attribute}", "it is kept, and used for nothing"),
    Code("MISSING_ATTRIBUTE", ERROR, "<{element}> needs the attribute {attribute}"),
    Code("BAD_VALUE", ERROR, "{attribute}={value!r} of <{element}> is not one of: {choices}"),
    Code("BAD_NUMBER", ERROR, "{attribute}={value!r} of <{element}> is not {wanted}"),
    Code("STRAY_TEXT", WARNING, "text {text!r} directly in <{element}>", "it is not read"),
    Code("DUPLICATE_ID", ERROR, "the id {id} is used twice, first in line {first}", "only the first one is kept"),
)
SPAN_CODES = (
    Code("TEXT_DIFFERS", ERROR, "the file says {said!r}, the text at {place} says {found!r}"),
    Code("OFFSET_PAST_END", ERROR, "{place} lies behind the end of {doc}", "is this the right text?"),
    Code("ZERO_LENGTH", ERROR, "{place} has no characters"),
    Code("IN_MARKUP", WARNING, "{place} crosses the tag {tag}", "mark text, or an attribute value"),
    Code("DOCUMENT_UNKNOWN", WARNING, "no text given for {doc}", "its spans were not compared with the text"),
)


def line_of(element: etree._Element) -> int:
    """The line of an element, 0 where it is unknown."""
    line: int = getattr(element, "sourceline", None) or 0
    return line if line < xml_lines.LAST else xml_lines.beyond(element)


def where(file: str, element: etree._Element) -> Where:
    """The place of an element."""
    return Where(file, line_of(element))


def attributes_as_written(element: Element) -> dict[str, str]:
    """The attributes of an element, a new dictionary."""
    return dict(element.items())


def parse(
    data: bytes, *, file: str, root: str, problems: Problems, context: Context | None = None
) -> etree._Element | None:
    """The root element, if the file has one and it is called `root`; what is wrong goes to `problems`.

    The option `xml_limit` of the context sets how many bytes are accepted.
    """
    said = context.options.get("xml_limit", "") if context is not None else ""
    text = as_utf8(data, int(said) if said.isdecimal() else LIMIT, file, problems)
    if text is None:
        return None
    reader = parser()
    xml_lines.remember(text)
    try:
        tree = etree.fromstring(text, reader)
    except (etree.XMLSyntaxError, ValueError) as error:
        problems.add("XML_NOT_XML", Where(file, 1), detail=_one_line(str(error)))
        return None
    _report(reader, file, problems, found=tree is not None)
    if tree is None:
        return None
    if tree.tag != root:
        problems.add("XML_ROOT", where(file, tree), found=tree.tag, wanted=root)
        return None
    return tree


def parser(*, keep_comments: bool = False) -> etree.XMLParser:
    """A parser that reads nothing but the given bytes, and goes on after an error."""
    return etree.XMLParser(
        encoding="utf-8",
        recover=True,
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        remove_blank_text=True,  # between elements; an element that holds only blanks keeps them
        remove_comments=not keep_comments,
        remove_pis=not keep_comments,
        huge_tree=False,
    )


def escape(text: str) -> str:
    """Text as the content of an element. A character that XML cannot hold becomes U+FFFD."""
    return text if _PLAIN(text) else _FORBIDDEN.sub(_REPLACEMENT, text).translate(_IN_TEXT)


def quote(text: str) -> str:
    """Text as an attribute value, with its quotes."""
    return f'"{text}"' if _PLAIN(text) else f'"{_FORBIDDEN.sub(_REPLACEMENT, text).translate(_IN_VALUE)}"'


def attributes(pairs: Iterable[tuple[str, str]]) -> str:
    """Attributes as they stand in a tag, each with a blank before it; one without a value is left out."""
    return "".join([f" {name}={quote(value)}" for name, value in pairs if value])


def local(tag: object) -> str:
    """An element's name without its namespace."""
    return str(tag).rpartition("}")[2]


# What needs no escaping: the usual case, told by one match.
_PLAIN = re.compile('[^&<>"\r\n\t\x00-\x1f\ud800-\udfff\ufffe\uffff]*\\Z').match
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_REPLACEMENT = "\ufffd"
_IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_IN_VALUE = _IN_TEXT | str.maketrans({'"': "&quot;", "\n": "&#10;", "\t": "&#9;"})
_DECLARED = re.compile(rb"\s*<\?xml[^>]*?encoding\s*=\s*[\"']([A-Za-z0-9._-]+)[\"']")
_ENTITY = re.compile(rb"<!DOCTYPE[^>\[]*\[.*?<!ENTITY", re.DOTALL)
_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
# What cannot be: the declaration was read as ASCII, or names no encoding of texts.
_NOT_HERE = ("utf-16", "utf-32", "utf-7", "idna", "punycode", "unicode-escape", "raw-unicode-escape")
_TRUNCATED = {"ERR_TAG_NOT_FINISHED", "ERR_COMMENT_NOT_FINISHED", "ERR_CDATA_NOT_FINISHED", "ERR_GT_REQUIRED"}
_IN_TAG = re.compile(r"in tag (\S+)")


def as_utf8(data: bytes, limit: int, file: str, problems: Problems) -> bytes | None:
    """The file as valid UTF-8, or None where it is not worth parsing."""
    if not data or data.isspace():
        problems.add("XML_EMPTY", Where(file))
        return None
    if len(data) > limit:
        problems.add("XML_TOO_LARGE", Where(file), size=len(data), limit=limit)
        return None
    encoding, data = _encoding(data, file, problems)
    text = _decode(data, encoding, file, problems)
    if _declares_entities(text):
        line = text.count(b"\n", 0, text.index(b"<!ENTITY")) + 1
        problems.add("XML_ENTITIES", Where(file, line))
        return None
    return text


def _declares_entities(text: bytes) -> bool:
    mark = text.find(b"!")  # a search for one byte is much faster than one for a word
    while mark >= 0:
        if text.startswith(b"<!ENTITY", mark - 1):
            return _ENTITY.search(text) is not None
        mark = text.find(b"!", mark + 1)
    return False


def _encoding(data: bytes, file: str, problems: Problems) -> tuple[str, bytes]:
    for mark, name in _BOMS:
        if data.startswith(mark):
            return name, data[len(mark) :]
    declared = _DECLARED.match(data[:200])
    name = declared.group(1).decode("ascii") if declared else "utf-8"
    try:
        info = codecs.lookup(name)
        "".encode(name)  # refuses codecs that are no text encoding, such as "zip"
        if info.name.startswith(_NOT_HERE):
            raise LookupError(name)
    except (LookupError, ValueError):
        problems.add(
            "XML_ENCODING", Where(file, 1), detail=f"the file declares {name!r}, which it cannot be; read as UTF-8"
        )
        return "utf-8", data
    return info.name, data


def _decode(data: bytes, encoding: str, file: str, problems: Problems) -> bytes:
    try:
        text = data.decode(encoding)
    except UnicodeError as error:
        start = getattr(error, "start", 0)
        line = data.count(b"\n", 0, start) + 1
        detail = f"not valid {encoding} at byte {start}; bad characters are read as U+FFFD"
        problems.add("XML_ENCODING", Where(file, line), detail=detail)
        text = data.decode(encoding, errors="replace")
    else:
        if encoding == "utf-8":
            return data
    return text.encode("utf-8", errors="replace")


def _report(parser: etree.XMLParser, file: str, problems: Problems, *, found: bool) -> None:
    # Beside a DTD that is not read, an unknown entity is only a warning; its text is lost all the same.
    entries = [e for e in parser.error_log if e.level_name != "WARNING" or "UNDECLARED_ENTITY" in e.type_name]
    if not found and not entries:
        problems.add("XML_NOT_XML", Where(file, 1), detail="only comments or blanks")
    for entry in entries[:_SHOWN]:
        place = Where(file, entry.line, entry.column)
        detail = _one_line(entry.message)
        if entry.type_name == "ERR_RESOURCE_LIMIT":
            problems.add("XML_LIMIT", place, detail=detail.partition(", ")[0])
        elif not found:
            problems.add("XML_NOT_XML", place, detail=detail)
        elif entry.type_name in _TRUNCATED:
            tag = _IN_TAG.search(detail)
            problems.add("XML_TRUNCATED", place, element=tag.group(1) if tag else "a tag or comment")
        else:
            problems.add("XML_SYNTAX", place, detail=detail)
    if len(entries) > _SHOWN:
        problems.add("XML_SYNTAX", Where(file), detail=f"and {len(entries) - _SHOWN} more syntax errors")


def _one_line(text: str) -> str:
    return " ".join(text.split())
