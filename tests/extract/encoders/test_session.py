"""A model gives the same vectors on every processor: sums of bytes are exact, with or without VNNI instructions."""

from __future__ import annotations

import numpy as np
import pytest

from factbook.extract.encoders.encoder import Encoder
from factbook.extract.encoders.english import load_english
from factbook.extract.encoders.multilingual import load_multilingual

# First three numbers of each word's vector, the same on an Intel processor with VNNI and on an AMD one without.
# Sums cut off at 16 bits move the English ones by up to .23, the Chinese ones by up to .03.
ENGLISH = [
    [-0.125, 0.576, -0.956], [0.022, 0.648, -0.861], [0.412, 0.683, -0.257], [0.458, 1.081, 0.138],
    [-0.273, 0.643, 0.824], [-0.357, 0.667, -0.6], [-0.263, -0.438, 0.718], [-0.077, 0.078, 0.773],
    [0.593, 0.325, -0.175],
]  # fmt: skip
CHINESE = [
    [-0.493, -0.671, 0.31], [-0.479, 0.213, 1.483], [1.121, 0.661, -0.9],
    [0.682, -1.042, 0.081], [1.565, -0.379, -0.495], [0.673, -0.441, 1.326],
]  # fmt: skip


@pytest.mark.parametrize(
    ("encoder", "sentence", "recorded", "tolerance"),
    [
        (load_english(), "Angela Merkel was born in Hamburg in 1954 .", ENGLISH, 0.03),
        (load_multilingual("zh"), "王 芳 出生 于 北京 。", CHINESE, 0.01),
    ],
    ids=["english", "chinese"],
)
def test_vectors_do_not_depend_on_the_processor(
    encoder: Encoder, sentence: str, recorded: list[list[float]], tolerance: float
) -> None:
    vectors = encoder.read([sentence.split()]).vectors
    np.testing.assert_allclose(vectors[:, :3].astype(np.float32), recorded, atol=tolerance)
