"""The table of formats. A row's module offers `read`, `write`, `check` and `CODES`."""

from __future__ import annotations

from factbook.formats.format import Format

_ERE = frozenset(
    {
        "documents",
        "entities",
        "mentions",
        "fillers",
        "relations",
        "relation_mentions",
        "events",
        "event_mentions",
    }
)
_ALL = _ERE | {"attitudes"}
_GRAPH = frozenset({"documents", "entities", "mentions", "fillers", "relations", "relation_mentions"})
_GRAPH_TABLES = ("entities", "relationships", "text_units", "documents")

_ROWS = (
    Format(
        name="apf",
        title="ACE APF 5.2.0",
        module="factbook.formats.apf",
        suffixes=(".apf.xml",),
        holds=_ERE,
        needs=frozenset({"sources"}),
    ),
    Format(
        name="rich-ere",
        title="Rich ERE",
        module="factbook.formats.rich_ere",
        suffixes=(".rich_ere.xml",),
        holds=_ERE,
        needs=frozenset({"sources"}),
    ),
    Format(
        name="best",
        title="BeSt belief and sentiment",
        module="factbook.formats.best",
        suffixes=(".best.xml",),
        holds=frozenset({"attitudes"}),
        needs=frozenset({"ere"}),
    ),
    Format(
        name="coldstart-kb",
        title="Cold Start knowledge base",
        module="factbook.formats.coldstart_kb",
        suffixes=(".tac", ".kb.tsv"),
        holds=frozenset({"entities", "mentions", "fillers", "relations", "relation_mentions"}),
        needs=frozenset({"lengths"}),
        editions=("2016", "2017"),
    ),
    Format(
        name="cssf-queries",
        title="Cold Start queries",
        module="factbook.formats.cssf_queries",
        suffixes=(".queries.xml",),
        holds=frozenset({"queries"}),
        content="queries",
        editions=("2016", "2017"),
    ),
    Format(
        name="cssf-run",
        title="Cold Start slot filling submission",
        module="factbook.formats.cssf_run",
        suffixes=(".sf",),
        holds=frozenset({"responses"}),
        needs=frozenset({"queries", "lengths"}),
        content="responses",
        editions=("2016", "2017"),
    ),
    Format(
        name="cssf-assessment",
        title="Cold Start assessments",
        module="factbook.formats.cssf_assessment",
        suffixes=(".qrel.tsv", "assessment.tab"),
        holds=frozenset({"assessments"}),
        content="assessments",
        editions=("2016", "2017"),
    ),
    Format(
        name="edl",
        title="Entity discovery (EDL) tab",
        module="factbook.formats.edl_tab",
        suffixes=(".edl.tab", ".tab"),
        holds=frozenset({"entities", "mentions"}),
    ),
    Format(
        name="conll",
        title="CoNLL coreference",
        module="factbook.formats.conll",
        suffixes=(".conll",),
        holds=frozenset({"documents", "entities", "mentions"}),
    ),
    Format(
        name="open-re",
        title="Open relation extraction",
        module="factbook.formats.open_re",
        suffixes=(".openre.tsv",),
        holds=frozenset({"open_items"}),
        content="open",
    ),
    Format(
        name="graphrag",
        title="Graph tables: GraphRAG and similar (read only)",
        module="factbook.formats.graphrag",
        suffixes=(
            ".graphrag",
            *(f"{name}.{kind}" for name in _GRAPH_TABLES for kind in ("csv", "parquet")),
            ".graph.json",
        ),
        holds=_GRAPH,
        read_only=True,
    ),
    Format(
        name="neo4j",
        title="Neo4j CSV (read only)",
        module="factbook.formats.neo4j",
        suffixes=(".neo4j", "nodes.csv", "relationships.csv"),
        holds=_GRAPH,
        read_only=True,
    ),
    Format(
        name="rdf",
        title="RDF: Turtle, N-Quads, JSON-LD",
        module="factbook.formats.rdf",
        suffixes=(".ttl", ".nq", ".jsonld"),
        holds=_ALL,
    ),
    Format(
        name="jsonl",
        title="JSON lines, lossless",
        module="factbook.formats.jsonl",
        suffixes=(".kb.jsonl", ".jsonl"),
        holds=_ALL,
    ),
)

FORMATS: dict[str, Format] = {row.name: row for row in _ROWS}


def by_name(name: str) -> Format:
    """The format of that name; a `ValueError` lists the choices."""
    if name in FORMATS:
        return FORMATS[name]
    raise ValueError(f"no format {name!r}; choose one of: {', '.join(FORMATS)}")


def by_suffix(path: str) -> Format | None:
    """The format whose longest suffix ends the path (a trailing .gz is ignored)."""
    bare = path.lower().removesuffix(".gz")
    hits = [(len(suffix), row) for row in _ROWS for suffix in row.suffixes if bare.endswith(suffix)]
    return max(hits, key=lambda hit: hit[0])[1] if hits else None


def suits(path: str, name: str) -> bool:
    """Whether a path may be of a format by its suffix. Graph formats share file names: there the header tells."""
    found = by_suffix(path)
    return found is not None and (found.name == name or {found.name, name} == {"graphrag", "neo4j"})
