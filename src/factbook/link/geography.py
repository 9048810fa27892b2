"""Geography: a city gives its province and country, where documents or the gazetteer say in which it lies."""

from __future__ import annotations

from factbook.link.gazetteer import country_code, places, region_countries

STEP = "geography"
CITY, STATE, COUNTRY = "city", "state", "country"
_STEMS = {
    "per": (
        ("city_of_birth", "stateorprovince_of_birth", "country_of_birth"),
        ("cities_of_residence", "statesorprovinces_of_residence", "countries_of_residence"),
        ("city_of_death", "stateorprovince_of_death", "country_of_death"),
    ),
    "org": (("city_of_headquarters", "stateorprovince_of_headquarters", "country_of_headquarters"),),
}
# slot: (its level, the slots of smaller places that imply it)
IMPLIED: dict[str, tuple[str, tuple[str, ...]]] = {}
LEVEL: dict[str, str] = {}  # slot: the level of its values
for _kind, _families in _STEMS.items():
    for _city, _state, _country in _families:
        LEVEL |= {f"{_kind}:{_city}": CITY, f"{_kind}:{_state}": STATE, f"{_kind}:{_country}": COUNTRY}
        IMPLIED[f"{_kind}:{_state}"] = (STATE, (f"{_kind}:{_city}",))
        IMPLIED[f"{_kind}:{_country}"] = (COUNTRY, (f"{_kind}:{_city}", f"{_kind}:{_state}"))

# Relations of documents that say that the first place lies in the second.
PART_OF = ("PART-WHOLE.Geographical", "PART-WHOLE.geographical", "partwhole.geographical")
DOUBT = 0.9  # what an inference keeps of the confidence of the fact it starts from


def country_of(place: str) -> str:
    """The code of the one country that has cities of that name, or else regions; "" where there is none or several."""
    found = {code for _, code in places(place)} or set(region_countries(place))
    return found.pop() if len(found) == 1 else ""


def region_of(city: str) -> str:
    """The folded name of the one region that has cities of that name; "" where there is none or several."""
    found = {name for name, _ in places(city)}
    return found.pop() if len(found) == 1 else ""


def level_of(name: str) -> str:
    """The gazetteer's level of a place name; "" if it does not know it."""
    if country_code(name):
        return COUNTRY
    if region_countries(name):
        return STATE
    return CITY if places(name) else ""
