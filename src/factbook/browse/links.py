"""Addresses of pages: on a site, or inside one file that is sent to a colleague."""

from __future__ import annotations

from hashlib import blake2b
from urllib.parse import quote, urlencode

from factbook.browse.marks import anchor
from factbook.browse.shown import Fact, Ref, Stated


class SiteLinks:
    """Addresses on a running site. All parts that come from data are quoted."""

    inside = False

    def entity(self, entity: Ref, part: str = "") -> str:
        return f"/entity/{quote(entity.id)}" + (f"/{part}" if part else "")

    def document(self, name: str, start: int = -1, end: int = -1) -> str:
        path = f"/document/{quote(name, safe='')}"
        return path if start < 0 else f"{path}?at={start}#{anchor(start, end)}"

    def fact(self, fact: Fact | Stated) -> str:
        """The page of a fact. Where the entity stands second the fact belongs to the other one."""
        subject, other = fact.subject, fact.entity
        if isinstance(fact, Fact) and fact.inverse and other is not None:
            subject, other = other, fact.subject
        values = {"subject": subject.id, "slot": fact.slot}
        values |= {"object": other.id} if other is not None else {"value": fact.value}
        return f"/fact?{urlencode(values)}"


class FileLinks(SiteLinks):
    """Addresses inside one file: entities and documents are parts of it, facts are shown with their entity."""

    inside = True

    def entity(self, entity: Ref, part: str = "") -> str:
        return f"#{quote(entity.id)}"

    def document(self, name: str, start: int = -1, end: int = -1) -> str:
        place = document_key(name)
        return f"#{place}" if start < 0 else f"#{place}-{anchor(start, end)}"

    def fact(self, fact: Fact | Stated) -> str:
        return self.entity(fact.subject)


class NoLinks(FileLinks):
    """A notebook has no pages to go to."""

    def entity(self, entity: Ref, part: str = "") -> str:
        return ""

    def document(self, name: str, start: int = -1, end: int = -1) -> str:
        return ""


def document_key(name: str) -> str:
    """The anchor of a document in a file; names of documents may hold anything."""
    return "d" + blake2b(name.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
