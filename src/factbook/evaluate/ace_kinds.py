"""The ACE rows of the table of measures."""

from __future__ import annotations

from factbook.evaluate.ace_given import CONDITIONS
from factbook.evaluate.ace_profiles import CORRESPONDENCES, PROFILES
from factbook.evaluate.ace_repair import ENTITY_STAGES, RELATION_STAGES
from factbook.evaluate.measure import Kind, Parameter

_ZERO = "value: 1 if there is neither reference value nor cost, -99.9999 if there is cost alone; P, R, F: 0"
_TIES = "mappings of equal value: document order (the official program: hash order)"
_KEEP = "profile"
_SWITCH = (_KEEP, "yes", "no")
_WEIGHTINGS = (_KEEP, "mention", "level")
_GIVEN = "diagnostic condition: what was given"


def _profiles(names: tuple[str, ...]) -> Parameter:
    return Parameter(name="profile", default="plan", choices=names, about="weights and options, see ace_profiles")


_WITH_MENTIONS = _profiles(tuple(name for name, profile in PROFILES.items() if profile.use_mentions))
_PARAMETERS = (
    Parameter(name="min_overlap", default=_KEEP, about="least mutual overlap of mention heads, 0 to 1"),
    Parameter(name="min_text_match", default=_KEEP, about="least common run of characters in heads, 0 to 1"),
    Parameter(name="map_weighting", default=_KEEP, choices=_WEIGHTINGS, about="weighting of the mapping"),
    Parameter(name="eval_weighting", default=_KEEP, choices=_WEIGHTINGS, about="weighting of the value"),
    Parameter(
        name="weights", default=_KEEP, about="changed weights, such as entity.class.GEN:0.1;mention.type.PRO:0.2"
    ),
)
_NAMES = Parameter(name="min_name_similarity", default=_KEEP, about="lower similarities of names count as 0")
_RELATIONS = (
    Parameter(
        name="correspondence",
        default=_KEEP,
        choices=(_KEEP, *CORRESPONDENCES),
        about="when relations may correspond (Table 5)",
    ),
    Parameter(name="arguments_required", default=_KEEP, choices=(_KEEP, "0", "1", "2"), about="mappable Arg-1, Arg-2"),
    Parameter(name="mapped_arguments", default=_KEEP, choices=_SWITCH, about="arguments must be mapped to each other"),
)
_ENTITY_SPLITS = ("type", "subtype", "level", "class", "source", "language")
_RELATION_SPLITS = ("type", "subtype", "modality", "source", "language")


def _kind(name: str, about: str, task: str, scope: str = "local") -> Kind:
    relations = task in ("rdr", "rmd")
    given = tuple(value for value in CONDITIONS if relations or value != "entities")
    further = (Parameter(name="given", default="none", choices=given, about=_GIVEN),)
    profile = _WITH_MENTIONS if task in ("emd", "rmd") else _profiles(tuple(PROFILES))
    own = (profile, *_PARAMETERS, *(_RELATIONS if relations else ()), *((_NAMES,) if scope == "global" else further))
    return Kind(
        name=name,
        about=about,
        module="factbook.evaluate.ace",
        count="count",
        summarise="summarise",
        matches="matches",
        report="report",
        main="value",
        inputs="kb-by-document",
        zero=_ZERO,
        ties=_TIES,
        parameters=own,
        fixed={"task": task, "scope": scope},
        edition="ACE08",
        repair="repair",
        stages=RELATION_STAGES if relations else ENTITY_STAGES,
        splits=_RELATION_SPLITS if relations else _ENTITY_SPLITS,
    )


KINDS: tuple[Kind, ...] = (
    _kind("ace.edr", "entity detection and recognition: value of entities, within documents", "edr"),
    _kind("ace.rdr", "relation detection and recognition: value of relations, within documents", "rdr"),
    _kind("ace.emd", "entity mention detection: each mention as an entity of its own", "emd"),
    _kind("ace.rmd", "relation mention detection: each mention as a relation of its own", "rmd"),
    _kind("ace.global_edr", "entities across documents, by shared ids and names", "edr", "global"),
    _kind("ace.global_rdr", "relations across documents, by shared ids", "rdr", "global"),
    Kind(
        name="ace.b_cubed",
        about="B-cubed over entity mentions, plain and weighted by mention value (ACE plan, Appendix A)",
        module="factbook.evaluate.ace",
        count="count",
        summarise="summarise_b_cubed",
        matches="matches",
        report="report",
        repair="repair",
        stages=ENTITY_STAGES,
        main="f",
        inputs="kb-by-document",
        zero="0",
        ties="none: no mapping is made",
        parameters=(
            _WITH_MENTIONS,
            *_PARAMETERS,
            Parameter(name="given", default="none", choices=CONDITIONS[:2], about=_GIVEN),
        ),
        fixed={"task": "edr", "scope": "local"},
        edition="ACE08",
        splits=_ENTITY_SPLITS,
    ),
)
