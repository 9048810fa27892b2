"""What an assessor reads."""

from __future__ import annotations

from factbook.assess.passages import AROUND, SUBJECT, VALUE, _passages, shown
from factbook.assess.pool import Pool
from factbook.cli.assess import passage_text
from factbook.model.tasks import EntryPoint, Query, Response
from factbook.schema.cssf_ids import expand, next_id
from factbook.text.offsets import Span

TEXT = "Ann Lee spoke. " + "." * 600 + " Her son Bo, 8, was there."


def at(part: str) -> Span:
    return Span("ENG_1", TEXT.index(part), TEXT.index(part) + len(part))


def pool() -> Pool:
    point = EntryPoint(name="Ann Lee", span=at("Ann Lee"), entity_type="PER")
    (query,) = expand(Query(id="1", entry_points=(point,), slots=("per:children", "per:age")), "CSSF16")
    made = Pool([query])
    child = Response(
        query=query.id, slot="per:children", run="x", provenance=(at("Her son Bo"),), value="Bo", value_type="PER",
        value_provenance=(at("Bo"),),
    )  # fmt: skip
    age = Response(
        query=next_id(query.id, "Bo", child.value_provenance), slot="per:age", run="x", provenance=(at("Bo, 8"),),
        value="8", value_type="STRING", value_provenance=(at("8"),),
    )  # fmt: skip
    made.add("x", [child, age])
    return made


def test_subject_and_support_are_marked() -> None:
    made = pool()
    claim = next(iter(made.claims.values()))
    found = shown(made, claim, {"ENG_1": TEXT}.get)
    subject, support = found.passages
    assert (found.subject, found.slot, found.value) == ("Ann Lee", "per:children", "Bo")
    assert passage_text(subject).startswith("{Ann Lee} spoke.")
    assert passage_text(support).endswith("⟨Her son ⟩[Bo], 8, was there.")
    assert support.end - support.start <= 2 * AROUND + len("Her son Bo")


def test_a_second_hop_tells_its_first() -> None:
    made = pool()
    claim = list(made.claims.values())[1]
    found = shown(made, claim, {"ENG_1": TEXT}.get)
    assert found.hops == ("Ann Lee per:children Bo",)
    assert found.subject == "Bo"
    (support,) = found.passages
    assert "{Bo}⟨, ⟩[8]" in passage_text(support)


def test_without_the_text_the_place_is_told() -> None:
    made = pool()
    found = shown(made, next(iter(made.claims.values())), lambda doc: None)
    assert {passage.doc for passage in found.passages} == {"ENG_1"}
    assert all("--source" in passage_text(passage) for passage in found.passages)


def test_tags_are_hidden_but_for_marked_ones_and_words_stay_whole() -> None:
    text = (
        "<DOC>\n" + "word " * 80 + '\n</P>\n<post author="Ann Lee">\n<P>\nBo &amp; Cy are 8' + " word" * 80 + "\n</DOC>"
    )

    def place(part: str) -> Span:
        return Span("D", text.index(part), text.index(part) + len(part))

    source = {"D": text}
    marks = [(place("Ann Lee"), SUBJECT), (place("8"), VALUE)]
    (found,) = _passages(marks, source.get, "support")
    shown_text = "".join(piece.text for piece in found.pieces)
    assert shown_text.startswith("… word word")
    assert shown_text.endswith("word word …")
    assert "Ann Lee\nBo & Cy are 8 word" in shown_text
    assert "<" not in shown_text
