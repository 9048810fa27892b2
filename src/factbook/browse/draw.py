"""A document as HTML: its blocks as a thread, with the marks of every layer on the text."""

from __future__ import annotations

import html
from collections.abc import Iterable

from factbook.browse.links import SiteLinks
from factbook.browse.marks import Canvas, Mark
from factbook.browse.scripts import language_of, tame
from factbook.browse.shown import Block, DocumentPage, Ref

TYPES = frozenset({"PER", "ORG", "GPE", "LOC", "FAC", "VEH", "WEA"})
_TAGS = {"headline": "h2", "dateline": "p", "p": "p", "text": "div", "meta": "div", "quote": "blockquote",
         "post": "article"}  # fmt: skip
_SIGNS = {"pos": "pos", "neg": "neg", "CB": "sure", "NCB": "unsure", "ROB": "told", "NA": "na"}


def document_html(page: DocumentPage, links: SiteLinks, prefix: str = "") -> str:
    """The text of a document page. `prefix` keeps anchors of several documents in one file apart."""
    markup = page.document.genre != "plain"
    canvas = Canvas(page.text, page.offset, _marks(page, links), markup=markup)
    canvas.prefix = prefix
    return "".join(_block(block, canvas, links, prefix) for block in page.blocks)


def _marks(page: DocumentPage, links: SiteLinks) -> Iterable[Mark]:
    for mention in page.mentions:
        kind = mention.entity.type if mention.entity.type in TYPES else "other"
        title = f"{mention.entity.type} {mention.entity.name} ({mention.level})"
        yield Mark(mention.start, mention.end, f"m m-{kind}", links.entity(mention.entity), title)
    for fact in page.facts:
        value = fact.entity.name if fact.entity else fact.value
        for start, end in fact.spans:
            yield Mark(start, end, "f", "", f"{fact.subject.name} · {fact.slot} · {value}")
    for event in page.events:
        yield Mark(event.start, event.end, "e", "", f"event {event.type}")
    for thought in page.thoughts:
        source = thought.source.name if thought.source else "the author"
        title = f"{source}: {thought.kind} {thought.value}"
        yield Mark(thought.start, thought.end, f"t t-{_SIGNS.get(thought.value, 'na')}", "", title)


def _block(block: Block, canvas: Canvas, links: SiteLinks, prefix: str) -> str:
    tag = _TAGS.get(block.kind, "div")
    inside, place = [_heading(block, links, prefix)], block.start
    if block.blocks:
        for inner in block.blocks:
            inside.append(_block(inner, canvas, links, prefix))
    else:
        inside.append(canvas.draw(place, block.end))
    name = f' id="{prefix}{block.anchor}"' if block.kind == "post" and block.anchor else ""
    return f'<{tag} class="b-{block.kind}"{name}>{"".join(inside)}</{tag}>'


def _heading(block: Block, links: SiteLinks, prefix: str) -> str:
    """Who wrote a post or a quote, and when."""
    if block.kind not in ("post", "quote") or not (block.author or block.date):
        return ""
    who = named(block.author) if block.author_entity is None else linked(block.author_entity, links, block.author)
    if block.kind == "quote":
        where = f'<a href="#{prefix}{block.anchor}">{who_plain(block.author)} wrote</a>' if block.anchor else ""
        return f"<header>{where or who + ' wrote'}</header>"
    when = f"<time>{html.escape(tame(block.date.replace('T', ' ')))}</time>" if block.date else ""
    return f"<header>{who} {when}</header>"


def who_plain(text: str) -> str:
    return named(text) if text else "somebody"


def named(text: str) -> str:
    """A name that keeps to itself, whatever its direction, with its language where the letters tell it."""
    language = language_of(text)
    extra = f' lang="{language}"' if language else ""
    return f"<bdi{extra}>{html.escape(tame(text))}</bdi>"


def linked(entity: Ref, links: SiteLinks, text: str = "") -> str:
    """An entity as a link."""
    kind = entity.type if entity.type in TYPES else "other"
    href, name = links.entity(entity), named(text or entity.name)
    if not href:
        return f'<span class="n n-{kind}">{name}</span>'
    return f'<a class="n n-{kind}" href="{html.escape(href)}">{name}</a>'
