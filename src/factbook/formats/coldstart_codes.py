"""The problem codes of the Cold Start files, and the report in the official programs' words.

The names, severities and messages are those of the 2016 release (its report quotes them); the codes under "own" are
for what those programs die of or do not see. A problem's args may hold `place`: how the official report names the
place, where that is not "FILE line N".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from factbook.formats.format import ERROR, FATAL, WARNING, Code, Context, Problem, Problems, Where
from factbook.schema.coldstart import edition_of

_SEVERITY = {"E": ERROR, "W": WARNING, "F": FATAL}

_PROVENANCE = """
FAILED_LANG_INFERENCE W Unable to infer language from DOCID {docid}. Using default language {language}. | begin the \
document id with CMN or SPA, or put ENG into it
ILLEGAL_DOCID E DOCID {docid} is not a valid DOCID for this task | use a document of the table of documents
ILLEGAL_OFFSET E {offset} is not a valid offset | write a whole number
ILLEGAL_OFFSET_IN_DOC E {offset} is not a valid offset for DOCID {docid} | the document is shorter
ILLEGAL_OFFSET_PAIR E ({start}, {end}) is not a valid offset pair | the end may not come before the start
ILLEGAL_OFFSET_PAIR_STRING E {text} is not a valid offset pair string | write START-END
ILLEGAL_OFFSET_TRIPLE_STRING E {text} is not a valid docid/offset pair string | write DOCID:START-END
TOO_MANY_PROVENANCE_TRIPLES W Too many provenance triples ({number}) provided; only the first {limit} will be used
TOO_MANY_CHARS W Provenance contains too many characters; only the first {limit} will be used
TOO_MANY_TOTAL_CHARS E All provenance strings contain a total of more than {limit} characters | shorten the spans
"""

_KB = """
AMBIGUOUS_PREDICATE E {predicate}: ambiguous predicate | write its type, as in per:parents
COLON_OMITTED W Initial colon omitted from name of entity {name}
DUPLICATE_ASSERTION W The same assertion is made more than once ({earlier})
ILLEGAL_CONFIDENCE_VALUE E Illegal confidence value: {value} | write a number above 0.0 and up to 1.0
IMPROPER_CONFIDENCE_VALUE W Confidence value in scientific format: {value}{space}
ILLEGAL_ENTITY_NAME E Illegal entity name: {name} | write a colon and a word; 2017: such as :Entity1 :Event1 :String1
ILLEGAL_ENTITY_TYPE E Illegal entity type: {type} | use PER, ORG, GPE, FAC or LOC
ILLEGAL_LINK_SPECIFICATION W Illegal link specification: {link} | write "KB:ID"
ILLEGAL_PREDICATE E Illegal predicate: {predicate}
ILLEGAL_PREDICATE_TYPE E Illegal predicate type: {type}
MISSING_CANONICAL W Entity {name} has no canonical mention in document {docid}
MISSING_DECIMAL_POINT W Decimal point missing in confidence value: {value}
MISSING_INVERSE W No inverse relation asserted for {predicate}({subject}, {object})
MISSING_RUNID E The first line of the file does not contain a legal runid | put the run id, without blanks, on line 1
MISSING_TYPEDEF E No type asserted for Entity {name} | add a type line
MULTIPLE_CANONICAL E More than one canonical mention for Entity {name} in document {docid} | keep one
MULTIPLE_FILLS_ENTITY W Entity {name} has multiple {predicate} fills, but should be single-valued
MULTIPLE_MENTIONS_NO_CANONICAL E Entity {name} has more than one named/nominal mention in document {docid} but has no \
canonical mention | say which one is canonical
MULTITYPED_ENTITY E Entity {name} has more than one type: {types}
NO_MENTIONS W Entity {name} has no mentions
PREDICATE_ALIAS W Use of {reason} predicate; {alias} replaced with {predicate}
STRING_USED_FOR_ENTITY E Expecting an entity, but got string {text} | the slot takes an entity
SUBJECT_PREDICATE_MISMATCH E Type of subject ({subject}) does not match type of predicate ({predicate})
UNASSERTED_MENTION W Failed to assert that {assertion} in document {docid} is also a mention
UNATTESTED_RELATION_ENTITY E Relation {assertion} uses entity {name}, but that entity id has no mentions in provenance \
{provenance} | name a document that mentions it
UNQUOTED_STRING W String {text} not surrounded by double quotes
UNKNOWN_TYPE E Cannot infer type for Entity {name} | add a type line
"""

_QUERIES = """
DUPLICATE_QUERY W Queries {first} and {second} share entry point(s)
DUPLICATE_QUERY_FIELD W Duplicate <{tag}> tag
MALFORMED_QUERY E Malformed query {text}
MISMATCHED_HOP_SUBTYPES W In {query}, range of {first} does not match domain of {second}
MISMATCHED_HOP_TYPES W In {query}, type of {types} does not match domain of {slot}
MISMATCHED_TAGS W <{tag}> tag closed with </{closer}>
NO_QUERIES_LOADED W No queries found
POSSIBLE_DUPLICATE_QUERY W Queries {first} and {second} are possibly duplicates, based on entrypoint {name}
UNKNOWN_QUERY_FIELD W <{tag}> is not a recognized query field
UNLOADED_QUERY W Query {query} is not present in the query files; skipping it
"""

_RUNS = """
BAD_QUERY W Response for illegal query {query} skipped
EMPTY_FIELD W Empty value for column {column}
EMPTY_FILE W Empty response or assessment file: {file}
ILLEGAL_VALUE_TYPE E Illegal value type: {type} | use PER, ORG, GPE or STRING
MISMATCHED_RUNID W Round 1 uses runid {first} but Round 2 uses runid {second}; selecting the former
MULTIPLE_CORRECT_GROUND_TRUTH W More than one correct choice for ground truth for query {query}
MULTIPLE_RUNIDS W File contains multiple run IDs ({first}, {second})
OFF_TASK_SLOT W {slot} slot is not valid for task {task}
UNKNOWN_QUERY_ID_WARNING W Unknown query: {query}
UNKNOWN_RESPONSE_FILE_TYPE F Unknown file type: {file} | the first line must have the columns of a submission
UNKNOWN_SLOT_NAME E Unknown slot name: {slot}
WRONG_SLOT_NAME W Slot {slot} is not the requested slot for query {query} (expected {expected})
WRONG_NUM_ENTRIES E Wrong number of entries on line (expected {expected}, got {got})
"""

_OWN = """
BAD_ENCODING E Line is not UTF-8 text | save the file as UTF-8
LINE_TOO_LONG E Line has {length} bytes, more than {limit} | is this a Cold Start file?
RUN_ID_NAME W Run id {run} does not follow the naming rule: {fault}
MISSING_QUERY_FIELD F Missing query field: {field} | each query needs it
BAD_QUERY_ID F unexpected argument: "{query}" sent to parse_queryid | end the id with digits, or with 10 and 12 \
hexadecimal digits
QUERY_NOT_LOADED F Query {query} not loaded | the query file lacks it, or its first-round line comes later
CLASS_WITHOUT_CORRECT E {query}: judgment {judgment} has equivalence class {name} | W and I have none
CORRECT_WITHOUT_CLASS E {query}: judgment {judgment} has no equivalence class | give it one
UNKNOWN_JUDGMENT E Unknown assessment code: {judgment} | use C, W, X, I, S or L
"""


def _codes(text: str) -> tuple[Code, ...]:
    rows = []
    for line in text.replace("\\\n", "").strip().splitlines():
        name, severity, rest = line.split(" ", 2)
        message, _, advice = rest.partition(" | ")
        rows.append(Code(name, _SEVERITY[severity], message, advice))
    return tuple(rows)


ALL: dict[str, Code] = {code.name: code for text in (_PROVENANCE, _KB, _QUERIES, _RUNS, _OWN) for code in _codes(text)}
# The first names a notation of older editions; the second cannot happen, for each span is cut before the sum is taken.
_UNREACHABLE = ("ILLEGAL_OFFSET_PAIR_STRING", "TOO_MANY_TOTAL_CHARS")
PROVENANCE: tuple[str, ...] = tuple(code.name for code in _codes(_PROVENANCE) if code.name not in _UNREACHABLE)


def choose(*names: str) -> tuple[Code, ...]:
    """The codes of these names, in their order."""
    return tuple(ALL[name] for name in names)


# Found while the repaired file is written, after the official report is out.
_NOT_REPORTED = frozenset({"BAD_QUERY"})


def place_of(problem: Problem) -> str:
    """How the official report names the place; NO_SOURCE where it names none."""
    if "place" in problem.args:
        return problem.args["place"]
    if not problem.where.line:
        return "NO_SOURCE"
    return f"{problem.where.file} line {problem.where.line}"


def report(problems: Iterable[Problem]) -> str:
    """The official report: by code, then message; one place and the number of others; the count of all."""
    told = [problem for problem in problems if problem.code.name not in _NOT_REPORTED]
    fatal = next((problem for problem in told if problem.severity == FATAL), None)
    if fatal is not None:
        return fatal.message + "\n"
    groups: dict[tuple[str, str], dict[str, None]] = {}
    for problem in told:
        groups.setdefault((problem.code.name, _line(problem)), {})[place_of(problem)] = None
    lines = [message + _places(list(places)) for (_, message), places in sorted(groups.items(), key=lambda g: g[0])]
    return "\n".join([*lines, _total(told)]) + "\n"


def _line(problem: Problem) -> str:
    return f"{problem.severity.upper()}: {problem.message}"


def _places(places: list[str]) -> str:
    if places[0] == "NO_SOURCE":
        return ""
    others = len(places) - 1
    more = f" and {others} other place{'s' if others > 1 else ''}" if others else ""
    return f" ({places[0]}{more})"


def _total(told: list[Problem]) -> str:
    errors = sum(problem.severity == ERROR for problem in told)
    if errors:
        return f"{errors} error{'' if errors == 1 else 's'} encountered"
    warnings = len(told)
    return f"{warnings or 'No'} warning{'' if warnings == 1 else 's'} encountered"


class Log:
    """Writes problems of one file into a list, by line number.

    `shift` is what the official program adds to line numbers (it counts line 1 twice where that is no run id);
    `query` is the id of the query being read, which its report names instead of a line.
    """

    __slots__ = ("_codes", "file", "lines", "problems", "query", "shift")

    def __init__(self, codes: Iterable[Code], *, file: str, context: Context) -> None:
        edition = edition_of(context.edition)
        if edition.docid_fatal:
            codes = [Code(c.name, FATAL, c.message, c.advice) if c.name == "ILLEGAL_DOCID" else c for c in codes]
        # The official switch takes names in any case.
        ignore = {name.upper() for name in context.ignore}
        self.problems = Problems(codes, ignore=ignore)
        self._codes: dict[str, Code | None] = {
            name: None if code.severity == WARNING and name in ignore else code
            for name, code in self.problems.codes.items()
        }
        self.file = file
        self.shift = 0
        self.query = ""
        self.lines: dict[str, int] = {}  # where each query begins

    def add(self, code: str, line: int = 0, **args: object) -> None:
        """Record a problem at a line; 0 is no line."""
        if line and "place" not in args:
            if self.query:
                args["place"] = f"{self.file} line In query {self.query}"
            elif self.shift:
                args["place"] = self.place(line)
        known = self._codes[code]
        if known is not None:  # else it is to be ignored
            for key, value in args.items():
                if type(value) is not str:
                    args[key] = str(value)
            self.problems.items.append(Problem(known, Where(self.file, line), cast("dict[str, str]", args)))

    def place(self, line: int) -> str:
        """A line as the official report names it."""
        return f"{self.file} line {line + self.shift}"
