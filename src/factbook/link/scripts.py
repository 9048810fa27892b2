# ruff: noqa: E501 - tables
"""Other scripts: how a name sounds, coarsely enough that its transliterations agree.

`romanise` turns Chinese transliteration characters, Arabic and Cyrillic letters into Latin letters; `skeleton` reduces
Latin letters to classes of consonants. Both are for comparing names, never for display.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

# Characters that Chinese uses to write foreign names, by the sound they stand for (not by their pinyin).
_CHINESE_SOUNDS = """
a 阿啊 ai 艾埃爱哀 an 安 ang 昂 ao 奥澳敖 ba 巴芭帕 bai 白拜 ban 班 bang 邦 bao 保鲍 be 贝别 ben 本 bi 比毕碧彼 bin 宾
bo 伯博波玻 bu 布不 ca 查恰 chi 奇齐 chin 钦琴秦 cho 乔 da 达大 dai 代黛戴 dan 丹 dao 道 d 德 den 登邓 di 迪狄蒂第 din 丁 do 多朵
dong 东 du 杜 duan 段 e 厄 en 恩 er 尔 fa 法 fan 凡范方 fe 费菲霏 fen 芬 fon 丰冯 f 弗夫 fu 福富 ga 加嘉伽 gai 盖 gan 甘 gang 冈 ge 戈
g 格葛 gen 根 gu 古 gua 瓜 gui 圭 ha 哈 hai 海 han 汉 hao 豪 h 赫 hei 黑 hen 亨 hong 洪宏 hou 侯 hu 胡休 hua 华 hui 惠 ho 霍 ki 基
ji 吉季 ja 贾 jen 简 je 杰 jin 金 jo 约 ka 卡 kai 凯 kan 坎 kang 康 kao 考 ko 科柯 k 克 ken 肯 ku 库 kua 夸 kun 昆 la 拉腊 lai 莱赖 lan 兰
lang 朗 lao 劳 le 勒雷蕾 li 里利莉丽理李黎立 lian 连廉莲 lin 林琳 long 龙隆 lu 卢鲁路露 lun 伦 lo 罗洛萝 lui 吕 ma 马玛 mai 迈麦 man 曼 mang 芒
mao 毛 me 梅 men 门 meng 蒙孟 mi 米 min 明敏 mo 莫默 m 姆 mu 穆 na 纳娜拿 nai 奈乃 nan 南 nao 瑙 ne 内涅 ni 尼妮 nin 宁 niu 纽 nu 努 no 诺 o 欧
pai 派 pan 潘 pang 庞 pe 佩 peng 彭 pi 皮 pin 平 po 坡珀 p 普 qi 其 qie 切 qu 曲 ran 让 re 热 ren 任 ri 日 rong 荣 ru 茹 rui 瑞 sa 萨 sai 塞赛
san 桑 se 瑟 sen 森 sha 沙莎夏 shan 山珊 shang 尚 shao 绍 she 舍 shen 申 sh 什 shi 施石史 shu 舒 s 斯丝思司 son 松 su 苏素 sun 孙 so 索 ta 塔 tai 泰
tan 坦 tang 汤唐 tao 陶 t 特 teng 滕 ti 提 tin 廷 tu 图 to 托 va 瓦 van 万 wang 旺王 vi 威韦维薇魏 wen 温文 vo 沃 wu 乌武 si 西希锡席茜 xiang 香
sho 肖萧 xie 谢 sin 辛欣 xing 兴 xu 许 xue 雪 son 逊 ya 雅亚娅 yan 扬 yang 杨 yao 尧 ye 耶叶 i 伊易 in 因英 yu 尤于 yun 云 ze 泽 zha 扎 jan 詹
zhang 张章 zhen 珍 zhi 芝 ju 朱 z 兹 zo 佐 zu 祖 chen 陈 chang 常昌 huang 黄 zhao 赵 zhou 周 gao 高 guo 郭国 he 何贺 xiao 晓小 liu 刘 wei 伟卫 jun 军俊
kui 奎 bo 勃 che 彻 chu 楚 s 茨策 huai 怀 je 捷 jin 津 ka 喀 ko 寇 le 列烈 lo 略 chi 契 sa 撒 te 忒 wu 伍 cho 卓 gong 贡 ko 珂 kai 恺 qiang 强 ping 屏 yong 勇永 gang 刚 jie 洁 juan 娟 yan 艳燕 fang 芳 hong 红虹 jing 静京 ying 颖 xin 新 yi 义毅 ming 铭 bei 北 de 的
"""
_ARABIC_SOUNDS = {
    **dict(zip("ابتثجحخدذرزسشصضطظعغفقكلمنهويءآأإؤئةى", [
        "a", "b", "t", "th", "j", "h", "kh", "d", "d", "r", "z", "s", "sh", "s", "d", "t", "z", "a", "g", "f", "k", "k",
        "l", "m", "n", "h", "o", "i", "", "a", "a", "i", "o", "i", "a", "a",
    ], strict=True)),
    "پ": "p", "چ": "ch", "گ": "g", "ڤ": "v", "ژ": "j",
}  # fmt: skip
_CYRILLIC_SOUNDS = dict(zip("абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґ", [
    "a", "b", "v", "g", "d", "e", "j", "z", "i", "i", "k", "l", "m", "n", "o", "p", "r", "s", "t", "u", "f", "kh", "ts",
    "ch", "sh", "sh", "", "i", "", "e", "yu", "ya", "yo", "i", "i", "e", "g",
], strict=True))  # fmt: skip


@lru_cache(maxsize=1)
def _sounds() -> dict[str, str]:
    table: dict[str, str] = dict(_ARABIC_SOUNDS) | _CYRILLIC_SOUNDS
    words = _CHINESE_SOUNDS.split()
    for sound, characters in zip(words[::2], words[1::2], strict=True):
        for character in characters:
            table.setdefault(character, sound)
    return table


@lru_cache(maxsize=65536)
def script(text: str) -> str:
    """The script of the first letter: latn hans arab cyrl, or zzzz."""
    for character in text:
        if "一" <= character <= "鿿":
            return "hans"
        if "؀" <= character <= "ۿ":
            return "arab"
        if "Ѐ" <= character <= "ӿ":
            return "cyrl"
        if character.isalpha():
            return "latn" if character < "ɐ" else "zzzz"
    return "zzzz"


def strip_accents(text: str) -> str:
    """Without the accents of Latin letters and the vowel points of Arabic."""
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", "".join(c for c in decomposed if not unicodedata.combining(c)))


def romanise(text: str) -> str:
    """Latin letters for the sound of a name; a Chinese character without an entry is `Q`."""
    if text.isascii():
        return text.lower()
    sounds = _sounds()
    letters = []
    for character in strip_accents(text).lower():
        if character.isascii():
            letters.append(character)
        elif character in sounds:
            letters.append(sounds[character])
        elif "一" <= character <= "鿿":
            letters.append("Q")  # a character that writes no foreign sound agrees with nothing but itself
        elif character.isalpha() and character < "ɐ":
            letters.append(_LATIN.get(character, ""))
    return "".join(letters)


_LATIN = {"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "æ": "e", "œ": "e", "ı": "i", "þ": "th", "ð": "d"}
# Longest first; the order matters.
_CLUSTERS = (
    ("tsch", "J"), ("sch", "J"), ("tch", "J"), ("ph", "F"), ("sh", "J"), ("ch", "J"), ("zh", "J"), ("dj", "J"), ("kh", "K"),
    ("gh", "K"), ("ck", "K"), ("qu", "K"), ("th", "T"), ("ts", "S"), ("tz", "S"), ("ll", "L"), ("ng", "N"), ("wh", "F"),
    ("ce", "Se"), ("ci", "Si"), ("cy", "Si"), ("x", "KS"),
)  # fmt: skip
_CLASSES = {
    "b": "B", "p": "B", "f": "F", "v": "F", "w": "F", "k": "K", "c": "K", "q": "K", "g": "K", "j": "J", "s": "S", "z": "S",
    "d": "T", "t": "T", "r": "L", "l": "L", "m": "M", "n": "N", "h": "H",
}  # fmt: skip
_VOWELS = frozenset("aeiouy")


@lru_cache(maxsize=65536)
def skeleton(text: str) -> str:
    """Classes of the consonants of a name, in order; an initial vowel is `A`, h counts only at the start."""
    letters = romanise(text)
    for cluster, sound in _CLUSTERS:
        letters = letters.replace(cluster, sound)
    classes: list[str] = []
    gap = True  # a vowel or the start came before: the same class again is a new sound
    for letter in letters:
        kind = letter if letter.isupper() else _CLASSES.get(letter, "")
        if not kind:
            if letter in _VOWELS:
                if not classes:
                    classes.append("A")
                gap = True
            continue
        if kind == "H" and classes:
            continue
        if gap or not classes or classes[-1] != kind:
            classes.append(kind)
        gap = False
    return "".join(classes)


def similarity(first: str, second: str) -> float:
    """1 minus the edit distance of two strings over the longer length."""
    if first == second:
        return 1.0
    longest = max(len(first), len(second))
    return 1.0 - edit_distance(first, second) / longest if longest else 1.0


def edit_distance(first: str, second: str) -> int:
    """Insertions, deletions, substitutions and swaps of neighbours that turn one string into the other."""
    if len(first) > len(second):
        first, second = second, first
    before: list[int] = []
    row = list(range(len(first) + 1))
    for at, letter in enumerate(second, 1):
        line = [at]
        for index, other in enumerate(first, 1):
            cost = min(row[index] + 1, line[index - 1] + 1, row[index - 1] + (letter != other))
            swapped = index > 1 and at > 1 and letter == first[index - 2] and other == second[at - 2]
            if swapped:
                cost = min(cost, before[index - 2] + 1)
            line.append(cost)
        before, row = row, line
    return row[-1]
