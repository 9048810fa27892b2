"""Comments, processing instructions and document types of XML files survive a round trip."""

from __future__ import annotations

import pytest

from factbook.formats import apf, best, rich_ere, xml_comments
from factbook.formats.format import Context
from factbook.model.kb import KB

APF = b"""<?xml version="1.0"?>
<!-- first -->
<source_file URI="d.sgm" SOURCE="newswire" TYPE="text">
  <!-- in the file -->
  <document DOCID="d">
    <!-- a person -->
    <!-- of note -->
    <entity ID="E1" TYPE="PER" SUBTYPE="Individual" CLASS="SPC">
      <entity_mention ID="E1-1" TYPE="NAM" LDCTYPE="NAM" METONYMY_MENTION="FALSE">
        <!-- the words -->
        <extent><charseq START="0" END="2">Ann</charseq></extent>
        <head><charseq START="0" END="2">Ann</charseq></head>
      </entity_mention>
      <!-- no more mentions -->
    </entity>
  </document>
</source_file>
<!-- last -->
"""
ERE = b"""<deft_ere kit_id="k" doc_id="d" source_type="newswire">
  <!-- all entities -->
  <entities>
    <!-- Ann -->
    <entity id="e-1" type="PER" specificity="specific">
      <entity_mention id="m-1" source="d" offset="0" length="3" noun_type="NAM">
        <mention_text>Ann</mention_text>
      </entity_mention>
    </entity>
  </entities>
</deft_ere>
"""
BEST = b"""<committed_belief_doc id="t">
  <belief_annotations/>
  <sentiment_annotations>
    <entities>
      <!-- liked -->
      <entity ere_id="m-1"><sentiments><!-- warmly --><sentiment polarity="pos"/></sentiments></entity>
    </entities>
  </sentiment_annotations>
</committed_belief_doc>
"""


@pytest.mark.parametrize(("format", "data"), [(apf, APF), (rich_ere, ERE), (best, BEST)])
def test_every_comment_comes_back_in_its_place(format: object, data: bytes) -> None:
    kb, problems = format.read(data, file="d.xml", context=Context())  # type: ignore[attr-defined]
    assert not problems.errors
    written = format.write(kb, context=Context())  # type: ignore[attr-defined]
    assert written.count(b"<!--") == data.count(b"<!--") > 0
    again, _ = format.read(written, file="d.xml", context=Context())  # type: ignore[attr-defined]
    assert again == kb
    assert format.write(again, context=Context()) == written  # type: ignore[attr-defined]


def test_places() -> None:
    kb, _ = apf.read(APF, file="d.apf.xml", context=Context())
    assert [entry.partition("\n")[0] for entry in kb.extra[xml_comments.KEY]] == [
        "head",
        "before document d",
        "before entity E1",
        "before entity E1",
        "start entity_mention E1-1",
        "end entity E1",
        "tail",
    ]
    lines = apf.write(kb, context=Context()).decode().splitlines()
    (line,) = [line for line in lines if "<!-- of note -->" in line]
    assert line.index("<!-- of note -->") < line.index("<entity ID")
    assert lines[-1] == "<!-- last -->"


def test_a_written_false_comes_back() -> None:
    kb, _ = apf.read(APF, file="d.apf.xml", context=Context())
    assert not kb.mentions["E1-1"].metonymy
    assert b'METONYMY_MENTION="FALSE"' in apf.write(kb, context=Context())


def test_a_comment_whose_place_is_gone_stands_at_the_end() -> None:
    kb, _ = rich_ere.read(ERE, file="d.rich_ere.xml", context=Context())
    empty = KB(documents=kb.documents, extra=kb.extra)
    assert rich_ere.write(empty, context=Context()).decode().splitlines()[-1] == "<!-- Ann -->"


def test_hyphens_do_not_end_a_comment() -> None:
    kb = KB(extra={xml_comments.KEY: ("tail\n a --- b -",)})
    written = rich_ere.write(kb, context=Context())
    _, problems = rich_ere.read(written, file="d.xml", context=Context())
    assert not [problem for problem in problems if problem.code.name.startswith("XML")]


def test_white_space_of_kept_content_is_not_changed() -> None:
    """An element that nothing knows is kept as it stands; a comment inside it adds no line to it."""
    data = (
        b'<source_file URI="d.sgm" SOURCE="newswire" TYPE="text">\n  <document DOCID="d">\n'
        b'    <entity_mention ID="E1-1" TYPE="NAM">\n      <extent><charseq START="20" END="23">Anna</charseq>odd\n'
        b'        <other REFID="E2"/> <!-- BAD -->\n        <other REFID="E3"/>\n      </extent>\n'
        b"    </entity_mention>\n  </document>\n</source_file>\n"
    )
    kb, _ = apf.read(data, file="d.apf.xml", context=Context())
    again, _ = apf.read(apf.write(kb, context=Context()), file="d.apf.xml", context=Context())
    assert apf.read(apf.write(again, context=Context()), file="d.apf.xml", context=Context())[0] == again


def test_places_inside_kept_content_are_found_again() -> None:
    """Kept content may have several tags on a line; a place is looked for at each of them."""
    written = b'<r>\n  <a id="1"><b id="2"/><c id="3">text</c></a>\n</r>\n'
    kb = KB(extra={xml_comments.KEY: ("? before b 2\npi", "start c 3\none", "end a 1\ntwo")})
    expected = b'<r>\n  <a id="1"><?pi?><b id="2"/><c id="3"><!--one-->text</c><!--two--></a>\n</r>\n'
    assert xml_comments.restore(written, kb) == expected


PIS = b"""<?xml version="1.0"?>
<?xml-stylesheet type="text/xsl" href="apf.xsl"?>
<!DOCTYPE source_file SYSTEM "apf.v5.1.1.dtd">
<source_file URI="d.sgm" SOURCE="newswire" TYPE="text">
  <document DOCID="d">
    <?tool a < b & c?>
    <!-- between -->
    <?empty?>
    <entity ID="E1" TYPE="PER" SUBTYPE="Individual" CLASS="SPC"><entity_mention ID="E1-1" TYPE="NAM">
      <extent><charseq START="0" END="2">Ann</charseq></extent><head><charseq START="0" END="2">Ann</charseq></head>
    </entity_mention><?after all?></entity>
  </document>
</source_file>
<?last one?>
"""


def test_processing_instructions_and_document_type_come_back() -> None:
    kb, problems = apf.read(PIS, file="d.apf.xml", context=Context())
    assert not problems.errors
    written = apf.write(kb, context=Context())
    assert written.splitlines()[1] == b'<!DOCTYPE source_file SYSTEM "apf.v5.1.1.dtd">'
    assert written.count(b"<!DOCTYPE") == 1
    line = next(line for line in written.splitlines() if b"<?tool" in line)
    assert line.strip().startswith(b"<?tool a < b & c?><!-- between --><?empty?><entity ")
    assert written.endswith(b"<?last one?>\n")
    assert b'<?xml-stylesheet type="text/xsl" href="apf.xsl"?><source_file' in written
    again, _ = apf.read(written, file="d.apf.xml", context=Context())
    assert again == kb
    assert apf.write(again, context=Context()) == written


@pytest.mark.parametrize(("format", "data"), [(rich_ere, ERE), (best, BEST)])
def test_other_formats_keep_them_too(format: object, data: bytes) -> None:
    root = b"deft_ere" if format is rich_ere else b"committed_belief_doc"
    data = b'<!DOCTYPE %b SYSTEM "x.dtd" [\n<!ELEMENT x EMPTY>\n]>\n<?go on?>\n' % root + data
    kb, _ = format.read(data, file="d.xml", context=Context())  # type: ignore[attr-defined]
    written = format.write(kb, context=Context())  # type: ignore[attr-defined]
    assert b'<!DOCTYPE %b SYSTEM "x.dtd" [\n<!ELEMENT x EMPTY>\n]>' % root in written
    assert b"<?go on?>" in written
    assert format.read(written, file="d.xml", context=Context())[0] == kb  # type: ignore[attr-defined]


def test_a_document_type_of_another_root_is_not_written() -> None:
    kb, _ = apf.read(PIS, file="d.apf.xml", context=Context())
    kb.extra = {xml_comments.DOCTYPE: kb.extra[xml_comments.DOCTYPE]}
    assert b"DOCTYPE" not in rich_ere.write(KB(extra=kb.extra), context=Context())


def test_many_processing_instructions_do_not_slow_the_search_for_the_document_type() -> None:
    kb = KB()
    xml_comments.collect(b"<?a b?>" * 1000 + b"<r/>", kb)
    assert xml_comments.DOCTYPE not in kb.extra
    assert len(kb.extra[xml_comments.KEY]) == 1000


def test_a_place_whose_id_needs_escaping_is_found_again() -> None:
    data = ERE.replace(b'id="e-1"', b'id="e&lt;&quot;1"')
    kb, _ = rich_ere.read(data, file="f.xml", context=Context())
    again, _ = rich_ere.read(rich_ere.write(kb, context=Context()), file="f.xml", context=Context())
    assert again.extra[xml_comments.KEY] == kb.extra[xml_comments.KEY]
    assert 'before entity e<"1\n Ann ' in kb.extra[xml_comments.KEY]
