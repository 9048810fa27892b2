"""The shipped model reads anything, labels words sensibly and scores arcs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from factbook.extract.encoders.encoder import LONGEST_TREE
from factbook.extract.encoders.english import EnglishEncoder, load_english
from factbook.extract.encoders.labels import MENTION_LABELS, RELATIONS, SENTIMENTS
from factbook.extract.encoders.pair_features import MentionView
from factbook.extract.encoders.reading import Reading

TEXT = [
    "Angela Merkel was born in Hamburg in 1954 .".split(),  # noqa: SIM905
    "She studied physics at Leipzig University and led the German government .".split(),  # noqa: SIM905
]


@pytest.fixture(scope="module")
def encoder() -> EnglishEncoder:
    return load_english()


@pytest.fixture(scope="module")
def reading(encoder: EnglishEncoder) -> Reading:
    return encoder.read(TEXT)


ODD = {
    "empty": [],
    "empty sentence": [[]],
    "empty word": [[""]],
    "one word": [["Paris"]],
    "a million characters": [["x" * 1_000_000, "ends", "."]],
    "control characters": [
        ["\x00\x07", "\u200b", "\ufeff", "\ud800".encode("utf-16", "surrogatepass").decode("utf-16", "replace")]
    ],
    "mixed scripts": [["北京", "и", "القاهرة", "meet", "😀"]],
    "all capitals": [["PRESIDENT", "OBAMA", "VISITS", "CUBA"]],
    "no punctuation": [["word"] * 900],
    "markup": [["<", "p", ">", "&amp;", "</p>"]],
}


@pytest.mark.parametrize("name", ODD)
def test_odd_input_is_read(encoder: EnglishEncoder, name: str) -> None:
    document = ODD[name]
    count = sum(map(len, document))
    reading = encoder.read(document)
    assert len(reading.words) == len(reading.heads) == len(reading.mention_labels) == count
    assert np.isfinite(reading.vectors.astype(np.float32)).all()
    roots = np.flatnonzero(reading.heads == np.arange(count))
    assert len(roots) == sum(1 for sentence in document if sentence)


def test_names_mentions_and_syntax(reading: Reading) -> None:
    names = {(name.start, name.end, name.type) for name in reading.names}
    assert (0, 2, "PER") in names
    assert {(13, 15, "ORG"), (18, 19, "GPE")} <= names
    assert reading.mention_labels[9] == "PER.PRO"
    assert reading.mention_labels[19].startswith(("ORG", "GPE"))
    assert reading.mention_labels[5] == "GPE.NAM"
    assert reading.tags(3)[0] == "VERB"
    assert reading.heads[9] == 10
    assert reading.tags(10) == ("VERB", "VBD", "root")


def test_trees_stay_inside_sentences(reading: Reading) -> None:
    assert (reading.sentences[reading.heads] == reading.sentences).all()


def test_a_very_long_sentence_is_one_tree(encoder: EnglishEncoder) -> None:
    reading = encoder.read([["go"] * (2 * LONGEST_TREE + 7)])
    own = np.flatnonzero(reading.heads == np.arange(len(reading.words)))
    assert len(own) == 1
    at = np.arange(len(reading.words))
    for _ in range(len(reading.words)):
        at = reading.heads[at]
    assert (at == own[0]).all()


def test_windows_do_not_cut_a_document(encoder: EnglishEncoder) -> None:
    reading = encoder.read(TEXT * 60)
    people = [name for name in reading.names if name.type == "PER" and name.end - name.start == 2]
    assert len(people) >= 55
    assert reading.names[-1].start > len(reading.words) - 23


def test_documents_read_together_or_alone_agree(encoder: EnglishEncoder) -> None:
    """Padding moves 8-bit scales a little; labels stay."""
    together = encoder.read_many([TEXT, [["Short", "text", "."]], TEXT * 9])
    alone = encoder.read(TEXT)
    assert together[0].names[0][:3] == alone.names[0][:3]
    difference = np.abs(together[0].mention_probabilities - alone.mention_probabilities)
    assert difference.mean() < 0.05


def test_probabilities_sum_to_one(reading: Reading) -> None:
    assert reading.mention_probabilities.shape[1] == len(MENTION_LABELS)
    assert reading.mention_probabilities.sum(1) == pytest.approx(1, abs=1e-4)
    assert all(0 < name.probability <= 1 for name in reading.names)


def test_relations_have_a_direction(reading: Reading) -> None:
    spans = [(0, 2), (5, 6)]
    found = reading.relations(spans, [(0, 1), (1, 0)])
    born = RELATIONS.index("place_of_birth")
    assert found.shape == (2, len(RELATIONS))
    assert found[0, born] > 0.5 > found[1, born]
    assert reading.relations(spans, []).shape == (0, len(RELATIONS))


def test_a_pronoun_finds_its_person(reading: Reading) -> None:
    mentions = [
        MentionView(1, 0, 2, 0, "PER", "NAM"),
        MentionView(5, 5, 6, 0, "GPE", "NAM"),
        MentionView(9, 9, 10, 1, "PER", "PRO"),
    ]
    found = reading.antecedents(mentions)
    assert found.best.tolist() == [-1, -1, 0]
    assert found.anaphor.tolist() == [1, 2, 2]
    assert 0.5 < found.probability[2] <= 1
    assert len(reading.antecedents([]).best) == 0


def test_factuality_tells_a_denial(encoder: EnglishEncoder) -> None:
    reading = encoder.read([["He", "left", "."], ["He", "did", "not", "leave", "."]])
    did, did_not = reading.factuality([1, 6])
    assert did > 1 > did_not
    assert len(reading.factuality([])) == 0


def test_sentiment_is_about_the_target(encoder: EnglishEncoder) -> None:
    reading = encoder.read(
        ["The senator is a corrupt liar and a disgrace .".split(), "The food was excellent and we loved it .".split()]  # noqa: SIM905
    )
    bad, good = reading.sentiment([(1, 2), (11, 12)]).argmax(1)
    assert (SENTIMENTS[bad], SENTIMENTS[good]) == ("neg", "pos")


def test_events_are_words_that_happen(reading: Reading) -> None:
    assert reading.predicates[10] > 0.5
    assert reading.predicates[0] < 0.5
    assert reading.predicates[8] < 0.5
    assert reading.events[5] < 0.5


def test_a_reading_can_forget_its_vectors(encoder: EnglishEncoder) -> None:
    reading = encoder.read([["Paris"]])
    reading.forget()
    assert reading.vectors.shape == (0, 384)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"encoder\.onnx"):
        EnglishEncoder(tmp_path)


def test_loading_twice_gives_the_same_encoder(encoder: EnglishEncoder) -> None:
    assert load_english() is encoder
