"""Attitudes as best.xml, in the layout of the seed's example."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from factbook.formats.xml import attributes, escape
from factbook.model.kb import KB
from factbook.model.records import Attitude, Locator
from factbook.schema import best as schema
from factbook.text.offsets import Span

_LISTS = {"entity": "entities", "relation": "relations", "event": "events"}
Lines = Iterator[str]


def write(kb: KB, ere: KB) -> bytes:
    """The file. What it repeats of the ERE (offsets, texts, triggers) is looked up in `ere`."""
    name = next(iter(kb.extra.get("best", ())), "") or _tree(kb)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<committed_belief_doc{attributes([('id', name)])}>"]
    for kind in ("belief", "sentiment"):
        chosen = [attitude for attitude in kb.attitudes.values() if attitude.kind == kind]
        lines += _part(f"{kind}_annotations", list(_annotations(chosen, kind, ere)), "  ")
    return ("\n".join(lines) + "\n</committed_belief_doc>\n").encode("utf-8")


def _tree(kb: KB) -> str:
    doc = next((attitude.doc for attitude in kb.attitudes.values()), "")
    return f"tree-{doc}" if doc else ""


def _part(name: str, lines: list[str], indent: str) -> list[str]:
    return [f"{indent}<{name}>", *lines, f"{indent}</{name}>"] if lines else [f"{indent}<{name} />"]


def _annotations(attitudes: list[Attitude], kind: str, ere: KB) -> Lines:
    for target_kind, name in _LISTS.items():
        groups: dict[str, list[Attitude]] = {}
        for attitude in attitudes:
            if attitude.target_kind == target_kind:
                groups.setdefault(attitude.target, []).append(attitude)
        if groups or target_kind in schema.TARGETS[kind]:
            targets = [_target(target, target_kind, group, kind, ere) for target, group in groups.items()]
            yield from _part(name, [line for lines in targets for line in lines], "    ")


def _target(target: str, target_kind: str, group: list[Attitude], kind: str, ere: KB) -> Lines:
    extent, text = _mention(target, ere) if target_kind == "entity" else (None, "")
    yield f"      <{target_kind}{attributes([('ere_id', target), *_sized(extent)])}>"
    if extent is not None:
        yield f"        <text>{escape(text)}</text>"
    mention = ere.relation_mentions.get(target) or ere.event_mentions.get(target)
    if mention is not None and mention.trigger is not None:
        words = attributes(_sized(mention.trigger))
        yield f"        <trigger{words}>{escape(mention.trigger_text)}</trigger>"
    whole = [attitude for attitude in group if attitude.argument is None]
    if whole:
        yield from _attitudes(whole, kind, ere, "        ")
    yield from _arguments(group, kind, ere)
    yield f"      </{target_kind}>"


def _arguments(group: list[Attitude], kind: str, ere: KB) -> Lines:
    arguments: dict[str, list[Attitude]] = {}
    for attitude in group:
        if attitude.argument is not None:
            arguments.setdefault(attitude.argument, []).append(attitude)
    if not arguments:
        return
    yield "        <arguments>"
    for argument, chosen in arguments.items():
        extent, text = _mention(argument, ere)
        yield f"          <arg{attributes([('ere_id', argument), *_sized(extent)])}>"
        if extent is not None:
            yield f"            <text>{escape(text)}</text>"
        yield from _attitudes(chosen, kind, ere, "            ")
        yield "          </arg>"
    yield "        </arguments>"


def _attitudes(attitudes: Iterable[Attitude], kind: str, ere: KB, indent: str) -> Lines:
    yield f"{indent}<{kind}s>"
    for attitude in attitudes:
        value = attitude.value.lower()
        words = [("type", value), ("polarity", attitude.polarity)] if kind == "belief" else [("polarity", value)]
        words.append(("sarcasm", "yes" if attitude.sarcasm else "no"))
        sure = "" if attitude.confidence is None else repr(attitude.confidence)
        tag = f"{indent}  <{kind}{attributes([*words, ('confidence', sure), *attitude.extra])}"
        if attitude.source is None:
            yield f"{tag} />"
        else:
            extent, text = _mention(attitude.source, ere)
            place = attributes([("ere_id", attitude.source), *_sized(extent)])
            yield f"{tag}>"
            yield f"{indent}    <source{place}>{escape(text)}</source>"
            yield f"{indent}  </{kind}>"
    yield f"{indent}</{kind}s>"


def _mention(key: str, ere: KB) -> tuple[Locator | None, str]:
    """Place and text of an entity mention or filler."""
    found = ere.mentions.get(key) or ere.fillers.get(key)
    return (None, "") if found is None else (found.extent, found.text)


def _sized(place: Locator | None) -> list[tuple[str, str]]:
    if not isinstance(place, Span):
        return []
    offset, length = place.sized
    return [("offset", str(offset)), ("length", str(length))]
