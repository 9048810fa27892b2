"""Records of pages as HTML: the Jinja environment with its filters. Templates escape everything by default."""

from __future__ import annotations

from functools import cache, partial
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from factbook._version import __version__
from factbook.browse.draw import TYPES, document_html, linked, named
from factbook.browse.links import FileLinks, NoLinks, SiteLinks, document_key
from factbook.browse.marks import Canvas, Mark, highlighted
from factbook.browse.scripts import direction_of, tame
from factbook.browse.shown import DocumentPage, Passage, Ref

LANGUAGES = {"en": "English", "es": "Spanish", "zh": "Chinese", "ar": "Arabic", "": "no language"}
LINKS: dict[str, type[SiteLinks]] = {"site": SiteLinks, "file": FileLinks, "notebook": NoLinks}
VALUES = {
    "CB": "firmly believes", "NCB": "thinks it possible", "ROB": "reports", "NA": "wishes or asks",
    "pos": "positive", "neg": "negative", "none": "neutral",
}  # fmt: skip


@cache
def environment(kind: str = "site") -> Environment:
    """Templates with the links of a site, of one file, or without any for a notebook."""
    links = LINKS[kind]()
    found = Environment(
        loader=PackageLoader("factbook.browse"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals |= {
        "links": links,
        "document_key": document_key,
        "version": __version__,
        "query": lambda **values: urlencode({k: v for k, v in values.items() if v not in ("", None)}, doseq=True),
        "values_of": VALUES,
        "languages": LANGUAGES,
        "entity_types": ("PER", "ORG", "GPE", "LOC", "FAC", "VEH", "WEA"),
    }
    found.filters |= {
        "named": lambda text: Markup(named(str(text))),
        "tame": lambda text: tame(str(text)),
        "entity": lambda entity: Markup(_entity(entity, links)),
        "slot": slot_label,
        "conf": lambda number: f"{number:.2f}",
        "tenth": lambda number: max(0, min(10, round((number or 0) * 10))),
        "n": lambda number: f"{number:,}",
        "direction": direction_of,
        "language": lambda code: LANGUAGES.get(code, code),
        "drawn": partial(_drawn, links),
        "passage": _passage,
        "item": _item,
        "typed": lambda kind: kind if kind in TYPES else "other",
    }
    return found


def render(template: str, *, kind: str = "site", **values: Any) -> str:
    """A template filled in. The name of a template never comes from a request."""
    return environment(kind).get_template(template).render(**values)


def slot_label(name: str) -> str:
    """`per:city_of_birth` as `city of birth`; `physical.resident` as `resident`."""
    head, colon, tail = name.partition(":")
    if colon and head in ("per", "org", "gpe"):
        return tame(tail.replace("_", " "))
    return tame(name)


def _entity(entity: Ref, links: SiteLinks) -> str:
    return linked(entity, links)


def _drawn(links: SiteLinks, page: DocumentPage, prefix: str = "") -> Markup:
    return Markup(document_html(page, links, prefix))


def _item(placed: Any) -> Markup:
    """An item of a score on its text: gold and what systems marked."""
    marks = [Mark(start, end, "gold", anchor=False) for start, end in placed.item.spans]
    for verdict in placed.item.verdicts:
        if verdict.outcome not in ("right", "ignored"):
            marks += [Mark(a, b, "system", title=verdict.system, anchor=False) for a, b in verdict.spans]
    canvas = Canvas(placed.text, placed.offset, marks)
    return Markup(canvas.draw(placed.offset, placed.offset + len(placed.text)))


def _passage(passage: Passage, layer: str = "f") -> Markup:
    return Markup(highlighted(passage.text, passage.offset, passage.spans, layer))
