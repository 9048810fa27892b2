"""Pieces of Markdown that the generated pages share."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Sequence

_CODE_OR_LESS = re.compile(r"`[^`]*`|<")
_NOTE = "<!-- Made by `python docs/generate.py`. Change the code, then run it again. -->"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [f"| {' | '.join(head)} |", f"| {' | '.join('---' for _ in head)} |"]
    return lines + [f"| {' | '.join(map(_cell, row))} |" for row in rows]


def _cell(text: str) -> str:
    return _plain(" ".join(text.split()).replace("|", "\\|"))


def _plain(text: str) -> str:
    """Text in which Markdown sees no HTML: outside of code `<` is written as an entity."""
    return _CODE_OR_LESS.sub(lambda found: "&lt;" if found[0] == "<" else found[0], text)


def code(text: str) -> str:
    return f"`{text}`" if text else ""


def words(names: Iterable[str]) -> str:
    return ", ".join(code(name) for name in names)


def prose(docstring: str) -> list[str]:
    """A docstring as Markdown: examples are fenced, indented parts stay as they are."""
    lines: list[str] = []
    for part in inspect.cleandoc(docstring).split("\n\n"):
        if part.startswith(">>> "):
            lines += ["```pycon", *part.split("\n"), "```", ""]
        else:
            lines += [*(line.rstrip() for line in _plain(part).split("\n")), ""]
    return lines


def page(title: str, intro: str, body: Iterable[str]) -> str:
    return "\n".join([f"# {title}", "", _NOTE, "", intro, "", *body]).rstrip() + "\n"
