"""What verbs share: files written whole or not at all, problems as text and data."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from factbook.cli.common import has_errors, load_sources, print_problems, problem_rows, write_output
from factbook.text.problems import ERROR, WARNING, Code, Problems, Where


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "new" / "x.txt"
    write_output(str(path), b"one")
    write_output(str(path), b"two")
    assert path.read_bytes() == b"two"
    assert os.listdir(path.parent) == ["x.txt"]
    assert path.stat().st_mode & 0o400


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.txt"
    write_output(str(path), b"one")

    def fail(source: object, target: object) -> None:
        raise OSError(errno.ENOSPC, "disk full")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        write_output(str(path), b"two")
    assert path.read_bytes() == b"one"
    assert os.listdir(tmp_path) == ["x.txt"]


def test_problems_as_text_and_data(capsys: pytest.CaptureFixture[str]) -> None:
    problems = Problems([Code("A", ERROR, "wrong {what}", "mend it"), Code("B", WARNING, "odd")])
    problems.add("B", Where("f"))
    assert not has_errors(problems)
    problems.add("A", Where("f", 3), what="hat")
    assert has_errors(problems)
    print_problems(problems)
    assert capsys.readouterr().err == "f: warning: B: odd\nf:3: error: A: wrong hat (mend it)\n"
    assert problem_rows(problems)[1] == {
        "file": "f",
        "line": 3,
        "column": 0,
        "severity": "error",
        "code": "A",
        "message": "wrong hat",
        "advice": "mend it",
    }
    print_problems(problems, as_json=True)
    assert '"code": "A"' in capsys.readouterr().out


def test_sources_by_id(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"hello")
    problems = Problems()
    assert list(load_sources([str(tmp_path), str(tmp_path / "no")], problems)) == ["a"]
    assert [problem.code.name for problem in problems] == ["NO_FILE"]
