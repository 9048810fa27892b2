"""Sites to test: the sample collection, and a small knowledge base of hostile text."""

from __future__ import annotations

import shutil
import tempfile
from functools import cache
from pathlib import Path

from starlette.testclient import TestClient

from factbook.browse.app import create_app
from factbook.model.kb import KB
from factbook.model.records import (
    Argument,
    Attitude,
    Entity,
    EventMention,
    Filler,
    Mention,
    Name,
    Relation,
    RelationMention,
)
from factbook.store.store import Annotated, Store
from factbook.text.markup import parse_source
from factbook.text.offsets import Span
from tests.store.sample import calder_kb

HOST = "http://127.0.0.1"
TOKEN = "right-token"
_FOLDER = tempfile.TemporaryDirectory(prefix="factbook-browse-")

SCRIPT = "<script>alert(1)</script>"
ATTRIBUTE = "\"><img src=x onerror=alert(2)> ' autofocus onfocus=alert(3)"
OVERRIDE = "abc\u202egnp.exe"
URL = "javascript:alert(4)"
FORMULA = '=HYPERLINK("http://x","y")'
HOSTILE = (SCRIPT, ATTRIBUTE, OVERRIDE, URL, FORMULA)
NAME = 'D"><script>alert(5)</script>/../../etc/passwd'


def client(path: str, **options: object) -> TestClient:
    """A client of the application of a knowledge base."""
    return TestClient(create_app(path, **options), base_url=HOST, raise_server_exceptions=True)  # type: ignore[arg-type]


@cache
def sample() -> TestClient:
    """The sample collection, read-only."""
    return client(calder_kb())


def copied(folder: Path) -> str:
    """A copy of the sample collection that a test may change."""
    target = str(folder / "copy.kb")
    with Store.open(calder_kb()) as store:
        store.connection.execute("VACUUM INTO ?", (target,))
    with Store.open(target, write=True) as store:
        store.connection.execute("PRAGMA journal_mode=WAL")
    return target


@cache
def hostile_kb() -> str:
    """A knowledge base in which every text is an attack."""
    path = str(Path(_FOLDER.name) / "hostile.kb")
    with Store.open(path, create=True) as store:
        store.add([_hostile_document(NAME, "plain"), _hostile_document("forum", "forum")])
    return path


def _hostile_document(name: str, kind: str) -> Annotated:
    body = " ".join(f"{text} said so." for text in HOSTILE)
    if kind == "forum":
        body = (
            f'<doc id="x">\n<post author="{ATTRIBUTE[2:]}" datetime="{SCRIPT[1:]}" id="p1">\n{body}\n</post>\n</doc>\n'
        )
    source = parse_source(body, id=name, language="en")
    kb = KB()
    for number, text in enumerate(HOSTILE):
        start = body.index(text)
        span = Span(name, start, start + len(text))
        kb.add(Entity(id=f"e{number}", type="PER", names=(Name(text=text),)))
        kb.add(Mention(id=f"m{number}", entity=f"e{number}", level="NAM", extent=span, text=text))
    for number, text in enumerate(HOSTILE):
        kb.add(Filler(id=f"f{number}", type="STRING", text=text))
        arguments = (Argument(role="subject", ref="e0"), Argument(role="object", ref=f"f{number}"))
        kb.add(Relation(id=f"r{number}", type="per:title", arguments=arguments, confidence=0.5, inferred=SCRIPT))
        kb.add(RelationMention(id=f"rm{number}", relation=f"r{number}", provenance=(Span(name, 2, 30),)))
    pair = (Argument(role="subject", ref="e0"), Argument(role="object", ref="e1"))
    kb.add(Relation(id="open", type=None, arguments=pair, confidence=0.9))
    kb.add(RelationMention(id="openm", relation="open", text=ATTRIBUTE, provenance=(Span(name, 0, 9),)))
    start = body.index("said so")
    kb.add(
        EventMention(
            id="ev", event="h", type=SCRIPT, realis="actual", trigger=Span(name, start, start + 4),
            trigger_text=ATTRIBUTE, arguments=(Argument(role=SCRIPT, ref="m0"), Argument(role="time", ref="f0")),
        )
    )  # fmt: skip
    kb.add(Attitude(id="a", doc=name, kind="sentiment", value="neg", target_kind="entity", source="m0", target="m1"))
    kb.add(Attitude(id="b", doc=name, kind="belief", value="CB", target_kind="event", source="m1", target="ev"))
    return Annotated(source, kb)


def remove(path: str) -> None:
    shutil.rmtree(path, ignore_errors=True)
