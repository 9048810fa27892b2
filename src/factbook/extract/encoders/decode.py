"""From scores to well-formed labels: name tags by Viterbi, heads as one tree a sentence."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from factbook.extract.encoders.labels import NAME_TAGS

# Names seldom touch ("Washington Mayor", "Lake Inari" is one): log-probability of a second one.
ADJACENT: Final = -1.5

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


@cache
def _allowed() -> NDArray[np.bool_]:
    """allowed[a, b]: tag b may follow tag a. Row of "O" also serves the start."""
    out = np.ones((len(NAME_TAGS), len(NAME_TAGS)), dtype=np.bool_)
    for b, tag in enumerate(NAME_TAGS):
        if tag.startswith("I-"):
            for a, before in enumerate(NAME_TAGS):
                out[a, b] = before[1:] == tag[1:]
    return out


@cache
def _steps() -> NDArray[np.float64]:
    """steps[a, b]: what it costs that tag b follows tag a."""
    out = np.where(_allowed(), 0.0, -1e9)
    for a, before in enumerate(NAME_TAGS):
        for b, tag in enumerate(NAME_TAGS):
            if before != "O" and tag.startswith("B-"):
                out[a, b] = ADJACENT
    return out


def best_tags(scores: Floats) -> Ints:
    """The best tag sequence of one sentence.

    Illegal steps are excluded and two names side by side cost something, so where the single best
    tags do neither they are the answer.
    """
    tags: Ints = scores.argmax(-1)
    steps = _steps()
    before = np.concatenate((np.zeros(1, dtype=np.int64), tags[:-1]))
    if len(tags) == 0 or not bool(steps[before, tags].any()):
        return tags
    return _viterbi(scores, steps)


def _viterbi(scores: Floats, step: NDArray[np.float64]) -> Ints:
    count = len(scores)
    back = np.zeros((count, scores.shape[1]), dtype=np.int64)
    total = scores[0] + step[0]
    for i in range(1, count):
        options = total[:, None] + step
        back[i] = options.argmax(0)
        total = options.max(0) + scores[i]
    out = np.zeros(count, dtype=np.int64)
    out[-1] = int(total.argmax())
    for i in range(count - 1, 0, -1):
        out[i - 1] = back[i, out[i]]
    return out


def tag_spans(tags: Ints) -> list[tuple[int, int, str]]:
    """Start, end and type of each name in a legal sequence of tags."""
    out: list[tuple[int, int, str]] = []
    for i in np.flatnonzero(tags):
        tag = NAME_TAGS[int(tags[i])]
        if tag[0] == "B":
            out.append((int(i), int(i) + 1, tag[2:]))
        else:
            start, _, kind = out[-1]
            out[-1] = (start, int(i) + 1, kind)
    return out


def tree(scores: Floats) -> Ints:
    """Heads of the words of one sentence; ``scores[i, j]`` is for head j, the diagonal for root.

    Exactly one word is its own head. Greedy heads are kept if they form a tree.
    """
    heads: Ints = scores.argmax(1)
    if _is_tree(heads):
        return heads
    return _rooted_tree(scores.astype(np.float64))


def _is_tree(heads: Ints) -> bool:
    count = len(heads)
    own = heads == np.arange(count)
    if int(own.sum()) != 1:
        return False
    reach = heads
    steps = 1
    while steps < count:
        reach = reach[reach]
        steps *= 2
    return bool(own[reach].all())


def _rooted_tree(scores: NDArray[np.float64]) -> Ints:
    """The best single-rooted tree: Chu-Liu-Edmonds for the most promising roots."""
    count = len(scores)
    roots = np.argsort(-np.diagonal(scores), kind="stable")[:3]
    best: Ints | None = None
    best_total = -np.inf
    for root in roots:
        graph = scores.copy()
        np.fill_diagonal(graph, -1e9)
        graph[root] = -1e9
        heads = _arborescence(graph, int(root))
        chosen = scores[np.arange(count), heads]
        total = float(chosen.sum())
        if best is None or total > best_total:
            best, best_total = heads, total
    assert best is not None
    return best


def _cycle(heads: Ints, root: int) -> list[int]:
    """The words of one cycle, or an empty list."""
    state = np.zeros(len(heads), dtype=np.int8)
    state[root] = 2
    for start in range(len(heads)):
        path = []
        at = start
        while state[at] == 0:
            state[at] = 1
            path.append(at)
            at = int(heads[at])
        if state[at] == 1:
            return path[path.index(at) :]
        state[path] = 2
    return []


def _arborescence(graph: NDArray[np.float64], root: int) -> Ints:
    """Chu-Liu-Edmonds: ``graph[i, j]`` scores head j of word i; ``root`` heads itself."""
    heads: Ints = graph.argmax(1)
    heads[root] = root
    cycle = _cycle(heads, root)
    if not cycle:
        return heads
    inside = np.zeros(len(graph), dtype=np.bool_)
    inside[cycle] = True
    outer = np.flatnonzero(~inside)
    members = np.asarray(cycle, dtype=np.int64)
    node = len(outer)
    small = np.full((node + 1, node + 1), -1e9)
    small[:node, :node] = graph[np.ix_(outer, outer)]
    leaving = graph[np.ix_(outer, members)]
    small[:node, node] = leaving.max(1)
    exits = members[leaving.argmax(1)]
    gain = graph[np.ix_(members, outer)] - graph[members, heads[members]][:, None]
    small[node, :node] = gain.max(0)
    entries = members[gain.argmax(0)]
    inner = _arborescence(small, int(np.searchsorted(outer, root)))
    out = heads.copy()
    for k, word in enumerate(outer):
        if word == root:
            out[word] = root
        else:
            out[word] = exits[k] if inner[k] == node else outer[inner[k]]
    entered = inner[node]
    out[entries[entered]] = outer[entered]
    return out
