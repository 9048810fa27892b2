"""Label inventories of the English words-and-arcs model.

The order of each tuple is the order of the columns in the weights: append, never reorder.
"""

from __future__ import annotations

from typing import Final


def _row(labels: str) -> tuple[str, ...]:
    return tuple(labels.split())


NAME_TYPES: Final = ("PER", "ORG", "GPE", "LOC", "FAC")
NAME_TAGS: Final = ("O", *(f"{prefix}-{kind}" for kind in NAME_TYPES for prefix in "BI"))

MENTION_TYPES: Final = ("PER", "ORG", "GPE", "LOC", "FAC", "VEH", "OTH")
MENTION_LEVELS: Final = ("NAM", "NOM", "PRO")
MENTION_LABELS: Final = (
    "O",
    *(f"{kind}.{level}" for kind in MENTION_TYPES for level in MENTION_LEVELS),
)

# Universal part-of-speech tags of Universal Dependencies 2.
UPOS: Final = _row("ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X")

# Penn Treebank tags as the English treebanks of Universal Dependencies use them.
XPOS: Final = _row(
    "CC CD DT EX FW IN JJ JJR JJS LS MD NN NNP NNPS NNS PDT POS PRP PRP$ RB RBR RBS RP SYM TO UH VB VBD VBG VBN "
    "VBP VBZ WDT WP WP$ WRB $ # '' `` , . : -LRB- -RRB- HYPH NFP ADD AFX GW XX"
)

# Relations of Universal Dependencies. Subtypes are kept where rules over arcs need them.
DEPRELS: Final = _row(
    "acl acl:relcl advcl advcl:relcl advmod amod appos aux aux:pass case cc cc:preconj ccomp compound "
    "compound:prt conj cop csubj csubj:pass dep det det:predet discourse dislocated expl fixed flat goeswith iobj "
    "list mark nmod nmod:desc nmod:poss nmod:unmarked nsubj nsubj:outer nsubj:pass nummod obj obl obl:agent "
    "obl:unmarked orphan parataxis punct reparandum root vocative xcomp"
)

# Directed relations (subject, object) that open data teaches. The first fifteen are the
# KnowledgeNet properties, the others come from Re-DocRED and FewRel.
RELATIONS: Final = (
    "date_of_birth",
    "date_of_death",
    "place_of_residence",
    "place_of_birth",
    "nationality",
    "employee_or_member_of",
    "educated_at",
    "political_affiliation",
    "child_of",
    "spouse",
    "date_founded",
    "headquarters",
    "subsidiary_of",
    "founded_by",
    "ceo",
    "place_of_death",
    "sibling",
    "located_in",
    "country",
    "religion",
    "ethnic_group",
    "member_of",
    "owned_by",
    "part_of",
    "leader",
    "date_dissolved",
    "capital_of",
    "conflict",
    "participant_of",
    "creator",
)

# Word-level yes/no outputs: an event that the text asserts (LitBank, ECB+), and any predicate
# whose factuality can be asked (UDS).
TRIGGERS: Final = ("event", "predicate")

SENTIMENTS: Final = ("neg", "neu", "pos")


def base_deprel(label: str) -> str:
    """The universal part of a dependency relation (``nsubj`` of ``nsubj:pass``)."""
    return label.partition(":")[0]
