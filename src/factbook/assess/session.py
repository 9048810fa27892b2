"""One sitting of an assessor: the next claim, the answer, and the way back."""

from __future__ import annotations

from factbook.assess.folder import Folder, letter_of
from factbook.assess.passages import Shown, TextOf, shown

SKIP, UNDO = "s", "u"


class Session:
    """One sitting: what was skipped comes again only in the next."""

    def __init__(self, folder: Folder, text_of: TextOf) -> None:
        self.folder, self.text_of = folder, text_of
        self.passed: set[str] = set()
        self.answered: list[str] = []  # claims judged or skipped in this sitting, the last one last

    def next(self) -> Shown | None:
        """The claim to judge now; None at the end."""
        claim = next(self.folder.waiting(self.passed), None)
        return shown(self.folder.pool, claim, self.text_of) if claim is not None else None

    def answer(self, claim: str, key: str) -> bool:
        """Take an answer; False where it is none."""
        key = key.strip().lower()[:1]
        if key == UNDO:
            return self.undo()
        if claim not in self.folder.pool.by_id:
            return False
        if key == SKIP:
            self.passed.add(claim)
        elif letter_of(key):
            self.folder.judge(claim, letter_of(key))
        else:
            return False
        self.answered.append(claim)
        return True

    def undo(self) -> bool:
        """Take the last answer of this sitting back, so that its claim comes again; False where there is none."""
        if not self.answered:
            return False
        claim = self.answered.pop()
        self.passed.discard(claim)
        self.folder.forget(claim)
        return True

    def done(self) -> tuple[int, int]:
        """How many of the drawn facts are judged, and how many are drawn."""
        return self.folder.judged(), len(self.folder.order())
