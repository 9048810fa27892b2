"""What keeps pages safe: security headers, the Host check, the size of requests, the token of changes.

Documents are hostile text. Templates escape it; should one ever fail to, the content policy allows no script or style
but our own files. The Host check keeps other sites from reaching a local page by a name that they point at it (DNS
rebinding). A change needs a token that no other site can know.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Mapping[str, str] = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",  # "no-referrer" would take the origin from our own forms
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
LOCAL = ("127.0.0.1", "localhost", "[::1]")
LARGEST_BODY = 64 * 1024


class Guard:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = LOCAL) -> None:
        self.app = app
        self.hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        target = PlainTextResponse(refusal[1], status_code=refusal[0]) if refusal else self.app

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                found = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    found[name] = value
                if "cache-control" not in found:
                    found["cache-control"] = "no-store"
            await send(message)

        await target(scope, receive, with_headers)

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        host = _name(headers.get("host", ""))
        if "*" not in self.hosts and host not in self.hosts:
            return 421, "This page answers only under the host names it was started with (--host-name adds one).\n"
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return 405, "Only GET, HEAD and POST are understood.\n"
        if scope["method"] == "POST":
            length = headers.get("content-length", "")
            if not length.isdigit() or int(length) > LARGEST_BODY:
                return 413, f"A request may have up to {LARGEST_BODY} bytes and must say how many.\n"
            origin = headers.get("origin", "")
            if origin and origin != "null" and _name(origin.partition("://")[2]) != host:
                return 403, "A change cannot come from another site.\n"
            if origin == "null" or headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
                return 403, "A change cannot come from another site.\n"
        return None


def _name(host: str) -> str:
    """A host without its port."""
    host = host.strip().lower()
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0]


def right_token(expected: str, given: str) -> bool:
    """Whether a change may be made. Without a token of its own the site is read-only."""
    return bool(expected) and secrets.compare_digest(expected.encode(), given.encode())
