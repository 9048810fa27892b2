"""Facts of sentences that no rule was made on: what must be found, and what must not, from text to slots."""

from __future__ import annotations

import pytest

from factbook.extract.document import Document, FoundArgument
from factbook.extract.pipeline import Pipeline
from factbook.text.markup import parse_source

Fact = tuple[str, str, str]


def read_all(english: Pipeline, text: str) -> Document:
    return english.read(parse_source(text, id="d", language="en"))


def called(document: Document, argument: FoundArgument) -> str:
    """The name of an argument: of its entity, or its words."""
    if argument.kind == "filler":
        value = document.fillers[argument.index]
        return document.text_of(value.first, value.end)
    mention = document.mentions[argument.index]
    names = document.entities[mention.entity].names
    return max(names, key=len) if names else document.words[mention.head].lower


def facts(document: Document) -> set[Fact]:
    return {
        (str(found.type), called(document, found.arguments[0]), called(document, found.arguments[1]))
        for found in document.relations
        if found.scheme == "slot"
    }


def names(document: Document) -> dict[str, str]:
    return {m.text: m.type for m in document.mentions if m.level == "NAM"}


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("Prosecutor General Stepan Holub opened the case.", "Stepan Holub", "PER"),
        ("Secretary of State Dora Finch flew home.", "Dora Finch", "PER"),
        ("Assistant coach Dean Hall takes over.", "Dean Hall", "PER"),
        ("She was educated at St. Mary's College.", "St. Mary's College", "ORG"),
        (
            "my mate Dave used to work for BT, got made redundant last year\nhis missus works at Tesco in Swindon\n"
            "they moved to Cardiff cos its cheaper",
            "Tesco",
            "ORG",
        ),
        ("Global Harvest said it would close two plants.", "Global Harvest", "ORG"),
        ("Critical Path Energy said on Friday it would close.", "Critical Path Energy", "ORG"),
        ("Fire destroyed a warehouse belonging to the furniture maker Ekman & Sons.", "Ekman & Sons", "ORG"),
        (
            "Petkov would become president of Bulgaria. His party, Forward Bulgaria, was formed last year.",
            "Forward Bulgaria",
            "ORG",
        ),
    ],
)
def test_names_end_and_begin_where_they_should(english: Pipeline, text: str, name: str, kind: str) -> None:
    assert names(read_all(english, text)).get(name) == kind


@pytest.mark.parametrize("text", ["Local Chevron workers struck.", "Former Everton striker Paul Dent has died."])
def test_a_word_that_opens_a_sentence_in_front_of_a_name_is_no_part_of_it(english: Pipeline, text: str) -> None:
    assert text.split()[1] in names(read_all(english, text))


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Prosecutor General Stepan Holub opened the case.", ("per:title", "Stepan Holub", "Prosecutor General")),
        ("Col. Amos Tully wept.", ("per:title", "Amos Tully", "Col.")),
        ("Gov. Nora Lindt's spokesman, Carl Oster, left.", ("per:title", "Nora Lindt", "Gov.")),
        ("Gov. Nora Lindt's spokesman, Carl Oster, left.", ("per:title", "Carl Oster", "spokesman")),
        (
            "Judge Walter Kemp will retire. Kemp and his wife Helga have two sons.",
            ("per:spouse", "Helga", "Walter Kemp"),
        ),
        (
            "Marsh played for Southampton and Leeds United.",
            ("per:employee_or_member_of", "Marsh", "Southampton"),
        ),
        ("The prize went to Chilean-born banker Rosa Vidal.", ("per:country_of_birth", "Rosa Vidal", "Chilean")),
    ],
)
def test_facts_that_are_found(english: Pipeline, text: str, fact: Fact) -> None:
    assert fact in facts(read_all(english, text))


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("Jeff Bezos founded Amazon not Google, folks!!", "per:organizations_founded", "Google"),
        ("The prize went to Chilean-born banker Rosa Vidal.", "per:countries_of_residence", "Chilean"),
        ("Anders Berg, a Norwegian economist, spoke.", "per:countries_of_residence", "Norwegian"),
        ("Prime Minister Karin Holm met her Finnish counterpart in Turku.", "per:countries_of_residence", "Finnish"),
        ("Born in Leeds, she was the daughter of a shipbuilder.", "per:employee_or_member_of", "shipbuilder"),
        (
            "Ida Foss was born in Trondheim, Norway, and moved to the United States in 1950.",
            "per:date_of_birth",
            "1950",
        ),
        (
            "Former senator Walter Pike, who represented Nebraska from 1971 to 1989, died of a stroke.",
            "per:date_of_death",
            "1989",
        ),
        (
            "Plant manager Keith Ross broke the news to workers on Tuesday. Toyota, which is headquartered in Japan, "
            "opened the factory in 1992.",
            "org:date_founded",
            "1992",
        ),
        (
            "Hartwell & Co, the accountancy firm founded by Sir James Hartwell in 1921, has merged with Dunn Partners. "
            "The combined firm, to be led by Sarah Dunn, will have 900 staff and be based in Leeds.",
            "per:top_member_employee_of",
            "Hartwell & Co",
        ),
        ("Wei Zhang left Google in 2015 to start Lumen AI.", "org:organizations_founded", "Lumen AI"),
        ("Demir, a German citizen of Turkish descent, spoke.", "per:countries_of_residence", "German"),
        (
            "Does anyone know whether Prof. Haddon still teaches at Leeds? I had him in 1998 when I studied physics "
            "there. Great guy. He was married to a dentist I think.",
            "per:spouse",
            "dentist",
        ),
        ("Sam Okoro pretended to be a doctor.", "per:title", "doctor"),
        (
            "I heard that Susan Price is the new principal of Lakeside High. Is she married to Coach Price?",
            "per:employee_or_member_of",
            "Lakeside High",
        ),
        (
            "KABUL - A suicide bomber killed 12 people outside the Interior Ministry on Sunday. The Taliban claimed "
            "responsibility. President Hamid Rahimi, who was in Delhi for a summit, condemned the attack.",
            "per:cities_of_residence",
            "Delhi",
        ),
    ],
)
def test_facts_that_the_text_does_not_state(english: Pipeline, text: str, slot: str, value: str) -> None:
    assert value not in {fact[2] for fact in facts(read_all(english, text)) if fact[0] == slot}


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("The elders met two men from Barclays Bank in May.", ("Employment", "men", "Barclays Bank")),
        ("The firm has 300 employees.", ("Employment", "employees", "firm")),
        (
            "Falk blamed Moldavian carriers for the failure. Moldavia denied it.",
            ("Org-Location", "carriers", "Moldavian"),
        ),
    ],
)
def test_relations_that_are_found(english: Pipeline, text: str, relation: Fact) -> None:
    document = read_all(english, text)
    found = [
        (relation.subtype, *(document.text_of(m.head_first, m.head_end) for m in arguments))
        for relation in document.relations
        if relation.scheme == "ace" and (arguments := [document.mentions[a.index] for a in relation.arguments])
    ]
    assert relation in found


def test_the_nation_in_front_of_a_noun_is_of_that_person(english: Pipeline) -> None:
    found = facts(read_all(english, "Prime Minister Karin Holm met her Finnish counterpart in Turku on Thursday."))
    assert ("per:origin", "Karin Holm", "Finnish") not in found


def same(document: Document, one: str, two: str) -> bool:
    """Whether two heads are of one entity."""
    heads = {document.text_of(m.head_first, m.head_end): m.entity for m in document.mentions if m.head >= 0}
    return heads[one] == heads[two]


@pytest.mark.parametrize(
    ("text", "one", "two"),
    [
        (
            "A 34-year-old man from Leeds was charged with murder on Friday after the body of a teacher was found in a "
            "park. Police named the suspect as Ryan Colley. The victim, Joanne Pike, 29, taught at Roundhay School. "
            "Colley denies the charge.",
            "suspect",
            "victim",
        ),
        ("Manager Nils Ekman, grandson of the founder, said workers would lose jobs.", "grandson", "founder"),
        (
            "Deputy Foreign Minister Hassan al-Tikriti flew to Ankara for talks with the Turkish Ministry of Defence. "
            "The Iraqi government has never recognised the agreement.",
            "government",
            "Turkish Ministry of Defence",
        ),
        ("So Obama went to Hawaii again?? My tax dollars at work.", "Obama", "My"),
    ],
)
def test_mentions_that_are_two_things(english: Pipeline, text: str, one: str, two: str) -> None:
    assert not same(read_all(english, text), one, two)


def test_who_says_who_he_is_has_that_name(english: Pipeline) -> None:
    assert same(read_all(english, "Hi all, I'm Steve and I live in Bristol."), "I", "Steve")


def test_a_part_of_a_full_name_is_no_alternate_name(english: Pipeline) -> None:
    found = facts(read_all(english, "Dr. Kovac arrived. Milan Kovac is a surgeon. Milan loves Kovac Hall, said Kovac."))
    assert not [fact for fact in found if fact[0] == "per:alternate_names"]


def test_parties_are_no_firms(english: Pipeline) -> None:
    document = read_all(english, "Jim Harker accused the Conservatives of lying.")
    assert [entity.subtype for entity in document.entities if entity.type == "ORG"] == ["Non-Governmental"]


def test_offices_are_told_by_the_word_in_front_of_of(english: Pipeline) -> None:
    document = read_all(english, "The Department of Energy sued.")
    assert [entity.subtype for entity in document.entities if entity.names] == ["Government"]
