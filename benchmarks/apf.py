"""APF: reading 300 documents (5,667 entities) into a KB, beside a bare lxml parse of the same files.

Aim: within 3 times the bare parse. The files are made by a seeded generator, in the layout of the LDC's files; each
round reads all of them both ways, one after the other; the median counts, in user seconds.

python -m benchmarks.apf [--rounds N]
"""

from __future__ import annotations

import argparse
import gc
import random
import resource
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path

DOCUMENTS, ENTITIES, MENTIONS, RELATIONS = 300, 5667, 13600, 1845
AIM = 3.0
_TYPES = (("PER", "Individual"), ("ORG", "Commercial"), ("GPE", "Nation"), ("LOC", "Water-Body"), ("FAC", "Airport"))
_WORDS = ("the", "of", "a", "minister", "company", "northern", "river", "police", "he", "they", "Harrow", "Tessaly")


def generate(folder: Path) -> None:
    """Write the files."""
    from factbook.formats.apf import write
    from factbook.formats.format import Context
    from factbook.model.kb import KB
    from factbook.model.records import Document

    chance = random.Random(2008)
    for number in range(DOCUMENTS):
        doc = f"AFP_ENG_20030{number:03d}.0001"
        extra = (("URI", f"{doc}.sgm"), ("TYPE", "text"), ("VERSION", "5.0"), ("AUTHOR", "LDC"), ("ENCODING", "UTF-8"))
        kb = KB.of([Document(id=doc, genre="newswire", offsets="ace", extra=extra)])
        _fill(kb, doc, number, chance)
        (folder / f"{doc}.apf.xml").write_bytes(write(kb, context=Context()))


def _share(total: int, number: int) -> int:
    """Item `number` of a total that is dealt out to all documents."""
    return (number + 1) * total // DOCUMENTS - number * total // DOCUMENTS


def _fill(kb: object, doc: str, number: int, chance: random.Random) -> None:
    from factbook.model.kb import KB
    from factbook.model.records import Argument, Entity, Mention, Name, Relation, RelationMention
    from factbook.text.offsets import Span

    assert isinstance(kb, KB)
    entities = [f"{doc}-E{index}" for index in range(_share(ENTITIES, number))]
    owners = entities + chance.choices(entities, k=_share(MENTIONS, number) - len(entities))
    names: dict[str, list[Name]] = {}
    for order, owner in enumerate(owners):
        words = chance.choices(_WORDS, k=chance.randint(1, 6))
        text, level = " ".join(words), chance.choice(("NAM", "NOM", "PRO"))
        start = 50 + 20 * order
        extent = Span(doc, start, start + len(text))
        head = Span(doc, extent.end - len(words[-1]), extent.end)
        kb.add(
            Mention(
                id=f"{owner}-{order}",
                entity=owner,
                level=level,
                ldc_type=level,
                extent=extent,
                head=head,
                text=text,
                head_text=words[-1],
            )
        )
        if level == "NAM":
            names.setdefault(owner, []).append(Name(text=words[-1], extent=head))
    for key in entities:
        kind, subtype = chance.choice(_TYPES)
        kb.add(Entity(id=key, type=kind, subtype=subtype, specificity="SPC", names=tuple(names.get(key, ()))))
    for index in range(_share(RELATIONS, number)):
        sides = chance.sample(list(kb.mentions.values()), 2)
        roles = ("Arg-1", "Arg-2")
        objects = [Argument(role=role, ref=side.entity) for role, side in zip(roles, sides, strict=True)]
        parts = [
            Argument(role=role, ref=side.id, text=side.text, extent=side.extent)
            for role, side in zip(roles, sides, strict=True)
        ]
        key = f"{doc}-R{index}"
        kb.add(
            Relation(
                id=key, type="PHYS", subtype="Located", arguments=tuple(objects), modality="Asserted", tense="Past"
            )
        )
        extent = Span(doc, sides[0].extent.start, sides[0].extent.start + 90)
        text = "words of the sentence " * 4
        kb.add(RelationMention(id=f"{key}-1", relation=key, arguments=tuple(parts), extent=extent, text=text))


def bare(paths: list[Path]) -> None:
    """Parse the files, one after the other."""
    from lxml import etree

    for path in paths:
        etree.fromstring(path.read_bytes())


def ours(paths: list[Path]) -> None:
    """Read the files, one after the other."""
    from factbook.formats.apf import read
    from factbook.formats.format import Context

    context = Context()
    for path in paths:
        read(path.read_bytes(), file=path.name, context=context)


def seconds(function: Callable[[list[Path]], None], paths: list[Path]) -> float:
    gc.collect()
    start = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    function(paths)
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime - start


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        generate(Path(name))
        paths = sorted(Path(name).glob("*.apf.xml"))
        size = sum(path.stat().st_size for path in paths)
        seconds(bare, paths)
        seconds(ours, paths)
        rounds = [(seconds(bare, paths), seconds(ours, paths)) for _ in range(options.rounds)]
    plain, read = (statistics.median(times) for times in zip(*rounds, strict=True))
    ratio = statistics.median(ours_ / bare_ for bare_, ours_ in rounds)
    print(f"{DOCUMENTS} files, {size / 1e6:.1f} MB, {ENTITIES} entities, {MENTIONS} mentions, {RELATIONS} relations")
    print(f"bare lxml parse  {plain:.3f} user seconds")
    print(f"factbook reading {read:.3f} user seconds")
    print(f"ratio            {ratio:.2f} (aim: {AIM:.0f})")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
