"""Write the pages that say what the code says: commands, formats, problems, measures, pipeline, Python.

    python docs/generate.py            write the pages
    python docs/generate.py --check    exit 1 where a page is not up to date

Arguments are rendered from the parsers themselves, because the help text of argparse differs between Python versions.
"""

from __future__ import annotations

import argparse
import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))  # so that it runs as a script too

from docs.markdown import code, page, prose, table, words  # noqa: E402
from docs.python_api import python_api  # noqa: E402

# Tables of problem codes that belong to no format: (title, table, when they occur).
_OTHER_CODES = (
    ("Files and archives", "factbook.text.files:CODES", "Wherever files, folders, patterns or archives are named."),
    (
        "Documents",
        "factbook.text.inputs:CODES",
        "Wherever documents are read: `annotate`, `build`, `fill`, `--source`.",
    ),
    ("The call of validate", "factbook.cli.validate:CODES", "`factbook validate`, about its own arguments."),
    (
        "Scoring",
        "factbook.cli.score_inputs:CODES",
        "`factbook score` and `factbook explain`, about what they are given.",
    ),
    ("Two rounds of slot filling", "factbook.query.rounds:CODES", "`factbook queries round2` and `package`."),
    ("ACE submission", "factbook.formats.ace_package:CODES", "`factbook package ace`."),
    ("Cold Start submission", "factbook.cli.package:COLDSTART_CODES", "`factbook package coldstart`."),
)


# --- commands


def commands() -> str:
    """Every verb: what its parser says."""
    from factbook.cli.main import VERBS, parser_of

    intro = (
        "`factbook VERB …`. Data goes to standard output, messages to standard error. Exit codes: 0 fine, 1 problems\n"
        "found, 2 a wrong call. `factbook VERB --help` prints the same in the terminal."
    )
    rows = [(f"[{verb}](#{verb})", about) for verb, (_, about) in VERBS.items()]
    body = [*table(("verb", "what it does"), rows), ""]
    for verb in VERBS:
        body += [f"## {verb}", "", *_parser(parser_of(verb))]
    return page("Commands", intro, body)


def _parser(parser: argparse.ArgumentParser) -> Iterator[str]:
    first, _, rest = inspect.cleandoc(parser.description or "").partition("\n\n")
    if first:
        yield from (first, "")
    if rest.strip():
        yield from ("```text", *(line.rstrip() for line in rest.strip("\n").split("\n")), "```", "")
    shown = [action for action in parser._actions if not isinstance(action, argparse._HelpAction)]
    plain = [action for action in shown if not isinstance(action, argparse._SubParsersAction)]
    if plain:
        yield from table(("argument", "meaning", "choices", "default"), map(_argument, plain))
        yield ""
    for action in shown:
        if isinstance(action, argparse._SubParsersAction):
            about = {choice.dest: choice.help or "" for choice in action._choices_actions}
            for name, inner in action.choices.items():
                yield from (
                    f"### {parser.prog.removeprefix('factbook ')} {name}",
                    "",
                    _sentence(about.get(name, "")),
                    "",
                )
                yield from _parser(inner)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _argument(action: argparse.Action) -> tuple[str, str, str, str]:
    choices = [str(choice) for choice in action.choices or () if str(choice)]
    name = _spelling(action, bool(choices))
    about = (action.help or "").replace("%%", "%")
    needed = "required" if action.required and action.option_strings else ""
    return name, "; ".join(filter(None, (about, needed))), words(choices), _default(action)


def _spelling(action: argparse.Action, chosen: bool) -> str:
    """`-o OUT`, `--json`, `FILE …`: how an argument is written."""
    given = action.metavar or (action.dest.upper() if action.option_strings else action.dest)
    value = " ".join(given) if isinstance(given, tuple) else "CHOICE" if chosen and not action.metavar else given
    if not action.option_strings:
        many = " …" if action.nargs in ("+", "*") else ""
        left_out = action.nargs in ("?", "*")
        return code(f"[{value}{many}]" if left_out else f"{value}{many}")
    names = ", ".join(action.option_strings)
    return code(names if action.nargs == 0 else f"{names} {value}")


def _default(action: argparse.Action) -> str:
    """The default where it says something: no switches, no empty texts, no paths of this machine."""
    value = action.default
    if action.nargs == 0 or isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    text = str(value)
    return "" if text in ("", argparse.SUPPRESS) or text.startswith("/") else code(text)


# --- formats


def formats() -> str:
    """The table of formats, and what each module says of its options."""
    from factbook.formats.table import FORMATS

    intro = (
        "A file's format is told by its suffix; where that is of no format, or `.tab`, by its content.\n"
        "`.gz` may follow any suffix.\n"
        "\n"
        "- *Holds*: which records a format can express. `factbook convert` counts what a target cannot hold.\n"
        "- *Needs*: what its check reads besides the file: `sources` (`--source`), `ere` (`--ere`), `queries`\n"
        "  (`--queries`), `lengths` (`--docs`).\n"
        "- *Repair*: `factbook validate --repair OUT` writes a corrected file.\n"
        "- Options of a format are given as `factbook validate --option NAME=VALUE`, in Python as\n"
        "  `Context(options={NAME: VALUE})`."
    )
    head = ("format", "title", "suffixes", "holds", "needs", "editions", "repair")
    rows = [
        (
            f"[{row.name}](#{row.name})",
            row.title,
            words(row.suffixes),
            ", ".join(sorted(row.holds)),
            ", ".join(sorted(row.needs)),
            ", ".join(row.editions),
            "yes" if hasattr(import_module(row.module), "repair") else "",
        )
        for row in FORMATS.values()
    ]
    body = [*table(head, rows), "", "Problem codes: [problems.md](problems.md).", ""]
    for row in FORMATS.values():
        body += [f"## {row.name}", "", *prose(import_module(row.module).__doc__ or "")]
        if row.name == "rdf":
            body += _vocabulary()
    return page("Formats", intro, body)


def _vocabulary() -> list[str]:
    from factbook.formats import rdf_terms

    rows = [(code(f"{prefix}:"), code(iri)) for prefix, iri in rdf_terms.PREFIXES.items()]
    return ["### Vocabulary", "", *prose(rdf_terms.__doc__ or ""), *table(("prefix", "IRI"), rows), ""]


# --- problems


def problems() -> str:
    """All problem codes, by format."""
    from factbook.formats.table import FORMATS

    intro = (
        "Reading records a problem and goes on where it can. Errors and fatal problems make the exit code 1. With a\n"
        "*fatal* problem `factbook score` gives no score. A *warning* leaves the exit code 0, and\n"
        "`factbook validate --ignore CODE` leaves it out. Words in braces are filled in."
    )
    body: list[str] = []
    for row in FORMATS.values():
        body += _codes(row.name, f"{row.title}. See [formats.md](formats.md#{row.name}).", f"{row.module}:CODES")
    for title, codes, about in _OTHER_CODES:
        body += _codes(title, about, codes)
    return page("Problem codes", intro, body)


def _codes(title: str, about: str, codes: str) -> list[str]:
    module, _, name = codes.partition(":")
    rows = [
        (code(one.name), one.severity, code(one.message.replace("!r}", "}")), one.advice)
        for one in sorted(getattr(import_module(module), name), key=lambda one: one.name)
    ]
    return [f"## {title}", "", about, "", *table(("code", "severity", "message", "what to do"), rows), ""]


# --- measures


def measures() -> str:
    """All measures by family."""
    from factbook.evaluate.table import families

    intro = (
        "A measure is written `name` or `name(parameter=value, …)`; a family stands for all of its measures. Counts\n"
        "come first, by unit (document, query, sentence); averages, intervals and tests start from these. Every score\n"
        "is printed with its signature: name, all parameters, edition and version. `factbook measures --long` prints\n"
        "the same in the terminal. *Breakdowns* are restrictions that `--by` applies to both sides before counting.\n"
        "*Stages* are what `factbook explain --surgery` can repair."
    )
    body: list[str] = []
    for family, kinds in families().items():
        body += [f"## {family}", "", *table(("measure", "definition"), ((code(k.name), k.about) for k in kinds)), ""]
        body += [*table(("measure", "formula", "clause"), ((code(k.name), k.formula, k.clause) for k in kinds)), ""]
        body += _shared(kinds)
    return page("Measures", intro, body)


def _shared(kinds: Sequence[Any]) -> Iterator[str]:
    """The rules of a family: those that all measures have once, with the measures they hold for otherwise."""
    everything = len(kinds)
    rules: dict[tuple[str, str], list[str]] = {}
    parameters: dict[tuple[str, ...], list[str]] = {}
    for kind in kinds:
        for title, text in _rules(kind):
            rules.setdefault((title, text), []).append(kind.name)
        for one in kind.parameters:
            row = (code(one.name), one.about, words(one.choices), code(one.default))
            parameters.setdefault(row, []).append(kind.name)

    def of(names: Sequence[str]) -> str:
        return "all" if len(names) == everything else words(names)

    order = sorted(rules, key=lambda rule: _TITLES.index(rule[0]))
    yield from table(("rule", "what", "of"), ((title, text, of(rules[title, text])) for title, text in order))
    yield ""
    if parameters:
        rows = ((*row, of(names)) for row, names in parameters.items())
        yield from table(("parameter", "meaning", "choices", "default", "of"), rows)
        yield ""


_TITLES = ("0/0", "ties", "reads", "first figure", "edition", "breakdowns", "stages")


def _rules(kind: Any) -> Iterator[tuple[str, str]]:
    parts = (words(kind.splits), words(kind.stages))
    texts = (kind.zero, kind.ties, kind.inputs, code(kind.main), kind.edition, *parts)
    yield from ((title, text) for title, text in zip(_TITLES, texts, strict=True) if text)


# --- pipeline


def pipeline() -> str:
    """The steps of extraction."""
    from factbook.extract.pipeline import LANGUAGES, TABLE

    intro = (
        "The steps of `factbook annotate` and `factbook build`, in the order in which they run. A step needs what an\n"
        "earlier one gives; that is checked before anything runs. `--upto STEP` stops after a step. A document on\n"
        "which a step fails is reported and left out; the others go on. Steps marked *together* read several\n"
        "documents at once."
    )
    head = ("step", "what it finds", "needs", "gives", "languages", "together")
    rows = [
        (
            code(row.name),
            row.about,
            words(sorted(row.needs)),
            words(sorted(row.gives)),
            "all" if row.languages == LANGUAGES else ", ".join(sorted(row.languages)),
            "yes" if row.together else "",
        )
        for row in TABLE
    ]
    languages = f"Languages: {', '.join(sorted(LANGUAGES))}."
    return page("Pipeline", intro, [*table(head, rows), "", languages])


PAGES: dict[str, Callable[[], str]] = {
    "commands.md": commands,
    "formats.md": formats,
    "problems.md": problems,
    "measures.md": measures,
    "pipeline.md": pipeline,
    "python-api.md": python_api,
}


def outdated(folder: Path = FOLDER) -> list[str]:
    """The pages that differ from what the code says."""

    def differs(name: str, make: Callable[[], str]) -> bool:
        path = folder / name
        return not path.is_file() or path.read_text(encoding="utf-8") != make()

    return [name for name, make in PAGES.items() if differs(name, make)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pages, or with `--check` say which are not up to date."""
    parser = argparse.ArgumentParser(description="Write the pages that say what the code says.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where a page is not up to date")
    if parser.parse_args(arguments).check:
        for name in (old := outdated()):
            print(f"docs/{name} is not up to date; run: python docs/generate.py", file=sys.stderr)
        return 1 if old else 0
    for name, make in PAGES.items():
        (FOLDER / name).write_text(make(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
