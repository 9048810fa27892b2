"""Score tables in all forms, breakdowns, plots, explanations and error surgery."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest
from lxml import html

from factbook.evaluate import coldstart_facts
from factbook.evaluate.diagnose import surgery
from factbook.evaluate.measure import Match, Unit
from factbook.evaluate.report import FORMS, render
from factbook.evaluate.report_html import confusion, precision_recall, reliability
from factbook.evaluate.report_svg import bars, matrix
from factbook.evaluate.scoring import ScoreTable, score
from factbook.evaluate.table import kinds, measures
from mention_rows import Row, kb_of

GOLD: list[Row] = [
    ("ENG_NW_1", 0, "A", "PER", "NAM"),
    ("ENG_NW_1", 10, "A", "PER", "NOM"),
    ("ENG_NW_1", 20, "B", "PER", "NAM"),
    ("SPA_DF_2", 0, "B", "ORG", "NAM"),
    ("SPA_DF_2", 10, "C", "ORG", "NAM"),
]
# One mention missed, one spurious, one of another type, A split, B and C merged.
SYSTEM: list[Row] = [
    ("ENG_NW_1", 0, "x", "PER", "NAM"),
    ("ENG_NW_1", 10, "y", "ORG", "NOM"),
    ("SPA_DF_2", 0, "z", "ORG", "NAM"),
    ("SPA_DF_2", 10, "z", "ORG", "NAM"),
    ("SPA_DF_2", 50, "z", "ORG", "NAM"),
]


def table(
    *, by: tuple[str, ...] = (), ci: bool = False, matches: bool = False, name: str = "edl.b_cubed"
) -> ScoreTable:
    systems = {"one & two": kb_of(SYSTEM), "gold": kb_of(GOLD)}
    return score(measures(name), kb_of(GOLD), systems, by=by, ci=ci, resamples=20, matches=matches)


def test_rows_hold_figures_groups_and_signature() -> None:
    rows = table(by=("type", "language"), ci=True).rows()
    assert {row["system"] for row in rows} == {"one & two", "gold"}
    assert {row["group"] for row in rows if row["by"] == "language"} == {"en", "es"}
    assert all(row["signature"].startswith("edl.b_cubed(") for row in rows)
    whole = next(row for row in rows if row["system"] == "gold" and not row["by"])
    assert (whole["f"], whole["f_low"], whole["f_high"]) == (1.0, 1.0, 1.0)


def test_a_wrong_breakdown_names_the_choices() -> None:
    with pytest.raises(ValueError, match="no breakdown by 'colour'; choose of: type, document, language, genre"):
        table(by=("colour",))


@pytest.mark.parametrize("form", sorted(FORMS))
def test_every_form_has_figures_and_signature(form: str) -> None:
    text = render(table(ci=True, matches=True), form)
    assert "edl.b_cubed(scope=collection" in text
    assert "1.0" in text


def test_json_and_csv_have_all_rows() -> None:
    made = table(by=("type",), ci=True)
    found = json.loads(render(made, "json"))
    assert len(found["results"]) == len(made.rows())
    assert found["comparisons"][0]["first"] == "one & two"
    rows = list(csv.DictReader(io.StringIO(render(made, "csv"))))
    assert len(rows) == len(made.rows()) + len(made.comparisons)
    compared = [row for row in rows if row["compared_with"]]
    assert [float(row["difference"]) for row in compared] == [one.difference for one in made.comparisons]
    assert all(row["p_value"] and row["signature"] for row in compared)


@pytest.mark.parametrize("form", ["text", "markdown", "latex"])
def test_readable_forms_have_the_comparisons(form: str) -> None:
    made = table(ci=True)
    assert made.comparisons
    assert f"{made.comparisons[0].difference:+.4f}" in render(made, form)


def test_markdown_and_latex_escape_what_they_must() -> None:
    made = table()
    assert r"one \& two" in render(made, "latex")
    assert r"edl.b\_cubed" in render(made, "latex")
    assert render(made, "markdown").startswith("| measure | system |")


def test_frame() -> None:
    frame = table(by=("type",)).to_frame()
    assert next(iter(frame["measure"])).startswith("edl.b_cubed(")
    assert frame["f"].max() == 1.0


def test_items_without_types_have_no_confusion_matrix() -> None:
    bare = kb_of([(doc, start, entity, "", "") for doc, start, entity, _, _ in GOLD])
    text = render(score(measures("coref.bcub"), bare, {"same": bare}, matches=True), "html")
    assert "<svg" in text
    assert "Types: same" not in text


def test_the_share_right_is_of_the_value_that_an_item_has() -> None:
    # ACE: values have weights, a spurious item has negative credit
    matches = [
        Match(unit="d", gold="a", system="x", credit=0.2, confidence=0.9),
        Match(unit="d", gold="b", system="y", outcome="partial", credit=0.3, cost=0.1, confidence=0.8),
        Match(unit="d", system="z", outcome="spurious", credit=-0.7, cost=0.7, confidence=0.7),
    ]
    assert precision_recall(matches) == [(0.5, 1.0), (0.875, 0.875), (0.875, pytest.approx(1.75 / 3))]


def test_html_is_one_file_with_plots_and_no_network() -> None:
    text = render(table(by=("type",), ci=True, matches=True, name="edl.strong_typed_mention_match"), "html")
    tree = html.fromstring(text)
    captions = {caption.text for caption in tree.iter("figcaption")}
    assert "f by type" in captions
    assert "Types: one & two" in captions
    assert not tree.xpath("//script | //link | //img | //*[@src] | //*[@href]")
    assert set(re.findall(r"https?://[^\"' ]+", text)) == {"http://www.w3.org/2000/svg"}


MATCHES = (
    Match(
        unit="d", gold="g1", system="s1", credit=1.0, confidence=0.9, labels={"gold_type": "PER", "system_type": "PER"}
    ),
    Match(unit="d", system="s2", outcome="spurious", confidence=0.9),
    Match(
        unit="d", gold="g2", system="s3", credit=1.0, confidence=0.2, labels={"gold_type": "ORG", "system_type": "PER"}
    ),
    Match(unit="d", gold="g3", outcome="missed"),
)


def test_curve_reliability_and_confusion() -> None:
    assert precision_recall(MATCHES) == [pytest.approx((1 / 3, 1 / 2)), pytest.approx((2 / 3, 2 / 3))]
    assert reliability([(0.9, 1.0), (0.95, 0.0), (0.2, 1.0)]) == [(0.2, 1.0), pytest.approx((0.925, 0.5))]
    assert confusion(MATCHES, "gold_type", "system_type") == {("PER", "PER"): 1, ("ORG", "PER"): 1}


def test_every_mention_is_explained_once() -> None:
    (measure,) = measures("edl.strong_typed_mention_match")
    found = measure.matches(kb_of(GOLD), kb_of(SYSTEM, prefix="s"))
    assert [match.gold for match in found if match.gold] == ["m0", "m1", "m2", "m3", "m4"]
    assert sorted(match.system for match in found if match.system) == ["sm0", "sm1", "sm2", "sm3", "sm4"]
    assert [(match.outcome, match.stage) for match in found] == [
        ("right", ""),
        ("wrong", "type"),
        ("missed", "mention"),
        ("right", ""),
        ("right", ""),
        ("spurious", "spurious"),
    ]


def test_merged_and_split_entities_are_told_apart() -> None:
    (measure,) = measures("edl.mention_ceaf")
    found = {match.gold: match.stage for match in measure.matches(kb_of(GOLD), kb_of(SYSTEM)) if match.gold}
    assert found == {"m0": "", "m1": "split", "m2": "mention", "m3": "", "m4": "merge"}


@pytest.mark.parametrize(
    "name", ["edl.typed_mention_ceaf", "edl.b_cubed", "edl.entity_ceaf", "edl.strong_mention_match"]
)
def test_surgery_in_turn_leads_to_a_perfect_score(name: str) -> None:
    (measure,) = measures(name)
    found = surgery(measure, kb_of(GOLD), kb_of(SYSTEM, prefix="s"))
    assert found.in_turn[-1][1] == pytest.approx(1.0)
    assert [loss.stage for loss in found.stages][:5] == list(measure.kind.stages)
    assert all(loss.gain is not None and loss.gain >= -1e-9 for loss in found.stages if loss.repaired is not None)


def test_every_measure_can_be_mended() -> None:
    """So that surgery counts again, and never guesses."""
    assert not [kind.name for kind in kinds().values() if not kind.repair or not kind.stages]


def test_long_names_of_groups_are_slanted_and_get_room() -> None:
    short, long = (
        bars({"s": {name: 0.5, name + "2": 1.0}}, title="t") for name in ("a", "org:top_members_employees" * 3)
    )
    assert "rotate" not in short
    assert long.count("rotate") == 2
    heights = [float(re.search(r'<svg [^>]*height="(\d+)"', text).group(1)) for text in (short, long)]  # type: ignore[union-attr]
    assert heights[0] < heights[1]
    assert bars({"s": {}}, title="t") == ""


def test_a_label_of_the_matches_gives_outcomes_by_group() -> None:
    systems = {"s": kb_of(SYSTEM)}
    made = score(measures("edl.strong_typed_mention_match"), kb_of(GOLD), systems, by=("gold_type",))
    groups = made.one().groups["gold_type"]
    assert {name: (found["right"], found["wrong"], found["missed"]) for name, found in groups.items()} == {
        "ORG/NAM": (2, 0, 0),
        "PER/NAM": (1, 0, 1),
        "PER/NOM": (0, 1, 0),
    }
    header, *rows = render(made, "text").splitlines()
    assert header.split()[-4:] == ["right", "wrong", "missed", "cost"]
    assert "gold_type=PER/NOM" in rows[3]
    assert "by gold_type" not in render(made, "html")  # nothing to plot


def test_negative_values_have_a_bar_below_the_axis() -> None:
    plot = bars({"one": {"PER": -0.4, "ORG": 0.5}}, title="value by type")
    assert ">-0.5</text>" in plot  # the lowest tick
    heights = [float(text) for text in re.findall(r'height="([\d.]+)" fill="#2f6f9f"><title>', plot)]
    assert len(heights) == 2
    assert heights[0] == pytest.approx(heights[1] * 0.8, rel=0.01)


def test_long_names_of_a_matrix_do_not_run_into_each_other() -> None:
    short = matrix({("PER", "ORG"): 3, ("ORG", "ORG"): 1}, title="Types")
    long = matrix({("PER/NAM", "ORG/NAM"): 3, ("ORG/NAM", "ORG/NAM"): 1}, title="Types")
    assert "rotate" not in short
    assert long.count("rotate") == 2


def test_a_matrix_has_every_label_on_both_sides() -> None:
    plot = matrix({("cb", "ncb"): 3, ("rob", "rob"): 1}, title="Values")
    assert [plot.count(f">{label}</text>") for label in ("cb", "ncb", "rob")] == [2, 2, 2]


def test_facts_of_two_systems_with_other_subjects_can_be_compared() -> None:
    """A subject that one of two systems lacks has no counts there."""
    units = [Unit(id="e1", counts={}, labels={"slot": "per:age"})]
    assert coldstart_facts.summarise(units)["macro_f"] == 0.0
