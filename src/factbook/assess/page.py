"""The browser page of an assessment: one claim at a time, on this machine only, with the standard library."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from html import escape
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs

from factbook.assess.estimate import Figure, RunEstimate, estimate
from factbook.assess.passages import SUBJECT, SUPPORT, VALUE, Passage, Shown
from factbook.assess.session import SKIP, UNDO, Session

HOST = "127.0.0.1"
FIGURES = "/figures"
# key, word, what it says
BUTTONS = (
    ("c", "correct", "the passage says so"),
    ("w", "wrong", "the value is wrong, or the passage does not say so"),
    ("x", "inexact", "part of the answer, or too much"),
    ("i", "cannot be judged", "counts neither way"),
    (SKIP, "skip", "comes again next time"),
)
_TAGS = {SUPPORT: "u", VALUE: "mark", SUBJECT: "b"}
_LARGEST = 10_000  # bytes of a form
_STYLE = """
:root{--paper:#faf9f5;--card:#fff;--ink:#1d2024;--soft:#5b6169;--line:#dfdcd3;--link:#0a5a73;--value:#fde68a;
--support:#8a3b12;--bar:#31588a;color-scheme:light dark}
@media(prefers-color-scheme:dark){:root{--paper:#14171a;--card:#1b1f23;--ink:#e4e1da;--soft:#a5abb2;--line:#2f353b;
--link:#82c6dc;--value:#5c5013;--support:#e2a37c;--bar:#9dbfe8}}
*{box-sizing:border-box}
body{font:1.05rem/1.6 system-ui,"Noto Sans","Noto Sans CJK SC","Noto Naskh Arabic",sans-serif;max-width:50rem;
margin:0 auto;padding:1rem;background:var(--paper);color:var(--ink)}
header{display:flex;gap:1rem;align-items:center;color:var(--soft);font-size:.9rem}progress{flex:1;height:.5rem}
h1{font-size:1.5rem;line-height:1.3;margin:1rem 0 .2rem}h1 bdi{font-weight:700}
dl{display:grid;grid-template-columns:auto 1fr;gap:.1rem 1rem;margin:1rem 0}
dt{color:var(--soft)}dd{margin:0;font-size:1.2rem;font-weight:600;overflow-wrap:anywhere}dd code{font-size:.8rem}
code,small,.legend{color:var(--soft);font-weight:400}.legend{font-size:.85rem}
blockquote{background:var(--card);border:1px solid var(--line);border-radius:6px;margin:.2rem 0 1rem;padding:.7rem 1rem;
white-space:pre-wrap;overflow-wrap:anywhere}
mark{background:var(--value);color:inherit;border-radius:2px}
u{text-decoration-color:var(--support);text-decoration-thickness:2px;text-underline-offset:.2em}
form{display:flex;flex-wrap:wrap;gap:.5rem;position:sticky;bottom:0;background:var(--paper);padding:.7rem 0}
button{font:inherit;padding:.45rem .9rem;border:1px solid var(--line);border-radius:6px;background:var(--card);
color:inherit;cursor:pointer}button:hover{border-color:var(--link)}kbd{color:var(--soft);font:.85em monospace}
a{color:var(--link)}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
td,th{text-align:start;padding:.35rem .6rem;border-bottom:1px solid var(--line)}
svg{display:block;width:100%;min-width:6rem;height:.6rem}svg rect{fill:var(--line)}
svg line{stroke:var(--bar);stroke-width:3}svg .at{fill:var(--bar)}
"""
# A key clicks its button; a second answer before the next claim is shown is none.
_SCRIPT = """
let sent=false;addEventListener('pageshow',()=>{sent=false});
addEventListener('submit',e=>{if(sent)e.preventDefault();sent=true});
addEventListener('keydown',e=>{if(e.ctrlKey||e.metaKey||e.altKey||e.repeat)return;
const b=document.querySelector(`button[value='${CSS.escape(e.key.toLowerCase())}']`);if(b)b.click()})
"""


def page(session: Session, token: str) -> str:
    """The page for the next claim."""
    claim = session.next()
    if claim is not None:
        return _document(session, _claim(claim) + _form(claim.id, token, BUTTONS, undo=bool(session.answered)))
    left = session.done()[1] - session.done()[0]
    body = "<h1>Nothing is left to judge</h1>"
    if left:
        body += f"<p>{left} facts were skipped; they come again when the program is started again.</p>"
    return _document(session, body + _form("", token, (), undo=bool(session.answered)) + _figures(session))


def figures_page(session: Session) -> str:
    """The page of the figures so far."""
    body = f'<h1>Figures so far</h1>{_figures(session)}<p><a href="/">Go on judging</a></p>'
    return _document(session, body)


def _document(session: Session, body: str) -> str:
    judged, drawn = session.done()
    return (
        '<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width">'
        f'<link rel=icon href="data:,"><title>factbook assess</title><style>{_STYLE}</style>'
        f"<header><span>{judged} of {drawn} facts judged</span>"
        f'<progress max={drawn} value={judged}></progress><a href="{FIGURES}">figures so far</a></header>'
        f"<main>{body}</main><script>{_SCRIPT}</script></html>"
    )


def _claim(claim: Shown) -> str:
    """What is claimed, and the text that is said to support it. Runs and confidences are not shown: they would sway."""
    words = claim.slot.partition(":")[2].replace("_", " ") or claim.slot
    hops = "".join(f"<dt>given<dd><bdi>{escape(hop)}</bdi>" for hop in claim.hops)
    return (
        "<h1>Is this claim correct?</h1>"
        f"<dl>{hops}<dt>subject<dd><bdi>{escape(claim.subject)}</bdi>"
        f"<dt>slot<dd>{escape(words)} <code>{escape(claim.slot)}</code>"
        f"<dt>value<dd><bdi>{escape(claim.value)}</bdi></dl>"
        + "".join(map(_passage, claim.passages))
        + "<p class=legend><b>the subject</b>, <mark>the value</mark>, <u>what is said to support the claim</u></p>"
    )


def _passage(passage: Passage) -> str:
    title = "Where the subject is named" if passage.title == "subject" else "Support"
    place = f"<small>{title}: {escape(passage.doc)}, characters {passage.start}–{passage.end}</small>"
    if not passage.pieces:
        return f"<p>{place}<br>The text is not at hand: name the documents with --source.</p>"
    text = "".join(
        f"<{_TAGS[piece.mark]}>{escape(piece.text)}</{_TAGS[piece.mark]}>" if piece.mark else escape(piece.text)
        for piece in passage.pieces
    )
    return f"{place}<blockquote dir=auto>{text}</blockquote>"


def _form(claim: str, token: str, keys: tuple[tuple[str, str, str], ...], *, undo: bool) -> str:
    every = [*keys, *([(UNDO, "undo", "take the last answer back")] if undo else [])]
    buttons = "".join(
        f'<button name="key" value="{key}" title="{escape(why)}">{escape(word)} <kbd>{key}</kbd></button>'
        for key, word, why in every
    )
    return (
        f'<form method="post" action="/"><input type="hidden" name="token" value="{token}">'
        f'<input type="hidden" name="claim" value="{escape(claim)}">{buttons}</form>'
    )


def _figures(session: Session) -> str:
    folder = session.folder
    found = estimate(folder.pool, folder.parts(), folder.order(), folder.judgments)
    if not found.judged:
        return "<p>No fact is judged yet.</p>"
    rows = "".join(map(_row, found.runs))
    notes = "".join(f"<li>{escape(warning)}" for warning in found.warnings)
    return (
        "<table><tr><th>run<th>claims<th>judged<th>precision<th>recall in pool<th>F in pool</tr>"
        f"{rows}</table><p><small>From {found.judged} of {found.units} facts; {found.confidence:.0%} intervals. "
        "The program prints these figures when it ends (Ctrl-C in its terminal)."
        f"</small></p><ul class=legend>{notes}</ul>"
    )


def _row(run: RunEstimate) -> str:
    figures = "".join(map(_figure, (run.precision, run.recall, run.f)))
    return f"<tr><td><bdi>{escape(run.run)}</bdi><td>{run.claims}<td>{run.judged}{figures}</tr>"


def _figure(figure: Figure | None) -> str:
    if figure is None:
        return "<td>–"
    low, at, high = (round(100 * share, 1) for share in (figure.low, figure.value, figure.high))
    return (
        f"<td>{figure.value:.3f} <small>{figure.low:.3f}–{figure.high:.3f}</small>"
        f'<svg viewBox="-4 0 108 10" preserveAspectRatio="none"><rect x=0 y=4 width=100 height=1 />'
        f"<line x1={low} x2={high} y1=5 y2=5 /><rect class=at x={at - 0.75} y=0 width=1.5 height=10 /></svg>"
    )


def server(session: Session, port: int = 0) -> HTTPServer:
    """A server of the page; port 0 takes a free one. Only forms that this page made are taken."""
    token = secrets.token_urlsafe(16)

    class Handler(BaseHTTPRequestHandler):
        timeout = 1.0  # browsers open connections ahead and say nothing; one at a time is served

        def do_GET(self) -> None:
            self._guarded(self._show)

        def _show(self) -> None:
            if self.path == "/":
                self._send(200, page(session, token))
            elif self.path == FIGURES:
                self._send(200, figures_page(session))
            else:
                self._send(404, "no such page")

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
