"""A small knowledge base as one HTML file to send to a colleague: entities, facts with their passages, documents."""

from __future__ import annotations

import base64
import os
from hashlib import sha256
from importlib import resources

from markupsafe import Markup

from factbook.browse import sql
from factbook.browse.asked import Asked
from factbook.browse.refs import document_line, hit, number_of
from factbook.browse.render import render
from factbook.browse.shown import Fact, Passage
from factbook.browse.site import Site
from factbook.browse.views.document import page_of
from factbook.browse.views.entity import entity
from factbook.browse.views.fact import passages, statements
from factbook.store.store import Store

DOCUMENTS = 400
CHARACTERS = 4_000_000
PASSAGES = 3  # of a fact


class TooLarge(ValueError):
    """The knowledge base is too large for one file."""


def html_file(store: Store) -> bytes:
    """The whole file. It needs no network and runs no script but its own, which a content policy with hashes says."""
    db = store.connection
    count, characters = db.execute("SELECT count(*), coalesce(sum(length), 0) FROM document").fetchone()
    if count > DOCUMENTS or characters > CHARACTERS:
        raise TooLarge(
            f"one file holds up to {DOCUMENTS} documents of {CHARACTERS:,} characters together; "
            f"this knowledge base has {count:,} of {characters:,}: use `factbook browse`"
        )
    site = Site(store.path)
    rows = sql.top_entities(db, "", (), 1 << 30)
    documents = sql.documents(db, "", "", "", 1 << 30)
    style, script = _static("factbook.css") + _static("export.css"), _static("export.js")
    text = render(
        "export.html",
        kind="file",
        home=site.home(store),
        hits=[hit(row) for row in rows],
        lines=[document_line(row) for row in documents],
        entities=(entity(Asked(site, store, {"id": hit(row).entity.id})) for row in rows),
        documents=(page_of(db, row, whole=True) for row in documents),
        passages_of=lambda fact: _passages(store, fact),
        policy=policy(style, script),
        style=Markup(style),  # our own files
        script=Markup(script),
    )
    return text.encode("utf-8", "replace")


def policy(style: str, script: str) -> str:
    """The content policy of a file: its own style and script, by their hashes, and nothing else."""
    return f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; base-uri 'none'"


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"


def _static(name: str) -> str:
    return (resources.files("factbook.browse") / os.path.join("static", name)).read_text(encoding="utf-8")


def _passages(store: Store, fact: Fact) -> tuple[Passage, ...]:
    """The first passages of a fact."""
    subject, other = fact.subject, fact.entity
    if fact.inverse and other is not None:
        subject, other = other, subject
    number = number_of(other.id) if other is not None else None
    rows = statements(store.connection, number_of(subject.id), fact.slot, number, fact.value)
    return passages(store.connection, rows[:PASSAGES])
