"""Coreference: which mentions of a document are one thing.

In this order: what the thread, the syntax and the names say for certain; then, mention by mention in text order, the
entity that the learned antecedent scores like best among those that fit in gender, number, type and name.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Final

import numpy as np

from factbook.extract.document import Document, FoundEntity, FoundMention
from factbook.extract.encoders.labels import MENTION_TYPES
from factbook.extract.encoders.pair_features import MentionView
from factbook.extract.layers import aliases
from factbook.extract.layers.clusters import Clusters
from factbook.extract.layers.last_links import acts, announced, neuters, orphans
from factbook.extract.layers.speakers import Speech, Thread, speeches
from factbook.extract.layers.structure import structural_links
from factbook.extract.lexicon import mapping

# How much less likely than "no antecedent" the best entity may be: pronouns almost always refer back.
BIAS: Final = {"NAM": 0.6, "NOM": 1.6, "PRO": 3.0}
_ANAPHORIC: Final = {
    **dict.fromkeys(("he", "him", "his", "himself", "she", "her", "hers", "herself"), 100.0),
    **dict.fromkeys(("they", "them", "their", "themselves", "its", "itself"), 12.0),
}
SAME_HEAD: Final = 4.0  # how much likelier an entity is that the same noun already named
ABOVE: Final = 3.0  # how much likelier the subject of the clause above is, for a pronoun
ACTOR: Final = 4.0  # how much likelier an organisation or state is than a thing, for "its" and "it said"
BLOCK, LOOK_BACK = 3000, 600  # mentions scored at a time, and earlier ones that they may refer to
NEAR: Final = 30  # sentences back in which a definite noun finds the name it stands for
UNTYPED: Final = "OTH"
DEFAULT_SUBTYPE: Final = {
    "PER": "Individual",
    "ORG": "Commercial",
    "GPE": "Population-Center",
    "LOC": "Region-General",
    "FAC": "Building-Grounds",
    "VEH": "Land",
    "WEA": "Shooting",
}


def apply(document: Document) -> None:
    """Group the mentions into entities, and drop those that are of no type of interest."""
    clusters = link(document)
    _entities(document, clusters)


def link(document: Document) -> Clusters:
    """Clusters over the indices of `document.mentions`."""
    clusters = Clusters(document)
    spoken = speeches(document)
    _threads(document, clusters, spoken)
    for a, b in structural_links(document):
        clusters.join(a, b)
    _names(document, clusters)
    _learned(document, clusters, spoken)
    announced(document, clusters)
    orphans(document, clusters)
    neuters(document, clusters)
    return clusters


# -- speakers --


def _threads(document: Document, clusters: Clusters, spoken: list[Speech]) -> None:
    """First and second persons: the author of the post, the one replied to, the source of quoted speech."""
    thread = Thread(document)
    authors: dict[str, int] = {}
    for index, mention in enumerate(document.mentions):
        if mention.author or (mention.level == "NAM" and mention.text in thread.authors):
            if mention.text in authors:
                clusters.join(authors[mention.text], index, certain=True)
            else:
                authors[mention.text] = index
    _short_handles(document, clusters, authors)
    starts = np.array([speech.first for speech in spoken], dtype=np.int64)
    for index, mention in enumerate(document.mentions):
        if mention.level != "PRO" or mention.head < 0:
            continue
        person, number, _, _ = mapping("pronouns").get(document.words[mention.head].lower, ("", "", "", ""))
        at = int(np.searchsorted(starts, mention.head, side="right")) - 1
        inside = at >= 0 and mention.head < spoken[at].end
        speaker: int | None = None
        if inside and document.sentences[mention.sentence].post < 0:
            if person == "1" and number == "s":
                speaker = document.mention_at(spoken[at].speaker)
        elif person == "1" and number == "s" and not inside:
            speaker = authors.get(document.sentences[mention.sentence].speaker)
        elif person == "2":
            speaker = authors.get(thread.addressee(mention.sentence))
            if speaker is None:
                mention.specificity = "GEN"
        if speaker is not None:
            clusters.join(speaker, index, certain=True)


def _short_handles(document: Document, clusters: Clusters, authors: dict[str, int]) -> None:
    """ "Kate" in a thread where KestrelKate writes; not where two authors share the part, or a fuller name has it."""
    parts: dict[str, list[int]] = defaultdict(list)
    for author, index in authors.items():
        for part in aliases.handle_parts(author):
            parts[part].append(index)
    fuller = {
        word for m in document.mentions for word in aliases.words_of(m.text) if m.level == "NAM" and " " in m.text
    }
    for index, mention in enumerate(document.mentions):
        key = mention.text.lower()
        person = mention.level == "NAM" and mention.type == "PER" and key not in fuller
        if person and len(parts.get(key, ())) == 1:
            clusters.join(parts[key][0], index, certain=True)


# -- names --


def _names(document: Document, clusters: Clusters) -> None:
    """Each name joins the entity it names most fully, the last mentioned among equals."""
    known: dict[str, dict[str, int]] = defaultdict(dict)  # type -> name -> last mention with that name
    order = sorted(
        (i for i, m in enumerate(document.mentions) if m.level == "NAM" and m.type != UNTYPED),
        key=lambda i: (
            len(aliases.words_of(document.mentions[i].text)) == 1,
            document.head_of(document.mentions[i]).start,
        ),
    )
    for index in order:
        mention = document.mentions[index]
        place = document.head_of(mention).start
        names = known[mention.type]
        exact = names.get(mention.text)
        if exact is not None and clusters.join(exact, index):
            continue
        options = [other for name, other in names.items() if aliases.same(mention.text, name, mention.type)]
        options.sort(key=lambda other: _distance(document, other, place))
        if not any(clusters.join(other, index) for other in options):
            pass
        names[mention.text] = index


def _distance(document: Document, other: int, place: int) -> tuple[bool, int]:
    """Earlier names before later ones, nearest first."""
    start = document.head_of(document.mentions[other]).start
    return start > place, abs(place - start)


# -- learned links --


def views(document: Document, spoken: list[Speech]) -> tuple[list[int], list[MentionView]]:
    """The mentions in order of their heads, as the antecedent scorer sees them."""
    order = [i for i, mention in enumerate(document.mentions) if mention.head >= 0]
    order.sort(key=lambda i: (document.mentions[i].head, document.mentions[i].first))
    starts = np.array([speech.first for speech in spoken], dtype=np.int64)
    found = []
    for index in order:
        mention = document.mentions[index]
        at = int(np.searchsorted(starts, mention.head, side="right")) - 1
        speaker = document.sentences[mention.sentence].speaker
        if not speaker and at >= 0 and mention.head < spoken[at].end and spoken[at].speaker >= 0:
            speaker = document.words[spoken[at].speaker].text
        found.append(
            MentionView(
                mention.head,
                mention.first,
                mention.end,
                mention.sentence,
                mention.type if mention.type in MENTION_TYPES else UNTYPED,
                mention.level,
                speaker,
            )
        )
    return order, found


def _learned(document: Document, clusters: Clusters, spoken: list[Speech]) -> None:
    """Ask the scorer for every mention, in blocks, so that memory does not grow with the document."""
    order, seen = views(document, spoken)
    for start in range(0, len(order), BLOCK):
        first = max(0, start - LOOK_BACK)
        _block(document, clusters, order[first : start + BLOCK], seen[first : start + BLOCK], start - first)


def _block(document: Document, clusters: Clusters, order: list[int], seen: list[MentionView], start: int) -> None:
    """Choose for the mentions from place `start` on; those before it are only antecedents."""
    if len(order) < 2:
        return
    scored = document.reading.antecedents(seen)
    edges = np.searchsorted(scored.anaphor, np.arange(len(order) + 1))
    for place in range(start, len(order)):
        index = order[place]
        mention = document.mentions[index]
        a, b = int(edges[place]), int(edges[place + 1])
        if a == b or (clusters.settled(index) and mention.level != "NOM"):
            continue
        chances, none = _chances(scored.score[a:b], float(scored.none[place]))
        options: dict[int, float] = defaultdict(float)
        for k in np.flatnonzero(chances > 0.01).tolist():
            options[clusters.root(order[int(scored.antecedent[a + k])])] += float(chances[k])
        _weigh(document, clusters, mention, options)
        _choose(document, clusters, index, options, none)


def _weigh(document: Document, clusters: Clusters, mention: FoundMention, options: dict[int, float]) -> None:
    """What the scorer sees too little of: the same noun again, and what only organisations and states do."""
    if mention.level == "NOM":
        lemma = document.words[mention.head].lemma
        for root in options:
            options[root] *= SAME_HEAD if lemma in clusters.facts[root].heads else 1.0
    elif mention.level == "PRO":
        if acts(document, mention):
            for root in options:
                options[root] *= ACTOR if clusters.type_of(root) in ("ORG", "GPE") else 1.0
        for root in _subjects_above(document, clusters, mention) & options.keys():
            options[root] *= ABOVE


def _subjects_above(document: Document, clusters: Clusters, mention: FoundMention) -> set[int]:
    """Who says or wants what the clause of a pronoun tells: "Acme said that its chief …"."""
    found = set()
    for verb in document.ancestors(mention.head):
        for child in document.dependents(verb, "nsubj"):
            index = document.mention_of(child) if child < mention.head else None
            if index is not None and document.words[child].head != document.words[mention.head].head:
                found.add(clusters.root(index))
    return found


def _chances(scores: np.ndarray, none: float) -> tuple[np.ndarray, float]:
    """Probabilities of the antecedents and of none."""
    peak = max(float(scores.max()), none)
    chances = np.exp(scores - peak)
    empty = float(np.exp(none - peak))
    total = float(chances.sum()) + empty
    return chances / total, empty / total


def _choose(document: Document, clusters: Clusters, index: int, options: dict[int, float], none: float) -> None:
    """Join the likeliest entity that fits; a definite noun with none takes the name near it that it can stand for."""
    mention = document.mentions[index]
    own = clusters.root(index)
    bias = _ANAPHORIC.get(document.words[mention.head].lower, BIAS[mention.level])
    for root, chance in sorted(options.items(), key=lambda item: -item[1]):
        if chance * bias < none:
            break
        if root == own or (not _stranger(clusters, index, root) and clusters.join(root, index)):
            return
    if mention.level == "NOM" and not clusters.settled(index):
        _definite(document, clusters, index)


def _stranger(clusters: Clusters, index: int, root: int) -> bool:
    """Whether "I" or "my" would become somebody whom the text only speaks of by name."""
    own, other = clusters.facts[clusters.root(index)], clusters.facts[root]
    return own.first != other.first and bool(other.names if own.first else own.names)


def _definite(document: Document, clusters: Clusters, index: int) -> None:
    """ "the company", "the city", "the mayor": the nearest named entity of that kind, or with that title."""
    mention = document.mentions[index]
    if not _is_definite(document, mention) or mention.subtype == "Group":
        return
    head = document.words[mention.head].lemma
    for other in range(index - 1, -1, -1):
        found = document.mentions[other]
        if found.head >= 0 and mention.sentence - found.sentence > NEAR:
            break
        if found.head < 0 or found.level != "NAM" or found.type != mention.type:
            continue
        if head in clusters.facts[clusters.root(other)].heads and clusters.join(other, index):
            return


def _is_definite(document: Document, mention: FoundMention) -> bool:
    """Whether a noun speaks of something known: by a word before it, in Arabic by its article, in Chinese by none."""
    if document.words[mention.first].lower in ("the", "this", "that"):
        return True
    if document.language == "ar":
        return document.words[mention.head].text.startswith(("ال", "لل", "بال", "وال", "كال", "فال"))
    return document.language == "zh" and mention.first == mention.head


# -- entities --


def _entities(document: Document, clusters: Clusters) -> None:
    """Entities in order of their first mention; mentions of no type of interest are dropped."""
    groups: dict[int, list[int]] = defaultdict(list)
    for index in range(len(document.mentions)):
        groups[clusters.root(index)].append(index)
    kept: list[FoundMention] = []
    entities: list[FoundEntity] = []
    for root, members in groups.items():
        kind = clusters.type_of(root)
        if kind == UNTYPED:
            continue
        mentions = [document.mentions[i] for i in members]
        entity = FoundEntity([], kind, subtype_of(kind, mentions), class_of(mentions))
        entity.probability = 1.0 - float(np.prod([1.0 - min(0.999, m.probability) for m in mentions]))
        entity.names = tuple(dict.fromkeys(m.text for m in mentions if m.level == "NAM"))
        for mention in mentions:
            mention.entity = len(entities)
            mention.type = kind
        kept += mentions
        entities.append(entity)
    kept.sort(key=lambda m: (document.head_of(m).start, document.head_of(m).end))
    document.mentions = kept
    for index, mention in enumerate(kept):
        entities[mention.entity].mentions.append(index)
    document.entities = entities
    document.forget_indexes()


_LEVEL_WEIGHT: Final = {"NAM": 3.0, "NOM": 2.0, "PRO": 1.0}


def subtype_of(kind: str, mentions: list[FoundMention]) -> str:
    """The subtype that the mentions vote for; the usual one where they say nothing."""
    votes: dict[str, float] = defaultdict(float)
    for mention in mentions:
        if mention.subtype and mention.type == kind:
            votes[mention.subtype] += _LEVEL_WEIGHT[mention.level]
    if kind == "GPE" and not any(votes.values()) and any(m.role == "ORG" for m in mentions):
        return "Nation"  # what denies, extradites or signs is seldom a town
    if kind == "PER" and any(m.level == "NAM" for m in mentions) and not votes["Group"] > votes["Individual"]:
        return "Individual"
    return max(votes, key=lambda option: votes[option]) if any(votes.values()) else DEFAULT_SUBTYPE[kind]


def class_of(mentions: list[FoundMention]) -> str:
    """A thing is particular if it has a name or any mention of it is; otherwise what its first mention is."""
    classes = [mention.specificity for mention in mentions]
    if any(mention.level == "NAM" for mention in mentions) or not classes:
        return "SPC"
    nominal = [m.specificity for m in mentions if m.level == "NOM"] or classes
    if "NEG" in nominal:
        return "NEG"
    return "SPC" if "SPC" in nominal and len(mentions) > 1 else nominal[0]
