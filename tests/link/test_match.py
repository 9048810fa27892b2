"""Names that may be one entity, and names that may not."""

from __future__ import annotations

from importlib import resources

import pytest

from factbook.link.decide import rank
from factbook.link.keys import emitted, read
from factbook.link.match import match
from factbook.link.names import acronym, fold, parse
from factbook.link.scripts import edit_distance, romanise, script, skeleton

SAME = [
    ("PER", "Helena Varga", "Helena Marie Varga", "middle name"),
    ("PER", "Mayor Helena Varga", "Helena M. Varga", "middle name"),
    ("PER", "Bill Gates", "William Gates", "nickname"),
    ("PER", "Rafa Castellan", "Rafael Castellan", "nickname"),
    ("PER", "J. Brandt", "Julian Brandt", "initial"),
    ("PER", "Haddad", "Karim Haddad", "surname"),
    ("PER", "Okoye", "Julian Brandt-Okoye", "surname"),
    ("PER", "Karim", "Karim Haddad", "given name"),
    ("PER", "Miriam Lindqvist", "Miriam Lindqivst", "misspelling"),
    ("PER", "Li Wen", "Wen Li", "word order"),
    ("PER", "كريم حداد", "Karim Haddad", "transliteration"),
    ("PER", "卡里姆·哈达德", "Karim Haddad", "transliteration"),
    ("PER", "瓦尔加", "Helena Varga", "surname"),
    ("PER", "文丽", "Wen Li", "transliteration"),
    ("ORG", "CDU", "Calder Dockworkers Union", "acronym"),
    ("ORG", "Northline", "Northline Ferries", "short form"),
    ("ORG", "Federal Police", "Calder Federal Police", "short form"),
    ("ORG", "Sindicato de Estibadores de Calder", "Calder Dockworkers Union", "translation"),
    ("ORG", "卡尔德码头工人工会", "Calder Dockworkers Union", "translation"),
    ("ORG", "نقابة عمال أرصفة كالدر", "Calder Dockworkers Union", "translation"),
    ("ORG", "Meridian Bnak", "Meridian Bank", None),
    ("GPE", "Líbano", "Lebanon", "gazetteer"),
    ("GPE", "黎巴嫩", "Lebanon", "gazetteer"),
    ("GPE", "دنمور", "Dunmore", "transliteration"),
    ("FAC", "Muelle Nueve", "Pier 9", "translation"),
    ("ORG", "海员协会", "Sailors Association", "translation"),
    ("ORG", "Cámara de Comercio de Dunmore", "Dunmore Chamber of Commerce", "translation"),
    ("ORG", "وزارة الصحة", "Ministry of Health", "translation"),
    ("ORG", "圣伊格纳修医院", "Hospital San Ignacio", "translation"),
    ("GPE", "月桂港", "Puerto Laurel", "translation"),
    ("GPE", "劳雷尔港", "Puerto Laurel", "translation"),
    ("FAC", "Plaza de la Victoria", "Victory Square", "translation"),
    ("PER", "جوليان برانت أوكوي", "Julian Brandt-Okoye", "transliteration"),
]
DIFFERENT = [
    ("PER", "Karim Haddad", "Nadir Haddad"),
    ("PER", "John A. Smith", "John B. Smith"),
    ("PER", "John Smith Jr.", "John Smith Sr."),
    ("PER", "Tom Hanks", "Tom Banks"),
    ("PER", "J. Smith", "Karen Smith"),
    ("PER", "纳迪尔·哈达德", "Karim Haddad"),
    ("ORG", "Bank of Calder", "University of Calder"),
    ("ORG", "Christian Democratic Union", "Calder Dockworkers Union"),
    ("GPE", "Austria", "Australia"),
    ("GPE", "Niger", "Nigeria"),
    ("GPE", "Dunmore", "Denmark"),
    ("GPE", "Victoria", "Victory"),
    ("ORG", "Port Authority", "Harbor Authority"),
    ("ORG", "Ministry of Health", "وزارة الدفاع"),
    ("FAC", "Eagle Tower", "Torre del Lobo"),
]


@pytest.mark.parametrize(("kind", "first", "second", "rule"), SAME)
def test_may_be_one(kind: str, first: str, second: str, rule: str | None) -> None:
    found = match(kind, parse(first, kind), parse(second, kind))
    assert (found.rule if found else None) == rule


@pytest.mark.parametrize(("kind", "first", "second"), DIFFERENT)
def test_are_two(kind: str, first: str, second: str) -> None:
    assert match(kind, parse(first, kind), parse(second, kind)) is None
    assert match(kind, parse(second, kind), parse(first, kind)) is None


def test_every_translated_name_meets_its_translation_in_a_block() -> None:
    for kind, first, second, rule in SAME:
        if rule == "translation":
            forms = parse(first, kind), parse(second, kind)
            assert read(kind, forms[0], ()) & emitted(kind, forms[1], ()), first
            assert read(kind, forms[1], ()) & emitted(kind, forms[0], ()), first


def test_the_table_of_concepts_is_well_formed() -> None:
    """Four languages in each row, no concept twice, and no character of other scripts in a column."""
    text = (resources.files("factbook.link") / "data" / "concepts.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    assert {len(row) for row in rows} == {5}
    assert len({row[0].upper() for row in rows}) == len(rows)
    for row in rows:
        for column, kind in zip(row[1:], ("latn", "latn", "hans", "arab"), strict=True):
            assert {script(word) for word in column.split("/") if word} <= {kind}, row


def test_a_place_is_not_called_by_the_name_of_its_people() -> None:
    assert rank("GPE", parse("Calder", "GPE"), 1) > rank("GPE", parse("Calderians", "GPE"), 3)


def test_without_the_gazetteer_names_of_a_country_do_not_meet() -> None:
    assert match("GPE", parse("黎巴嫩", "GPE"), parse("Lebanon", "GPE"), outside=False) is None


@pytest.mark.parametrize(
    ("text", "kind", "key", "form"),
    [
        ("Mayor Varga", "PER", "varga", "bare"),
        ("Dr. Miriam Osei", "PER", "miriam osei", "full"),
        ("Ellery Shipping Co.", "ORG", "ellery shipping", "full"),
        ("St. Brannoc's", "ORG", "st brannoc", "full"),
        ("the Gazette", "ORG", "gazette", "bare"),
        ("C.D.U.", "ORG", "cdu", "acronym"),
        ("海伦娜·瓦尔加市长", "PER", "海伦娜 瓦尔加", "full"),
        ("القائمة الخضراء", "ORG", "قايمه خضراء", "full"),
        ("gullwatcher", "PER", "gullwatcher", "bare"),
    ],
)
def test_parse(text: str, kind: str, key: str, form: str) -> None:
    found = parse(text, kind)
    assert (found.key, found.kind) == (key, form)


def test_acronym_leaves_small_words_out() -> None:
    assert acronym(parse("University of Port Ellery", "ORG")) == "upe"
    assert acronym(parse("Meridian Bank", "ORG")) == ""


def test_sounds_agree_over_scripts() -> None:
    for name, arabic, chinese in (
        ("Varga", "فارغا", "瓦尔加"),
        ("Haddad", "حداد", "哈达德"),
        ("Price", "برايس", "普赖斯"),
    ):
        assert skeleton(name) == skeleton(arabic) == skeleton(chinese)
    assert romanise("Иванов") == "ivanov"


def test_edit_distance_counts_a_swap_once() -> None:
    assert edit_distance("lindqvist", "lindqivst") == 1
    assert edit_distance("", "abc") == 3
    assert edit_distance("kitten", "sitting") == 3


def test_fold() -> None:
    assert fold("  Kestrel’s   “Bay” ") == "kestrel bay"
    assert fold("ＡＢＣ") == "abc"
