"""Sources from files, folders, globs, archives and JSON lines; bad files are problems and the rest goes on."""

from __future__ import annotations

import gzip
import io
import os
import tarfile
import zipfile
from pathlib import Path

import pytest

from factbook.text import files, inputs
from factbook.text.files import Limits
from factbook.text.inputs import SourceError, read_sources
from factbook.text.problems import Problems

DOC = b'<DOC id="%b">\n<TEXT>\n%b\n</TEXT>\n</DOC>\n'


def doc(id: str, text: str = "words") -> bytes:
    return DOC % (id.encode(), text.encode())


def read(*paths: Path | str, limits: Limits | None = None) -> tuple[list[str], list[str]]:
    problems = Problems()
    ids = [source.id for source in read_sources(paths, problems=problems, limits=limits)]
    assert all(str(problem) for problem in problems)
    return ids, [problem.code.name for problem in problems]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "b").mkdir()
    (tmp_path / "a.xml").write_bytes(doc("A"))
    (tmp_path / "b" / "c.sgm").write_bytes(doc("C"))
    (tmp_path / "b" / "d.txt").write_bytes("plain ñ".encode())
    (tmp_path / "b" / "d.apf.xml").write_bytes(b"<source_file/>")
    (tmp_path / ".hidden.xml").write_bytes(doc("H"))
    return tmp_path


def test_file_folder_and_glob(folder: Path) -> None:
    assert read(folder / "a.xml") == (["A"], [])
    assert read(folder) == (["A", "C", "d"], [])
    assert read(f"{folder}/b/*.[st]*") == (["C", "d"], [])
    assert read(f"{folder}/**/*.sgm") == (["C"], [])


def test_the_id_is_that_of_the_markup_or_else_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "x.mpdf.xml").write_bytes(b"<doc>x</doc>")
    (tmp_path / "y.sgm").write_bytes(b"<DOC><DOCID> Y1 </DOCID><TEXT>x</TEXT></DOC>")
    assert read(tmp_path) == (["x", "Y1"], [])


def test_missing_files_and_empty_matches(tmp_path: Path) -> None:
    (tmp_path / "x.png").write_bytes(b"x")
    assert read(tmp_path / "no.xml", f"{tmp_path}/*.no", tmp_path) == ([], ["NO_FILE", "NO_MATCH", "EMPTY_FOLDER"])


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_bytes(b"<doc>\n\xff\n</doc>")
    (tmp_path / "b.xml").write_bytes(b"\x7fELF\0\0")
    (tmp_path / "c.xml").write_bytes(b"")
    (tmp_path / "d.xml").write_bytes(b'<?xml version="1.0" encoding="ascii"?><doc>\xc3\xb1</doc>')
    (tmp_path / "e.xml").write_bytes(doc("E"))
    problems = Problems()
    assert [source.id for source in read_sources([tmp_path], problems=problems)] == ["E"]
    codes = [problem.code.name for problem in problems]
    assert codes == ["INVALID_UTF8", "BINARY_FILE", "EMPTY_FILE", "INVALID_ENCODING"]
    assert problems.items[0].where.line == 2
    assert "0xff" in str(problems.items[0])


def test_without_a_list_of_problems_an_error_raises(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_bytes(b"\xff")
    with pytest.raises(SourceError, match=r"a\.xml:1: error: INVALID_UTF8"):
        list(read_sources([tmp_path]))


def test_byte_order_marks_are_no_characters(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_bytes(b"\xef\xbb\xbf" + doc("A"))
    (tmp_path / "b.xml").write_bytes(b"\xff\xfe" + doc("B").decode().encode("utf-16-le"))
    sources = list(read_sources([tmp_path]))
    assert [source.text[0] for source in sources] == ["<", "<"]
    assert [source.id for source in sources] == ["A", "B"]


def test_line_ends_and_declared_encodings_are_kept(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_bytes(b"<doc>\r\nx\r\n</doc>")
    text = '<?xml version="1.0" encoding="GB18030"?><doc>汉字</doc>'
    (tmp_path / "b.xml").write_bytes(text.encode("gb18030"))
    (tmp_path / "c.xml").write_bytes(b'<?xml version="1.0" encoding="no-such"?><doc>\xc3\xb1</doc>')
    texts = [source.text for source in read_sources([tmp_path])]
    assert texts[0] == "<doc>\r\nx\r\n</doc>"
    assert "汉字" in texts[1]
    assert "ñ" in texts[2]


def test_cut_off_and_doubled_files_give_warnings(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_bytes(doc("A")[:-8])
    (tmp_path / "b.xml").write_bytes(doc("B") + doc("C"))
    (tmp_path / "c.xml").write_bytes(doc("A"))
    assert read(tmp_path) == (["A", "B"], ["TRUNCATED_MARKUP", "SEVERAL_DOCUMENTS", "DUPLICATE_SOURCE"])


def test_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "docs.jsonl"
    path.write_bytes(
        b'\xef\xbb\xbf{"id":"a","text":"hello the world of words","date":"2001-02-03"}\n\n'
        b'{"id":"b"}\nnot json\n{"id":"c","text":"\xff"}\n{"id":"d","text":"x","language":"es"}\r\n'
        b'{"id":"a","text":"y"}'
    )
    problems = Problems()
    sources = list(read_sources([path], problems=problems))
    assert [(source.id, source.language, source.date) for source in sources] == [
        ("a", "en", "2001-02-03"),
        ("d", "es", ""),
    ]
    assert [(problem.code.name, problem.where.line) for problem in problems] == [
        ("BAD_JSON_LINE", 3),
        ("BAD_JSON_LINE", 4),
        ("BAD_JSON_LINE", 5),
        ("DUPLICATE_SOURCE", 7),
    ]


def test_a_line_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "_MAX_LINE", 50)
    (tmp_path / "a.jsonl").write_bytes(b'{"id":"a","text":"%b"}\n{"id":"b","text":"x"}\n' % (b"x" * 60))
    assert read(tmp_path) == (["b"], ["LINE_TOO_LONG"])


def zipped(path: Path, members: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def tarred(path: Path, members: dict[str, bytes], links: dict[str, str] | None = None) -> Path:
    with tarfile.open(path, "w:gz" if path.name.endswith("gz") else "w") as archive:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
        for name, target in (links or {}).items():
            link = tarfile.TarInfo(name)
            link.type, link.linkname = tarfile.SYMTYPE, target
            archive.addfile(link)
    return path


def test_archives(tmp_path: Path) -> None:
    members = {
        "x/a.sgm": doc("A"),
        "x/b.xml.gz": gzip.compress(doc("B")),
        "x/notes.pdf": b"%PDF",
        "__MACOSX/a.xml": b"x",
    }
    assert read(zipped(tmp_path / "a.zip", members)) == (["A", "B"], [])
    assert read(tarred(tmp_path / "a.tar.gz", members)) == (["A", "B"], [])
    assert read(tarred(tmp_path / "a.tar", members)) == (["A", "B"], [])
    (tmp_path / "c.xml.gz").write_bytes(gzip.compress(doc("C")))
    assert read(tmp_path / "c.xml.gz") == (["C"], [])


def test_archives_that_lead_outside(tmp_path: Path) -> None:
    (tmp_path / "secret.xml").write_bytes(doc("SECRET"))
    members = {"../secret.xml": doc("X"), "/etc/x.xml": doc("Y"), "ok.xml": doc("OK")}
    tar = tarred(tmp_path / "a.tar.gz", members, {"link.xml": "../secret.xml"})
    assert read(tar) == (["OK"], ["ARCHIVE_PATH", "ARCHIVE_PATH", "ARCHIVE_LINK"])
    assert read(zipped(tmp_path / "a.zip", members))[0] == ["OK"]
    info = zipfile.ZipInfo("link.xml")
    info.external_attr = 0xA1FF << 16
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        archive.writestr(info, "../secret.xml")
    assert read(tmp_path / "b.zip") == ([], ["ARCHIVE_LINK"])


def test_links_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "out.xml").write_bytes(doc("OUT"))
    (tmp_path / "in" / "a.xml").write_bytes(doc("A"))
    os.symlink(tmp_path / "out.xml", tmp_path / "in" / "b.xml")
    os.symlink(tmp_path / "in" / "nothing", tmp_path / "in" / "c.xml")
    assert read(tmp_path / "in") == (["A"], ["LINK_OUTSIDE", "NO_FILE"])


def test_pipes_of_a_folder_are_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("A")
    os.mkfifo(tmp_path / "b.txt")
    assert read(tmp_path)[1] == ["NO_PLAIN_FILE"]
    assert read(tmp_path / "*.txt")[1] == ["NO_PLAIN_FILE"]


def test_bombs_are_limited(tmp_path: Path) -> None:
    limits = Limits(member=1000, archive=1500)
    bomb = b"x" * 2000
    (tmp_path / "a.xml.gz").write_bytes(gzip.compress(bomb))
    assert read(tmp_path / "a.xml.gz", limits=limits) == ([], ["ARCHIVE_TOO_LARGE"])
    assert read(zipped(tmp_path / "a.zip", {"a.xml": bomb, "b.xml": doc("B")}), limits=limits) == (
        ["B"],
        ["ARCHIVE_TOO_LARGE"],
    )
    many = {f"{number}.txt": b"y" * 900 for number in range(3)}
    ids, codes = read(tarred(tmp_path / "a.tar.gz", many), limits=limits)
    assert (ids, codes) == (["0"], ["ARCHIVE_TOO_LARGE"] * 2)


def test_a_file_beyond_all_measure(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_bytes(doc("A"))
    (tmp_path / "b.xml").write_bytes(doc("B") * 50)
    assert read(tmp_path, limits=Limits(file=1000)) == (["A"], ["FILE_TOO_LARGE"])


def test_damaged_archives(tmp_path: Path) -> None:
    good = zipped(tmp_path / "a.zip", {"a.xml": doc("A") * 50}).read_bytes()
    (tmp_path / "a.zip").write_bytes(good[:-30])
    (tmp_path / "b.tar.gz").write_bytes(tarred(tmp_path / "t.tar.gz", {"a.xml": doc("A")}).read_bytes()[:60])
    (tmp_path / "t.tar.gz").unlink()
    (tmp_path / "c.xml.gz").write_bytes(gzip.compress(doc("C"))[:-12])
    (tmp_path / "d.xml").write_bytes(doc("D"))
    assert read(tmp_path) == (["D"], ["BAD_ARCHIVE"] * 3)


def test_a_locked_member(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {"a.xml": doc("A")})
    data = bytearray(path.read_bytes())
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):  # the flag of encryption in both headers
        data[data.find(mark) + at] |= 1
    path.write_bytes(bytes(data))
    assert read(path) == ([], ["ARCHIVE_LOCKED"])


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_bytes(doc("A"))
    (tmp_path / "a.xml").chmod(0)
    assert read(tmp_path / "a.xml") == ([], ["UNREADABLE_FILE"])


def test_every_code_has_its_own_name() -> None:
    names = [code.name for code in (*files.CODES, *inputs.CODES)]
    assert len(names) == len(set(names))
