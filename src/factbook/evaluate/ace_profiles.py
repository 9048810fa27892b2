"""Scoring profiles of ACE: every weight and option as data.

`plan` is Appendix A of the ACE08 plan, word for word. The others are the parameter sets of the official program, which
departs from the plan in these points:

* `local_2008` and the global sets count a relation argument only if the two entities are mapped to each other; the plan
  says that this option is not invoked (Table 7). `local_2007` does not require it, and maps entities by level;
* a class other than SPC weighs 1e-8 and not 0, and 1e-8 (times the overlap of the heads) is added to values, so that
  entities without value are still mapped. Under `plan` the same amount decides the mapping only, never a value;
* tense errors weigh 1 - 1e-8 there, but the program never reads the tense, so nothing follows from it;
* the global sets add an error weight for LEVEL, and a name similarity below 0.5 counts as 0;
* relation mentions: an argument that is mappable counts the value of the reference argument, the plan says 1; the test
  of positive overlap always passes there;
* where a mapped pair has no mention in common in one of its documents the program counts 0 there, the plan's formula
  gives the false alarms of that document;
* B-cubed precision counts reference mentions there, the plan counts system mentions;
* an id that several documents share is one entity for the program in every set; a local task of the plan keeps
  documents apart.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

Weights = dict[str, float]

EPSILON = 1e-8

ENTITY_TYPES = ("FAC", "GPE", "LOC", "ORG", "PER", "VEH", "WEA")
CLASSES = ("SPC", "GEN", "NEG", "USP")
LEVELS = ("NAM", "NOM", "PRO")
RELATION_TYPES = ("ART", "GEN-AFF", "METONYMY", "ORG-AFF", "PART-WHOLE", "PER-SOC", "PHYS")
MODALITIES = ("Asserted", "Other", "Unspecified")
SYMMETRIC = frozenset({"PER-SOC", "METONYMY", "PHYS"})  # Table 4, marked with an asterisk

CORRESPONDENCES = ("arguments", "extents", "both", "either", "all", "all+extents")  # Table 5 of Appendix A


_RELATION_ERROR = {"MODALITY": 0.75, "SUBTYPE": 0.70, "TENSE": 1.0, "TYPE": 1.0}


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """All parameters of ACE scoring."""

    name: str
    official: bool = True  # behave as the program where it departs from the plan
    use_mentions: bool = True
    map_weighting: str = "MENTION"  # or LEVEL
    eval_weighting: str = "LEVEL"  # or MENTION
    name_similarity: bool = False
    min_name_similarity: float = 0.5
    normalise_names: bool = True
    mapped_arguments: bool = True  # the "mapped" option of Table 6
    correspondence: str = "arguments"  # Table 5
    arguments_required: int = 2  # Table 7: both Arg-1 and Arg-2 must be mappable
    min_overlap: float = 0.3
    min_text_match: float = 0.0
    epsilon: float = EPSILON  # added in mapping
    value_epsilon: float = EPSILON  # added in values
    types: tuple[str, ...] = ()  # only entities of these types; empty: all
    named_only: bool = False  # only document entities of level NAM
    entity_type: Weights = msgspec.field(default_factory=lambda: dict.fromkeys(ENTITY_TYPES, 1.0))
    entity_class: Weights = msgspec.field(default_factory=lambda: dict.fromkeys(CLASSES, EPSILON) | {"SPC": 1.0})
    entity_error: Weights = msgspec.field(default_factory=lambda: {"CLASS": 0.75, "SUBTYPE": 0.90, "TYPE": 0.50})
    entity_false_alarm: float = 0.75
    mention_type: Weights = msgspec.field(default_factory=lambda: {"NAM": 1.0, "NOM": 0.5, "PRO": 0.1})
    mention_error: Weights = msgspec.field(default_factory=lambda: {"ROLE": 0.90, "STYLE": 0.90, "TYPE": 0.90})
    coreference_false_alarm: float = 1.0  # discount for a spurious mention that corresponds to a mention elsewhere
    relation_type: Weights = msgspec.field(default_factory=lambda: dict.fromkeys(RELATION_TYPES, 1.0))
    relation_modality: Weights = msgspec.field(default_factory=lambda: dict.fromkeys(MODALITIES, 1.0))
    relation_error: Weights = msgspec.field(default_factory=lambda: {**_RELATION_ERROR})
    relation_false_alarm: float = 0.75
    role_error: float = 0.75
    asymmetry_error: float = 0.70

    @property
    def extents_required(self) -> bool:
        return self.correspondence in ("extents", "both", "all+extents")

    @property
    def argument_score_required(self) -> bool:
        return self.correspondence not in ("extents", "either")

    @property
    def all_arguments_required(self) -> bool:
        return self.correspondence in ("all", "all+extents")


_LEVEL_ERROR = {"CLASS": 0.75, "LEVEL": 0.50, "SUBTYPE": 0.90, "TYPE": 0.50}
_PLAN_CLASSES = {"SPC": 1.0, "GEN": 0.0, "NEG": 0.0, "USP": 0.0}

PROFILES: dict[str, Profile] = {
    profile.name: profile
    for profile in (
        Profile(
            name="plan",
            official=False,
            mapped_arguments=False,
            entity_class=_PLAN_CLASSES,
            value_epsilon=0.0,
        ),
        Profile(name="local_2008"),
        Profile(name="local_2007", map_weighting="LEVEL", mapped_arguments=False),
        Profile(name="global_2008", use_mentions=False, name_similarity=True, entity_error=_LEVEL_ERROR),
        Profile(name="global_2008_with_mentions", name_similarity=True, entity_error=_LEVEL_ERROR),
    )
}

# The global tasks of the plan: PER and ORG in documents that name them; no mentions; names as they are written.
GLOBAL_PLAN = msgspec.structs.replace(
    PROFILES["plan"],
    use_mentions=False,
    name_similarity=True,
    min_name_similarity=0.0,
    normalise_names=False,
    types=("PER", "ORG"),
    named_only=True,
)

# Weights that `weights=…` can name, by the first part of the name.
_TABLES = {
    "entity.type": "entity_type",
    "entity.class": "entity_class",
    "entity.error": "entity_error",
    "mention.type": "mention_type",
    "mention.error": "mention_error",
    "relation.type": "relation_type",
    "relation.modality": "relation_modality",
    "relation.error": "relation_error",
}
_FURTHER = {"entity.error": ("LEVEL",)}  # in a table, though no profile sets it
_NUMBERS = {
    "entity.false_alarm": "entity_false_alarm",
    "mention.coreference_false_alarm": "coreference_false_alarm",
    "relation.false_alarm": "relation_false_alarm",
    "relation.role_error": "role_error",
    "relation.asymmetry_error": "asymmetry_error",
}


def with_weights(profile: Profile, text: str) -> Profile:
    """The profile with weights changed: `entity.class.GEN:0.1;mention.type.PRO:0.2;entity.false_alarm:1`."""
    changes: dict[str, Weights | float] = {}
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
        key, _, number = (piece.strip() for piece in part.partition(":"))
        try:
            weight = float(number)
        except ValueError:
            raise ValueError(f"weight {part!r}: write name:number, such as entity.class.GEN:0.1") from None
        if not 0 <= weight < float("inf"):
            raise ValueError(f"weight {part!r}: the number must be 0 or more")
        table, _, member = key.rpartition(".")
        if key in _NUMBERS:
            changes[_NUMBERS[key]] = weight
        elif table in _TABLES:
            field = _TABLES[table]
            before = changes.get(field, getattr(profile, field))
            if member not in (known := {*before, *_FURTHER.get(table, ())}):
                raise ValueError(f"no weight {key!r}; {table} has {', '.join(sorted(known))}")
            changes[field] = {**before, member: weight}
        else:
            choices = ", ".join([*_NUMBERS, *(f"{name}.…" for name in _TABLES)])
            raise ValueError(f"no weight {key!r}; choose one of: {choices}")
    return msgspec.structs.replace(profile, **changes) if changes else profile


_DISCOUNTS = "value discounts for relation attribute recognition errors"

# Weights of tasks that ACE08 does not score; the program prints them with the others.
_EVENT_TYPES = ("Business", "Conflict", "Contact", "Justice", "Life", "Movement", "Personnel", "Transaction")
_EVENT_ERRORS = {"GENERICITY": 1.0, "MODALITY": 0.75, "POLARITY": 1.0, "SUBTYPE": 0.9, "TENSE": 1.0, "TYPE": 0.5}
_TIMEX = {"ANCHOR_DIR": 0.25, "ANCHOR_VAL": 0.5, "MOD": 0.1, "SET": 0.1, "TYPE": 0.1, "VAL": 1.0}
_VALUE_TYPES = ("Contact-Info", "Crime", "Illness", "Job-Title", "Numeric", "Sentence")


def parameters_text(profile: Profile) -> str:
    """All options and weights, as the official program prints them before its scores."""
    return "\n".join([*_options(profile), *_entity_lines(profile), *_relation_lines(profile), *_other_lines()]) + "\n"


def _options(profile: Profile) -> list[str]:
    names = "USES" if profile.name_similarity else "DOES NOT use"
    shown = f"   (minimum acceptable similarity is {profile.min_name_similarity:g})"
    minimum = [shown] if profile.name_similarity else []
    arguments = (
        "requires that ALL arguments"
        if profile.all_arguments_required
        else "requires that AT LEAST ONE argument"
        if profile.argument_score_required
        else "does NOT require that arguments"
    )
    both = "BOTH" if profile.arguments_required == 2 else f"at least {profile.arguments_required}"
    named = "Only NAM-level" if profile.named_only else "All"
    return [
        f'The scoring mode parameter set is "{profile.name}":',
        f" Scoring {'USES' if profile.use_mentions else 'DOES NOT use'} mentions for mapping and to compute value",
        f" {named} document entities are allowed",
        f" {named} document entities are mapped and scored",
        f" Entity mapping is {profile.map_weighting} weighted",
        f" Entity scoring is {profile.eval_weighting} weighted",
        f" Entity scoring {names} name (dis)similarity to penalize entity values",
        *minimum,
        " Time arguments of relations are NOT scored",
        " Relation/Event mapping "
        f"{'REQUIRES' if profile.extents_required else 'DOES NOT require'} overlap of Relation/Event mentions",
        f" Relation/Event mapping {arguments} have a non-null argument score",
        f" Relation mapping requires that {both} Arg-* relation arguments have a non-null argument score",
        f" Relation/Event arguments {'ARE' if profile.mapped_arguments else 'are NOT'} required to map correctly"
        " in order to contribute to the argument score",
        "",
        "  min acceptable overlap of matching mention heads or names:",
        f"{100 * profile.min_overlap:11.1f} percent",
        "  min acceptable run of matching characters in mention heads:",
        f"{100 * profile.min_text_match:11.1f} percent",
        "  max acceptable extent difference for names and mentions to match:",
        "          4 chars for text sources",
        "      0.400 sec for audio sources",
        "      0.400 cm for image sources",
        "",
    ]


def ordered(weights: Weights) -> list[str]:
    """Names by weight, the highest first; equal weights by name."""
    return sorted(weights, key=lambda name: (-weights[name], name))


def _lines(title: str, what: str, weights: Weights, names: Iterable[str]) -> list[str]:
    return [f"  {title}:", *(f"{weights[name]:11.3f} for {what.replace('*', name)}" for name in names)]


def _entity_lines(profile: Profile) -> list[str]:
    classes, levels, types = profile.entity_class, profile.mention_type, profile.entity_type
    entity, mention = profile.entity_error, profile.mention_error
    return [
        *_lines("Entity mention values", "type *", levels, ordered(levels)),
        *_lines("Entity value weights for entity types", "type *", types, ordered(types)),
        *_lines("Entity value weights for entity classes", "class *", classes, ordered(classes)),
        *_lines("Entity value discounts for entity attribute recognition errors", "* errors", entity, sorted(entity)),
        *_lines(
            "Entity mention value discounts for mention attribute recognition errors",
            "* errors",
            mention,
            sorted(mention),
        ),
        f"  Entity mention value (cost) for spurious entity mentions:{profile.entity_false_alarm:6.3f}",
        f"  Entity mention value (cost) discount for incorrect coreference:{profile.coreference_false_alarm:6.3f}",
        "",
    ]


def _relation_lines(profile: Profile) -> list[str]:
    types, modalities, errors = profile.relation_type, profile.relation_modality, profile.relation_error
    return [
        *_lines("Relation value weights for relation types", "type *", types, ordered(types)),
        *_lines("Relation value weights for relation modalities", "modality *", modalities, ordered(modalities)),
        *_lines(f"Relation {_DISCOUNTS}", "* errors", errors, sorted(errors)),
        f"  Relation argument value (cost) for spurious relation arguments:{profile.relation_false_alarm:6.3f}",
        f"  Relation argument value (cost) discount for argument role errors:{profile.role_error:6.3f}",
        f"  Relation argument value (cost) discount for Arg-[12] asymmetry errors:{profile.asymmetry_error:6.3f}",
        "",
    ]


def _other_lines() -> list[str]:
    events, values = dict.fromkeys(_EVENT_TYPES, 1.0), dict.fromkeys(_VALUE_TYPES, 1.0)
    modalities = {"Asserted": 1.0, "Other": 1.0}
    errors = {"SUBTYPE": 0.9, "TYPE": 0.5}
    return [
        *_lines("Event value weights for event types", "type *", events, events),
        *_lines("Event value weights for event modalities", "modality *", modalities, modalities),
        *_lines(f"Event {_DISCOUNTS.replace('relation', 'event')}", "* errors", _EVENT_ERRORS, _EVENT_ERRORS),
        "  Event argument value (cost) for spurious event arguments: 0.750",
        "  Event argument value (cost) discount for argument role errors: 0.750",
        "",
        *_lines("Timex2 attribute value weights for timex2 attributes", "type *", _TIMEX, _TIMEX),
        "  Timex2 mention value (cost) for spurious timex2 mentions: 0.750",
        "  Timex2 mention value (cost) discount for incorrect coreference: 1.000",
        "",
        *_lines("Value value weights for value types", "type *", values, values),
        *_lines("Value value discounts for value attribute recognition errors", "* errors", errors, errors),
        "  Value mention value (cost) for spurious value mentions: 0.750",
        "  Value mention value (cost) discount for incorrect coreference: 1.000",
    ]
