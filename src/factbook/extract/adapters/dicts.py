"""Mentions as dictionaries: `{"start": 0, "end": 5, "type": "PER", "level": "NAM", "entity": "e1"}`.

`start` and `end` are characters of the text, end not included; `head_start` and `head_end` mark the head. Without
`entity` each mention is an entity of its own. `level` is NAM unless said otherwise.

The dictionaries of other programs are taken as they are: `label` and `score` (GLiNER), `entity_group` (Transformers
with an aggregation strategy), `start_pos`, `end_pos` and `labels` (Flair). Such labels become types by
`factbook.schema.labels`; a label that is none is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from factbook.model.kb import KB
from factbook.model.records import Document, Entity, Mention
from factbook.schema.labels import entity_type
from factbook.text.offsets import Span

LEVELS = frozenset({"NAM", "NOM", "PRO"})
# Our word: the words of others.
_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "start": ("start_pos", "start_char", "begin"),
    "end": ("end_pos", "end_char"),
    "label": ("entity_group", "tag"),
    "confidence": ("score", "probability"),
}


def kb_from_dicts(
    mentions: Iterable[Mapping[str, Any]], *, id: str, text: str = "", types: Mapping[str, str] | None = None
) -> KB:
    """A KB of one document. A `ValueError` names the mention that cannot be one. `types` says what labels mean."""
    kb = KB(name="dicts")
    kb.add(Document(id=id))
    for number, given in enumerate(mentions, 1):
        item = _in_our_words(given)
        if "type" not in item and "label" in item:
            kind = types.get(str(item["label"])) if types is not None else entity_type(str(item["label"]))
            if kind is None:
                continue
            item["type"] = kind
        _add(kb, item, number, id, text)
    return kb


def _add(kb: KB, item: Mapping[str, Any], number: int, id: str, text: str) -> None:
    start, end, kind, level = _checked(number, item, text)
    entity = str(item.get("entity") or f"ent-{id}-{number}")
    if entity not in kb.entities:
        kb.add(Entity(id=entity, type=kind, subtype=str(item.get("subtype", ""))))
    head = Span(id, int(item.get("head_start", start)), int(item.get("head_end", end)))
    confidence = item.get("confidence")
    kb.add(
        Mention(
            id=f"m-{id}-{number}",
            entity=entity,
            level=level,
            type=kind,
            extent=Span(id, start, end),
            head=head,
            text=text[start:end],
            head_text=text[head.start : head.end],
            confidence=None if confidence is None else float(confidence),
        )
    )


def _in_our_words(item: Mapping[str, Any]) -> dict[str, Any]:
    found = dict(item)
    best = item.get("labels")  # Flair: a list, the best first
    if isinstance(best, list) and best and isinstance(best[0], Mapping):
        found |= {"label": best[0].get("value", ""), "confidence": best[0].get("confidence")}
    for ours, theirs in _WORDS.items():
        word = next((word for word in theirs if word in item), None)
        if ours not in found and word is not None:
            found[ours] = item[word]
    return found


def _checked(number: int, item: Mapping[str, Any], text: str) -> tuple[int, int, str, str]:
    missing = [key for key in ("start", "end", "type") if key not in item]
    if missing:
        raise ValueError(f"mention {number} lacks {', '.join(missing)}")
    start, end = int(item["start"]), int(item["end"])
    if not 0 <= start < end or (text and end > len(text)):
        raise ValueError(f"mention {number}: characters {start} to {end} are no part of the text")
    level = str(item.get("level") or "NAM")
    if level not in LEVELS:
        raise ValueError(f"mention {number}: level {level!r} is none of {', '.join(sorted(LEVELS))}")
    return start, end, str(item["type"]), level
