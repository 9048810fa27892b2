"""Pages of long lists by key: a cursor holds the key of the last row shown, so that no row is skipped or repeated."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

SIZE = 25
MOST = 200
T = TypeVar("T")


class BadRequest(ValueError):
    """What was asked cannot be understood; the message says why."""


def cursor(*key: int | float | str) -> str:
    """A key as text for an address."""
    return base64.urlsafe_b64encode(msgspec.json.encode(key)).decode().rstrip("=")


def key(text: str, *kinds: type) -> tuple[Any, ...]:
    """The key of a cursor; empty for the first page. Anything that is no cursor of this list is refused."""
    if not text:
        return ()
    try:
        found = msgspec.json.decode(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except (binascii.Error, ValueError, msgspec.DecodeError) as error:
        raise BadRequest("`after` is no cursor of this list: take it from `more` of the page before") from error
    wanted = isinstance(found, list) and len(found) == len(kinds)
    if not wanted or not all(_fits(value, kind) for value, kind in zip(found, kinds, strict=True)):
        raise BadRequest("`after` is a cursor of another list")
    return tuple(found)


def _fits(value: object, kind: type) -> bool:
    if kind is float:
        return isinstance(value, (int, float))
    return isinstance(value, kind) and (kind is not int or abs(int(value)) < 1 << 63)  # type: ignore[call-overload]


def page(rows: Sequence[T], size: int, key_of: Callable[[T], tuple[Any, ...]]) -> tuple[list[T], str]:
    """The rows of one page out of `size + 1` rows read, and the cursor of the next; empty on the last."""
    shown = list(rows[:size])
    return shown, cursor(*key_of(shown[-1])) if len(rows) > size and shown else ""


def after(items: Sequence[T], last: tuple[Any, ...], size: int, key_of: Callable[[T], tuple[Any, ...]]) -> Sequence[T]:
    """What follows a key in a list that is sorted by it: one more than a page."""
    rest = [item for item in items if key_of(item) > last] if last else items
    return rest[: size + 1]
