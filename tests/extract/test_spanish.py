"""Names and facts of Spanish sentences through the whole pipeline."""

from __future__ import annotations

import pytest

from factbook.extract.encoders.multilingual import FOLDER
from slots_of import called, names, read, slots

pytestmark = pytest.mark.skipif(not (FOLDER / "encoder.onnx").is_file(), reason="the multilingual weights are not here")


# -- names --


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("El juez embargó ayer Maderas del Ebro S.L. por deudas.", "Maderas del Ebro S.L."),
        ("La fábrica es de Calzados Lozano, S.A., según el registro.", "Calzados Lozano, S.A."),
        ("Luxor Digital, S.A. de C.V., abrió una tienda en Puebla.", "Luxor Digital, S.A. de C.V."),
        ("Según el fiscal, Andrés Olmo y Cía. Ltda. no pagó impuestos.", "Andrés Olmo y Cía. Ltda."),
        ("El ministro visitó ayer Cementos del Miño, cerca de Vigo.", "Cementos del Miño"),
        ("Marta Gil trabaja en el bufete Cárdenas y Asociados.", "Cárdenas y Asociados"),
    ],
)
def test_a_company_is_one_name_with_its_legal_form(text: str, name: str) -> None:
    assert (name, "ORG") in names("es", text)


def test_what_stands_before_a_company_is_no_part_of_it() -> None:
    text = "El contable Luis Prado de Harinas Galera S.L. dimitió. Clientes de Toldos Rueda S.A. protestaron."
    found = names("es", text)
    assert {("Luis Prado", "PER"), ("Harinas Galera S.L.", "ORG"), ("Toldos Rueda S.A.", "ORG")} <= found


def test_nobody_is_in_a_person() -> None:
    text = "El taller fue abierto en 1951 por Tomás Landa en Haro, La Rioja."
    assert ("Haro", "GPE") in names("es", text)


def test_a_noun_before_a_name_says_what_it_is() -> None:
    assert ("Torremocha", "ORG") in names("es", "El incendio destruyó ayer una nave de la empresa Torremocha.")


# -- facts --


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "La distribuidora Norvega S.A., con sede en Burgos, cerró ayer dos tiendas.",
            ("org:city_of_headquarters", "Norvega S.A.", "Burgos"),
        ),
        (
            "Caja Duero, filial de Banco Levante, cerró veinte oficinas.",
            ("org:parents", "Caja Duero", "Banco Levante"),
        ),
        (
            "El sindicato La Fabril, liderado por Esteban Roca, rechazó la oferta.",
            ("per:top_member_employee_of", "Esteban Roca", "La Fabril"),
        ),
        (
            "El poeta Elías Bravo murió en Lugo. Nacido en Zamora, estudió en la Universidad de Oviedo.",
            ("per:city_of_birth", "Elías Bravo", "Zamora"),
        ),
        (
            "El poeta Elías Bravo murió en Lugo. Nacido en Zamora, estudió en la Universidad de Oviedo.",
            ("per:schools_attended", "Elías Bravo", "Universidad de Oviedo"),
        ),
        (
            "La actriz Rita Solano se casó en Cádiz con el torero Paco Ledesma.",
            ("per:spouse", "Rita Solano", "Paco Ledesma"),
        ),
        (
            "El tribunal condenó a Víctor Salas a dos años de cárcel por fraude.",
            ("per:charges", "Víctor Salas", "fraude"),
        ),
        (
            "El escultor Iker Olano (Tolosa, 1931 - Bilbao, 2009) expuso en Milán.",
            ("per:city_of_death", "Iker Olano", "Bilbao"),
        ),
        (
            "Elsa Prieto (Cuzco, 1957) es una pintora peruana.",
            ("per:date_of_birth", "Elsa Prieto", "1957"),
        ),
        (
            "La médica Eva Rubio está casada con el juez Iván Costa. Su padre, Raúl Rubio, fue alcalde de Toro.",
            ("per:spouse", "Eva Rubio", "Iván Costa"),
        ),
        (
            "La médica Eva Rubio está casada con el juez Iván Costa. Su padre, Raúl Rubio, fue alcalde de Toro.",
            ("per:parents", "Eva Rubio", "Raúl Rubio"),
        ),
        ("Irene Mora, exalcaldesa de Ronda, no quiso hablar.", ("per:title", "Irene Mora", "exalcaldesa")),
        ("El pintor chileno Saúl Arce, de 50 años, vive en Berlín.", ("per:title", "Saúl Arce", "pintor")),
    ],
)
def test_facts(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in slots("es", text)


def events(text: str) -> set[tuple[str, str, str]]:
    """Subtype, role and filler of the events of a text."""
    document = read("es", text)
    return {(e.subtype, a.role, called(document, a.kind, a.index)) for e in document.events for a in e.arguments}


@pytest.mark.parametrize(
    ("text", "argument"),
    [
        ("La policía detuvo en Granada a Julia Mena.", ("arrestjail", "person", "Julia Mena")),
        ("El cantante Blas Ortiz fue arrestado en Tampa.", ("arrestjail", "person", "Blas Ortiz")),
        ("El tenor Blas Ortiz murió el domingo.", ("die", "victim", "Blas Ortiz")),
        ("La jueza condenó a Blas Ortiz a tres años de prisión.", ("sentence", "defendant", "Blas Ortiz")),
    ],
)
def test_who_suffers_what_a_verb_says(text: str, argument: tuple[str, str, str]) -> None:
    assert argument in events(text)


def test_a_fraud_is_no_person() -> None:
    assert all(m.text != "estafa" for m in read("es", "La policía acusó a Luis Vera de estafa.").mentions)


def test_a_cousin_with_a_name_is_not_who_speaks() -> None:
    found = slots("es", "Mi primo Berto trabaja en el puerto de Gijón.")
    assert ("per:other_family", "Berto", "Mi") in found


def test_who_was_born_in_a_place_does_not_live_there() -> None:
    found = slots("es", "Elsa Prieto (Cuzco, 1957) es una pintora peruana.")
    assert not any(slot == "per:cities_of_residence" for slot, _, _ in found)


def test_capitals_before_a_day_and_an_agency_are_a_place() -> None:
    text = "SAN SALVADOR, 9 de junio de 2020 (EFE).- El ministro de Salud dimitió este martes."
    assert ("SAN SALVADOR", "GPE") in names("es", text)


def test_an_acronym_before_a_bracket_is_no_place() -> None:
    found = names("es", "OTAN (Organización del Tratado del Atlántico Norte) es una alianza militar.")
    assert ("OTAN", "GPE") not in found


def test_who_does_and_who_suffers_are_two() -> None:
    text = "La policía habló con la madre de Omar Vela. La mujer fue golpeada por Saúl Rivas."
    entity = {mention.text: mention.entity for mention in read("es", text).mentions}
    assert entity["mujer"] != entity["Saúl Rivas"]
