"""The page on the public names of the package, from their definitions and docstrings."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from typing import NamedTuple

import factbook
from docs.markdown import code, page, prose, table, words

_COMMENT = re.compile(r"#(?! noqa| type:)\s*(.+)$")
_INTRO = (
    "All names below are imported from `factbook`; nothing else is promised to stay. [python.md](python.md) shows\n"
    "them at work. A name is loaded when it is first used, so `import factbook` is quick."
)
# heading: the modules whose public names come under it
_PARTS = {
    "Functions": ("factbook.api", "factbook.kb_api", "factbook.text.inputs"),
    "Documents and places": ("factbook.text.source", "factbook.text.offsets"),
    "Records": ("factbook.model.kb", "factbook.model.records", "factbook.model.tasks"),
    "Files": ("factbook.formats.format",),
    "Scores": ("factbook.evaluate.measure", "factbook.evaluate.scoring", "factbook.evaluate.best_tuples"),
    "Extraction and knowledge bases": (
        "factbook.extract.pipeline",
        "factbook.run.build",
        "factbook.store.store",
        "factbook.query.ask",
    ),
}


class Definition(NamedTuple):
    """A class or function where it is written, with its source lines: they hold the comments on fields."""

    name: str
    node: ast.ClassDef | ast.FunctionDef
    lines: list[str]


def definition(name: str) -> Definition:
    """The definition of a public name, in the module that wrote it."""
    text = inspect.getsource(import_module(getattr(factbook, name).__module__))
    kinds = (ast.ClassDef, ast.FunctionDef)
    node = next(one for one in ast.parse(text).body if isinstance(one, kinds) and one.name == name)
    return Definition(name, node, text.splitlines())


def python_api() -> str:
    """Every public name, by part."""
    shown = {name for modules in _PARTS.values() for module in modules for name in factbook._NAMES.get(module, ())}
    left_out = sorted(set(factbook.__all__) - shown - {"__version__"})
    if left_out:
        raise ValueError(f"docs/python_api.py: no part of the page has {', '.join(left_out)}")
    body: list[str] = []
    for title, modules in _PARTS.items():
        definitions = [definition(name) for module in modules for name in factbook._NAMES.get(module, ())]
        body += [f"## {title}", "", f"{words(one.name for one in definitions)}.", ""]
        for one in definitions:
            body += _entry(one)
    return page("Python API", _INTRO, body)


def _entry(one: Definition) -> Iterator[str]:
    yield from (f"### {one.name}", "")
    if isinstance(one.node, ast.FunctionDef):
        yield from ("```python", _signature(one.node, wide=True), "```", "")
        yield from prose(ast.get_docstring(one.node) or "")
        return
    yield from prose(ast.get_docstring(one.node) or "")
    fields = [item for item in one.node.body if isinstance(item, ast.AnnAssign) and _public(ast.unparse(item.target))]
    if fields:
        yield from table(("field", "type", "default", "meaning"), (_field(item, one.lines) for item in fields))
        yield ""
    methods = [item for item in one.node.body if isinstance(item, ast.FunctionDef) and _public(item.name)]
    for item in methods:
        about = (ast.get_docstring(item) or "").partition("\n\n")[0]
        yield f"- {code(_signature(item))}{': ' if about else ''}{' '.join(prose(about)).strip()}"
    if methods:
        yield ""


def _public(name: str) -> bool:
    return not name.startswith("_")


def _field(item: ast.AnnAssign, lines: list[str]) -> tuple[str, str, str, str]:
    comment = _COMMENT.search(lines[(item.end_lineno or item.lineno) - 1][item.end_col_offset or 0 :])
    default = ast.unparse(item.value) if item.value else ""
    return (
        code(ast.unparse(item.target)),
        code(ast.unparse(item.annotation)),
        code(default),
        comment[1] if comment else "",
    )


def _signature(node: ast.FunctionDef, *, wide: bool = False) -> str:
    """`name(arguments) -> type`, without `self`; a property is its name and type. `wide`: a line an argument."""
    decorators = {ast.unparse(one).rpartition(".")[2] for one in node.decorator_list}
    returns = ast.unparse(node.returns) if node.returns else ""
    if decorators & {"property", "cached_property"}:
        return f"{node.name}: {returns}"
    arguments = ast.unparse(node.args)
    arguments = re.sub(r"^(self|cls)(, |$)", "", arguments)
    if wide and len(arguments) > 90:
        parts = re.split(r", (?![^\[(]*[\])])", arguments)
        arguments = "\n    " + ",\n    ".join(parts) + ",\n"
    return f"{node.name}({arguments}) -> {returns}"
