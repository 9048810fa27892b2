"""Make the data files of `factbook.link` from openly licensed lists.

    python -m training.link_data --data DIR

Reads names_nicknames, names_country_i18n and names_world_cities; writes src/factbook/link/data.
"""

from __future__ import annotations

import argparse
import csv
import gzip
from pathlib import Path

from factbook.link.names import fold

OUT = Path(__file__).parent.parent / "src" / "factbook" / "link" / "data"
# Names in use that the country list does not have, by code.
FURTHER = {
    "US": ["United States of America", "USA", "U.S.", "US", "U.S.A.", "America", "EE. UU.", "EEUU", "أمريكا", "أميركا"],
    "GB": ["Great Britain", "Britain", "UK", "U.K.", "Gran Bretaña", "بريطانيا", "英国"],
    "RU": ["Russian Federation"],
    "CN": ["People's Republic of China", "PRC", "中华人民共和国"],
    "KR": ["Republic of Korea"],
    "KP": ["DPRK", "朝鲜"],
    "AE": ["UAE", "الإمارات"],
    "CZ": ["Czech Republic", "República Checa"],
}


def nicknames(data: Path) -> None:
    rows: dict[str, list[str]] = {}
    with (data / "names_nicknames" / "names.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            rows.setdefault(row["name1"], []).append(row["name2"])
    lines = ["\t".join([formal, *dict.fromkeys(nicks)]) for formal, nicks in sorted(rows.items())]
    (OUT / "nicknames.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def countries(data: Path) -> dict[str, str]:
    names: dict[str, list[str]] = {}
    english: dict[str, str] = {}
    for language in ("en", "es", "zh_Hans", "ar"):
        with (data / "names_country_i18n" / f"{language}.csv").open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                names.setdefault(row["id"], []).append(row["value"])
                if language == "en":
                    english[row["value"]] = row["id"]
    lines = ["\t".join([code, *dict.fromkeys(forms + FURTHER.get(code, []))]) for code, forms in sorted(names.items())]
    (OUT / "countries.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return english


def cities(data: Path, codes: dict[str, str]) -> None:
    lines = []
    with gzip.open(data / "names_world_cities" / "world-cities.csv.gz", "rt", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            code = codes.get(row["country"])
            if code:
                # Folded here, once: the gazetteer looks names up as they are in the file.
                lines.append(f"{fold(row['name'])}\t{fold(row['subcountry'])}\t{code}")
    text = "\n".join(sorted(set(lines))) + "\n"
    (OUT / "cities.tsv.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    data = parser.parse_args().data
    OUT.mkdir(exist_ok=True)
    nicknames(data)
    cities(data, countries(data))


if __name__ == "__main__":
    main()
