"""Tags to regions: each kind of file, and markup that is not well formed."""

from __future__ import annotations

from factbook.text.markup import document_id, parse_source
from factbook.text.offsets import Span
from factbook.text.source import Region, Source

FORUM = (
    '<doc id="d">\n<headline>\nCranes &amp; ships\n</headline>\n'
    '<post author="ann &amp; co" datetime="2014-02-28T06:40:00" id="p1">\nIt fell. <a href="http://x/?a=1&b=2">see</a>\n'
    "</post>\n<post author='bob' id=\"p2\">\n"
    '<quote orig_author="ann &amp; co">\n<quote orig_author="cy">deep</quote>\nIt fell.\n</quote>\nNo < yes.\n'
    '<img src="a.png"/>\n</post>\n</doc>\n'
)


def parse(text: str) -> Source:
    return parse_source(text, id="d")


def kinds(source: Source) -> list[str]:
    return [region.kind for region in source.regions]


def only(source: Source, kind: str) -> Region:
    (region,) = [region for region in source.regions if region.kind == kind]
    return region


def at(source: Source, words: str) -> int:
    return source.text.index(words)


def test_forum_thread() -> None:
    source = parse(FORUM)
    assert source.kind == "forum"
    assert kinds(source) == ["doc", "headline", "post", "a", "post", "quote", "quote", "img"]
    assert source.date == "2014-02-28"
    assert document_id(source) == "d"
    assert source.at(only(source, "headline").inner) == "\nCranes &amp; ships\n"


def test_attribute_values_have_exact_spans_and_are_not_decoded() -> None:
    source = parse(FORUM)
    value, span = source.posts[0].attribute("author") or ("", Span("d", 0, 0))
    assert value == "ann &amp; co"
    assert source.at(span) == "ann &amp; co"
    assert only(source, "a").attribute("href") == (
        "http://x/?a=1&b=2",
        Span("d", at(source, "http"), at(source, "http") + 17),
    )


def test_authors_of_posts_and_quotes() -> None:
    source = parse(FORUM)
    assert (source.author_at(at(source, "It fell.")) or ("",))[0] == "ann &amp; co"
    assert (source.author_at(at(source, "deep")) or ("",))[0] == "bob"
    assert (source.speaker_at(at(source, "deep")) or ("",))[0] == "cy"
    assert (source.speaker_at(at(source, "No <")) or ("",))[0] == "bob"
    assert source.author_at(at(source, "Cranes")) is None


def test_nested_quotes_are_one_outer_quote() -> None:
    source = parse(FORUM)
    (quote,) = source.quotes
    assert source.at(quote).startswith("<quote orig_author=")
    assert source.at(quote).endswith("It fell.\n</quote>")
    inner = source.regions[6]
    assert source.regions[inner.parent or 0].kind == "quote"


def test_ace_sgm_with_posters_and_quotes_in_a_tag() -> None:
    source = parse(
        "<DOC>\n<DOCID> d </DOCID>\n<DATETIME> 2003-04-10 09:28:00 </DATETIME>\n<BODY>\n<TEXT>\n<POST>\n"
        '<POSTER> ann </POSTER>\n<QUOTE PREVIOUSPOST="bob:\nold words">\nnew words\n</POST>\n</TEXT>\n</BODY>\n</DOC>'
    )
    assert source.kind == "sgm"
    assert source.date == "2003-04-10"
    assert document_id(source) == "d"
    assert (source.author_at(at(source, "new")) or ("",))[0] == "ann"
    name, span = source.author_of(only(source, "quote")) or ("", Span("d", 0, 0))
    assert name == source.at(span) == "bob"
    assert not source.in_quote(Span("d", at(source, "new"), at(source, "new") + 3))
    assert next(source.at(part).strip() for part in source.evaluated("ace")) == "2003-04-10 09:28:00"


def test_newswire_and_plain_text() -> None:
    assert parse('<DOC id="d" type="story">\n<TEXT>\n<P>\nx\n</P>\n</TEXT>\n</DOC>').kind == "newswire"
    plain = parse("x < y and <me@example.com> wrote <foo>; see <a href='u'>this</a>")
    assert plain.kind == "plain"
    assert [plain.text[start:end] for start, end in plain.tags] == ["<a href='u'>", "</a>"]


def test_a_stray_bracket_is_text() -> None:
    source = parse("<doc>\n<post>\na < b, a <b and c> d, <3, <http://x.org>, <>\n</post></doc>")
    assert kinds(source) == ["doc", "post"]
    assert len(source.tags) == 4


def test_unclosed_regions_end_with_the_region_around_them() -> None:
    source = parse("<doc><post author='a'>one<quote>two</post><post author='b'>three")
    first, second = source.posts
    assert source.at(first.inner) == "one<quote>two"
    assert source.at(only(source, "quote").outer) == "<quote>two"
    assert source.at(second.inner) == "three"
    assert not second.closed
    assert first.closed


def test_a_paragraph_or_post_ends_the_one_before() -> None:
    source = parse("<TEXT><P>one<P>two</TEXT>")
    assert [source.at(region.inner) for region in source.regions if region.kind == "p"] == ["one", "two"]
    posts = parse("<doc><post author='a'>one<post author='b'>two</doc>").posts
    assert [post.outer.length > 0 for post in posts] == [True, True]
    assert posts[0].outer.end == posts[1].outer.start


def test_a_paragraph_in_a_quote_does_not_end_the_one_around() -> None:
    source = parse("<TEXT><P>one<quote><P>two</P></quote>three</P></TEXT>")
    assert source.at(source.regions[1].inner) == "one<quote><P>two</P></quote>three"


def test_crossing_and_stray_close_tags() -> None:
    source = parse("<doc><post>a<b>c</post></b></quote>d</doc>")
    assert [source.at(region.inner) for region in source.regions] == ["<post>a<b>c</post></b></quote>d", "a<b>c", "c"]
    assert len(source.tags) == 7


def test_a_quote_mark_that_is_never_closed() -> None:
    source = parse('<doc>\n<post author="ann>\nshe said "no"\n</post>\n<post author="bob">x</post></doc>')
    assert len(source.posts) == 2
    assert source.at(source.posts[0].inner) == '\nshe said "no"\n'


def test_comments_and_declarations_are_tags_without_regions() -> None:
    source = parse('<?xml version="1.0" encoding="UTF-8"?>\n<!-- note -->\n<DOC id="d"><TEXT>x</TEXT></DOC>')
    assert kinds(source) == ["doc", "text"]
    assert source.text[source.origin :].startswith("<DOC")
    assert source.ace.from_ace(0) == at(source, "\n")
    assert source.ace.to_ace(at(source, "x</TEXT>")) == 2


def test_language_can_be_given() -> None:
    assert parse_source("<doc>hola que tal</doc>", id="ENG_1").language == "en"
    assert parse_source("<doc>hola que tal</doc>", id="ENG_1", language="es").language == "es"


def test_a_hundred_thousand_open_tags_take_no_longer_than_their_number() -> None:
    """Work is linear: each tag is looked at a bounded number of times (this would need minutes otherwise)."""
    text = "<TEXT>" + "<b>" * 60_000 + "<P>" * 60_000 + "</quote>" * 60_000 + '<a x="' * 60_000
    source = parse(text)
    assert len(source.tags) == 1 + 180_000
