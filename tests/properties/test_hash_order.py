"""No score depends on the order in which Python walks over sets: every family under several hash seeds."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"
ACE = GOLDEN / "ace" / "corpora" / "c5_nested_noisy"
PIPELINE = GOLDEN / "coldstart" / "pipeline" / "random1"
BEST = GOLDEN / "best" / "c_before_d_before_e"

CALLS = [
    ["score", "edl", *(str(GOLDEN / "edl" / "pair2_noisy" / f"{name}.tab") for name in ("gold", "system"))],
    ["score", "coref", *(str(GOLDEN / "coref" / "c8_nested" / f"{name}.conll") for name in ("key", "response"))],
    ["score", "best", str(BEST / "gold"), str(BEST / "pred"), "--ere", str(BEST / "ere"), "--by", "value"],
    ["score", "open_re", *(str(GOLDEN / "openre" / "mixed" / f"{name}.tsv") for name in ("ground_truth", "system"))],
    ["score", "ace", str(ACE / "ref"), str(ACE / "sys")],
    ["explain", "ace.edr", str(ACE / "ref"), str(ACE / "sys")],
    ["explain", "edl.b_cubed", *(str(GOLDEN / "edl" / "pair2_noisy" / f"{name}.tab") for name in ("gold", "system"))],
    [
        "score",
        "coldstart.sf,coldstart.max,coldstart.mean",
        str(PIPELINE / "qrel.tsv"),
        str(PIPELINE / "expected" / "validated.sf"),
        "--queries",
        str(PIPELINE / "ldc.xml"),
    ],
    ["score", "coldstart.gold", *[str(PIPELINE / "kb.tac")] * 2, "--queries", str(PIPELINE / "ldc.xml")],
]
CODE = f"from factbook.cli.main import main\nfor call in {CALLS!r}: assert main([*call, '--json']) < 2, call"


def output(seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_scores_do_not_depend_on_hash_order() -> None:
    first = output("0")
    assert first.count('"signatures"') == 7
    assert output("1") == first == output("4242")
