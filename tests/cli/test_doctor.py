"""`factbook doctor` finds what is there and says what is missing."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from factbook.cli import doctor
from factbook.cli.doctor import Requirement
from factbook.cli.main import main


def test_reports_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json"]) in (0, 1)
    names = {row["what"] for row in json.loads(capsys.readouterr().out)}
    assert {"factbook", "Python", "SQLite", "free disk", "sample collection", "model english", "numpy"} <= names


def test_every_dependency_is_checked_and_explained() -> None:
    rows = doctor.requirements()
    assert {"msgspec", "numpy", "jieba"} <= {row.name for row in rows if not row.extra}
    assert [row.name for row in rows if not doctor.USES.get(row.name)] == []
    assert {row.extra for row in rows} <= {"", *doctor.EXTRAS}


@pytest.mark.parametrize(
    ("extra", "code", "line"),
    [
        ("", 1, "missing   no-such-package    : pip install 'no-such-package>=1'"),
        ("data", 0, "optional  no-such-package"),
    ],
)
def test_a_package_that_is_missing(
    extra: str, code: int, line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "CHECKS", (doctor.check_packages,))
    monkeypatch.setattr(doctor, "requirements", lambda: [Requirement("no-such-package", ">=1", extra)])
    assert main(["doctor"]) == code
    assert line in capsys.readouterr().out


def test_a_package_that_is_too_old(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(doctor, "CHECKS", (doctor.check_packages,))
    monkeypatch.setattr(doctor, "requirements", lambda: [Requirement("numpy", ">=1000,<1001")])
    assert main(["doctor"]) == 1
    assert "is installed, >=1000,<1001 is needed: pip install 'numpy>=1000,<1001'" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("version", "versions", "expected"),
    [
        ("2.4.6", ">=1.26,<3", True),
        ("3.0", ">=1.26,<3", False),
        ("1.9.1", ">=1.26", False),
        ("2.13.0", "==2.13.0", True),
        ("2.13", "==2.13.0", True),
        ("0.42.1rc1", ">=0.42,<0.43", True),
        ("1", "", True),
    ],
)
def test_ranges_of_versions(version: str, versions: str, expected: bool) -> None:
    assert doctor.fits(version, versions) is expected


def test_damaged_and_missing_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "CHECKS", (doctor.check_models,))
    monkeypatch.setattr(doctor, "MODELS", tmp_path)
    assert main(["doctor"]) == 1
    assert "no weights in the package: install factbook again" in capsys.readouterr().out
    (tmp_path / "klingon").mkdir()
    (tmp_path / "klingon" / "encoder.onnx").write_bytes(b"version of a large file")
    assert main(["doctor"]) == 1
    assert "0.0 MB; no card, encoder.onnx does not load: install factbook again" in capsys.readouterr().out
    (tmp_path / "klingon" / "CARD.md").write_text("# Card", encoding="utf-8")
    (tmp_path / "klingon" / "encoder.onnx").unlink()
    assert main(["doctor"]) == 1
    assert "0.0 MB; no weights: install factbook again" in capsys.readouterr().out
    shutil.rmtree(tmp_path / "klingon")


@pytest.mark.parametrize(
    ("folder", "state", "words"),
    [
        ("{tmp}", "ok", "factbook, 0.0 MB"),
        ("-", "optional", "in every process"),
        ("/proc/1", "optional", "FACTBOOK_CACHE"),
    ],
)
def test_the_cache_folder(folder: str, state: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACTBOOK_CACHE", folder.format(tmp=tmp_path))
    monkeypatch.setattr(doctor.os, "access", lambda path, mode: not str(path).startswith("/proc"))
    (found,) = doctor.check_kept()
    assert found.state == state
    assert words in found.detail


def test_free_memory_is_what_programs_can_have() -> None:
    memory = doctor.free_memory()
    assert memory is None or memory > 0
