"""The system description that seed 001, section 5.6 asks for, filled from a knowledge base."""

from __future__ import annotations

import msgspec

from factbook._version import __version__
from factbook.link.match import SCORES
from factbook.store.store import Store


def description(store: Store) -> dict[str, object]:
    """What the description says, as data."""
    execute = store.connection.execute
    build = msgspec.json.decode(store.meta("last_build") or "{}")
    languages = dict(execute("SELECT language, count(*) FROM document GROUP BY language ORDER BY language"))
    kinds = dict(execute("SELECT kind, count(*) FROM fact GROUP BY kind ORDER BY kind"))
    rules = dict(execute("SELECT rule, count(*) FROM node WHERE parent IS NOT NULL GROUP BY rule ORDER BY rule"))
    return {
        "system": f"factbook {__version__}",
        "made_by": store.meta("created_by"),
        "languages": languages,
        "documents": store.count("document"),
        "failed": store.count("failure"),
        "mentions": store.count("mention"),
        "entities": store.count("entity"),
        "facts": kinds,
        "events": store.count("event"),
        "attitudes": store.count("attitude"),
        "annotator": build.get("annotator", ""),
        "closed": not store.settings.outside,
        "linking": store.settings._asdict(),
        "merges": rules,
        "decisions_by_hand": store.count("manual"),
        "cost": build.get("cost"),
    }


def text(store: Store) -> str:
    """The description for people: tasks and languages, primary system, algorithms and data, resources, references."""
    found = description(store)
    languages = found["languages"]
    assert isinstance(languages, dict)
    listed = ", ".join(f"{name or 'unknown'} ({count} documents)" for name, count in languages.items())
    facts, merges, cost = found["facts"], found["merges"], found["cost"]
    assert isinstance(facts, dict)
    assert isinstance(merges, dict)
    rules = ", ".join(f"{rule} {count}" for rule, count in merges.items()) or "none"
    weights = ", ".join(f"{rule} {score}" for rule, score in SCORES.items())
    lines = [
        "# System description",
        "",
        "## Tasks and languages processed",
        f"Entities, relations, events, beliefs and sentiments, within and across documents. Languages: {listed}.",
        f"{found['documents']} documents ({found['failed']} failed), {found['mentions']} mentions, "
        f"{found['entities']} entities, facts: {', '.join(f'{kind} {n}' for kind, n in facts.items()) or 'none'}, "
        f"{found['events']} event mentions, {found['attitudes']} attitudes.",
        "",
        "## Primary system",
        f"{found['system']}, annotation by: {str(found['annotator']).strip() or 'unknown'}; "
        + ("closed: no knowledge from outside the documents." if found["closed"] else "with the bundled gazetteer."),
        "",
        "## Algorithms, data, configuration",
        "Documents are annotated one by one. Entities are then linked across documents: names that share a blocking",
        "key are compared by rules, a short name is decided by the names around it, namesakes are kept apart by birth,",
        f"death, gender and field of life. Merges made: {rules}. Weights: {weights}.",
        "A fact that several documents state has the confidence 1 - prod(1 - c); a single-valued slot keeps the value",
        f"with the highest confidence. Decisions by hand: {found['decisions_by_hand']}.",
        "",
        "## How contrastive systems differ",
        f"Linking settings: {found['linking']}. Other runs differ in these or in the annotator only.",
        "",
        "## Resources",
    ]
    if isinstance(cost, dict):
        lines.append(
            f"Last build: {cost['seconds']:.1f} s, {cost['cpu_seconds']:.1f} s CPU time, "
            f"{cost['peak_megabytes']:.0f} MB peak memory."
        )
    else:
        lines.append("Not measured.")
    lines += [
        "",
        "## References",
        "ACE 2008 evaluation plan; TAC KBP 2016 Cold Start task description; TAC 2017 BeSt task description.",
        "",
    ]
    return "\n".join(lines)
