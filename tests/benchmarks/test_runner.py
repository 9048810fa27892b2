"""`python -m benchmarks` runs what there is, whatever becomes of each."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks import __main__ as runner

GOOD = '"""It is good."""\nif __name__ == "__main__":\n    print("figures", 42)\n'
BAD = '"""It is bad."""\nif __name__ == "__main__":\n    raise SystemExit("no data")\n'
SLOW = (
    '"""It is slow."""\nimport time\nif __name__ == "__main__":\n    print("begun", flush=True)\n    time.sleep(600)\n'
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of benchmarks of its own."""
    folder = tmp_path / "benchmarks"
    folder.mkdir()
    for name, text in (("__init__", ""), ("bad", BAD), ("good", GOOD), ("helper", "X = 1\n"), ("peer_x", GOOD)):
        (folder / f"{name}.py").write_text(text)
    for name, path in (("HOME", folder), ("RESULTS", folder / "results"), ("INDEX", folder / "README.md")):
        monkeypatch.setattr(runner, name, path)
    monkeypatch.setattr(runner, "DONE", tmp_path / "build" / "benchmarks.json")
    return folder


def call(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["benchmarks", *words])
    return runner.main()


def test_one_that_fails_does_not_stop_the_others(
    home: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert call(monkeypatch) == 1
    out, err = capfd.readouterr()
    assert "== bad: failed (1)" in out
    assert "== good: done in" in out
    assert "no data" in err
    assert err.endswith("failed: bad\n")
    assert "figures 42" in (home / "results" / "good.md").read_text()
    assert not (home / "results" / "bad.md").exists()
    assert "It is bad. | `python -m benchmarks bad` | not run yet" in (home / "README.md").read_text()


def test_a_stopped_run_goes_on(home: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    call(monkeypatch)
    (home / "bad.py").write_text(GOOD)
    capfd.readouterr()
    assert call(monkeypatch, "--resume") == 0
    assert "== good: done before" in capfd.readouterr().out
    assert not runner.DONE.exists()


def test_some_and_all_but_some(home: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    for words in (["good"], ["--only", "good"], ["--skip", "bad"]):
        assert call(monkeypatch, *words) == 0
        assert "== bad" not in capfd.readouterr().out
    with pytest.raises(SystemExit, match="no benchmark wrong; there are: bad, good"):
        call(monkeypatch, "wrong")


def test_one_that_takes_too_long_is_stopped(
    home: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (home / "bad.py").write_text(SLOW)
    assert call(monkeypatch, "bad", "--limit", "1") == 1
    out, err = capfd.readouterr()
    assert "begun" in out
    assert "longer than 1 s, stopped" in err


def test_the_duration_is_on_the_page_and_in_the_list(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = runner.page("good", "x", "# good\n\nold\n\n```\nx\n```\n\nBy hand.\n", 247.4)
    assert page.endswith("```\nx\n```\n\nBy hand.\n")
    (home / "results").mkdir()
    (home / "results" / "good.md").write_text(page)
    assert runner.duration("good") == 247
    assert runner.duration("bad") is None
    assert "[good](results/good.md) | 4 min 7 s |" in runner.index()
    assert runner.shown(59.6) == "1 min 0 s"


def test_what_cannot_start_is_told(
    home: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (home / "bad.py").write_text("import nothing_of_this_name\n" + BAD)
    monkeypatch.setitem(runner.NEEDS, "good", ("corpus",))
    assert call(monkeypatch, "--check", "--data", str(home)) == 1
    out = capfd.readouterr().out
    assert "cannot start: ModuleNotFoundError" in out
    assert "ready, without corpus in --data" in out
