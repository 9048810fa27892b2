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


COPIES = "best copies"  # in KB.extra, of a file read without its ERE: id, offset, length and text of what it repeats


class Told:
    """Places and texts that a best.xml repeats: from the ERE, else as the file that was read had them."""

    def __init__(self, kb: KB, ere: KB) -> None:
        self.ere = ere
        rows = [row.split("\t", 3) for row in kb.extra.get(COPIES, ())]
        self.copies = {row[0]: (row[1], row[2], row[3]) for row in rows if len(row) == 4}

    def mention(self, key: str) -> tuple[list[tuple[str, str]], str]:
        """Offset and length, as attributes, and text of an entity mention or filler."""
        found = self.ere.mentions.get(key) or self.ere.fillers.get(key)
        return self._copy(key) if found is None else (_sized(found.extent), found.text)

    def trigger(self, key: str) -> tuple[list[tuple[str, str]], str]:
        """The same of the trigger of a relation or event mention."""
        found = self.ere.relation_mentions.get(key) or self.ere.event_mentions.get(key)
        return self._copy(key) if found is None else (_sized(found.trigger), found.trigger_text)

    def _copy(self, key: str) -> tuple[list[tuple[str, str]], str]:
        offset, length, text = self.copies.get(key, ("", "", ""))
        return [("offset", offset), ("length", length)] if offset or length else [], text


def write(kb: KB, ere: KB) -> bytes:
    """The file. What it repeats of the ERE (offsets, texts, triggers) is looked up in `ere`."""
    told = Told(kb, ere)
    name = next(iter(kb.extra.get("best", ())), "") or _tree(kb)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<committed_belief_doc{attributes([('id', name)])}>"]
    for kind in ("belief", "sentiment"):
        chosen = [attitude for attitude in kb.attitudes.values() if attitude.kind == kind]
        lines += _part(f"{kind}_annotations", list(_annotations(chosen, kind, told)), "  ")
    return ("\n".join(lines) + "\n</committed_belief_doc>\n").encode("utf-8")


def _tree(kb: KB) -> str:
    doc = next((attitude.doc for attitude in kb.attitudes.values()), "")
    return f"tree-{doc}" if doc else ""


def _part(name: str, lines: list[str], indent: str) -> list[str]:
    return [f"{indent}<{name}>", *lines, f"{indent}</{name}>"] if lines else [f"{indent}<{name} />"]


def _annotations(attitudes: list[Attitude], kind: str, told: Told) -> Lines:
    for target_kind, name in _LISTS.items():
        groups: dict[str, list[Attitude]] = {}
        for attitude in attitudes:
            if attitude.target_kind == target_kind:
                groups.setdefault(attitude.target, []).append(attitude)
        if groups or target_kind in schema.TARGETS[kind]:
            targets = [_target(target, target_kind, group, kind, told) for target, group in groups.items()]
            yield from _part(name, [line for lines in targets for line in lines], "    ")


def _target(target: str, target_kind: str, group: list[Attitude], kind: str, told: Told) -> Lines:
    place, text = told.mention(target) if target_kind == "entity" else ([], "")
    yield f"      <{target_kind}{attributes([('ere_id', target), *place])}>"
    if place or text:
        yield f"        <text>{escape(text)}</text>"
    place, text = told.trigger(target) if target_kind != "entity" else ([], "")
    if place or text:
        yield f"        <trigger{attributes(place)}>{escape(text)}</trigger>"
    whole = [attitude for attitude in group if attitude.argument is None]
    if whole:
        yield from _attitudes(whole, kind, told, "        ")
    yield from _arguments(group, kind, told)
    yield f"      </{target_kind}>"


def _arguments(group: list[Attitude], kind: str, told: Told) -> Lines:
    arguments: dict[str, list[Attitude]] = {}
    for attitude in group:
        if attitude.argument is not None:
            arguments.setdefault(attitude.argument, []).append(attitude)
    if not arguments:
        return
    yield "        <arguments>"
    for argument, chosen in arguments.items():
        place, text = told.mention(argument)
        yield f"          <arg{attributes([('ere_id', argument), *place])}>"
        if place or text:
            yield f"            <text>{escape(text)}</text>"
        yield from _attitudes(chosen, kind, told, "            ")
        yield "          </arg>"
    yield "        </arguments>"


def _attitudes(attitudes: Iterable[Attitude], kind: str, told: Told, indent: str) -> Lines:
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
            place, text = told.mention(attitude.source)
            yield f"{tag}>"
            yield f"{indent}    <source{attributes([('ere_id', attitude.source), *place])}>{escape(text)}</source>"
            yield f"{indent}  </{kind}>"
    yield f"{indent}</{kind}s>"


def _sized(place: Locator | None) -> list[tuple[str, str]]:
    if not isinstance(place, Span):
        return []
    offset, length = place.sized
    return [("offset", str(offset)), ("length", str(length))]
