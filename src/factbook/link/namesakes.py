"""Two people of one name stay two: the members of one name are parted where what documents say of them cannot agree."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Member(NamedTuple):
    """Entities of documents that share a name and say the same of it."""

    features: str  # see profile.py
    size: int  # how many entities
    context: frozenset[int]  # the main names of their documents


def part(members: Sequence[Member]) -> dict[str, str]:
    """For each member's features the label of its person: "" for the main one. The order of members does not matter."""
    ordered = sorted(members, key=lambda m: (-m.size, m.features))
    persons: list[tuple[list[Mapping[str, list[str]]], set[int], str]] = []
    labels: dict[str, str] = {}
    for member in ordered:
        known = json.loads(member.features) if member.features else {}
        best = None
        for person in persons:
            if all(_agree(known, other, bool(member.context & person[1])) for other in person[0]):
                best = person
                break
        if best is None:
            best = ([], set(), member.features if persons else "")
            persons.append(best)
        best[0].append(known)
        best[1].update(member.context)
        labels[member.features] = best[2]
    return labels


def _agree(first: Mapping[str, list[str]], second: Mapping[str, list[str]], shared_context: bool) -> bool:
    if "born" in first and "born" in second and not _overlap(first["born"], second["born"]):
        return False
    for kind in ("died", "gender", "suffix"):
        if kind in first and kind in second and first[kind] != second[kind]:
            return False
    fields = set(first.get("field", ())), set(second.get("field", ()))
    # Different fields of life alone are weak (a lawyer may be a senator): only where nothing else connects the two.
    return bool(not all(fields) or fields[0] & fields[1] or shared_context)


def _overlap(first: Sequence[str], second: Sequence[str]) -> bool:
    return int(first[0]) - 1 <= int(second[-1]) and int(second[0]) - 1 <= int(first[-1])
