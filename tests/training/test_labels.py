from __future__ import annotations

import pytest

from factbook.extract.encoders.labels import MENTION_LABELS, NAME_TAGS
from factbook.extract.encoders.pair_features import MentionView
from training.example import (
    IGNORE,
    MENTION_ALLOWED,
    MENTION_ROWS,
    NAME_ALLOWED,
    NAME_ROWS,
    Example,
    name_head,
    name_rows,
    named_heads,
)
from training.names import head_of_words, tag_spans
from training.relations import extra_candidates, is_development
from training.tokens import locate, sentences_of, words_of


def allowed(row: int) -> set[str]:
    return {label for label, ok in zip(MENTION_LABELS, MENTION_ALLOWED[row], strict=True) if ok}


def test_a_plain_label_allows_itself_only() -> None:
    assert allowed(MENTION_ROWS["PER.NAM"]) == {"PER.NAM"}
    assert NAME_ALLOWED[NAME_ROWS["B-PER"]].sum() == 1


def test_a_coarse_place_allows_the_finer_kinds() -> None:
    assert allowed(MENTION_ROWS["PLACE.NOM"]) == {"GPE.NOM", "LOC.NOM", "FAC.NOM"}
    tags = [t for t, ok in zip(NAME_TAGS, NAME_ALLOWED[NAME_ROWS["I-PLACE"]], strict=True) if ok]
    assert tags == ["I-GPE", "I-LOC", "I-FAC"]


def test_a_corpus_of_names_says_nothing_about_nouns() -> None:
    labels = allowed(MENTION_ROWS["NOT_NAMED"])
    assert "PER.NOM" in labels
    assert "PER.NAM" not in labels


def test_names_become_tags_and_heads() -> None:
    words = "the University of Oxford in Oxford".split()  # noqa: SIM905
    spans = [(1, 4, "ORG"), (5, 6, "GPE")]
    names = [next(n for n, r in NAME_ROWS.items() if r == row) for row in name_rows(words, spans)]
    assert names == ["O", "B-ORG", "I-ORG", "I-ORG", "O", "B-GPE"]
    heads = named_heads(words, spans)
    assert heads[1:4] == [MENTION_ROWS["ORG.NAM"], IGNORE, IGNORE]
    assert heads[5] == MENTION_ROWS["GPE.NAM"]


@pytest.mark.parametrize(
    ("text", "level", "head"),
    [
        ("the old man with a hat", "NOM", "man"),
        ("Barack Obama", "NAM", "Obama"),
        ("Bank of England", "NAM", "Bank"),
        ("he", "PRO", "he"),
    ],
)
def test_heads_without_a_tree(text: str, level: str, head: str) -> None:
    words = text.split(" ")
    assert words[head_of_words(words, level)] == head


def test_the_first_word_of_a_name_is_never_lost() -> None:
    assert name_head(["of"]) == 0


def test_both_kinds_of_tags_give_spans() -> None:
    assert tag_spans(["I-PER", "I-PER", "O", "B-LOC", "B-LOC"]) == [(0, 2, "PER"), (3, 4, "LOC"), (4, 5, "LOC")]


def test_a_part_of_an_example_counts_from_its_start() -> None:
    example = Example("gum", "d", list("abcd"), [0, 0, 1, 1], heads=[0, 0, 3, 3], names=[0, 0, 1, 0])
    example.coreference = [(MentionView(2, 2, 3, 1, "PER", "NAM"), "x")]
    part = example.part(2, 4)
    assert part.words == ["c", "d"]
    assert part.heads == [1, 1]
    assert part.names == [1, 0]
    assert part.coreference[0][0].head == 0


def test_words_of_raw_text_keep_offsets() -> None:
    text = 'Mr. Smith didn\'t say "no" in the U.S. on 3,000 days. He left.'
    words = words_of(text)
    assert [text[a:b] for _, a, b in words] == [word for word, _, _ in words]
    plain = [word for word, _, _ in words]
    assert plain[:5] == ["Mr.", "Smith", "did", "n't", "say"]
    assert "U.S." in plain
    assert "3,000" in plain
    numbers = sentences_of(text, words)
    assert numbers[-1] > numbers[plain.index("days")]


def test_words_are_found_by_characters() -> None:
    words = words_of("Ada Lovelace wrote")
    assert locate(words, 4, 12) == (1, 2)
    assert locate(words, 18, 20) is None


def test_distractors_are_names_pronouns_and_years() -> None:
    words = "Smith joined the Bank of England in 1999 and he left Acme".split()  # noqa: SIM905
    assert extra_candidates(words, {0}) == [(3, 6), (7, 8), (9, 10), (11, 12)]


def test_development_documents_are_fixed() -> None:
    chosen = [n for n in range(200) if is_development(f"knet-{n}")]
    assert 10 < len(chosen) < 45
    assert chosen == [n for n in range(200) if is_development(f"knet-{n}")]


def test_the_longest_of_nested_names_wins_and_titles_stay_outside() -> None:
    words = ["Mr.", "Vice", "President", "Gore", "of", "Gore", "University"]
    rows = name_rows(words, [(0, 4, "PER"), (5, 7, "ORG"), (5, 6, "PER")])
    tags = [next(n for n, r in NAME_ROWS.items() if r == row) for row in rows]
    assert tags == ["O", "O", "O", "B-PER", "O", "B-ORG", "I-ORG"]
