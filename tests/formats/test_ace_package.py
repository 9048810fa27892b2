"""The ACE submission: names, completeness, what local and global tasks ask for, and the archive."""

from __future__ import annotations

import io
import tarfile

import pytest

from factbook.formats.ace_package import Run, archive, check
from factbook.text.markup import parse_source

PLACE = '<charseq START="0" END="3">Anna</charseq>'
MENTION = (
    '<entity_mention ID="{0}-1" TYPE="NAM"><extent>' + PLACE + "</extent><head>" + PLACE + "</head></entity_mention>"
)
NAME = '<entity_attributes><name NAME="Anna"/></entity_attributes>'


def apf(doc: str, entity: str, inner: str = MENTION, kind: str = 'TYPE="PER" SUBTYPE="Individual"') -> bytes:
    body = f'<entity ID="{entity}" {kind} CLASS="SPC">{inner.format(entity)}</entity>'
    return f'<source_file URI="{doc}" TYPE="text"><document DOCID="{doc}">{body}</document></source_file>'.encode()


def run(task: str = "ledr", system: str = "ACME1_primary", language: str = "english", **files: bytes) -> Run:
    named = {name if name == "readme" else f"{name}.apf.xml": data for name, data in files.items()}
    return Run(language=language, task=task, system=system, files=named)


def codes(*runs: Run, documents: str = "") -> list[str]:
    sources = {doc: parse_source("Anna", id=doc) for doc in documents.split()}
    return [problem.code.name for problem in check(runs, sources=sources)]


GOOD = run(d1=apf("d1", "d1-E1"), d2=apf("d2", "d2-E1"))


def test_a_good_run_has_no_problems() -> None:
    assert codes(GOOD, documents="d1 d2") == []


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (run(language="klingon", d1=apf("d1", "E")), "LANGUAGE_NAME"),
        (run(task="edr", d1=apf("d1", "E")), "TASK_NAME"),
        (run(system="our system", d1=apf("d1", "E")), "SYSTEM_NAME"),
        (run(d1=apf("d1", "E"), readme=b"hello"), "FILE_NAME"),
        (run(), "NO_OUTPUT"),
        (run(d1=apf("d1", "E"), d2=apf("d1", "F")), "DOCUMENT_TWICE"),
        (run(d1=apf("d1", "E", inner="")), "NO_MENTIONS"),
        (run(d1=apf("d1", "E"), d2=apf("d2", "E")), "LOCAL_ID"),
        (run("gedr", d1=apf("d1", "E", NAME, 'TYPE="LOC" SUBTYPE="Address"')), "GLOBAL_TYPE"),
        (run("gedr", d1=apf("d1", "E", "")), "GLOBAL_NAME"),
        (run(d1=apf("d1", "E", kind='TYPE="BAD"')), "BAD_VALUE"),
    ],
)
def test_each_problem(bad: Run, code: str) -> None:
    assert codes(bad) == [code]


def test_global_entities_have_one_type_in_all_documents() -> None:
    second = apf("d2", "G", NAME, 'TYPE="ORG" SUBTYPE="Media"')
    assert codes(run("gedr", d1=apf("d1", "G", NAME), d2=second)) == ["GLOBAL_DIFFERS"]
    assert codes(run("gedr", d1=apf("d1", "G", NAME), d2=apf("d2", "G", NAME))) == []


def test_all_documents_must_be_processed() -> None:
    assert codes(GOOD, documents="d1 d2 d3") == ["DOCUMENT_MISSING"]
    assert codes(GOOD, documents="d1") == ["DOCUMENT_UNKNOWN"]


def test_one_of_several_systems_is_the_primary_one() -> None:
    first, second = run(system="A1", d1=apf("d1", "E")), run(system="A2", d1=apf("d1", "E"))
    assert codes(first, second) == ["NO_PRIMARY"]
    assert codes(first, run(system="A2_primary", d1=apf("d1", "E"))) == []


def test_the_archive_holds_language_task_system_and_is_always_the_same() -> None:
    data = archive([run("lrdr", d1=apf("d1", "E")), GOOD])
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        assert tar.getnames() == [
            "english/ledr/ACME1_primary/d1.apf.xml",
            "english/ledr/ACME1_primary/d2.apf.xml",
            "english/lrdr/ACME1_primary/d1.apf.xml",
        ]
        member = tar.extractfile("english/lrdr/ACME1_primary/d1.apf.xml")
        assert member is not None
        assert member.read() == apf("d1", "E")
    assert archive([GOOD, run("lrdr", d1=apf("d1", "E"))]) == data
