"""The two learners and the models that ship."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factbook.extract.attitudes.learning import Example, Linear, dumped, logistic, naive_bayes, present, shipped

EXAMPLES: list[Example] = [
    *[(present(["may", "verb"]), "NCB")] * 6,
    *[(present(["verb"]), "CB")] * 12,
    *[(present(["noun"]), "CB")] * 6,
]


@pytest.mark.parametrize("learn", [naive_bayes, lambda examples: logistic(examples, decay=0.1)])
def test_a_learner_tells_what_decides(learn: object) -> None:
    model = learn(EXAMPLES)  # type: ignore[operator]
    assert model.best(present(["may", "verb"]))[0] == "NCB"
    assert model.best(present(["verb"]))[0] == "CB"


def test_unknown_features_leave_the_prior() -> None:
    model = naive_bayes(EXAMPLES)
    assert model.probabilities(present(["never seen"]))["CB"] == pytest.approx(18 / 24)


def test_a_penalty_pulls_weights_to_zero() -> None:
    free, held = (logistic(EXAMPLES, decay=decay).weights["may"] for decay in (0.1, 50.0))
    assert max(map(abs, held)) < max(map(abs, free))


@given(st.dictionaries(st.sampled_from(["may", "verb", "noun", "x"]), st.floats(-3, 3), max_size=4))
@settings(max_examples=30)
def test_probabilities_add_up_to_one(features: dict[str, float]) -> None:
    found = logistic(EXAMPLES, steps=5).probabilities(features)
    assert sum(found.values()) == pytest.approx(1)
    assert all(share >= 0 for share in found.values())


@pytest.mark.parametrize("system", ["default", "redes", "cubism", "columbia", "cornell"])
def test_shipped_models_are_small_and_whole(system: str) -> None:
    models = shipped(system)
    assert models
    for model in models.values():
        assert all(len(weights) == len(model.labels) for weights in model.weights.values())
    assert len(dumped(models).encode()) < 200_000


def test_a_model_survives_writing() -> None:
    import json

    model = Linear(("a", "b"), {"": (0.5, -0.25), "x": (1.0, 2.0)})
    read = json.loads(dumped({"m": model}))["m"]
    assert Linear(tuple(read["labels"]), {k: tuple(v) for k, v in read["weights"].items()}) == model
