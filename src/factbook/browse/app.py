"""The application: every view as a page and as JSON, the changes, and the bundled files."""

from __future__ import annotations

import mimetypes
import threading
from collections.abc import Callable, Iterable, Mapping
from importlib import resources
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

import msgspec
from markupsafe import Markup
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from factbook.browse import tables
from factbook.browse.asked import Asked, Missing, View, parsed
from factbook.browse.guard import LOCAL, Guard, right_token
from factbook.browse.links import SiteLinks
from factbook.browse.openapi import api_path, description
from factbook.browse.paging import BadRequest
from factbook.browse.render import render
from factbook.browse.site import Site
from factbook.browse.views import document, entity, fact, facts, links, query, score, search, thoughts
from factbook.query.find import Ambiguous
from factbook.schema.coldstart import SLOTS
from factbook.store.errors import NotInKB, StoreError

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from factbook.browse.score import Scores

VIEWS: tuple[View, ...] = (
    *search.VIEWS, *facts.VIEWS, *entity.VIEWS, *fact.VIEWS, *document.VIEWS, *thoughts.VIEWS, *query.VIEWS,
    *score.VIEWS, *links.VIEWS,
)  # fmt: skip
# A query to begin with.
EXAMPLE = """SELECT DISTINCT ?who ?spouse WHERE {
  ?a slot:per%3Aspouse ?b .
  ?a fb:names [fb:text ?who; fb:index 0] .
  ?b fb:names [fb:text ?spouse; fb:index 0]
} ORDER BY ?who LIMIT 20"""
_ERRORS: dict[type[Exception], int] = {
    BadRequest: 400, Missing: 404, NotInKB: 404, Ambiguous: 400, StoreError: 503, msgspec.DecodeError: 400,
}  # fmt: skip


def create_app(
    kb_path: str,
    *,
    token: str = "",
    hosts: Iterable[str] = LOCAL,
    scores: Scores | None = None,
    rdf_folder: str = "",
    warm: bool = False,
) -> ASGIApp:
    """The application for one knowledge base. Without a token nothing can be changed.

    `warm`: what takes long to count on a large one is counted at once, beside the first requests.
    """
    site = Site(kb_path, scores=scores, rdf_folder=rdf_folder, writable=bool(token))
    if warm:
        threading.Thread(target=site.warm, daemon=True).start()
    routes: list[Route] = []
    for view in VIEWS:
        if view.template:
            routes.append(Route(view.path, _page(site, view), methods=["GET"], name=view.name))
        path = "/api" + (view.path if view.path != "/" else "/home")
        routes.append(Route(path, _data(site, view), methods=["GET"], name=f"api_{view.name}"))
    for change in links.CHANGES:
        routes.append(Route(change.path, _form(site, change, token), methods=["POST"]))
        routes.append(Route(f"/api{change.path}", _order(site, change, token), methods=["POST"]))
    routes.append(Route("/api/openapi.json", _description, methods=["GET"]))
    routes.append(Route("/api", lambda _: RedirectResponse("/api/openapi.json"), methods=["GET"]))
    routes += [Route(f"/static/{name}", _static(data, kind), methods=["GET"]) for name, data, kind in _files()]
    handlers: dict[Any, Any] = dict.fromkeys((*_ERRORS, 404, 405, 500), _failure(site))
    pages = Starlette(routes=routes, exception_handlers=handlers)
    pages.state.site = site
    return Guard(pages, hosts)


def _files() -> Iterable[tuple[str, bytes, str]]:
    """The bundled files, read once: a request chooses among them and never names a path."""
    for item in sorted(resources.files("factbook.browse").joinpath("static").iterdir(), key=lambda item: item.name):
        if item.name.endswith((".js", ".css", ".svg")):
            kind = mimetypes.guess_type(item.name)[0] or "application/octet-stream"
            yield item.name, item.read_bytes(), kind


def _static(data: bytes, kind: str) -> Callable[[Request], Response]:
    def send(_: Request) -> Response:
        return Response(data, media_type=kind, headers={"cache-control": "max-age=3600"})

    return send


def _answer(site: Site, view: View, request: Request) -> Any:
    values = parsed(view, request.path_params, request.query_params.multi_items())
    with site.reading() as store:
        return view.run(Asked(site, store, values))


def _page(site: Site, view: View) -> Callable[[Request], Response]:
    def send(request: Request) -> Response:
        found = _answer(site, view, request)
        further: dict[str, Any] = {}
        if view.name == "score" and site.scores is not None:
            further["plots"] = [Markup(plot) for plot in score.drawn(site.scores)]  # our own SVG, escaped inside
        text = render(view.template, page=found, view=view, **further, **_around(site, request))
        return Response(text, media_type="text/html")

    return send


def _around(site: Site, request: Request) -> dict[str, Any]:
    """What every page shows around its content."""
    given = {name: value for name, value in request.query_params.multi_items() if name != "after"}
    return {
        "kb": site.name,
        "writable": site.writable,
        "has_scores": site.scores is not None,
        "path": request.url.path,
        "given": given,
        "slot_names": list(SLOTS),
        "example": EXAMPLE,
    }


def _data(site: Site, view: View) -> Callable[[Request], Response]:
    def send(request: Request) -> Response:
        form = request.query_params.get("format", "json")
        if form not in ("json", "csv"):
            raise BadRequest("`format` is json or csv")
        if form == "csv" and not view.tables:
            raise BadRequest("this has no list to be had as CSV")
        name = request.query_params.get("table") or (view.tables[0] if view.tables else "")
        if form == "csv" and name not in view.tables:
            raise BadRequest(f"`table` is one of {', '.join(view.tables)}")
        found = _answer(site, view, request)
        if form == "csv":
            headers = {"content-disposition": f'attachment; filename="{view.name}-{name}.csv"'}
            return Response(tables.table(found, name), media_type="text/csv", headers=headers)
        return _json(found)

    return send


def _json(found: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(found), media_type="application/json", status_code=status)


async def _description(_: Request) -> Response:
    return _json(description(VIEWS, links.CHANGES))


def _form(site: Site, change: links.Change, token: str) -> Callable[[Request], Any]:
    """A change sent by a form of a page."""

    async def send(request: Request) -> Response:
        fields = parse_qsl((await request.body()).decode("utf-8", "replace"), max_num_fields=50)
        given = next((value for name, value in fields if name == "token"), "")
        values: dict[str, Any] = {k: v for k, v in fields if k in _fields(change) and k != "documents"}
        if "documents" in _fields(change):
            values["documents"] = [value for name, value in fields if name == "documents" and value]
        done = await run_in_threadpool(_changed, site, change, token, given, values)
        target = SiteLinks().entity(done.entity) if done.entity else "/decisions"
        return RedirectResponse(target, status_code=303)

    return send


def _order(site: Site, change: links.Change, token: str) -> Callable[[Request], Any]:
    """A change sent as JSON; the token is in the header `Authorization: Bearer …`."""

    async def send(request: Request) -> Response:
        kind, _, given = request.headers.get("authorization", "").partition(" ")
        values = msgspec.json.decode(await request.body())
        if not isinstance(values, Mapping):
            raise BadRequest("a JSON object is needed")
        given = given.strip() if kind.lower() == "bearer" else ""
        return _json(await run_in_threadpool(_changed, site, change, token, given, values))

    return send


def _fields(change: links.Change) -> tuple[str, ...]:
    fields: tuple[str, ...] = change.takes.__struct_fields__
    return fields


class Refused(PermissionError):
    """The token is missing or wrong."""


def _changed(site: Site, change: links.Change, token: str, given: str, values: Mapping[str, Any]) -> Any:
    if not right_token(token, given):
        say = "the token is missing or wrong" if token else "this site was started without --edit: nothing can change"
        raise Refused(say)
    order = msgspec.convert(dict(values), change.takes, strict=False)
    with site.writing() as store:
        return change.run(store, order)


_ERRORS[Refused] = 403


def _failure(site: Site) -> Callable[[Request, Exception], Response]:
    def send(request: Request, error: Exception) -> Response:
        status = next((code for kind, code in _ERRORS.items() if isinstance(error, kind)), None)
        message = str(error)
        if status is None:
            status = int(getattr(error, "status_code", 500))
            message = {404: "there is no such page", 405: "this address does not take that"}.get(
                status, "something went wrong; the terminal says what"
            )
        if isinstance(error, StoreError):
            message = error.strerror or message
        if request.url.path.startswith("/api"):
            return _json({"error": message}, status)
        text = render("error.html", message=message, status=status, **_around(site, request))
        return Response(text, media_type="text/html", status_code=status)

    return send


__all__ = ["VIEWS", "api_path", "create_app"]
