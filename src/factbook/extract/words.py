"""Sentences and words of a source, with exact offsets: news, web and forum text.

English words are split as the English treebanks of Universal Dependencies split them: clitics and hyphens stand alone,
addresses, numbers, abbreviations and emoticons stay whole; words of other languages by the modules of `splitting`. No
character outside white space is lost: the words of a text and the blanks between them are the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from factbook.extract.document import Document, Sentence, Word
from factbook.extract.lexicon import word_set
from factbook.extract.splitting import Splitter, splitter
from factbook.text.source import Region, Source

MAX_SENTENCE: Final = 160  # words; longer runs are cut at the best place before

OUTLIERS: Final = 20  # of so many lines one may be longer than the text is wide: an address, a table
RAGGED: Final = 5  # characters by which a line may be too short and still be full

# Regions that hold data about the document, not sentences.
NO_SENTENCES: Final = word_set("docid doctype docno datetime author postdate endtime header trailer slug keyword")
# Tags inside a sentence do not end it.
INLINE: Final = word_set("a b i u em strong tag img br span font sub sup")

_ABBREVIATIONS: Final = (
    "Mr Mrs Ms Dr St Jr Sr Inc Corp Ltd Co Gen Sen Rep Gov Lt Col Prof Capt Sgt Maj Cmdr Adm Hon Rev Fr Pres Supt Det "
    "Bros Dept Univ Assn Ave Blvd Rd Mt Ft vs etc al cf approx Jan Feb Apr Jun Jul Aug Sept Sep Oct Nov Dec "
    "Ala Ariz Calif Colo Conn Fla Ga Kan Ky Md Mich Minn Mont Neb Nev Okla Tenn Tex Va Vt Wis Wyo Vol pp Eq eds"
)
# These are words of their own too, and abbreviations only before a number.
_BEFORE_NUMBERS: Final = "No Nos Mar Fig"
_PREFIXES: Final = (
    "anti co counter cross e ex extra hyper infra inter intra mega meta micro mid mini mis mono multi neo non over pan "
    "para post pre pro proto pseudo quasi re semi sub super trans ultra un under uni vice"
)
_CLITIC: Final = r"(?:s|re|ve|ll|d|m)(?!\w)"
_WORD: Final = re.compile(
    r"""
    (?:https?|ftp)://[^\s<>"“”]*[^\s<>"“”.,;:!?'’)\]}]              # addresses
    | www\.[^\s<>"“”]*[^\s<>"“”.,;:!?'’)\]}]
    | [\w.+-]+@[\w-]+(?:\.[\w-]+)+
    | (?<![\w@.])(?:[a-z0-9][\w-]*\.)+(?:com|org|net|gov|edu|info|example|co\.uk)(?!\w)
      (?:/[^\s<>"“”]*[^\s<>"“”.,;:!?'’)\]}])?
    | &(?:[A-Za-z]+|\#\d+|\#x[0-9A-Fa-f]+);                         # left-overs of HTML
    | (?<!\w)(?:[:;=8xX]['’]?-?[)(\]\[dDpP/\\|oO*3](?!\w)|<3|\(:|\^_\^|[oO]_[oO])   # emoticons
    | (?<!\w)(?:ABBREVIATIONS)\.(?!\w)
    | (?<!\w)(?:BEFORE_NUMBERS)\.(?=\s*\d)
    | (?:[A-Za-z]\.){2,}(?![A-Za-z]{2})                             # U.S.
    | (?<![\w.])[A-Z]\.(?=\s*[A-Z]|\s*,)                            # initials
    | \d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?)?
    | \d+(?=(?:am|pm|AM|PM)\b)
    | \d+(?:[.,:/]\d+)*(?:st|nd|rd|th|s)?(?![\w])
    | [.,]\d+(?:[.,:/]\d+)*(?!\w)
    | (?:gon|wan|got)(?=(?:na|ta)\b) | can(?=not\b)
    | (?i:do|did|does|is|was|wo|ca|could|would|should|have|has|had|are|were|ai)(?=(?i:nt)\b)
    | (?i:that|what|there|who|where|how|let)(?=(?i:s)\b)(?!(?i:lets))
    | [^\W\d_]+(?=(?i:n['’]t)\b) | (?i:n['’]t)\b
    | ['’](?i:CLITIC)
    | (?i:PREFIXES)-[^\W\d_]+(?:['’](?!(?i:CLITIC))[^\W\d_]+)*
    | \w[\w\u0300-\u036f\u064b-\u0652\u0670]*(?:['’](?!(?i:CLITIC|t\b))[^\W\d_]+)*
    | \.{2,} | -{2,} | [!?]{2,} | ([=*~+\#_|])\1+
    | \S
    """.replace("ABBREVIATIONS", "|".join(_ABBREVIATIONS.split()))
    .replace("BEFORE_NUMBERS", "|".join(_BEFORE_NUMBERS.split()))
    .replace("PREFIXES", "|".join(_PREFIXES.split()))
    .replace("CLITIC", _CLITIC),
    re.VERBOSE,
)

_ENDS: Final = re.compile(r"(?:[.!?。！？]|\.{2,}|…|[!?]{2,})\Z")
_CLOSERS: Final = frozenset("\"'”’)]}»」』》）")
_QUOTES: Final = frozenset("\"'“‘([{«")
# Abbreviations after which a sentence may end, and words that then begin the next one.
_MAY_END: Final = re.compile(r"(?:Inc|Corp|Ltd|Co|Jr|Sr|etc|al|Bros|Ave|Blvd|Rd)\.|(?:[A-Za-z]\.){2,}", re.IGNORECASE)
_STARTERS: Final = word_set(
    "the a an he she it they we i you this that these those in on at but and so for as when if after before there "
    "his her its their our my no not however meanwhile also"
)
_BREAKS: Final = frozenset([";", ",", "-", "--", "—", "–", ":", "and", "but", "or", "|", "，", "；", "、", "،", "؛"])


class Block(NamedTuple):
    """Characters that sentences may not cross the ends of, and where they stand."""

    start: int
    end: int
    region: str
    quoted: bool
    speaker: str
    post: int


def apply(document: Document) -> None:
    """Fill `words` and `sentences`."""
    source = document.source
    text = source.masked
    language = source.language or "en"
    own = splitter(language) if language != "en" else None
    hints = own.hints(text) if own is not None else frozenset()
    for block in blocks(source):
        runs = _sentences_of(text, block) if own is None else _other_sentences(text, block, own, hints)
        for run in runs:
            _add(document, text, run, block)


def split(text: str, language: str = "en") -> list[tuple[int, int]]:
    """Offsets of the words of a text."""
    if language != "en":
        own = splitter(language)
        return own.words(text, own.hints(text))
    return [(match.start(), match.end()) for match in _WORD.finditer(text)]


def blocks(source: Source) -> Iterator[Block]:
    """Runs of text between structural tags, and lines where line ends matter."""
    posts = {post.outer.start: index for index, post in enumerate(source.posts)}
    for start, end, around in _pieces(source):
        kinds = [region.kind for region in around]
        if not NO_SENTENCES.isdisjoint(kinds):
            continue
        named = next((kind for kind in reversed(kinds) if kind != "p"), "")
        voice = next((region for region in reversed(around) if region.kind in ("quote", "post")), None)
        author = source.author_of(voice) if voice is not None else None
        post = next((posts[region.outer.start] for region in around if region.kind == "post"), -1)
        for first, last in _paragraphs(source.masked, start, end):
            for begin, stop, kind in _dateline_off(source, first, last, named if post < 0 else "post"):
                region = named if kind is None else kind
                yield Block(begin, stop, region, "quote" in kinds, author[0] if author else "", post)


_DATELINE: Final = re.compile(
    r"""
    (?P<place>(?:[A-Z][A-Z.'’-]+(?:[ ][A-Z][A-Z.'’-]+){0,3} (?:,[ ][A-Z][A-Za-z.]+(?:[ ][A-Z][A-Za-z.]+)?){0,2}
      | [A-Z][a-z]+(?:[ ][A-Z][a-z]+)?(?:,[ ][A-Z][a-z]+)?(?=[ ](?:\([A-Z]|--|—)))
      (?:,[ ](?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.?[ ]\d{1,2}(?:,[ ]\d{4})?)?)
    [ ](?P<agency>(?:\((?:AP|AFP|UPI|CNN|EFE|DPA|dpa|ANSA|TASS|Reuters|Xinhua|Bloomberg)\)[ ]?)?(?:--?|—|–))[ ]
    """,
    re.VERBOSE,
)


def _dateline_off(source: Source, first: int, last: int, region: str) -> Iterator[tuple[int, int, str | None]]:
    """ "LISBON, March 3 (Reuters) - Portugal's …": place and date, agency, and the text stand for themselves."""
    found = None
    if region in ("", "text", "p", "body") and source.language in ("", "en"):
        found = _DATELINE.match(source.masked, first, last)
    if found is None:
        yield first, last, None
        return
    yield *found.span("place"), "dateline"
    yield *found.span("agency"), None
    yield found.end(), last, None


def _pieces(source: Source) -> Iterator[tuple[int, int, list[Region]]]:
    """Ranges between the edges of structural regions, with the regions around each, outermost first."""
    structural = [region for region in source.regions if region.kind not in INLINE]
    edges = sorted(
        {0, len(source.text)} | {edge for region in structural for edge in (region.outer.start, region.outer.end)}
    )
    starts: dict[int, list[Region]] = {}
    for region in structural:
        if region.outer.end > region.outer.start:
            starts.setdefault(region.outer.start, []).append(region)
    stack: list[Region] = []
    for start, end in pairwise(edges):
        while stack and stack[-1].outer.end <= start:
            stack.pop()
        stack.extend(starts.get(start, ()))
        yield start, end, stack


_LINE: Final = re.compile(r"[^\r\n]*")
Line = tuple[int, int]


def _paragraphs(text: str, start: int, end: int) -> Iterator[Line]:
    """Lines, or several lines where the text looks wrapped: a line runs on into one that begins in lower case."""
    lines = [
        (match.start(), match.end())
        for match in _LINE.finditer(text, start, end)
        if match.end() > match.start() and not text[match.start() : match.end()].isspace()
    ]
    joins = [_runs_on(text, before, line) for before, line in pairwise(lines)]
    if not _is_wrapped(text, lines, joins):
        yield from lines
        return
    run: Line | None = None
    for line, joined in zip(lines, [False, *joins], strict=False):
        if run is not None and joined:
            run = (run[0], line[1])
            continue
        if run is not None:
            yield run
        run = line
    if run is not None:
        yield run


def _runs_on(text: str, before: Line, line: Line) -> bool:
    """Whether a line may continue the one before it: no blank line between, and wrapped by length or by case."""
    if re.search(r"\n[^\S\n]*\r?\n", text[before[1] : line[0]]):
        return False
    last = text[before[0] : before[1]].rstrip()
    following = text[line[0] : line[0] + 80].lstrip()
    if not last or last[-1] in ".!?:…。！？：؟":
        return False
    wrapped = 45 <= len(last) <= 110
    return wrapped or (following[:1].islower() and len(last) > 20)


def _is_wrapped(text: str, lines: list[Line], joins: list[bool]) -> bool:
    """Whether lines end for want of room: the next word had no room on most of them.

    Forum posts also have a line for each sentence, without marks at its end. The longest line shows nothing.
    """
    lengths = [len(text[first:last].rstrip()) for first, last in lines]
    if not any(joins):
        return True
    width = sorted(lengths)[-1 - len(lengths) // OUTLIERS]
    longest = lengths.index(max(lengths))
    ends = [at for at, joined in enumerate(joins) if joined and at != longest]
    full = sum(lengths[at] + 1 + _first_word(text, lines[at + 1]) > width - RAGGED for at in ends)
    return not ends or full * 2 >= len(ends)


def _first_word(text: str, line: Line) -> int:
    """Characters of the first word of a line."""
    return len(text[line[0] : line[1]].split(maxsplit=1)[0])


def _sentences_of(text: str, block: Block) -> Iterator[list[tuple[int, int]]]:
    """Runs of word offsets, a run a sentence."""
    run: list[tuple[int, int]] = []
    words = [(match.start(), match.end()) for match in _WORD.finditer(text, block.start, block.end)]
    informal = block.region == "post"
    at = 0
    while at < len(words):
        run.append(words[at])
        token = text[words[at][0] : words[at][1]]
        ender = _ENDS.search(token) is not None and (len(token) == 1 or not token[0].isalnum())
        if ender or _MAY_END.fullmatch(token):
            after = _closed(text, words, at)
            if _boundary(text, words, at, after, ender=ender, informal=informal):
                run.extend(words[at + 1 : after])
                at = after
                yield from _cut(text, run)
                run = []
                continue
        at += 1
    yield from _cut(text, run)


def _other_sentences(
    text: str, block: Block, language: Splitter, hints: frozenset[str]
) -> Iterator[list[tuple[int, int]]]:
    """Runs of word offsets in a language with its own words: a sentence ends with a mark, unless lower case follows."""
    words = [(block.start + a, block.start + b) for a, b in language.words(text[block.start : block.end], hints)]
    run: list[tuple[int, int]] = []
    at = 0
    while at < len(words):
        run.append(words[at])
        token = text[slice(*words[at])]
        at += 1
        if token not in language.ENDS:
            continue
        after = _closed(text, words, at - 1)
        following = text[words[after][0]] if after < len(words) else ""
        touching = after < len(words) and words[after][0] == words[after - 1][1] and following.isalnum()
        if token not in language.ALWAYS and (following.islower() or following in set(",;:،؛，") or touching):
            continue
        run.extend(words[at:after])
        at = after
        yield from _cut(text, run)
        run = []
    yield from _cut(text, run)


def _closed(text: str, words: Sequence[tuple[int, int]], at: int) -> int:
    """The index after closing quotes and brackets that touch the word."""
    after = at + 1
    while after < len(words) and words[after][0] == words[after - 1][1] and text[words[after][0]] in _CLOSERS:
        after += 1
    return after


def _boundary(text: str, words: Sequence[tuple[int, int]], at: int, after: int, *, ender: bool, informal: bool) -> bool:
    """Whether a sentence ends with word `at`, where the next begins at `after`."""
    if after >= len(words):
        return True
    start, end = words[after]
    if start == words[after - 1][1] and text[start] not in _QUOTES and not (text[start].isupper() and ender):
        return False  # nothing between: "1.a", "Yahoo!'s"
    following = text[start:end]
    if not ender:
        return following.lower() in _STARTERS and following[:1].isupper()
    if following[:1].isupper() or following[:1].isdigit() or following[0] in _QUOTES or not following[0].isalnum():
        return following[0] not in ",;:)" and not (following[:1].isdigit() and text[words[at][0] : words[at][1]] == "…")
    closed = after > at + 1
    if closed or not following[:1].islower():
        return not following[:1].islower()
    return text[words[at][0]] in "!?" or informal


def _cut(text: str, run: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """The run itself, or parts of at most `MAX_SENTENCE` words, cut after punctuation where there is some."""
    while len(run) > MAX_SENTENCE:
        place = next(
            (i for i in range(MAX_SENTENCE, MAX_SENTENCE // 2, -1) if text[run[i - 1][0] : run[i - 1][1]] in _BREAKS),
            MAX_SENTENCE,
        )
        yield run[:place]
        run = run[place:]
    if run:
        yield run


def _add(document: Document, text: str, run: Sequence[tuple[int, int]], block: Block) -> None:
    number, first = len(document.sentences), len(document.words)
    for index, (start, end) in enumerate(run, first):
        document.words.append(Word(index, text[start:end], start, end, number))
    sentence = Sentence(
        number,
        first,
        len(document.words),
        run[0][0],
        run[-1][1],
        region=block.region,
        quoted=block.quoted,
        speaker=block.speaker,
        post=block.post,
    )
    document.sentences.append(sentence)
