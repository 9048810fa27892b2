"""The browser page of an assessment: one claim at a time, on this machine only, with the standard library."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from html import escape
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs

from factbook.assess.folder import Folder, letter_of
from factbook.assess.passages import SUBJECT, SUPPORT, VALUE, Passage, Shown, TextOf, shown

HOST = "127.0.0.1"
BUTTONS = (("c", "correct"), ("w", "wrong"), ("x", "inexact"), ("i", "cannot be judged"), ("s", "skip"))
_TAGS = {SUPPORT: "u", VALUE: "mark", SUBJECT: "b"}
_LARGEST = 10_000  # bytes of a form
_STYLE = (
    "body{font:1.1rem/1.6 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}"
    "h1{font-size:1.3rem}blockquote{border-left:3px solid #888;margin:1rem 0;padding-left:1rem;white-space:pre-wrap}"
    "button{font:inherit;margin:.2rem;padding:.4rem 1rem}small{color:#666}"
)
_SCRIPT = (
    "addEventListener('keydown',e=>{if(e.ctrlKey||e.metaKey||e.altKey)return;"
    "const b=document.querySelector(`button[value='${e.key.toLowerCase()}']`);if(b)b.click()})"
)


class Session:
    """One sitting: what was skipped comes again only in the next."""

    def __init__(self, folder: Folder, text_of: TextOf) -> None:
        self.folder, self.text_of = folder, text_of
        self.passed: set[str] = set()

    def next(self) -> Shown | None:
        """The claim to judge now; None at the end."""
        claim = next(self.folder.waiting(self.passed), None)
        return shown(self.folder.pool, claim, self.text_of) if claim is not None else None

    def answer(self, claim: str, key: str) -> bool:
        """Take an answer; False where it is none."""
        if claim not in self.folder.pool.by_id:
            return False
        if key.strip().lower().startswith("s"):
            self.passed.add(claim)
            return True
        letter = letter_of(key)
        if letter:
            self.folder.judge(claim, letter)
        return bool(letter)


def page(session: Session, token: str) -> str:
    """The page for the next claim."""
    claim = session.next()
    judged, drawn = len(session.folder.judgments), len(session.folder.order())
    body = "<p>Nothing is left to judge. Close this page and stop the program with Ctrl-C.</p>"
    if claim is not None:
        buttons = "".join(f'<button name="key" value="{key}">{escape(word)} ({key})</button>' for key, word in BUTTONS)
        body = (
            f"<h1 dir=auto>{escape(claim.subject)} — {escape(claim.slot)} — {escape(claim.value)}</h1>"
            + "".join(f"<p dir=auto>given: {escape(hop)}</p>" for hop in claim.hops)
            + "".join(map(_passage, claim.passages))
            + f'<form method="post"><input type="hidden" name="token" value="{token}">'
            f'<input type="hidden" name="claim" value="{escape(claim.id)}">{buttons}</form>'
        )
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>factbook assess</title><style>{_STYLE}</style>"
        f"{body}<p><small>{judged} claims judged, {drawn} facts drawn</small></p><script>{_SCRIPT}</script></html>"
    )


def _passage(passage: Passage) -> str:
    place = f"{escape(passage.doc)}:{passage.start}"
    if not passage.pieces:
        return f"<p>{place}: the text is not at hand; name the documents with --source</p>"
    text = "".join(
        f"<{_TAGS[piece.mark]}>{escape(piece.text)}</{_TAGS[piece.mark]}>" if piece.mark else escape(piece.text)
        for piece in passage.pieces
    )
    return f"<small>{escape(passage.title)}: {place}</small><blockquote dir=auto>{text}</blockquote>"


def server(session: Session, port: int = 0) -> HTTPServer:
    """A server of the page; port 0 takes a free one. Only forms that this page made are taken."""
    token = secrets.token_urlsafe(16)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._guarded(lambda: self._send(200, page(session, token)))

        def do_POST(self) -> None:
            self._guarded(self._answer)

        def _guarded(self, act: Callable[[], None]) -> None:
            """Another site's name for this machine (DNS rebinding) gets nothing."""
            name = (self.headers.get("Host") or "").rpartition(":")[0]
            if name in (HOST, "localhost"):
                act()
            else:
                self._send(403, "this page is for this machine only")

        def _answer(self) -> None:
            length = self.headers.get("Content-Length", "")
            if not length.isdigit() or int(length) > _LARGEST:
                self._send(400, "no form")
                return
            form = parse_qs(self.rfile.read(int(length)).decode("utf-8", "replace"))
            given = {name: values[0] for name, values in form.items()}
            if not secrets.compare_digest(given.get("token", "").encode(), token.encode()):
                self._send(403, "this form is not from this page")
            elif not session.answer(given.get("claim", ""), given.get("key", "")):
                self._send(400, "no such claim or judgment")
            else:
                self.send_response(303)
                self.send_header("Location", "/")
                self.send_header("Content-Length", "0")
                self.end_headers()

        def _send(self, status: int, text: str) -> None:
            data = text.encode("utf-8", "replace")
            self.send_response(status)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            """Requests are no messages to the user."""

    return HTTPServer((HOST, port), Handler)
