"""Names and facts of Chinese sentences through the whole pipeline."""

from __future__ import annotations

import pytest

from factbook.extract.encoders.multilingual import FOLDER
from slots_of import slots

pytestmark = pytest.mark.skipif(not (FOLDER / "encoder.onnx").is_file(), reason="the multilingual weights are not here")


def test_a_founder_needs_a_word_that_says_so() -> None:
    found = slots("zh", "明光集团总裁秦伟说，收购价为30亿元。")
    assert ("per:top_member_employee_of", "秦伟", "明光集团") in found
    assert not any(slot == "per:organizations_founded" for slot, _, _ in found)
