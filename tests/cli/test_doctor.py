"""`factbook doctor` finds what is there and says what is missing."""

from __future__ import annotations

import json

import pytest

from factbook.cli import doctor
from factbook.cli.main import main


def test_reports_every_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json"]) in (0, 1)
    names = {row["what"] for row in json.loads(capsys.readouterr().out)}
    assert {"factbook", "Python", "SQLite", "free disk"} | {name for name, _, _ in doctor.PACKAGES} <= names


def test_a_missing_package_is_named_and_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "PACKAGES", (("no-such-package-at-all", "for the test", False),))
    assert main(["doctor"]) == 1
    assert "missing   no-such-package-at-all for the test" in capsys.readouterr().out


def test_a_missing_optional_package_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "CHECKS", (doctor.check_packages,))
    monkeypatch.setattr(doctor, "PACKAGES", (("no-such-package-at-all", "for the test", True),))
    assert main(["doctor"]) == 0
