"""The table of conditions of seed 004 (tables 2 and 4): attitude x language x genre x gold or predicted ERE.

Two attitudes, three languages, two genres and two ERE conditions make 24; each cell is the F measure.
"""

from __future__ import annotations

from collections.abc import Mapping

from factbook.evaluate.best import summarise
from factbook.evaluate.measure import Counted

LANGUAGES = (("en", "English"), ("es", "Spanish"), ("zh", "Chinese"))
GENRES = (("df", "DF"), ("nw", "NW"))
ERE = ("gold", "predicted")


def conditions(counted: Counted | None) -> dict[tuple[str, str], float | None]:
    """F by (language, genre); None where there is no document."""
    found: dict[tuple[str, str], float | None] = {}
    for language, _ in LANGUAGES:
        for genre, _ in GENRES:
            wanted = {"language": language, "genre": genre}
            units = [
                unit
                for unit in (counted.units if counted is not None else ())
                if all(unit.labels.get(key) == value for key, value in wanted.items())
            ]
            found[language, genre] = summarise(units)["f"] if units else None
    return found


def condition_table(gold_ere: Mapping[str, Counted], predicted_ere: Mapping[str, Counted]) -> str:
    """Rows are attitudes, columns language, ERE and genre; `-` where there is no document."""
    cells = [(language, ere, genre) for language, _ in LANGUAGES for ere in ERE for genre, _ in GENRES]
    names = [dict(LANGUAGES)[language] for language, _, _ in cells]
    lines = [
        "\t".join(["", *names]),
        "\t".join(["", *(f"{ere} ERE" for _, ere, _ in cells)]),
        "\t".join(["", *(dict(GENRES)[genre] for _, _, genre in cells)]),
    ]
    for attitude in dict.fromkeys([*gold_ere, *predicted_ere]):
        found = {
            "gold": conditions(gold_ere.get(attitude)),
            "predicted": conditions(predicted_ere.get(attitude)),
        }
        values = [found[ere][language, genre] for language, ere, genre in cells]
        lines.append("\t".join([attitude, *("-" if value is None else f"{value:.3f}" for value in values)]))
    return "\n".join(lines)
