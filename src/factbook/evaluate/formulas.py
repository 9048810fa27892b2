"""What each measure computes, and the clause that says so: columns of the table of measures.

`g` is gold (reference), `s` system; |X| the number of X. Seeds: 000 and 004 BeSt, 001 ACE08, 002 Cold Start, 003 open
relation extraction. What a program computes that no seed defines names the program.
"""

from __future__ import annotations

from typing import NamedTuple


class Formula(NamedTuple):
    """A formula in words and signs, and where it stands."""

    formula: str
    clause: str


_VALUE = "Value = Σ Value(s mapped to g) + Σ Value(s false alarms), over Σ Value(g against itself); mapping optimal"
_PRF = "P = tp/(tp + fp), R = tp/(tp + fn), F = 2PR/(P + R)"
_CEAF = "P = Σ φ(mapped pairs)/Σ φ(s, s), R = the same over Σ φ(g, g); one-to-one mapping with the largest sum"
_NELEVAL = "seed 002, Entity Discovery Scoring; the EDL reference scorer's measure of this name"
_CONLL = "CoNLL reference scorer 8.01"
_TUPLES = "P = ΣTP/(ΣTP + FP), R = ΣTP/(ΣTP + FN); a match scores 1, 2/3, 2/3 or 1/3 times provenance F"

FORMULAS: dict[str, Formula] = {
    "ace.edr": Formula(f"{_VALUE}; Value(s, g) = Element_Value × Mentions_Value", "seed 001, section 4.3, Appendix A"),
    "ace.rdr": Formula(
        f"{_VALUE}; Value(s, g) = Element_Value × Arguments_Value", "seed 001, section 4.4, Appendix A, Table 5"
    ),
    "ace.emd": Formula(f"{_VALUE}; each mention is an entity", "seed 001, section 4.3, Appendix A"),
    "ace.rmd": Formula(f"{_VALUE}; each mention is a relation", "seed 001, section 4.4, Appendix A"),
    "ace.global_edr": Formula(
        f"{_VALUE}; Mentions_Value = 1, names by W_err-names", "seed 001, section 4.5, Appendix A"
    ),
    "ace.global_rdr": Formula(f"{_VALUE}; entities by their global mapping", "seed 001, section 4.6, Appendix A"),
    "ace.b_cubed": Formula(
        "P = mean over s mentions of |g ∩ s|/|s|, R = mean over g mentions of |g ∩ s|/|g|; also value-weighted",
        "seed 001, Appendix A (B-cubed)",
    ),
    "coldstart.sf": Formula(
        "P = right/(submitted − ignored), R = right/ground truth, over all nodes", "seed 002, Evaluation; Score 3.0"
    ),
    "coldstart.max": Formula(
        "as coldstart.sf, over the entry point of each query with the highest F", "seed 002, Evaluation; Score 3.0"
    ),
    "coldstart.mean": Formula(
        "mean over entry points, then over nodes with ground truth, of P, R and F", "seed 002, Evaluation; Score 3.0"
    ),
    "coldstart.gold": Formula(
        "as the view says; right: same entity or normalised string as an answer of the gold KB", "seed 002, Evaluation"
    ),
    "coldstart.facts": Formula(f"{_PRF}; tp: facts whose slot, subject and object agree", "seed 002, Schema"),
    "edl.strong_mention_match": Formula(f"{_PRF}; tp: same span", _NELEVAL),
    "edl.strong_typed_mention_match": Formula(f"{_PRF}; tp: same span and type", _NELEVAL),
    "edl.strong_linked_mention_match": Formula(f"{_PRF}; tp: same span, both linked", _NELEVAL),
    "edl.strong_link_match": Formula(f"{_PRF}; tp: same span and KB id, linked mentions", _NELEVAL),
    "edl.strong_typed_link_match": Formula(f"{_PRF}; tp: same span, KB id and type", _NELEVAL),
    "edl.strong_nil_match": Formula(f"{_PRF}; tp: same span, both NIL", _NELEVAL),
    "edl.strong_typed_nil_match": Formula(f"{_PRF}; tp: same span and type, both NIL", _NELEVAL),
    "edl.strong_all_match": Formula(f"{_PRF}; tp: same span, same KB id or both NIL", _NELEVAL),
    "edl.strong_typed_all_match": Formula(f"{_PRF}; tp: the same, and same type", _NELEVAL),
    "edl.entity_match": Formula(f"{_PRF}; over (document, KB id) pairs", _NELEVAL),
    "edl.mention_ceaf": Formula(f"{_CEAF}; φ = |g ∩ s|", _NELEVAL),
    "edl.mention_ceaf_plus": Formula(f"{_CEAF}; φ = |g ∩ s|, mentions with the same KB id or NIL only", _NELEVAL),
    "edl.typed_mention_ceaf": Formula(f"{_CEAF}; φ = |g ∩ s| of mentions with the same type", _NELEVAL),
    "edl.typed_mention_ceaf_plus": Formula(f"{_CEAF}; φ = |g ∩ s| with the same type and KB id or NIL", _NELEVAL),
    "edl.entity_ceaf": Formula(f"{_CEAF}; φ = 2|g ∩ s|/(|g| + |s|)", _NELEVAL),
    "edl.b_cubed": Formula("P = Σ over s mentions |g ∩ s|/|s| over |s mentions|, R the same over g", _NELEVAL),
    "edl.b_cubed_plus": Formula("as b_cubed, where KB ids must agree", _NELEVAL),
    "edl.muc": Formula("R = Σ (|g| − parts of g by s)/Σ (|g| − 1), P with sides exchanged", _NELEVAL),
    "edl.pairwise": Formula(f"{_PRF}; over pairs of mentions in one cluster", _NELEVAL),
    "coref.muc": Formula("R = Σ (|g| − parts of g by s)/Σ (|g| − 1), P with sides exchanged", _CONLL),
    "coref.bcub": Formula("R = Σ |g ∩ s|²/|g| over mentions of g, P over mentions of s", _CONLL),
    "coref.ceafm": Formula(f"{_CEAF}; φ = |g ∩ s|", _CONLL),
    "coref.ceafe": Formula(f"{_CEAF}; φ = 2|g ∩ s|/(|g| + |s|)", _CONLL),
    "coref.blanc": Formula("mean of P, R and F over coreferent and over non-coreferent pairs", _CONLL),
    "coref.lea": Formula("R = Σ |g| × found links of g/links of g, over Σ |g|; P with sides exchanged", "CoVal"),
    "coref.conll": Formula("(F of muc + F of bcub + F of ceafe)/3", _CONLL),
    "coref.mentions": Formula(f"{_PRF}; tp: same span", _CONLL),
    "best.belief": Formula(_TUPLES, "seed 000, section 6 (1 to 4)"),
    "best.sentiment": Formula(_TUPLES, "seed 000, section 6 (1 to 4)"),
    "best.both": Formula(f"{_TUPLES}; both kinds pooled", "seed 000, section 6; seed 004, section 4"),
    "open_re": Formula(
        "P = correct/extractions, R = correct/gold relations; correct: the trigger and only allowed words",
        "seed 003, evaluation",
    ),
}
