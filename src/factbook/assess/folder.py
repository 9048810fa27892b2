"""An assessment folder: the plan, the pool, its queries and the judgments. It can be left and taken up again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from factbook.assess.counts import assessments, is_judged, missing
from factbook.assess.pool import Claim, Pool
from factbook.assess.sampling import Stratum, features, schedule, strata
from factbook.formats import cssf_assessment, cssf_queries
from factbook.formats.format import Context, Problems
from factbook.model.tasks import Assessment
from factbook.schema.cssf_ids import canonical
from factbook.text.files import write_whole

VERSION = 1
PLAN, POOL, QUERIES, JUDGMENTS = "plan.json", "pool.jsonl", "pool.queries.xml", "judgments.qrel.tsv"
LETTERS = frozenset("CWXISL")
_KEYS = frozenset("CWXI")
_LEVELS = frozenset({"NAM", "NOM"})


class FolderError(ValueError):
    """The folder is none of ours, or damaged; the message says what to do."""


class Plan(msgspec.Struct, kw_only=True):
    """How the sample is drawn."""

    version: int = VERSION
    seed: int = 1
    sample: int = 100
    generated: bool = False  # the queries were made from the knowledge bases
    edition: str = ""
    runs: dict[str, str] = {}  # path by name
    sources: list[str] = []
    map: str = ""  # what labels and relations of a graph mean
    strata: dict[str, str] = {}  # stratum by unit


class Folder:
    """An assessment on disk."""

    def __init__(self, path: str, plan: Plan, pool: Pool, judgments: Mapping[str, str] | None = None) -> None:
        self.path, self.plan, self.pool = Path(path), plan, pool
        self.judgments: dict[str, str] = dict(judgments or {})
        self._order: tuple[int, list[str]] | None = None

    @classmethod
    def exists(cls, path: str) -> bool:
        return (Path(path) / PLAN).exists()

    @classmethod
    def open(cls, path: str) -> Folder:
        """The folder as it was left."""
        root = Path(path)
        try:
            plan = msgspec.json.decode((root / PLAN).read_bytes(), type=Plan)
            claims = [msgspec.json.decode(line, type=Claim) for line in (root / POOL).read_bytes().splitlines()]
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise FolderError(f"{path}: {error}; name another folder, or make this one again") from error
        if plan.version != VERSION:
            raise FolderError(f"{path}: version {plan.version} of a plan is not known to this program")
        queries, _ = cssf_queries.read((root / QUERIES).read_bytes(), file=QUERIES, context=Context())
        folder = cls(path, plan, Pool(queries, claims, plan.runs))
        strange = sorted(set(folder.pool.units) ^ set(plan.strata))
        if strange:
            raise FolderError(f"{path}: {PLAN} and {POOL} do not belong together ({strange[0]}); make the folder again")
        if (root / JUDGMENTS).exists():
            folder.take((root / JUDGMENTS).read_bytes(), file=JUDGMENTS, own=True)
        return folder

    def parts(self) -> list[Stratum]:
        """The strata."""
        return strata(self.plan.strata, features(self.pool), self.plan.seed)

    def order(self) -> list[str]:
        """The drawn units, in the order in which they are judged."""
        if self._order is None or self._order[0] != self.plan.sample:
            self._order = self.plan.sample, schedule(self.parts(), self.plan.sample)
        return self._order[1]

    def waiting(self, passed: Iterable[str] = ()) -> Iterator[Claim]:
        """The claims to judge next; those in `passed` (ids) are left out. Judgments may change meanwhile."""
        for unit in self.order():
            for claim in self.pool.units[unit]:
                for step in missing(self.pool, claim, self.judgments):
                    if step.id in passed:
                        break
                    yield step

    def judge(self, claim: str, letter: str) -> None:
        """Keep a judgment, on disk too."""
        if letter not in LETTERS or claim not in self.pool.by_id:
            raise ValueError(f"no judgment {letter!r} of claim {claim!r}")
        self.judgments[claim] = letter
        self.save_judgments()

    def forget(self, claim: str) -> None:
        """Take a judgment back, on disk too."""
        if self.judgments.pop(claim, ""):
            self.save_judgments()

    def judged(self) -> int:
        """How many of the drawn units are judged."""
        return sum(is_judged(self.pool, unit, self.judgments) for unit in self.order())

    def take(self, data: bytes, *, file: str, own: bool = False) -> tuple[int, int, Problems]:
        """Judgments of a file: of 10 columns, or of 2 (claim id, letter). How many were taken, how many were strange.

        From a file that is not our own also what is a name (the classes stay ours, because they were drawn).
        """
        if _is_short(data):
            rows, problems = list(_short(data)), Problems()
        else:
            found, problems = cssf_assessment.read(data, file=file, context=Context(edition=self.plan.edition))
            rows = [(self._id(row), row.judgment) for row in found]
            if not own:
                self._take_levels(zip(rows, found, strict=True))
        known = {id: letter for id, letter in rows if id in self.pool.by_id and letter in LETTERS}
        self.judgments.update(known)
        return len(known), sum(id not in known for id, _ in rows), problems

    def _take_levels(self, rows: Iterable[tuple[tuple[str, str], Assessment]]) -> None:
        """Assessors also say whether a value, and its class, is a name."""
        for (id, _), row in rows:
            claim = self.pool.by_id.get(id)
            if claim is not None and row.mention_type in _LEVELS:
                claim.mention_type = row.mention_type
            if claim is not None and row.class_mention_type in _LEVELS and row.equivalence_class != "0":
                claim.class_mention_type = row.class_mention_type

    def _id(self, row: Assessment) -> str:
        """The claim that a row judges: by its id, or by what it says."""
        claim = self.pool.by_id.get(row.id)
        if claim is not None and (claim.query, claim.slot, claim.value) == (row.query, row.slot, row.value):
            return claim.id
        key = (row.query, row.slot, row.value, canonical(row.provenance), canonical(row.value_provenance))
        same = self.pool.claims.get(key)
        return same.id if same is not None else ""

    def save(self) -> None:
        """Write everything."""
        self._order = None
        lines = [msgspec.json.encode(claim) + b"\n" for claim in self.pool.claims.values()]
        write_whole(self.path / POOL, b"".join(lines))
        write_whole(self.path / QUERIES, cssf_queries.write_queries(self.pool.queries.values()))
        write_whole(self.path / PLAN, msgspec.json.format(msgspec.json.encode(self.plan), indent=1))
        self.save_judgments()

    def save_judgments(self) -> None:
        if self.judgments or (self.path / JUDGMENTS).exists():  # the last one may have been taken back
            rows = assessments(self.pool, self.judgments).values()
            write_whole(self.path / JUDGMENTS, cssf_assessment.write(rows, context=Context()))


def letter_of(key: str) -> str:
    """The judgment that a key stands for; "" where it is none."""
    letter = key.strip()[:1].upper()
    return letter if letter in _KEYS else ""


def _is_short(data: bytes) -> bool:
    first = next((line for line in data.splitlines() if line.strip() and not line.startswith(b"#")), b"")
    return len(first.split(b"\t")) == 2


def _short(data: bytes) -> Iterator[tuple[str, str]]:
    for line in data.decode("utf-8", "replace").splitlines():
        id, tab, letter = line.partition("\t")
        if tab and not line.startswith("#"):
            yield id.strip(), letter.strip().upper()
