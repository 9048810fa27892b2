-- The knowledge base of record. docs/store.md explains every table. Offsets are raw characters, 0-based, half-open.

CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- What came in. `annotation` is the document's KB as JSON (zlib), lossless: all other tables can be made again from it.
CREATE TABLE document (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, language TEXT NOT NULL, date TEXT NOT NULL,
    length INTEGER NOT NULL, digest TEXT NOT NULL, made TEXT NOT NULL
);
CREATE TABLE content (document INTEGER PRIMARY KEY, text TEXT NOT NULL, annotation BLOB NOT NULL);
CREATE TABLE failure (document TEXT PRIMARY KEY, message TEXT NOT NULL) WITHOUT ROWID;

-- Objects of one document, and their mentions.
CREATE TABLE local_entity (
    id INTEGER PRIMARY KEY, document INTEGER NOT NULL, key TEXT NOT NULL, type TEXT NOT NULL, name TEXT NOT NULL,
    mentions INTEGER NOT NULL, named INTEGER NOT NULL, features TEXT NOT NULL, context INTEGER NOT NULL,
    grp INTEGER NOT NULL, node INTEGER NOT NULL, entity INTEGER NOT NULL
);
CREATE INDEX local_entity_document ON local_entity (document, context, grp);
CREATE INDEX local_entity_node ON local_entity (node, entity, document);
CREATE INDEX local_entity_grp ON local_entity (grp, document, context, features);
CREATE INDEX local_entity_entity ON local_entity (entity);

CREATE TABLE mention (
    document INTEGER NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL, seq INTEGER NOT NULL,
    local INTEGER NOT NULL, level TEXT NOT NULL, text TEXT NOT NULL, canonical INTEGER NOT NULL, confidence REAL,
    PRIMARY KEY (document, start, "end", seq)
) WITHOUT ROWID;

-- One row a statement of one document. `subject` and `object` are collection entities, kept by linking.
CREATE TABLE fact (
    id INTEGER PRIMARY KEY, document INTEGER NOT NULL, key TEXT NOT NULL, kind TEXT NOT NULL, predicate TEXT NOT NULL,
    subject_local INTEGER NOT NULL, object_local INTEGER, subject INTEGER NOT NULL, object INTEGER,
    value TEXT NOT NULL, confidence REAL NOT NULL, inferred TEXT NOT NULL, provenance TEXT NOT NULL
);
CREATE INDEX fact_document ON fact (document);
CREATE INDEX fact_subject ON fact (subject, predicate);
CREATE INDEX fact_object ON fact (object, predicate) WHERE object IS NOT NULL;

CREATE TABLE event (
    id INTEGER PRIMARY KEY, document INTEGER NOT NULL, key TEXT NOT NULL, hopper TEXT NOT NULL, type TEXT NOT NULL,
    realis TEXT NOT NULL, start INTEGER, "end" INTEGER, text TEXT NOT NULL, confidence REAL
);
CREATE INDEX event_document ON event (document);
CREATE TABLE argument (
    event INTEGER NOT NULL, seq INTEGER NOT NULL, document INTEGER NOT NULL, role TEXT NOT NULL, local INTEGER,
    entity INTEGER, value TEXT NOT NULL, PRIMARY KEY (event, seq)
) WITHOUT ROWID;
CREATE INDEX argument_document ON argument (document);
CREATE INDEX argument_entity ON argument (entity) WHERE entity IS NOT NULL;

-- Who thinks what. `target_kind` is entity, relation, event, or argument (of an event). `author` wrote the post (or document) that says so; `holder` 'author', 'other' or 'nobody'.
CREATE TABLE attitude (
    id INTEGER PRIMARY KEY, document INTEGER NOT NULL, key TEXT NOT NULL, kind TEXT NOT NULL, value TEXT NOT NULL,
    polarity TEXT NOT NULL, sarcasm INTEGER NOT NULL, holder TEXT NOT NULL, source_local INTEGER, source INTEGER,
    author_local INTEGER, author INTEGER, target_kind TEXT NOT NULL, target_local INTEGER, target INTEGER,
    target_fact INTEGER, target_event INTEGER, argument_local INTEGER, argument INTEGER,
    start INTEGER, "end" INTEGER, confidence REAL
);
CREATE INDEX attitude_document ON attitude (document);
CREATE INDEX attitude_source ON attitude (source) WHERE source IS NOT NULL;
CREATE INDEX attitude_author ON attitude (author) WHERE author IS NOT NULL;
CREATE INDEX attitude_target ON attitude (target) WHERE target IS NOT NULL;
CREATE INDEX attitude_fact ON attitude (target_fact) WHERE target_fact IS NOT NULL;
CREATE INDEX attitude_event ON attitude (target_event) WHERE target_event IS NOT NULL;

-- Linking. A node is a full name, or one document's use of a short name; `parent` is the node it was merged into.
CREATE TABLE node (
    id INTEGER PRIMARY KEY, grp INTEGER NOT NULL, type TEXT NOT NULL, name TEXT NOT NULL, part TEXT NOT NULL,
    document INTEGER, documents INTEGER NOT NULL, mentions INTEGER NOT NULL, signature TEXT NOT NULL,
    parent INTEGER, score REAL NOT NULL, rule TEXT NOT NULL, evidence TEXT NOT NULL, root INTEGER NOT NULL
);
CREATE INDEX node_grp ON node (grp);
CREATE INDEX node_root ON node (root, mentions, documents, score);
CREATE INDEX node_full ON node (root) WHERE document IS NULL;
CREATE INDEX node_parent ON node (parent) WHERE parent IS NOT NULL;
-- Blocking keys: a node is found under the keys it emitted (most prominent first) and looks under those it looked up.
-- The node of a short name's group looks for all uses of it (`short`).
CREATE TABLE emitted (key INTEGER NOT NULL, rank INTEGER NOT NULL, node INTEGER NOT NULL, PRIMARY KEY (key, rank, node)) WITHOUT ROWID;
CREATE INDEX emitted_node ON emitted (node);
CREATE TABLE looked_up (key INTEGER NOT NULL, node INTEGER NOT NULL, short INTEGER NOT NULL, PRIMARY KEY (key, node)) WITHOUT ROWID;
CREATE INDEX looked_up_node ON looked_up (node);
-- How often a group occurs with the same features: entities of documents, documents, mentions.
CREATE TABLE member (
    grp INTEGER NOT NULL, features TEXT NOT NULL, entities INTEGER NOT NULL, documents INTEGER NOT NULL,
    mentions INTEGER NOT NULL, PRIMARY KEY (grp, features)
) WITHOUT ROWID;
-- Written names of a group; `main`: a form of its fullest name. Further names are also in `alias`, by their normal form.
CREATE TABLE name (
    id INTEGER PRIMARY KEY AUTOINCREMENT, grp INTEGER NOT NULL, text TEXT NOT NULL, folded TEXT NOT NULL,
    main INTEGER NOT NULL, n INTEGER NOT NULL, UNIQUE (grp, text)
);
CREATE INDEX name_folded ON name (folded);
CREATE TABLE alias (grp INTEGER NOT NULL, key TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (grp, key)) WITHOUT ROWID;
-- Main names that occur in one document, and in how many.
CREATE TABLE cooccur (a INTEGER NOT NULL, b INTEGER NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (a, b)) WITHOUT ROWID;
-- Decisions by hand, remembered: merge (node into other), apart (node stays alone), take (one document's entity out).
CREATE TABLE manual (
    id INTEGER PRIMARY KEY, act TEXT NOT NULL, node INTEGER NOT NULL, other INTEGER, local TEXT NOT NULL,
    label TEXT NOT NULL, UNIQUE (act, node, local)
);
-- What changed since linking last ran; empty when it is done.
CREATE TABLE pending (node INTEGER PRIMARY KEY, grp INTEGER NOT NULL, named INTEGER NOT NULL);
CREATE TABLE pending_document (document INTEGER PRIMARY KEY);

-- Entities of the collection. The id comes from the name that stands for the entity: the same in every build.
CREATE TABLE entity (
    id INTEGER PRIMARY KEY, type TEXT NOT NULL, name TEXT NOT NULL, nodes INTEGER NOT NULL, documents INTEGER NOT NULL,
    mentions INTEGER NOT NULL, confidence REAL NOT NULL
);

CREATE VIRTUAL TABLE document_text USING fts5 (text, content='', tokenize='unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE name_text USING fts5 (text, content='', tokenize='unicode61 remove_diacritics 2');
