"""Last links of coreference, on parses written by hand."""

from __future__ import annotations

from factbook.extract.layers.clusters import Clusters
from factbook.extract.layers.last_links import announced
from parsed import mention, parsed

NEWS = (
    "A/DET/2/det judge/NOUN/3/nsubj freed/VERB/0/root him/PRON/3/obj",
    "Judge/NOUN/2/nmod:desc Adeyemi/PROPN/3/nsubj spoke/VERB/0/root",
)


def test_a_titled_name_takes_up_a_noun() -> None:
    document = parsed(*NEWS)
    noun, name = mention(document, 0, 2, level="NOM"), mention(document, 5, 6, level="NAM")
    clusters = Clusters(document)
    announced(document, clusters)
    assert clusters.root(noun) == clusters.root(name)


def test_not_where_two_could_be_meant() -> None:
    document = parsed(NEWS[0], NEWS[0], NEWS[1])
    nouns = [mention(document, 0, 2, level="NOM"), mention(document, 4, 6, level="NOM")]
    name = mention(document, 9, 10, level="NAM")
    clusters = Clusters(document)
    announced(document, clusters)
    assert clusters.root(name) not in {clusters.root(noun) for noun in nouns}
