"""Document lengths of Cold Start (docs.tsv), for the verbs that take `--docs`."""

from __future__ import annotations

import re

from factbook.text.files import Walk
from factbook.text.problems import ERROR, Code, Problems, Where

CODES = (Code("BAD_LENGTH", ERROR, "no document id and length, separated by a tab", "write DOCID<tab>LENGTH"),)


def read_lengths(path: str | None, problems: Problems) -> dict[str, int]:
    """Document lengths by id, from a file of DOCID, tab, LENGTH."""
    lengths: dict[str, int] = {}
    for code in CODES:
        problems.codes.setdefault(code.name, code)
    for file in Walk(problems).files([path] if path else []):
        for number, line in enumerate(file.data.decode("utf-8", errors="replace").splitlines(), start=1):
            docid, _, length = line.strip().partition("\t")
            if re.fullmatch("[0-9]{1,15}", length.strip()):
                lengths[docid] = int(length)
            elif line.strip():
                problems.add("BAD_LENGTH", Where(file.name, number))
    return lengths
