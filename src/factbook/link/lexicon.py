# ruff: noqa: E501 - tables
"""Words of names in four languages: titles, company designators, and the common words institutions and places are named with.

The common words are in `data/concepts.tsv`. Names are translated word by word with it, so that "Sindicato de Estibadores"
and "Dockworkers Union" meet.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from typing import NamedTuple

TITLES = frozenset(
    [
        "mr",
        "mrs",
        "ms",
        "miss",
        "mx",
        "dr",
        "prof",
        "professor",
        "sir",
        "dame",
        "lord",
        "lady",
        "judge",
        "justice",
        "mayor",
        "senator",
        "sen",
        "rep",
        "representative",
        "president",
        "vice",
        "prime",
        "minister",
        "premier",
        "chancellor",
        "governor",
        "gov",
        "king",
        "queen",
        "prince",
        "princess",
        "pope",
        "father",
        "fr",
        "sister",
        "brother",
        "rev",
        "reverend",
        "pastor",
        "bishop",
        "archbishop",
        "cardinal",
        "imam",
        "rabbi",
        "sheikh",
        "general",
        "gen",
        "colonel",
        "col",
        "major",
        "maj",
        "captain",
        "capt",
        "lieutenant",
        "lt",
        "sergeant",
        "sgt",
        "officer",
        "detective",
        "inspector",
        "commissioner",
        "chief",
        "chairman",
        "chairwoman",
        "chair",
        "coach",
        "congressman",
        "congresswoman",
        "ambassador",
        "secretary",
        "councillor",
        "alderman",
        "deputy",
        "ex",
        "former",
        "señor",
        "señora",
        "señorita",
        "sr",
        "sra",
        "srta",
        "don",
        "doña",
        "doctor",
        "doctora",
        "profesor",
        "profesora",
        "presidente",
        "presidenta",
        "alcalde",
        "alcaldesa",
        "ministro",
        "ministra",
        "juez",
        "jueza",
        "senador",
        "senadora",
        "diputado",
        "diputada",
        "gobernador",
        "gobernadora",
        "general",
        "padre",
        "rey",
        "reina",
        "papa",
        "السيد",
        "السيدة",
        "الدكتور",
        "الرئيس",
        "الوزير",
        "القاضي",
        "العمدة",
        "الشيخ",
        "الأمير",
        "الملك",
        "النائب",
        "الجنرال",
    ]
)
SUFFIXES = {"jr": "jr", "sr": "sr", "junior": "jr", "senior": "sr", "ii": "ii", "iii": "iii", "iv": "iv"}
PARTICLES = frozenset(
    [
        "van",
        "von",
        "der",
        "den",
        "de",
        "del",
        "della",
        "di",
        "da",
        "dos",
        "das",
        "la",
        "le",
        "el",
        "al",
        "bin",
        "ibn",
        "ben",
        "abu",
        "mac",
        "mc",
        "st",
        "ten",
        "ter",
        "san",
    ]
)
STOPWORDS = frozenset(
    [
        "the",
        "of",
        "and",
        "&",
        "for",
        "in",
        "at",
        "a",
        "an",
        "de",
        "la",
        "el",
        "los",
        "las",
        "del",
        "y",
        "e",
        "en",
        "the's",
        "und",
        "et",
        "der",
        "في",
        "من",
        "و",
        "al",
        "لل",
    ]
)
DESIGNATORS = frozenset(
    [
        "inc",
        "incorporated",
        "corp",
        "corporation",
        "co",
        "company",
        "ltd",
        "limited",
        "llc",
        "plc",
        "gmbh",
        "ag",
        "sa",
        "nv",
        "bv",
        "spa",
        "oy",
        "ab",
        "as",
        "pty",
        "group",
        "holdings",
        "compañía",
        "compania",
        "cia",
        "s.a",
        "sociedad",
        "公司",
        "有限公司",
        "集团",
        "股份有限公司",
        "شركة",
        "مجموعة",
    ]
)
# Endings of Chinese personal titles, which follow the name.
CHINESE_TITLES = (
    "先生",
    "女士",
    "小姐",
    "教授",
    "博士",
    "市长",
    "总统",
    "主席",
    "部长",
    "法官",
    "记者",
    "总理",
    "医生",
    "校长",
)

DIGITS = {"1": "ONE", "2": "TWO", "3": "THREE", "4": "FOUR", "5": "FIVE", "6": "SIX", "7": "SEVEN", "8": "EIGHT",
          "9": "NINE", "10": "TEN"}  # fmt: skip
LANGUAGES = ("en", "es", "zh", "ar")


class Concept(NamedTuple):
    """What a word of a name means, and in which languages it does."""

    code: str  # in small letters where other languages may write the word by its sound
    languages: frozenset[str]


@lru_cache(maxsize=1)
def concepts() -> dict[str, Concept]:
    """Word (folded) to its concept. A word of two concepts belongs to the first."""
    table: dict[str, Concept] = {}
    for code, language, word in _rows():
        known = table.setdefault(_word(word), Concept(code, frozenset()))
        if known.code == code:
            table[_word(word)] = Concept(code, known.languages | {language})
    return table


def _rows() -> Iterator[tuple[str, str, str]]:
    text = (resources.files("factbook.link") / "data" / "concepts.tsv").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            code, *columns = line.split("\t")
            for language, words in zip(LANGUAGES, columns, strict=True):
                yield from ((code, language, word) for word in words.split("/") if word)


def _word(word: str) -> str:
    from factbook.link.names import fold

    return fold(word.rstrip("+"))


@lru_cache(maxsize=1)
def chinese_words() -> tuple[str, ...]:
    """The Chinese words of the table, longest first."""
    words = {_word(word) for _, language, word in _rows() if language == "zh"}
    return tuple(sorted(words, key=lambda word: (-len(word), word)))


@lru_cache(maxsize=1)
def chinese_beginnings() -> frozenset[str]:
    """Single Chinese characters that may begin a name: 圣."""
    return frozenset(_word(word) for _, language, word in _rows() if language == "zh" and word.endswith("+"))


# What a person does, as a field of life: two people of one name in different fields stay two.
_FIELDS = """
sport|footballer striker goalkeeper midfielder defender coach athlete swimmer boxer cyclist golfer pitcher quarterback futbolista delantero portero entrenador 球员 前锋 教练 لاعب مدرب
politics|mayor senator minister president governor lawmaker deputy councillor ambassador premier congressman alcalde alcaldesa senador ministro presidente diputado 市长 部长 议员 总统 رئيس وزير نائب
arts|actor actress singer painter novelist poet composer director musician dancer sculptor actriz cantante pintor poeta 演员 歌手 作家 画家 ممثل مغني شاعر
science|professor scientist physicist chemist biologist lecturer researcher profesor profesora científico 教授 科学家 أستاذ عالم
religion|priest bishop pastor imam rabbi archbishop cardinal sacerdote obispo 牧师 主教 إمام قس
law|judge lawyer attorney prosecutor juez jueza abogado fiscal 法官 律师 检察官 قاضي محامي
crime|thief murderer robber smuggler kidnapper burglar ladrón asesino 小偷 杀手 لص
military|general colonel soldier admiral sergeant lieutenant soldado coronel 将军 士兵 جندي عقيد
business|banker trader entrepreneur shipowner tycoon banquero empresario 商人 银行家 رجل أعمال
medicine|surgeon nurse physician paediatrician cirujano enfermera 医生 护士 طبيب ممرضة
"""


@lru_cache(maxsize=1)
def fields() -> dict[str, str]:
    """Word of an occupation (lower case) to the field of life."""
    table: dict[str, str] = {}
    for line in _FIELDS.strip().splitlines():
        field, words = line.split("|")
        for word in words.split():
            table.setdefault(word, field)
    return table
