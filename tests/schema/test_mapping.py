"""Tables between inventories: every name is real, and the rows mean what they say."""

from __future__ import annotations

import pytest

from factbook.model.records import Relation
from factbook.schema import mapping, rich_ere


@pytest.mark.parametrize(
    ("name", "types", "way", "expected"),
    [
        ("ORG-AFF.Founder", ("PER", "ORG"), ("ace", "ere"), ("orgaffiliation.founder", False)),
        ("ORG-AFF.Membership", ("PER", "ORG"), ("ace", "ere"), ("orgaffiliation.employmentmembership", False)),
        ("ORG-AFF.Membership", ("ORG", "ORG"), ("ace", "ere"), ("partwhole.membership", False)),
        ("PHYS.Located", ("PER", "GPE"), ("ace", "slots"), None),
        ("orgaffiliation.founder", ("PER", "ORG"), ("ere", "slots"), ("org:founded_by", True)),
        ("ORG-AFF.Founder", ("PER", "ORG"), ("ace", "slots"), ("org:founded_by", True)),
        ("org:founded_by", ("ORG", "PER"), ("slots", "ace"), ("ORG-AFF.Founder", True)),
        ("physical.resident", ("PER", "GPE.Nation"), ("ere", "slots"), ("per:countries_of_residence", False)),
        ("physical.resident", ("PER", "GPE"), ("ere", "slots"), None),
        ("physical.locatednear", ("PER", "GPE.Nation"), ("ere", "ace"), ("PHYS.Located", False)),
        ("physical.locatednear", ("FAC", "GPE"), ("ere", "ace"), ("PHYS.Near", False)),
        ("per:spouse", ("PER", "PER"), ("slots", "ace"), ("PER-SOC.Family", False)),
        ("per:charges", ("PER", "STRING"), ("slots", "ere"), None),
    ],
)
def test_a_type_in_another_inventory(
    name: str, types: tuple[str, str], way: tuple[str, str], expected: tuple[str, bool] | None
) -> None:
    assert mapping.mapped(name, types, *way) == expected


@pytest.mark.parametrize(("ere", "ace"), [("agent", "Agent"), ("time", "Time-Within"), ("thing", "Artifact")])
def test_roles_go_both_ways(ere: str, ace: str) -> None:
    assert mapping.role_to_ace(ere) == ace
    assert mapping.role_to_ere(ace) == ere


def test_all_times_are_time() -> None:
    assert mapping.role_to_ere("Time-Before") == "time"


def test_tables_name_real_types() -> None:
    for (source, target), table in mapping.TABLES.items():
        for rows in table.values():
            for row in rows:
                for inventory, name in ((source, row.source), (target, row.target)):
                    kind, _, subtype = (name, "", "") if inventory == "slots" else name.partition(".")
                    assert mapping.inventory_of(Relation(id="", type=kind, subtype=subtype)) == inventory, name
    for name in mapping.EVENT_TO_ACE:
        assert rich_ere.event(*name.split(".")) is not None
    assert {filler.lower() for filler in mapping.FILLER_TO_ACE} <= set(rich_ere.FILLER_TYPES)
