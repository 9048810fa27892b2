"""APF 5.2.0: the ACE program format (seed: ACE 2008 plan, section 2 and appendix C).

Entities and relations with or without their mentions; `value`, `timex2` and `event` of older files survive.
With the text in `context.sources` spans are raw characters; without it they stay ACE offsets and the Document says
so (`offsets="ace"`). Values are trimmed and keep their case; ACE compares them without regard to case.
"""

from __future__ import annotations

from factbook.formats import xml_comments
from factbook.formats.apf_read import Reader
from factbook.formats.apf_write import DOCUMENT_TYPE, Writer
from factbook.formats.format import ERROR, FATAL, WARNING, Code, Context, Problems
from factbook.formats.xml import CODES as XML_CODES
from factbook.formats.xml import SPAN_CODES, parse
from factbook.model.kb import KB
from factbook.model.records import Record

# What stops the evaluation program is fatal here too.
_FATAL = frozenset({"BAD_VALUE", "BAD_NUMBER", "DUPLICATE_ID", "ZERO_LENGTH"})
CODES = (
    *(Code(c.name, FATAL if c.name in _FATAL else c.severity, c.message, c.advice) for c in (*XML_CODES, *SPAN_CODES)),
    Code("UNKNOWN_ID", FATAL, "REFID={id!r} of <{element}> names nothing in this file", "correct the id"),
    Code("ENTITY_DIFFERS", FATAL, "entity {id} has another TYPE, SUBTYPE or CLASS in an earlier document"),
    Code("BAD_SPAN", FATAL, "<{element}> holds no usable START and END", "write whole numbers from 0"),
    Code("BAD_SUBTYPE", FATAL, "{type} has no subtype {subtype!r}", "see tables 2 and 4 of the ACE 2008 plan"),
    Code("ARGUMENT_ROLES", ERROR, "relation {id} has {count} arguments {role}", "write one Arg-1 and one Arg-2"),
    Code("ARGUMENT_TYPE", WARNING, "{role} of {type} {subtype} is {found}, not {wanted}"),
    Code("MENTION_ELSEWHERE", ERROR, "mention {mention} is no mention of the relation's {role} {entity}"),
    Code("HEAD_OUTSIDE", ERROR, "the head of mention {id} lies outside its extent"),
    Code("NOT_EVALUATED", WARNING, "mention {id} lies outside <TEXT>", "ACE looks only at the text"),
)
ROOT = "source_file"


def read(data: bytes, *, file: str, context: Context) -> tuple[KB, Problems]:
    """The KB of one file: one document, or several that may share entities."""
    problems = Problems(CODES, ignore=context.ignore)
    root = parse(data, file=file, root=ROOT, problems=problems, context=context)
    if root is None:
        return KB(), problems
    kb = Reader(root, file, dict(context.sources), problems).kb
    xml_comments.collect(data, kb, usual=DOCUMENT_TYPE)
    return kb, problems


def write(content: KB, *, context: Context) -> bytes:
    """The file. Documents with raw offsets need their text, or `CannotWrite` is raised."""
    return xml_comments.restore(Writer(content, context.sources).data(), content)


def check(data: bytes, *, file: str, context: Context) -> Problems:
    """Problems of reading, structure, values, references, and spans against `context.sources`."""
    from factbook.formats import apf_check  # who only reads does not wait for it

    problems = Problems(CODES, ignore=context.ignore)
    root = parse(data, file=file, root=ROOT, problems=problems, context=context)
    if root is not None:
        kb = Reader(root, file, dict(context.sources), problems).kb
        apf_check.check(root, kb, file=file, context=context, problems=problems)
    return problems


def losses(content: KB, *, context: Context) -> list[Record]:
    """The mentions that `write` leaves out, because they stand inside a tag."""
    lost = Writer(content, context.sources).lost
    return [mention for mention in content.mentions.values() if mention.id in lost]
