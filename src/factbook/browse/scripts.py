"""The script of a text: which language and direction its HTML says, and which characters must not act on a page."""

from __future__ import annotations

import re

_ARABIC = re.compile(r"[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufeff]")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
# Overrides and control characters can make a text look like another one. They are shown, not obeyed.
_ACTING = re.compile(r"[\u202d\u202e\u2066-\u2069\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def language_of(text: str) -> str:
    """ar or zh by the letters; "" where they do not tell."""
    if _ARABIC.search(text):
        return "ar"
    return "zh" if _HAN.search(text) else ""


def direction_of(language: str) -> str:
    """rtl for Arabic."""
    return "rtl" if language == "ar" else "ltr"


def tame(text: str) -> str:
    """Characters that act on the text around them, as visible marks."""
    return _ACTING.sub(lambda found: f"⟨U+{ord(found.group()):04X}⟩", text)
