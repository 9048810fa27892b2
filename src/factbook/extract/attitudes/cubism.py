"""In the spirit of CUBISM (seed 004): affect calculus over syntax for sentiment, a graph for belief.

Affect calculus: words have a base polarity; a predicate passes its polarity, turned round by negation, to the things
it says something about, and a describing word to what it describes. The author holds the feeling, or the subject of
a verb of feeling. Belief: entities, posts and their authors form a graph; authors who answer each other are one
community. Naive Bayes labels each event and relation from its type, the dialogue act of its sentence and how its
arguments are connected in the graph.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from factbook.extract.attitudes.features import NOTHING, OPPOSITE, Training, affect, gold_values, of_target, tone
from factbook.extract.attitudes.learning import Linear, naive_bayes, present, shipped
from factbook.extract.attitudes.scene import Scene, Target
from factbook.extract.attitudes.state import State
from factbook.extract.layers.modality import own_status
from factbook.extract.layers.places import places
from factbook.extract.lexicon import word_set

AGREEMENT = word_set("yes agreed exactly true right yep indeed")
DISAGREEMENT = word_set("no nonsense rubbish wrong nope hardly false")
_ABOUT = ("obj", "pass", "of", "for", "at", "with", "about", "to", "against")


def train(gold: Training) -> dict[str, Linear]:
    """The author's belief about each relation and event, from the graph."""
    examples = []
    for scene, attitudes in gold:
        values, graph = gold_values(scene, attitudes, "belief"), _Graph(scene)
        for target in scene.targets:
            if target.kind != "entity":
                author = scene.entity_of(scene.author_of(target))
                examples.append((graph.features(target), values.get((target.id, author), NOTHING)))
    return {"belief": naive_bayes(examples)}


def states(scene: Scene, models: dict[str, Linear] | None = None) -> Iterator[State]:
    """Beliefs from the graph, sentiments from the calculus."""
    model, graph = (models or shipped("cubism"))["belief"], _Graph(scene)
    for target in scene.targets:
        if target.kind != "entity":
            value, sure = model.best(graph.features(target))
            if value != NOTHING:
                yield State("belief", value, target, scene.author_of(target), "pos", sure)
        if target.word is not None:
            yield from _affect(scene, target)


def _affect(scene: Scene, target: Target) -> Iterator[State]:
    """What describes a target, and what the predicate above it passes on."""
    document, word = scene.document, target.word
    assert word is not None
    author = scene.author_of(target)
    described = [tone(document, child) for child in document.children[word] if document.words[child].deprel == "amod"]
    own = next((colour for colour in described if colour is not None), None)
    if own is not None:
        yield State("sentiment", own, target, author, probability=0.5)
    head = document.words[word].head
    if head in (word, -1):
        return
    felt = affect("verb").get(document.words[head].lemma) or affect("about").get(document.words[head].lemma)
    around = places(document, head)
    if felt is not None and any(word in around.get(place, ()) for place in _ABOUT):
        value = OPPOSITE[felt] if own_status(document, head).negated else felt
        holder = next((scene.source_at(subject) for subject in around.get("subj", ())), None)
        yield State("sentiment", value, target, holder or author, probability=0.5)
    elif own is None and word in around.get("subj", ()):
        said = tone(document, head)
        if said is not None:
            yield State("sentiment", said, target, author, probability=0.4)


class _Graph:
    """Entities, posts and authors of a document; authors are joined where one quotes or names the other."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.posts: dict[str, set[int]] = {}  # entity: posts that mention it
        for target in scene.targets:
            if target.kind == "entity" and target.word is not None:
                self.posts.setdefault(target.entity, set()).add(self._post(target))
        named = {scene.entity_of(mention) for mention in scene.authors.values()}
        self.answered = {post for entity in named for post in self.posts.get(entity, ())}
        self.act = cache(self._act)

    def _post(self, target: Target) -> int:
        document = self.scene.document
        return document.sentences[document.words[target.word or 0].sentence].post

    def _act(self, sentence: int) -> str:
        """The dialogue act of a sentence."""
        words = [word.lower for word in self.scene.document.sentence_words(sentence)]
        if "?" in words:
            return "question"
        if words and words[0] in AGREEMENT:
            return "agreement"
        return "disagreement" if words and words[0] in DISAGREEMENT else "statement"

    def features(self, target: Target) -> dict[str, float]:
        found = [name for name in of_target(self.scene, target) if name.startswith(("type=", "realis=", "genre="))]
        if target.word is not None:
            found.append(f"act={self.act(self.scene.document.words[target.word].sentence)}")
            found.append(f"community={self._post(target) in self.answered}")
        for argument in target.arguments:
            mention = self.scene.ere.mentions.get(argument)
            if mention is not None:
                found.append(f"posts={min(3, len(self.posts.get(mention.entity, ())))}")
        return present(found)
