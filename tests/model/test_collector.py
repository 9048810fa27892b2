"""The garbage collector rests while many records are built, and is afterwards as it was."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from factbook.model.collector import collector_paused


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    on = gc.isenabled()
    yield
    gc.enable() if on else gc.disable()


def test_rests_inside_and_works_afterwards() -> None:
    gc.enable()
    with collector_paused():
        assert not gc.isenabled()
        with collector_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off() -> None:
    gc.disable()
    with collector_paused():
        pass
    assert not gc.isenabled()


def test_works_again_after_an_error() -> None:
    gc.enable()
    with pytest.raises(KeyError), collector_paused():
        raise KeyError("anything")
    assert gc.isenabled()


def test_many_new_objects_count_as_old_and_a_full_collection_still_finds_their_cycles() -> None:
    gc.enable()
    gc.collect()
    with collector_paused():
        kept: list[list[object]] = [[] for _ in range(20_000)]
        for item in kept:
            item.append(item)
    assert gc.get_count()[0] < 10_000
    assert gc.get_freeze_count() == 0
    del kept, item
    assert gc.collect() >= 20_000


def test_what_somebody_froze_stays_frozen() -> None:
    gc.enable()
    gc.freeze()
    frozen = gc.get_freeze_count()
    try:
        with collector_paused():
            kept = [[] for _ in range(20_000)]  # type: ignore[var-annotated]
        assert 0 < gc.get_freeze_count() <= frozen
        assert len(kept) == 20_000
    finally:
        gc.unfreeze()
