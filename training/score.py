"""Development scores of the exported model: ``python -m training.score --out DIR``.

The run-time code reads the development parts that ``training.prepare`` kept in DIR, so the figures
are those of what ships. ``--only names,trees`` runs some of the sections.
"""

from __future__ import annotations

import argparse
import pickle
import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from factbook.extract.encoders.english import FOLDER, EnglishEncoder
from factbook.extract.encoders.labels import DEPRELS, RELATIONS, base_deprel
from factbook.extract.encoders.reading import Reading
from training.coref_score import clusters_of, conll, links_to_clusters
from training.example import IGNORE, MENTION_ROWS, Example
from training.measures import COARSE, name_counts, prf

Parts = dict[str, list[Example]]
_MENTION_OF_ROW = {row: name for name, row in MENTION_ROWS.items()}


def sentences(example: Example) -> list[list[str]]:
    edges = [*example.sentence_starts(), len(example.words)]
    return [example.words[a:b] for a, b in pairwise(edges)]


def read(encoder: EnglishEncoder, examples: Sequence[Example]) -> list[Reading]:
    out = []
    for a in range(0, len(examples), 64):
        out += encoder.read_many([sentences(example) for example in examples[a : a + 64]])
    return out


def score_names(encoder: EnglishEncoder, parts: Parts) -> None:
    for part in ("names_pud", "names_ewt", "names_wnut", "names_sec", "redocred", "gum", "litbank"):
        readings = read(encoder, parts[part])
        found = [{(n.start, n.end, COARSE.get(n.type, n.type)) for n in r.names} for r in readings]
        c = name_counts(parts[part], found)
        print(f"names          {part:14}{prf(c['right'], c['guessed'], c['true'])}")


def score_mentions(encoder: EnglishEncoder, parts: Parts) -> None:
    """Heads found; with type; with type and level; with type, of PER ORG and places only."""
    for part in ("gum", "litbank"):
        c: Counter[str] = Counter()
        for example, reading in zip(parts[part], read(encoder, parts[part]), strict=True):
            for row, guess in zip(example.mentions, reading.mention_labels, strict=True):
                if row != IGNORE:
                    _count_mention(c, _MENTION_OF_ROW[row], guess, part == "gum")
        for kind in ("found", "typed", "labelled", "typed_ace"):
            suffix = "_ace" if kind.endswith("_ace") else ""
            text = prf(c[kind], c["guessed" + suffix], c["true" + suffix])
            print(f"mention heads  {part + ' ' + kind:22}{text}")


def _count_mention(c: Counter[str], gold: str, guess: str, coarse: bool) -> None:
    if gold == "OUTSIDE":  # LitBank does not mark other things
        gold = "O"
        guess = "O" if guess.startswith("OTH") else guess

    def parts(label: str) -> tuple[str, str]:
        kind, _, level = label.partition(".")
        return (COARSE.get(kind, kind) if coarse else kind), level

    (kind, level), (guessed, guessed_level) = parts(gold), parts(guess)
    c["true"] += kind != "O"
    c["guessed"] += guessed != "O"
    c["found"] += kind != "O" and guessed != "O"
    c["typed"] += kind == guessed != "O"
    c["labelled"] += kind == guessed != "O" and level == guessed_level
    c["true_ace"] += kind not in ("O", "OTH")
    c["guessed_ace"] += guessed not in ("O", "OTH")
    c["typed_ace"] += kind == guessed and kind not in ("O", "OTH")


def score_coreference(encoder: EnglishEncoder, parts: Parts) -> None:
    """CoNLL score without singletons, given the true heads, types and levels."""
    for part in ("gum", "litbank"):
        ours, rule = [], []
        for example, reading in zip(parts[part], read(encoder, parts[part]), strict=True):
            views = [view for view, _ in example.coreference]
            keys = [view.head for view in views]
            gold = clusters_of(dict(zip(keys, (e for _, e in example.coreference), strict=True)))
            best = reading.antecedents(views).best.tolist()
            ours.append((gold, links_to_clusters(keys, best)))
            rule.append((gold, clusters_of({key: example.words[key].lower() for key in keys})))
        for name, documents in (("model", ours), ("same-head rule", rule)):
            print(f"coreference    {part + ' ' + name:24}{conll(documents)}")


def score_trees(encoder: EnglishEncoder, parts: Parts) -> None:
    for part in ("ewt", "gum"):
        c: Counter[str] = Counter()
        examples = [example for example in parts[part] if example.heads]
        for example, reading in zip(examples, read(encoder, examples), strict=True):
            head = reading.heads == np.array(example.heads)
            c["words"] += len(example.words)
            c["upos"] += int((reading.upos == np.array(example.upos)).sum())
            c["xpos"] += int((reading.xpos == np.array(example.xpos)).sum())
            c["uas"] += int(head.sum())
            for ok, gold, guess in zip(head, example.deprels, reading.deprels.tolist(), strict=True):
                c["las"] += bool(ok) and base_deprel(DEPRELS[gold]) == base_deprel(DEPRELS[guess])
                c["las with subtypes"] += bool(ok) and gold == guess
        figures = "  ".join(f"{k} {100 * v / c['words']:.1f}" for k, v in c.items() if k != "words")
        print(f"trees          {part:14}{figures}  (n {c['words']})")


Scored = list[tuple[Example, list[tuple[int, int]], np.ndarray]]


def score_relations(encoder: EnglishEncoder, parts: Parts) -> None:
    """Facts of the checked properties among all pairs of mentions, distractors included."""
    for part in ("knowledgenet", "redocred"):
        scored = scored_pairs(encoder, parts[part], whole_passage=part == "knowledgenet")
        for threshold in (0.3, 0.4, 0.5):
            counts = fact_counts(scored, threshold)
            total = sum(counts.values(), Counter())
            text = prf(total["right"], total["guessed"], total["true"])
            print(f"relations      {part + f' at {threshold}':22}{text}")
            if threshold == 0.4:
                for relation, c in sorted(counts.items()):
                    print(f"    {RELATIONS[relation]:26}{prf(c['right'], c['guessed'], c['true'])}")


def scored_pairs(encoder: EnglishEncoder, examples: Sequence[Example], *, whole_passage: bool) -> Scored:
    """The asked pairs of examples with the probabilities of their relations; the context is the passage, or the
    sentence of each pair."""
    scored = []
    for example, reading in zip(examples, read(encoder, examples), strict=True):
        count = len(example.spans)
        pairs = example.asked_pairs or [(i, j) for i in range(count) for j in range(count) if i != j]
        context = (0, len(example.words)) if whole_passage else None
        scored.append((example, pairs, reading.relations(example.spans, pairs, context)))
    return scored


def fact_counts(scored: Scored, threshold: float) -> dict[int, Counter[str]]:
    """Right, guessed and true facts of each checked relation."""
    counts: dict[int, Counter[str]] = {}
    for example, pairs, probabilities in scored:
        facts, unclear = set(example.facts), set(example.open_facts)
        for relation in example.checked:
            c = counts.setdefault(relation, Counter())
            c["true"] += sum(fact[2] == relation for fact in facts)
            for row in np.flatnonzero(probabilities[:, relation] > threshold):
                fact = (*pairs[row], relation)
                if fact not in unclear:
                    c["guessed"] += 1
                    c["right"] += fact in facts
    return counts


def score_events(encoder: EnglishEncoder, parts: Parts) -> None:
    for part, field in (("litbank", "events"), ("ecb", "events"), ("ewt", "predicates")):
        c: Counter[str] = Counter()
        examples = [example for example in parts[part] if getattr(example, field)]
        for example, reading in zip(examples, read(encoder, examples), strict=True):
            truth = np.array(getattr(example, field))
            guess = (getattr(reading, field) > 0.5) & (truth != IGNORE)
            c["right"] += int((guess & (truth == 1)).sum())
            c["guessed"] += int(guess.sum())
            c["true"] += int((truth == 1).sum())
        print(f"{field:15}{part:14}{prf(c['right'], c['guessed'], c['true'])}")


def factuality(encoder: EnglishEncoder, examples: list[Example]) -> tuple[float, float, float, int]:
    """Mean absolute error, that of the best constant, correlation, and how many judgments."""
    truth: list[float] = []
    guess: list[float] = []
    for example, reading in zip(examples, read(encoder, examples), strict=True):
        truth += [value for _, value in example.factuality]
        guess += reading.factuality([index for index, _ in example.factuality]).tolist()
    error = np.abs(np.array(truth) - np.array(guess)).mean()
    constant = np.abs(np.array(truth) - np.median(truth)).mean()
    return float(error), float(constant), float(np.corrcoef(truth, guess)[0, 1]), len(truth)


def score_factuality(encoder: EnglishEncoder, parts: Parts) -> None:
    for part in ("ewt", "veridicality"):
        error, constant, r, count = factuality(encoder, [example for example in parts[part] if example.factuality])
        print(f"factuality     {part:14}MAE {error:.3f}  r {r:.3f}  constant {constant:.3f}  (n {count})")


def sentiment(encoder: EnglishEncoder, examples: list[Example]) -> tuple[float, float, int]:
    """Macro F, accuracy, and how many targets."""
    table = np.zeros((3, 3))
    for example, reading in zip(examples, read(encoder, examples), strict=True):
        guess = reading.sentiment([(first, end) for first, end, _ in example.sentiment]).argmax(1)
        for (_, _, label), best in zip(example.sentiment, guess, strict=True):
            table[label, best] += 1
    f = 2 * np.diagonal(table) / np.maximum(table.sum(0) + table.sum(1), 1)
    return float(f.mean()), float(np.trace(table) / table.sum()), int(table.sum())


def score_sentiment(encoder: EnglishEncoder, parts: Parts) -> None:
    for part in ("newsmtsc", "mams"):
        f, right, count = sentiment(encoder, parts[part])
        print(f"sentiment      {part:14}macro F {100 * f:.1f}  accuracy {100 * right:.1f}  (n {count})")


def score_speed(encoder: EnglishEncoder, parts: Parts) -> None:
    documents = [sentences(example) for example in parts["gum"] + parts["litbank"] + parts["redocred"]]
    words = sum(len(sentence) for document in documents for sentence in document)
    encoder.read_many(documents[:2])
    start = time.process_time()
    for a in range(0, len(documents), 8):
        encoder.read_many(documents[a : a + 8])
    print(f"speed          {words / (time.process_time() - start):.0f} words a second of CPU time, all word labels")


SECTIONS: dict[str, Callable[[EnglishEncoder, Parts], None]] = {
    "names": score_names,
    "mentions": score_mentions,
    "coreference": score_coreference,
    "trees": score_trees,
    "relations": score_relations,
    "events": score_events,
    "factuality": score_factuality,
    "sentiment": score_sentiment,
    "speed": score_speed,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path.home() / "factbook-checkpoints")
    parser.add_argument("--model", type=Path, default=FOLDER)
    parser.add_argument("--only", default=",".join(SECTIONS))
    arguments = parser.parse_args()
    with (arguments.out / "dev.pickle").open("rb") as file:
        parts: Parts = pickle.load(file)
    encoder = EnglishEncoder(arguments.model)
    for name in arguments.only.split(","):
        SECTIONS[name](encoder, parts)


if __name__ == "__main__":
    main()
