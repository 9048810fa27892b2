"""Names and facts of Spanish sentences through the whole pipeline."""

from __future__ import annotations

import pytest

from factbook.extract.encoders.multilingual import FOLDER
from slots_of import names

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
