"""Chinese words: jieba's dictionary segmentation over the raw text; addresses, numbers and Latin words stay whole."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from factbook.extract.glossary import gloss
from factbook.extract.lexicon import rows, word_set
from factbook.extract.splitting.word_list import Segmenter
from factbook.text.chinese import simplified

ENDS: Final = word_set("。 ！ ？ … …… ! ? . ； ?! !! ？！ ！！ ！？ ？？ ...")
ALWAYS: Final = word_set("。 ！ ？ ！！ ？？ ！？ ？！")
# Characters that write the sounds of foreign names, without those that are frequent words of their own.
_SOUNDS: Final = (
    "阿埃艾安昂奥巴白班邦贝彼波博布蔡查柴茨达黛丹德登迪蒂丁杜顿恩尔法范菲费芬弗福富盖冈高戈格葛古哈海汉赫亨胡华怀惠霍基吉季加迦贾简杰津卡凯坎康柯科克"
    "肯孔库奎拉莱兰朗劳勒雷蕾里理利莉莲林琳隆卢鲁露伦罗洛马玛迈曼芒梅门蒙米密敏明莫默姆穆纳娜奈楠尼妮涅宁纽努诺欧帕派潘庞佩彭皮珀蒲普奇齐契恰乔切琴"
    "琼丘冉荣茹儒瑞若萨塞赛桑森莎沙山珊尚舍申圣施石史舒朔思丝斯松苏孙索塔泰坦汤唐陶特腾提图托瓦万旺威韦维魏温翁沃乌武伍西希锡夏香肖谢辛欣休修雅亚延扬"
    "杨耶叶伊依英尤约泽扎詹珍芝治朱茱卓兹宗祖佐"
)
_FOREIGN: Final = re.compile(rf"[{_SOUNDS}]{{1,6}}(?:[·•・‧-][{_SOUNDS}]{{1,6}})+")
_DOTS: Final = re.compile("[·•・‧-]")
# A unit behind a number stands alone: 27|日|到, not 27|日到.
# So do words that are glued to a name in front of them: 郭子豪|上月, 林淑芬|育有, 张海|出生|于.
_WHOLE: Final = re.compile(
    r"(?<=\d)(?:年(?!代)|[月日岁])|(?<![地天晚海路早会])上(?:月(?![亮光球饼])|周(?![围边]))|出生(?=[于在])|育有(?=[一二两三四\d])"
    r"|首席(?:执行|财务|技术|运营)官"
    r"|https?://[\x21-\x7e]+|www\.[\x21-\x7e]+|[A-Za-z0-9_.+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+"
)


@cache
def _segmenter() -> Segmenter:
    """One word list a process."""
    return Segmenter()


def hints(text: str) -> frozenset[str]:
    """Parts of foreign names, which a dot shows: 海伦娜 and 瓦尔加 of 海伦娜·瓦尔加."""
    names = _FOREIGN.findall(simplified(text))
    return frozenset(part for name in names for part in _DOTS.split(name) if len(part) > 1)


def words(text: str, hints: frozenset[str] = frozenset()) -> list[tuple[int, int]]:
    """Offsets of the words of a text; a hint is one word wherever it stands."""
    out: list[tuple[int, int]] = []
    text, at = simplified(text), 0
    whole = _with(hints) if hints else _WHOLE
    for match in whole.finditer(text):
        out += _segments(text, at, match.start())
        out.append(match.span())
        at = match.end()
    return out + _segments(text, at, len(text))


@lru_cache(maxsize=16)
def _with(hints: frozenset[str]) -> re.Pattern[str]:
    parts = sorted(hints, key=lambda part: (-len(part), part))
    return re.compile("|".join((_WHOLE.pattern, *map(re.escape, parts))))


def _segments(text: str, start: int, end: int) -> list[tuple[int, int]]:
    if start >= end:
        return []
    known = _segmenter().known
    found = _segmenter().tokenize(text[start:end])
    parts = ((start + first, cuts(word, known)) for word, first, _ in found if not word.isspace())
    return [(first + a, first + b) for first, marks in parts for a, b in pairwise(marks)]


# Words of one character that the segmentation of unknown words takes for the edge of a name: 勇是, 为林.
_AHEAD: Final = word_set("为 是 被 由 与 在")
_BEHIND: Final = word_set("是 的 了 被 在")
_PRAISE: Final = word_set("著名 知名 前任 现任")


@lru_cache(maxsize=100_000)
def cuts(word: str, known: Callable[[str], bool]) -> tuple[int, ...]:
    """Where a word of the segmentation begins and ends, and where it is two: 德国|总理, 著名|作家, 勇|是, 为|林."""
    length = len(word)
    if length < 2 or word.isascii():
        return 0, length
    for cut in range(2, length - 1):
        if (word[:cut] in _PRAISE or word[:cut] in _nations()) and gloss("zh", word[cut:], word[cut:], "NOUN"):
            return 0, cut, length
    if not known(word):
        first = int(word[0] in _AHEAD)
        last = length - int(word[-1] in _BEHIND and length - first > 1)
        return tuple(sorted({0, first, last, length}))
    return 0, length


@cache
def _nations() -> frozenset[str]:
    return frozenset(name for row in rows("nations", "zh") for cell in row[:2] for name in cell.split(";"))
