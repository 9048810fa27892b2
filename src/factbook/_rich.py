"""Rich HTML in a notebook. Records say only that they have it; how they look is said in `factbook.browse.notebook`.

It stands outside the rooms and is found when a notebook asks, so that no room imports `browse`.
"""

from __future__ import annotations

from importlib import import_module


def repr_html(thing: object) -> str:
    """What a notebook shows of a record."""
    text: str = import_module("factbook.browse.notebook").html(thing)
    return text
