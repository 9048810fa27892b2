"""Traditional Chinese characters as simplified ones, one for one: offsets stay, and the original is written out.

Words, tables and names are looked up in simplified characters; only `Source.text` ever reaches a user.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import resources


@cache
def _table() -> dict[int, str]:
    text = (resources.files("factbook.text") / "data" / "traditional.tsv").read_text(encoding="utf-8")
    pairs = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {ord(traditional): plain for traditional, plain in pairs}


@lru_cache(maxsize=65536)
def simplified(text: str) -> str:
    """The text in simplified characters; of the same length."""
    return text if text.isascii() else text.translate(_table())
