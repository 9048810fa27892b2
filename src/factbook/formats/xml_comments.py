"""Comments, processing instructions and document type of XML files: read with their place, written back there.

A place is the element that follows the comment, or the start or end of the one that it stands in, named by tag and id;
elements without an id are named by the one that they stand in. A KB holds them in `extra`, one string each.
"""

from __future__ import annotations

import codecs
import re
from html import unescape

from lxml import etree

from factbook.formats.format import Problems
from factbook.formats.xml import CODES, LIMIT, as_utf8, parser
from factbook.model.kb import KB

# In KB.extra; each "PLACE TAG ID" and, after a line feed, the text. That of a processing instruction begins with "? ".
KEY = "xml comments"
DOCTYPE = "xml document type"  # in KB.extra, as it stands in the file
_IDS = ("ID", "DOCID", "id", "ere_id")
_TAG = re.compile(r"<(/?)([A-Za-z_][\w.-]*)([^<>]*?)(/?)>")
_ID = re.compile(r'\s(?:ID|DOCID|id|ere_id)="([^"]*)"')
_MARK = b"<!--"
_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_KINDS = (etree.Comment, etree.ProcessingInstruction)
_PROLOG = rb"(?:\xef\xbb\xbf)?\s*+(?>(?:<\?.*?\?>|<!--.*?-->)\s*+)*+"  # never looked at twice
_TYPE = re.compile(_PROLOG + rb"(<!DOCTYPE\s[^>\[]*(?:\[[^\]]*\]\s*)?>)", re.DOTALL)
_NAME = re.compile(r"<!DOCTYPE\s+([^\s>\[]+)")


def collect(data: bytes, kb: KB, *, usual: str = "") -> None:
    """Put the comments, processing instructions and any but the usual document type of a file into a KB."""
    if data.startswith(_WIDE):
        data = as_utf8(data, LIMIT, "", Problems(CODES)) or b""
    declared = _TYPE.match(data[:10_000])
    if declared is not None and declared.group(1) != usual.encode():
        kb.extra[DOCTYPE] = (declared.group(1).decode("utf-8", errors="replace"),)
    if not _commented(data) and not _instructed(data):
        return
    text = as_utf8(data, LIMIT, "", Problems(CODES))  # what is wrong with the file has been told
    root = etree.fromstring(text, parser(keep_comments=True)) if text is not None else None
    if root is None:
        return
    found = [_entry("head", one) for one in reversed(list(root.itersiblings(*_KINDS, preceding=True)))]
    found += [_entry(_place(one), one) for one in root.iter(*_KINDS)]
    found += [_entry("tail", one) for one in root.itersiblings(*_KINDS)]
    if found:
        kb.extra[KEY] = tuple(found)


def _commented(data: bytes) -> bool:
    """Whether a comment may be there. (A search for one byte is much faster than one for a word.)"""
    mark = data.find(b"!")
    while mark >= 0:
        if data.startswith(_MARK, mark - 1):
            return True
        mark = data.find(b"!", mark + 1)
    return False


def _instructed(data: bytes) -> bool:
    """Whether a processing instruction may be there besides the XML declaration."""
    start = data.find(b"?>") + 2 if data.startswith(b"<?xml") else 0
    return data.find(b"?", start) >= 0 and data.find(b"<?", 6) >= 0


def _entry(place: str, node: etree._Element) -> str:
    if isinstance(node, etree._ProcessingInstruction):
        target = node.target if isinstance(node.target, str) else node.target.decode()
        return f"? {place}\n{target} {node.text or ''}".rstrip(" ")
    return f"{place}\n{node.text or ''}"


def _place(comment: etree._Element) -> str:
    following = next(comment.itersiblings("*"), None)
    if following is not None and _id(following):
        return f"before {following.tag} {_id(following)}"
    where = "end" if following is None else "start"
    for parent in comment.iterancestors():
        if _id(parent) or parent.getparent() is None:
            return f"{where} {parent.tag} {_id(parent)}".rstrip()
    return "tail"


def _id(element: etree._Element) -> str:
    return next((str(element.get(name)).strip() for name in _IDS if element.get(name)), "")


def restore(written: bytes, kb: KB) -> bytes:
    """The file with the KB's comments in their places; one whose place is gone stands at the end."""
    written = _retyped(written, kb.extra.get(DOCTYPE, ()))
    entries = kb.extra.get(KEY, ())
    if not entries:
        return written
    waiting: dict[str, list[str]] = {}
    for entry in entries:
        place, _, text = entry.partition("\n")
        shown = f"<?{text}?>" if place.startswith("? ") else f"<!--{_safe(text)}-->"
        waiting.setdefault(place.removeprefix("? "), []).append(shown)
    body, _, end = _with_comments(written.decode("utf-8"), waiting).rpartition("\n")
    rest = [comment for held in waiting.values() for comment in held]
    return "\n".join([body, *rest, end]).encode("utf-8")


def _retyped(written: bytes, declared: tuple[str, ...]) -> bytes:
    """The file with the document type that was read, if it is that of the root element written here."""
    name = _NAME.match(declared[0]) if declared else None
    if name is None or f"\n<{name.group(1)}" not in written[:2000].decode("utf-8", errors="replace"):
        return written
    head, _, rest = written.partition(b"\n")
    own = _TYPE.match(rest)
    if own is not None:
        rest = rest[own.end() :].removeprefix(b"\n")
    return b"\n".join([head, declared[0].encode("utf-8"), rest])


def _with_comments(text: str, waiting: dict[str, list[str]]) -> str:
    """The text with comments beside the tags, not on lines of their own: white space may belong to the content."""
    open_ids: dict[str, list[str]] = {}

    def beside(match: re.Match[str]) -> str:
        closing, tag, attributes, alone = match.groups()
        if closing:
            held = open_ids.get(tag) or [""]
            return "".join([*waiting.pop(f"end {tag} {held.pop()}".rstrip(), ()), match.group()])
        said = _ID.search(attributes)
        key = unescape(said.group(1)).strip() if said else ""
        name = f"{tag} {key}".rstrip()
        front = [] if open_ids else waiting.pop("head", [])
        front += waiting.pop(f"before {name}", [])
        if alone:
            return "".join([*front, match.group()])
        open_ids.setdefault(tag, []).append(key)
        return "".join([*front, match.group(), *waiting.pop(f"start {name}", [])])

    return _TAG.sub(beside, text)


def _safe(text: str) -> str:
    """A comment may neither hold two hyphens in a row nor end with one."""
    text = text.replace("--", "- -").replace("--", "- -")
    return f"{text} " if text.endswith("-") else text
