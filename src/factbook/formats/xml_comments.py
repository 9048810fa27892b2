"""Comments of XML files: read with their place, written back there.

A place is the element that follows the comment, or the start or end of the one that it stands in, named by tag and id;
elements without an id are named by the one that they stand in. A KB holds comments in `extra`, one string each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from lxml import etree

from factbook.formats.format import Problems
from factbook.formats.xml import CODES, LIMIT, as_utf8, parser
from factbook.model.kb import KB

KEY = "xml comments"  # in KB.extra; each "PLACE TAG ID" and, after a line feed, the text
_IDS = ("ID", "DOCID", "id", "ere_id")
_TAG = re.compile(r"(\s*)<(/?)([A-Za-z_][\w.-]*)([^<>]*?)(/?)>")
_ID = re.compile(r'\s(?:ID|DOCID|id|ere_id)="([^"]*)"')
_MARK = b"<!--"


def collect(data: bytes, kb: KB) -> None:
    """Put the comments of a file into a KB."""
    if _MARK not in data:
        return
    text = as_utf8(data, LIMIT, "", Problems(CODES))  # what is wrong with the file has been told
    root = etree.fromstring(text, parser(keep_comments=True)) if text is not None else None
    if root is None:
        return
    found = [_entry("head", comment) for comment in reversed(list(root.itersiblings(etree.Comment, preceding=True)))]
    found += [_entry(_place(comment), comment) for comment in root.iter(etree.Comment)]
    found += [_entry("tail", comment) for comment in root.itersiblings(etree.Comment)]
    if found:
        kb.extra[KEY] = tuple(found)


def _entry(place: str, comment: etree._Element) -> str:
    return f"{place}\n{comment.text or ''}"


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
    entries = kb.extra.get(KEY, ())
    if not entries:
        return written
    waiting: dict[str, list[str]] = {}
    for entry in entries:
        place, _, text = entry.partition("\n")
        waiting.setdefault(place, []).append(f"<!--{_safe(text)}-->")
    lines = written.decode("utf-8").split("\n")
    body = list(_with_comments(lines, waiting))
    rest = [comment for held in waiting.values() for comment in held]
    return "\n".join([*body[:-1], *rest, *body[-1:]]).encode("utf-8")


def _with_comments(lines: Iterable[str], waiting: dict[str, list[str]]) -> Iterable[str]:
    """The lines with comments beside the tags, not on lines of their own: white space may belong to the content."""
    open_ids: dict[str, list[str]] = {}
    for line in lines:
        match = _TAG.match(line)
        if match is None:
            yield line
            continue
        indent, closing, tag, attributes, alone = match.groups()
        said = _ID.search(attributes)
        if closing:
            held = open_ids.get(tag) or [""]
            name = f"{tag} {held.pop()}".rstrip()
            yield f"{indent}{''.join(waiting.pop(f'end {name}', ()))}{line[len(indent) :]}"
            continue
        key = said.group(1) if said else ""
        name = f"{tag} {key}".rstrip()
        before = [] if open_ids else waiting.pop("head", [])
        front, at, inside = [*before, *waiting.pop(f"before {name}", [])], match.end(), []
        if not alone and f"</{tag}>" not in line:
            open_ids.setdefault(tag, []).append(key)
            inside = waiting.pop(f"start {name}", [])
        yield f"{indent}{''.join(front)}{line[len(indent) : at]}{''.join(inside)}{line[at:]}"


def _safe(text: str) -> str:
    """A comment may neither hold two hyphens in a row nor end with one."""
    text = text.replace("--", "- -").replace("--", "- -")
    return f"{text} " if text.endswith("-") else text
