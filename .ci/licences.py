"""Whether every package that factbook needs at run time has a licence that its users can live with.

    python .ci/licences.py          the packages with their licences; exit 1 where one is not allowed or unknown

All dependencies count, also those of dependencies, and those of the extras for users. Extras for developers and for
training do not: nothing of theirs is needed by users.
"""

from __future__ import annotations

import re
import sys
from importlib import metadata

EXTRAS = ("", "data", "dask")
# Words of licence texts, in lower case: permissive licences, and weak copyleft that leaves the code that uses it alone.
ALLOWED = (
    "0bsd", "apache", "bsd", "cc0", "isc", "mit", "mpl-2.0", "mozilla public license 2.0", "psf",
    "python software foundation", "unlicense", "zlib", "zpl",
)  # fmt: skip
# package: licence, where its metadata names none; looked up by hand in the package.
KNOWN: dict[str, str] = {}
_NAME = re.compile(r"[\w.-]+")
_EXTRA = re.compile(r"extra == ['\"]([\w-]+)['\"]")


def licence(name: str) -> str:
    """The licence that a package names: expression, classifiers, or the first line of the field."""
    about = metadata.metadata(name)
    classifiers = [one for one in about.get_all("Classifier") or () if one.startswith("License ::")]
    named = "; ".join(one.rpartition(":: ")[2] for one in classifiers)
    field = (about.get("License") or "").strip().partition("\n")[0]
    return about.get("License-Expression") or named or field or KNOWN.get(name, "")


def is_allowed(text: str) -> bool:
    """Whether each part of a licence (`A AND B`) names an allowed one."""
    parts = [part for part in re.split(r"\bAND\b", text) if part.strip()]
    words = re.compile("|".join(rf"\b{re.escape(word)}\b" for word in ALLOWED))
    return bool(parts) and all(words.search(part.lower()) for part in parts)


def needed(package: str, extras: tuple[str, ...]) -> list[str]:
    """The installed packages that a package asks for, and theirs."""
    found: dict[str, None] = {}
    waiting = [(package, extras)]
    while waiting:
        name, wanted = waiting.pop()
        for line in metadata.requires(name) or ():
            extra = _EXTRA.search(line)
            match = _NAME.match(line)
            if match is None or (extra[1] if extra else "") not in wanted:
                continue
            other = match[0].lower().replace("_", "-")
            if other not in found and _installed(other):
                found[other] = None
                waiting.append((other, ("",)))
    return sorted(found)


def _installed(name: str) -> bool:
    try:
        metadata.distribution(name)
    except metadata.PackageNotFoundError:  # for another platform or Python
        return False
    return True


def main() -> int:
    rows = {name: licence(name) for name in needed("factbook", EXTRAS)}
    for name, text in rows.items():
        print(f"{'ok ' if is_allowed(text) else 'NOT'} {name:<24} {text or 'no licence named'}")
    refused = [name for name, text in rows.items() if not is_allowed(text)]
    if refused:
        print(f"licence not allowed or unknown: {', '.join(refused)}; see .ci/licences.py", file=sys.stderr)
    return 1 if refused else 0


if __name__ == "__main__":
    raise SystemExit(main())
