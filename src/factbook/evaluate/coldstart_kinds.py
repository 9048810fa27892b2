"""The Cold Start rows of the table of measures."""

from __future__ import annotations

from factbook.evaluate.coldstart_align import MENTIONS
from factbook.evaluate.coldstart_facts import PROVENANCE
from factbook.evaluate.coldstart_mend import GOLD_STAGES
from factbook.evaluate.coldstart_mend import STAGES as ANSWER_STAGES
from factbook.evaluate.coldstart_repair import STAGES
from factbook.evaluate.measure import Kind, Parameter
from factbook.schema.coldstart import EDITIONS

_EDITION = Parameter(
    name="edition",
    default="2016",
    choices=tuple(EDITIONS),
    about="2017 ignores redundant answers, 2016 counts them wrong",
)
_SLOTS = Parameter(
    name="slots",
    default="hops",
    choices=("hops", "pseudo"),
    about="every hop counts (the official program), or a query is one slot and its last hop counts (the seed)",
)
_GOLD = (
    Parameter(name="mentions", default="exact", choices=MENTIONS, about="when two mentions are in correspondence"),
    Parameter(name="provenance", default="anydoc", choices=PROVENANCE, about="how justifications must agree"),
)
_ABOUT = {
    "sf": "slot filling against assessments, each entry point by itself",
    "max": "slot filling against assessments, the best entry point of each query (LDC-MAX)",
    "mean": "slot filling against assessments, the mean over the entry points of each query (LDC-MEAN)",
}
_TIES = "LDC-MAX: the first entry point in the query file; in a class the first named right answer counts"


def _assessed(view: str) -> Kind:
    return Kind(
        name=f"coldstart.{view}",
        about=_ABOUT[view],
        module="factbook.evaluate.coldstart",
        count="count",
        summarise="summarise",
        report="report",
        repair="repair",
        stages=ANSWER_STAGES,
        main="f",
        inputs="responses",
        zero="0",
        ties=_TIES,
        parameters=(_EDITION, _SLOTS),
        fixed={"view": view},
        edition="TAC KBP 2016",
    )


KINDS: tuple[Kind, ...] = (
    *(_assessed(view) for view in _ABOUT),
    Kind(
        name="coldstart.gold",
        about="queries resolved on a KB and on the gold KB; right: the same entity or string, no assessments needed",
        module="factbook.evaluate.coldstart_gold",
        count="count",
        summarise="summarise",
        report="report",
        repair="repair",
        stages=GOLD_STAGES,
        main="f",
        inputs="coldstart-gold",
        zero="0",
        ties=_TIES,
        parameters=(
            Parameter(name="view", default="max", choices=tuple(_ABOUT), about="entry points: all, best or mean"),
            *_GOLD,
            _EDITION,
            _SLOTS,
        ),
        edition="TAC KBP 2016",
    ),
    Kind(
        name="coldstart.facts",
        about="all facts of a KB against those of a gold KB, by slot; no queries needed",
        module="factbook.evaluate.coldstart_facts",
        count="count",
        summarise="summarise",
        repair="repair",
        stages=STAGES,
        main="f",
        inputs="kb",
        zero="0",
        ties="entities that share equally many mentions: file order; the first of two equal strings counts",
        parameters=_GOLD,
        edition="TAC KBP 2016",
    ),
)
