"""What can bear on a proposition (`Status`), who holds it (`Holder`), and the words that show it.

`modality.py` reads them off the tree, `surface.py` off the words in front, where trees are weak.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Final

from factbook.extract.lexicon import rows, word_set

NEGATIONS: Final = word_set(
    "not n't never no neither nor nobody none nothing hardly scarcely barely cannot without nowhere n’t"
)
POSSIBLE: Final = word_set(
    "may might could can perhaps maybe possibly probably presumably apparently likely supposedly seemingly"
)
ABILITY: Final = word_set("can could")  # what "能", "会" and "poder" mostly are
REPORTED_ADVERBS: Final = word_set("allegedly reportedly purportedly supposedly rumored rumoured alleged reported")
WOULD: Final = word_set("would should ought must need shall")
ADVICE: Final = word_set("should ought")  # what the writer himself would like
FUTURE: Final = word_set("will 'll ’ll wo shall gonna")
CONDITIONS: Final = word_set("if unless whether provided assuming supposing lest")
ASCRIBING: Final = ("report", "believe", "guess", "deny")
PRIVATE: Final = ("believe", "guess")  # without a subject they are the writer's own, where subjects may be left out
THEIRS: Final = ("report", "hear", "believe", "guess", "deny", "according")  # the writer does not vouch for it


@dataclass(slots=True)
class Holder:
    """Somebody to whom the text ascribes a proposition: the word that says so, its class, and who it is."""

    word: int
    kind: str  # a class of data/attribution.tsv, or "according"
    subject: int | None = None  # word of the holder
    negated: bool = False
    possible: bool = False
    own: bool = False  # the writer, whom a verb form or a missing subject shows: "creo que", "估计"


@dataclass(slots=True)
class Status:
    """What bears on a proposition, from its own clause outwards."""

    negated: bool = False
    possible: bool = False
    future: bool = False
    conditional: bool = False
    asked: bool = False
    wished: bool = False
    generic: bool = False
    rumoured: bool = False
    holders: list[Holder] = field(default_factory=list)
    wisher: Holder | None = None  # who wants it, where it is wished for

    @property
    def reported(self) -> bool:
        """Somebody else is the source, and the writer does not vouch for it."""
        return self.rumoured or any(holder.kind in THEIRS for holder in self.holders)

    @property
    def factual(self) -> bool:
        """The writer presents it as a fact."""
        return not (
            self.negated
            or self.possible
            or self.conditional
            or self.asked
            or self.wished
            or self.reported
            or self.future
        )

    @property
    def realis(self) -> str:
        """Rich ERE: actual happened, generic is a kind, other is all else. Being reported does not change it."""
        if self.negated or self.possible or self.future or self.conditional or self.asked or self.wished:
            return "other"
        return "generic" if self.generic else "actual"


@cache
def attribution() -> dict[str, tuple[str, ...]]:
    """Classes by lemma, in the order of the table."""
    found: dict[str, list[str]] = {}
    for row in rows("attribution"):
        for words in row[1:]:
            for lemma in words.split():
                if row[0] not in found.setdefault(lemma, []):
                    found[lemma].append(row[0])
    return {lemma: tuple(kinds) for lemma, kinds in found.items()}


@cache
def phrases(language: str) -> dict[str, tuple[str, ...]]:
    """Turns of phrase of a language by what they show (`data/stance.tsv`, `data/<language>/stance.tsv`)."""
    return {row[0]: tuple(row[1].split()) for row in rows("stance", language)}
