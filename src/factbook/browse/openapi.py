"""The description of the JSON API, made from the table of views: paths, parameters, records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from factbook._version import __version__
from factbook.browse.asked import Parameter, View
from factbook.browse.shown import Done


class Failure(msgspec.Struct, frozen=True):
    """What went wrong."""

    error: str


def description(views: Sequence[View], changes: Sequence[Any]) -> dict[str, Any]:
    """An OpenAPI 3.1 document."""
    records = [*dict.fromkeys(view.gives for view in views), Done, Failure]
    records += [change.takes for change in changes]
    references, components = msgspec.json.schema_components(records, ref_template="#/components/schemas/{name}")
    schema = dict(zip(records, references, strict=True))
    paths: dict[str, Any] = {}
    for view in views:
        paths[api_path(view)] = {"get": _read(view, schema)}
    for change in changes:
        paths[f"/api{change.path}"] = {"post": _write(change, schema)}
    paths["/api/openapi.json"] = {
        "get": {"summary": "This description", "responses": {"200": {"description": "OpenAPI"}}}
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "factbook", "version": __version__, "description": "A knowledge base with its evidence."},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def api_path(view: View) -> str:
    """The path of a view under /api, as OpenAPI writes it."""
    return "/api" + (view.path.replace(":path}", "}") if view.path != "/" else "/home")


def _read(view: View, schema: dict[Any, Any]) -> dict[str, Any]:
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in ("id", "name")
        if f"{{{name}" in view.path
    ]
    parameters += [_parameter(parameter) for parameter in view.parameters]
    if view.tables:
        choices: dict[str, Any] = {"type": "string", "enum": ["json", "csv"], "default": "json"}
        parameters.append({"name": "format", "in": "query", "schema": choices, "description": "JSON, or a list as CSV"})
        lists: dict[str, Any] = {"type": "string", "enum": list(view.tables)}
        parameters.append({"name": "table", "in": "query", "schema": lists, "description": "with csv: which list"})
    content: dict[str, Any] = {"application/json": {"schema": schema[view.gives]}}
    if view.tables:
        content["text/csv"] = {"schema": {"type": "string"}}
    return {
        "operationId": view.name,
        "summary": view.about,
        "parameters": parameters,
        "responses": {"200": {"description": view.gives.__name__, "content": content}, **_failures(schema, 400, 404)},
    }


def _parameter(parameter: Parameter) -> dict[str, Any]:
    kind: dict[str, Any] = {"type": "integer"} if parameter.kind == "number" else {"type": "string"}
    if parameter.choices:
        kind["enum"] = list(parameter.choices)
    if parameter.kind == "many":
        kind = {"type": "array", "items": kind}
    return {
        "name": parameter.name,
        "in": "query",
        "required": parameter.required,
        "description": parameter.about,
        "schema": kind,
    }


def _write(change: Any, schema: dict[Any, Any]) -> dict[str, Any]:
    return {
        "operationId": change.name,
        "summary": change.about,
        "security": [{"token": []}],
        "requestBody": {"required": True, "content": {"application/json": {"schema": schema[change.takes]}}},
        "responses": {
            "200": {"description": "done", "content": {"application/json": {"schema": schema[Done]}}},
            **_failures(schema, 400, 403, 404, 413),
        },
    }


def _failures(schema: dict[Any, Any], *codes: int) -> dict[str, Any]:
    content = {"application/json": {"schema": schema[Failure]}}
    return {str(code): {"description": "what is wrong", "content": content} for code in codes}
