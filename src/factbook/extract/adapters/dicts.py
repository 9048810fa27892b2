"""Mentions as dictionaries: `{"start": 0, "end": 5, "type": "PER", "level": "NAM", "entity": "e1"}`.

`start` and `end` are characters of the text, end not included; `head_start` and `head_end` mark the head. Without
`entity` each mention is an entity of its own. `level` is NAM unless said otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from factbook.model.kb import KB
from factbook.model.records import Document, Entity, Mention
from factbook.text.offsets import Span

LEVELS = frozenset({"NAM", "NOM", "PRO"})


def kb_from_dicts(mentions: Iterable[Mapping[str, Any]], *, id: str, text: str = "") -> KB:
    """A KB of one document. A `ValueError` names the mention that cannot be one."""
    kb = KB(name="dicts")
    kb.add(Document(id=id))
    for number, item in enumerate(mentions, 1):
        start, end, kind, level = _checked(number, item, text)
        entity = str(item.get("entity") or f"ent-{id}-{number}")
        if entity not in kb.entities:
            kb.add(Entity(id=entity, type=kind, subtype=str(item.get("subtype", ""))))
        head = Span(id, int(item.get("head_start", start)), int(item.get("head_end", end)))
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
                confidence=item.get("confidence"),
            )
        )
    return kb


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
