"""Ask who believes or feels what about what.

    factbook attitudes KB --source bosun_bill --target Haddad --kind sentiment
    factbook attitudes KB --target Haddad --value neg

A target is an entity, or any relation or event that involves it; several --target must all be involved.
Beliefs: CB committed, NCB possible, ROB reported as the belief of others, NA none of these. Sentiments: pos, neg.
"""

from __future__ import annotations

import argparse
import sys

from factbook.cli.kb import entity_of, kb_argument, open_kb, print_json
from factbook.cli.parser import positive

_VALUES = ("CB", "NCB", "ROB", "NA", "pos", "neg", "none")


def arguments(parser: argparse.ArgumentParser) -> None:
    kb_argument(parser)
    parser.add_argument("--source", metavar="NAME", help="who holds the attitude")
    parser.add_argument("--target", metavar="NAME", action="append", default=[], help="what it is about; may repeat")
    parser.add_argument("--target-type", metavar="TYPE", default="", help="relation or event type, such as life.beborn")
    parser.add_argument("--kind", choices=["belief", "sentiment"], default="", help="only beliefs, or only sentiments")
    parser.add_argument("--value", choices=_VALUES, default="", help="only this belief or sentiment")
    parser.add_argument("--polarity", choices=["pos", "neg"], default="", help="of what is believed")
    parser.add_argument("--by", metavar="NAME", help="who wrote the post that says so")
    parser.add_argument("--self", dest="self_reported", action="store_true", help="the source itself wrote it")
    parser.add_argument("--others", action="store_true", help="the source is somebody else than the author")
    parser.add_argument("--direct", action="store_true", help="the target is the entity itself")
    parser.add_argument("--arguments", action="store_true", help="also beliefs about single arguments of an event")
    parser.add_argument("--limit", type=positive, default=1000, metavar="N", help="at most so many answers (1000)")
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(options: argparse.Namespace) -> int:
    from factbook.query.attitudes import Question, ask

    with open_kb(options.kb) as store:
        question = Question(
            source=entity_of(store, options.source).number if options.source else None,
            targets=tuple(entity_of(store, text).number for text in options.target),
            target_type=options.target_type,
            kind=options.kind,
            value=options.value,
            polarity=options.polarity,
            by=entity_of(store, options.by).number if options.by else None,
            self_reported=options.self_reported,
            of_others=options.others,
            direct=options.direct,
            arguments=options.arguments,
        )
        held = ask(store, question, limit=options.limit)
    if not held:
        print("factbook attitudes: no document tells of such a belief or sentiment", file=sys.stderr)
    if options.json:
        print_json(held)
        return 0 if held else 1
    for item in held:
        value = item.value + (" of not" if item.polarity == "neg" and item.kind == "belief" else "")
        extra = " (sarcasm)" if item.sarcasm else ""
        by = f", reported by {item.reported_by}" if item.reported_by else ""
        print(f"{item.source}: {item.kind} {value}{extra} → {item.target}{by}")
        print(f"    {item.document}:{item.start}-{max(item.end - 1, item.start)}  “{item.quote}”")
    return 0 if held else 1
