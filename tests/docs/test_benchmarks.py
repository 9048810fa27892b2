"""The list of benchmarks names them all; a page of results keeps what is written behind its table."""

from __future__ import annotations

from benchmarks.__main__ import INDEX, claim, index, names, page


def test_the_index_is_up_to_date() -> None:
    assert INDEX.read_text(encoding="utf-8") == index(), "run: python -m benchmarks --index"


def test_every_benchmark_says_what_it_shows() -> None:
    assert len(names()) > 10
    assert [name for name in names() if len(claim(name)) < 20] == []


def test_results_have_command_date_and_machine() -> None:
    first = page("text", "1 2\n")
    assert first.startswith("# text\n\n`python -m benchmarks text`, 20")
    assert "cores, Python 3" in first
    assert first.endswith("\n```\n1 2\n```\n")


def test_remarks_are_kept() -> None:
    before = page("text", "old\n") + "\nWritten by hand, with\n\n```\ncode\n```\n"
    after = page("text", "new\n", before)
    assert "old" not in after
    assert after.endswith("\n```\nnew\n```\n\nWritten by hand, with\n\n```\ncode\n```\n")
