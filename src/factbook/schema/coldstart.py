"""Cold Start KBP (seed 002): entity types, slots with their inverses, aliases, and the limits of each edition.

The tables below are Table 1 and Table 2 of the task description, one row a slot. A star marks a single-valued slot.
The aliases are the older and the misspelt names that the 2016 validator replaces.
"""

from __future__ import annotations

import msgspec

ENTITY_TYPES = ("per", "org", "gpe", "fac", "loc")
ENTITY_TYPE_SET = frozenset(ENTITY_TYPES)
SLOT_TYPES = ("per", "org", "gpe")  # fac and loc entities have no slots
VALUE_TYPES = ("PER", "ORG", "GPE", "STRING")  # column 6 of a submission
STRING = "string"


class Slot(msgspec.Struct, frozen=True, kw_only=True):
    """A predicate of a Cold Start knowledge base: a slot, or one of type, link and the mentions."""

    name: str
    domain: tuple[str, ...]
    range: tuple[str, ...]
    inverse: str = ""  # name of the inverse; "" for string-valued slots
    single: bool = False
    kind: str = "slot"  # slot mention type link
    rank: int = 0  # place among the predicates of an entity in a written file

    @property
    def to_entity(self) -> bool:
        """Are the fills entities?"""
        return bool(self.inverse)


# domain | name | range | inverse
_ENTITY_SLOTS = """
per          children                          per          parents
per          other_family                      per          other_family
per          parents                           per          children
per          siblings                          per          siblings
per          spouse                            per          spouse
per          employee_or_member_of             org,gpe      employees_or_members
per          schools_attended                  org          students
per          city_of_birth*                    gpe          births_in_city
per          stateorprovince_of_birth*         gpe          births_in_stateorprovince
per          country_of_birth*                 gpe          births_in_country
per          cities_of_residence               gpe          residents_of_city
per          statesorprovinces_of_residence    gpe          residents_of_stateorprovince
per          countries_of_residence            gpe          residents_of_country
per          city_of_death*                    gpe          deaths_in_city
per          stateorprovince_of_death*         gpe          deaths_in_stateorprovince
per          country_of_death*                 gpe          deaths_in_country
org          shareholders                      per,org,gpe  holds_shares_in
org          founded_by                        per,org,gpe  organizations_founded
org          top_members_employees             per          top_member_employee_of
org,gpe      member_of                         org          members
org          members                           org,gpe      member_of
org          parents                           org,gpe      subsidiaries
org,gpe      subsidiaries                      org          parents
org          city_of_headquarters*             gpe          headquarters_in_city
org          stateorprovince_of_headquarters*  gpe          headquarters_in_stateorprovince
org          country_of_headquarters*          gpe          headquarters_in_country
"""

_STRING_SLOTS = """
per,org      alternate_names
per          date_of_birth*
per          age*
per          origin
per          date_of_death*
per          cause_of_death*
per          title
per          religion*
per          charges
org          political_religious_affiliation
org          number_of_employees_members*
org          date_founded*
org          date_dissolved*
org          website*
"""

# reason | domain | alias | slot
_ALIASES = """
deprecated  org      dissolved                        date_dissolved
deprecated  per      employee_of                      employee_or_member_of
deprecated  org,gpe  employees                        employees_or_members
deprecated  org      founded                          date_founded
deprecated  per      member_of                        employee_or_member_of
deprecated  org,gpe  membership                       employees_or_members
deprecated  org      number_of_employees/members      number_of_employees_members
deprecated  org      political/religious_affiliation  political_religious_affiliation
deprecated  per      stateorprovinces_of_residence    statesorprovinces_of_residence
deprecated  org      top_members/employees            top_members_employees
misspelled  per      ages                             age
misspelled  any      canonical_mentions               canonical_mention
misspelled  per      city_of_residence                cities_of_residence
misspelled  per      country_of_residence             countries_of_residence
misspelled  any      mentions                         mention
misspelled  per      spouses                          spouse
misspelled  per      stateorprovince_of_residence     statesorprovinces_of_residence
misspelled  per      titles                           title
"""


def _types(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def _entity_slots() -> list[Slot]:
    """The slots of Table 1 and their inverses, each once. All inverses that are no slot themselves take lists."""
    rows: dict[tuple[tuple[str, ...], str], Slot] = {}
    for line in _ENTITY_SLOTS.strip().splitlines():
        domain, name, range_, inverse = line.split()
        slot = Slot(
            name=name.rstrip("*"),
            domain=_types(domain),
            range=_types(range_),
            inverse=inverse,
            single=name.endswith("*"),
        )
        rows[slot.domain, slot.name] = slot
    for slot in list(rows.values()):
        if (slot.range, slot.inverse) not in rows:
            rows[slot.range, slot.inverse] = Slot(
                name=slot.inverse, domain=slot.range, range=slot.domain, inverse=slot.name
            )
    return list(rows.values())


def _string_slots() -> list[Slot]:
    rows = [line.split() for line in _STRING_SLOTS.strip().splitlines()]
    return [
        Slot(name=name.rstrip("*"), domain=_types(domain), range=(STRING,), single=name.endswith("*"))
        for domain, name in rows
    ]


def _other_predicates() -> list[Slot]:
    rows = [("type", "type"), ("link", "link")]
    rows += [(name, "mention") for name in ("mention", "canonical_mention", "nominal_mention")]
    return [
        Slot(name=name, domain=ENTITY_TYPES, range=("type",) if kind == "type" else (STRING,), kind=kind)
        for name, kind in rows
    ]


def _ranked(rows: list[Slot]) -> dict[str, list[Slot]]:
    """The rows by kind, each with its rank: type, link, the named mentions, then the rest by name."""
    first = {"type": 0, "link": 1, "mention": 2, "canonical_mention": 2}
    names = sorted({slot.name for slot in rows}, key=lambda name: (first.get(name, 3), name))
    groups: dict[str, list[Slot]] = {}
    for slot in rows:
        kind = "entity" if slot.to_entity else slot.kind
        groups.setdefault(kind, []).append(msgspec.structs.replace(slot, rank=names.index(slot.name)))
    return groups


_GROUPS = _ranked([*_entity_slots(), *_string_slots(), *_other_predicates()])
ENTITY_SLOTS: tuple[Slot, ...] = tuple(_GROUPS["entity"])
STRING_SLOTS: tuple[Slot, ...] = tuple(_GROUPS["slot"])
MENTIONS: dict[str, Slot] = {slot.name: slot for slot in _GROUPS["mention"]}
(TYPE,) = _GROUPS["type"]
(LINK,) = _GROUPS["link"]


def _by_name() -> dict[str, tuple[Slot, ...]]:
    table: dict[str, tuple[Slot, ...]] = {}
    for slot in (*ENTITY_SLOTS, *STRING_SLOTS, *MENTIONS.values(), TYPE, LINK):
        table[slot.name] = (*table.get(slot.name, ()), slot)
    return table


# All predicates by bare name; `parents` is two: of a person and of an organisation.
PREDICATES: dict[str, tuple[Slot, ...]] = _by_name()

# Slots by the full name that a submission or query uses: "per:parents".
SLOTS: dict[str, Slot] = {
    f"{domain}:{slot.name}": slot for slot in (*ENTITY_SLOTS, *STRING_SLOTS) for domain in slot.domain
}

# (domain or "any", alias): (reason, slot name)
ALIASES: dict[tuple[str, str], tuple[str, str]] = {
    (domain, alias): (reason, name)
    for reason, domains, alias, name in (line.split() for line in _ALIASES.strip().splitlines())
    for domain in domains.split(",")
}


def lookup(name: str, domain: str | None) -> tuple[Slot, ...]:
    """The predicates of that bare name that an entity of type `domain` may have."""
    candidates = PREDICATES.get(name, ())
    if domain is None:
        return candidates
    return tuple(slot for slot in candidates if domain in slot.domain)


def slot_of(full_name: str) -> Slot | None:
    """The slot of a full name such as `per:parents`, aliases included."""
    if full_name in SLOTS:
        return SLOTS[full_name]
    domain, _, name = full_name.partition(":")
    alias = ALIASES.get((domain, name))
    return SLOTS.get(f"{domain}:{alias[1]}") if alias else None


def inverse_of(full_name: str, object_type: str) -> str:
    """The full name of the inverse of an entity-valued slot whose object has that type; "" where there is none."""
    slot = SLOTS.get(full_name)
    if slot is None or not slot.to_entity:
        return ""
    name = f"{object_type.lower()}:{slot.inverse}"
    return name if name in SLOTS else ""


class Edition(msgspec.Struct, frozen=True, kw_only=True):
    """What differs between the years."""

    name: str
    max_span: int  # characters of one justification
    max_total: int  # characters of all
    max_spans: int  # justifications of one assertion
    node_prefixes: tuple[str, ...] = ()  # how node names must begin, where the edition says so
    duplicates_wrong: bool = True  # does a redundant answer count as wrong (or not at all)?
    docid_fatal: bool = False  # does an unknown document end the check?

    def allows(self, word: str) -> bool:
        """Whether a node may have this name (written without its colon)."""
        bare = word.lower()
        prefixes = self.node_prefixes
        return not prefixes or any(bare.startswith(p.lower()) and len(bare) > len(p) for p in prefixes)


EDITIONS: dict[str, Edition] = {
    "2016": Edition(name="2016", max_span=150, max_total=600, max_spans=4),
    "2017": Edition(
        name="2017",
        max_span=200,
        max_total=800,
        max_spans=3,
        node_prefixes=("Entity", "Event", "String"),
        duplicates_wrong=False,
        docid_fatal=True,
    ),
}
DEFAULT_EDITION = "2016"


def edition_of(name: str) -> Edition:
    """The edition of that name ("" is the default); a `ValueError` lists the choices."""
    try:
        return EDITIONS[name or DEFAULT_EDITION]
    except KeyError:
        raise ValueError(f"no Cold Start edition {name!r}; choose one of: {', '.join(EDITIONS)}") from None


# Which predicates a task variant takes; None is all. CSED and CSEDL are entity discovery (and linking) runs.
TASKS: dict[str, frozenset[str] | None] = {
    "CSKB": None,
    "CSED": frozenset({"type", "mention"}),
    "CSEDL": frozenset({"type", "mention", "nominal_mention", "link"}),
}

# Seed 002, "Submissions": team, task, language condition and rank make the run id: Acme_KB_XLING_1.
RUN_TASKS = ("KB", "SF")
RUN_LANGUAGES = ("ENG", "CMN", "SPA", "XLING")
RUN_RANKS = ("1", "2", "3", "4", "5")
_CONDITIONS = {"ENG": "en", "CMN": "zh", "SPA": "es"}


def run_language(run_id: str) -> str:
    """The one language of a monolingual run, by its id; "" where it is cross-lingual or no id of a submission."""
    return "" if run_id_fault(run_id) else _CONDITIONS.get(run_id.rsplit("_", 2)[1], "")


def run_id_fault(run_id: str, *, task: str = "") -> str:
    """What is wrong with a run id by the naming rule of the seed; "" where nothing is."""
    parts = run_id.rsplit("_", 3)
    if len(parts) != 4 or not parts[0]:
        return "it is not TEAM_TASK_LANGUAGE_RANK, such as Acme_KB_XLING_1"
    _, kind, language, rank = parts
    if kind not in RUN_TASKS or (task and kind != task):
        return f"its task is {kind}, not {task or ' or '.join(RUN_TASKS)}"
    if language not in RUN_LANGUAGES:
        return f"its language condition is {language}, not one of {', '.join(RUN_LANGUAGES)}"
    if rank not in RUN_RANKS:
        return f"its rank is {rank}, not 1 to 5"
    return ""
