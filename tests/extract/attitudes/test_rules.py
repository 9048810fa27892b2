"""A negated, hedged, asked, conditional or reported statement never becomes a fact of the author, in any language.

It becomes an attitude with its source. The plain statement beside each does become a fact.
"""

from __future__ import annotations

import pytest

from factbook.extract.document import Document
from factbook.extract.pipeline import pipeline
from factbook.text.markup import parse_source

# language: the plain statement, and the slots that it fills
PLAIN = {
    "en": ("Steve Jobs founded Apple in 1976.", {"per:organizations_founded", "org:founded_by"}),
    "es": ("Pablo Neruda nació en Parral en 1904.", {"per:city_of_birth"}),
    "zh": ("鲁迅1881年出生在绍兴。", {"per:city_of_birth"}),
    "ar": ("ولد نجيب محفوظ في القاهرة عام 1911.", {"per:city_of_birth"}),
}
Belief = tuple[str | None, str, str]  # source, value, polarity
DENIED: list[Belief] = [(None, "CB", "neg")]
UNSURE: list[Belief] = [(None, "NCB", "pos")]
RUMOUR: list[Belief] = [(None, "ROB", "pos")]


def said(source: str, value: str = "CB", polarity: str = "pos") -> list[Belief]:
    """The author reports; somebody else holds the belief."""
    return [(None, "ROB", "pos"), (source, value, polarity)]


# language, kind, statement, what the text shows that its author and others believe
LESS: list[tuple[str, str, str, list[Belief]]] = [
    ("en", "negated", "Steve Jobs did not found Microsoft Corporation.", DENIED),
    ("en", "negated", "Steve Jobs never founded Microsoft Corporation.", DENIED),
    ("en", "hedged", "Steve Jobs may have founded Apple.", UNSURE),
    ("en", "hedged", "Perhaps Steve Jobs founded Apple.", UNSURE),
    ("en", "asked", "Did Steve Jobs found Apple?", UNSURE),
    ("en", "conditional", "If Steve Jobs had founded Apple alone, he would have owned it all.", UNSURE),
    ("en", "conditional", "Unless Steve Jobs founded Apple, the story makes no sense.", UNSURE),
    ("en", "reported", "Ronald Wayne said that Steve Jobs founded Apple.", said("Ronald Wayne")),
    ("en", "reported", "According to Ronald Wayne, Steve Jobs founded Apple.", said("Ronald Wayne")),
    ("en", "reported", '"Steve Jobs founded Apple in Los Altos," Ronald Wayne said.', said("Ronald Wayne")),
    ("en", "reported", "Ronald Wayne denied that Steve Jobs founded Apple.", said("Ronald Wayne", polarity="neg")),
    ("en", "reported", "Steve Jobs reportedly founded Apple.", RUMOUR),
    ("en", "reported", "Steve Jobs is said to have founded Apple.", RUMOUR),
    ("es", "negated", "Pablo Neruda no nació en Santiago.", DENIED),
    ("es", "hedged", "Quizás Pablo Neruda nació en Santiago.", UNSURE),
    ("es", "hedged", "A lo mejor Pablo Neruda nació en Santiago.", UNSURE),
    ("es", "asked", "¿Nació Pablo Neruda en Santiago?", UNSURE),
    ("es", "conditional", "Si Pablo Neruda nació en Santiago, el libro miente.", UNSURE),
    ("es", "reported", "Pedro Ruiz dijo que Pablo Neruda nació en Santiago.", said("Pedro Ruiz")),
    ("es", "reported", "Según Pedro Ruiz, Pablo Neruda nació en Santiago.", said("Pedro Ruiz")),
    ("es", "reported", "«Pablo Neruda nació en Santiago en 1904», dijo Pedro Ruiz.", said("Pedro Ruiz")),
    ("es", "reported", "Pablo Neruda habría nacido en Santiago.", RUMOUR),
    ("es", "reported", "Al parecer, Pablo Neruda nació en Santiago.", RUMOUR),
    ("zh", "negated", "鲁迅没有出生在北京。", DENIED),
    ("zh", "negated", "鲁迅不是1881年出生在北京。", DENIED),
    ("zh", "hedged", "鲁迅可能出生在北京。", UNSURE),
    ("zh", "hedged", "也许鲁迅出生在北京。", UNSURE),
    ("zh", "asked", "鲁迅出生在北京吗？", UNSURE),
    ("zh", "conditional", "如果鲁迅出生在北京，书上就写错了。", UNSURE),
    ("zh", "reported", "王芳说鲁迅出生在北京。", said("王芳")),
    ("zh", "reported", "王芳表示，鲁迅出生在北京。", said("王芳")),
    ("zh", "reported", "据王芳报道，鲁迅出生在北京。", said("王芳")),
    ("zh", "reported", "王芳否认鲁迅出生在北京。", said("王芳", polarity="neg")),
    ("zh", "reported", "据说鲁迅出生在北京。", RUMOUR),
    ("ar", "negated", "لم يولد نجيب محفوظ في بيروت.", DENIED),
    ("ar", "hedged", "ربما ولد نجيب محفوظ في بيروت.", UNSURE),
    ("ar", "hedged", "من المحتمل أن نجيب محفوظ ولد في بيروت.", UNSURE),
    ("ar", "asked", "هل ولد نجيب محفوظ في بيروت؟", UNSURE),
    ("ar", "conditional", "إذا ولد نجيب محفوظ في بيروت فالكتاب مخطئ.", UNSURE),
    ("ar", "reported", "قال محمد علي إن نجيب محفوظ ولد في بيروت.", said("محمد")),
    ("ar", "reported", "نفى محمد علي أن نجيب محفوظ ولد في بيروت.", said("محمد", polarity="neg")),
    ("ar", "reported", "يقال إن نجيب محفوظ ولد في بيروت.", RUMOUR),
]
KINDS = ("negated", "hedged", "asked", "conditional", "reported")
EVENTS = ("startorg", "beborn")


def read(text: str, language: str = "en") -> Document:
    return pipeline(language).read(parse_source(text, id="d", language=language))


def facts(document: Document) -> set[str | None]:
    return {found.type for found in document.relations if found.scheme == "slot" and found.factual}


def beliefs(document: Document) -> list[Belief]:
    """Who believes what of the event that the statement tells of."""
    return [
        (None if a.source is None else document.mentions[a.source].text, a.value, a.polarity)
        for a in document.attitudes
        if a.kind == "belief"
        and a.target_kind == "event"
        and a.argument is None
        and document.events[a.target].subtype in EVENTS
    ]


@pytest.mark.parametrize("language", PLAIN)
def test_the_plain_statement_is_a_fact(language: str) -> None:
    text, slots = PLAIN[language]
    document = read(text, language)
    assert facts(document) & slots
    assert beliefs(document) == [(None, "CB", "pos")]


@pytest.mark.parametrize(("language", "kind", "text", "expected"), LESS)
def test_anything_less_is_an_attitude_and_no_fact(language: str, kind: str, text: str, expected: list[Belief]) -> None:
    document = read(text, language)
    assert facts(document) == set()
    found = beliefs(document)
    assert [(bool(source), *rest) for source, *rest in found] == [(bool(source), *rest) for source, *rest in expected]
    for (source, *_), (wanted, *_) in zip(found, expected, strict=True):
        assert (source or "").startswith(wanted or "")


def test_every_language_has_an_example_of_every_kind() -> None:
    assert {(language, kind) for language, kind, _, _ in LESS} == {(a, b) for a in PLAIN for b in KINDS}


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "Anna Berg wants to found Microsoft Corporation.", set()),
        ("es", "Ojalá Ana Berg funde la empresa Cemex.", set()),
        ("zh", "但愿鲁迅出生在北京。", set()),
    ],
)
def test_a_wish_is_no_fact(language: str, text: str, expected: set[str]) -> None:
    assert facts(read(text, language)) == expected


def own_beliefs(text: str, language: str = "en") -> set[tuple[str, str]]:
    """Values and polarities of what the nameless author of news believes about events."""
    return {
        (a.value, a.polarity)
        for a in read(text, language).attitudes
        if a.kind == "belief" and a.target_kind == "event" and a.source is None and a.argument is None
    }


def test_a_relative_clause_is_the_writers_own() -> None:
    text = "Peter said that Carla, who was arrested on Friday, had left."
    assert ("CB", "pos") in own_beliefs(text)


@pytest.mark.parametrize(
    ("language", "text"),
    [("es", "¿Acaso la policía detuvo a Pedro Ruiz?"), ("zh", "难道警方逮捕了张伟吗？")],
)
def test_a_rhetorical_question_is_a_belief_in_the_opposite(language: str, text: str) -> None:
    assert own_beliefs(text, language) == {("CB", "neg")}


def test_a_guess_without_a_subject_is_the_writers_own() -> None:
    assert own_beliefs("Creo que la policía detuvo a Pedro Ruiz.", "es") == {("NCB", "pos")}


# language, plain statement, and ways to say less: none is a fact, and none a committed belief of the writer
WAYS: list[tuple[str, str, list[str]]] = [
    (
        "en",
        "Greta Holm founded Ericsson.",
        [
            "I doubt that Greta Holm founded Ericsson.",
            "It is possible that Greta Holm founded Ericsson.",
            "Greta Holm seems to have founded Ericsson.",
            "As far as I know, Greta Holm founded Ericsson.",
            "Most likely, Greta Holm founded Ericsson.",
            "There is no evidence that Greta Holm founded Ericsson.",
            "Rumour has it that Greta Holm founded Ericsson.",
            "Per the BBC, Greta Holm founded Ericsson.",
            "In the view of Tom Hart, Greta Holm founded Ericsson.",
            "Greta Holm is alleged to have founded Ericsson.",
            "Greta Holm founded Ericsson in Stockholm, according to the BBC.",
            "Greta Holm claims to have founded Ericsson.",
            "Provided that Greta Holm founded Ericsson, the story is true.",
            "Had Greta Holm founded Ericsson, she would be rich.",
            "Whether or not Greta Holm founded Ericsson, nobody cares.",
            "Greta Holm has yet to found Ericsson.",
            "No one named Greta Holm founded Ericsson.",
            "Greta Holm, they say, founded Ericsson.",
            "Greta Holm is about to found Ericsson.",
            "Greta Holm almost founded Ericsson.",
        ],
    ),
    (
        "en",
        "Hugo Stein is the president of Renault.",
        [
            "Hugo Stein is no longer the president of Renault.",
            "Is Hugo Stein the president of Renault?",
            "Hugo Stein is perhaps the president of Renault.",
            "Hugo Stein is likely to become president of Renault.",
            "Hugo Stein failed to become president of Renault.",
            "Hugo Stein denies being president of Renault.",
            "Assuming Hugo Stein becomes president of Renault, nothing will change.",
            "Critics say Hugo Stein is the president of Renault.",
        ],
    ),
    (
        "es",
        "Sven Lind murió en Oslo.",
        [
            "Es falso que Sven Lind muriera en Oslo.",
            "No es verdad que Sven Lind muriera en Oslo.",
            "Que yo sepa, Sven Lind murió en Oslo.",
            "No estoy seguro de que Sven Lind muriera en Oslo.",
            "En caso de que Sven Lind muera en Oslo, hereda el Estado.",
            "A menos que Sven Lind muera en Oslo, no habrá herencia.",
            "De acuerdo con la BBC, Sven Lind murió en Oslo.",
            "En opinión de Tomás Hart, Sven Lind murió en Oslo.",
            "Sven Lind murió en Oslo, aseguró su abogado.",
            "Sven Lind murió en Oslo, supongo.",
            "He oído que Sven Lind murió en Oslo.",
            "Sven Lind moriría en Oslo.",
        ],
    ),
    (
        "es",
        "Hugo Ruiz es el presidente de Renault.",
        [
            "Puede que Hugo Ruiz sea el presidente de Renault.",
            "¿Es Hugo Ruiz el presidente de Renault?",
            "¿Hugo Ruiz, presidente de Renault?",
            "Hugo Ruiz ya no es presidente de Renault.",
            "Corre el rumor de que Hugo Ruiz es el presidente de Renault.",
            "Hugo Ruiz sería el presidente de Renault.",
            "Hugo Ruiz aspira a ser presidente de Renault.",
            "No creo que Hugo Ruiz sea el presidente de Renault.",
            "Es imposible que Hugo Ruiz sea el presidente de Renault.",
        ],
    ),
    (
        "es",
        "Clara Vega fundó la empresa Cemex.",
        [
            "De ser cierto que Clara Vega fundó la empresa Cemex, sería noticia.",
            "Clara Vega estuvo a punto de fundar la empresa Cemex.",
            "Los rumores de que Clara Vega fundó la empresa Cemex son falsos.",
            "Clara Vega, al parecer, fundó la empresa Cemex.",
            "No es seguro que Clara Vega fundara la empresa Cemex.",
            "Clara Vega desistió de fundar la empresa Cemex.",
            "Ni Clara Vega ni Bruno Salas fundaron la empresa Cemex.",
            "Nadie cree que Clara Vega fundara la empresa Cemex.",
            "Yo diría que Clara Vega fundó la empresa Cemex.",
            "Ayer trascendió que Clara Vega fundó la empresa Cemex.",
            "Clara Vega fundó la empresa Cemex, o eso dicen.",
            "La fiscal sospecha que Clara Vega fundó la empresa Cemex.",
        ],
    ),
    (
        "zh",
        "朱军杀害了罗刚。",
        [
            "看样子朱军杀害了罗刚。",
            "没有证据表明朱军杀害了罗刚。",
            "谁知道朱军是不是杀害了罗刚。",
            "一旦朱军杀害罗刚，警方会调查。",
            "假设朱军杀害了罗刚，警方会调查。",
            "朱军被控杀害罗刚。",
            "有传言称朱军杀害了罗刚。",
            "朱军自称杀害了罗刚。",
            "朱军杀害罗刚的说法不属实。",
            "朱军杀害罗刚的传闻不实。",
            "即便朱军杀害了罗刚，也没有人知道。",
            "警方不承认朱军杀害了罗刚。",
            "记者误以为朱军杀害了罗刚。",
            "外界普遍认为朱军杀害了罗刚。",
            "朱军未能杀害罗刚。",
            "朱军没有在上海杀害罗刚。",
            "朱军放弃杀害罗刚。",
            "朱军计划杀害罗刚。",
            "朱军杀害了罗刚，王芳说。",
        ],
    ),
    ("zh", "周杰与林红结婚了。", ["周杰没有与林红结婚。", "周杰没有跟林红结婚。", "网传周杰与林红结婚。"]),
    (
        "zh",
        "孙丽是北京大学校长。",
        [
            "孙丽不是北京大学校长。",
            "孙丽不再担任北京大学校长。",
            "孙丽是北京大学校长吗？",
            "我觉得孙丽是北京大学校长。",
            "除非孙丽是北京大学校长，否则不能报名。",
            "网上传孙丽是北京大学校长。",
            "孙丽当选北京大学校长了吗？",
            "孙丽并非北京大学校长。",
            "看来孙丽是北京大学校长。",
            "在王芳看来，孙丽是北京大学校长。",
            "孙丽有望出任北京大学校长。",
            "孙丽或将出任北京大学校长。",
            "孙丽拟任北京大学校长。",
        ],
    ),
    (
        "ar",
        "اعتقل طارق زيد في دمشق.",
        [
            "ما اعتقل طارق زيد في دمشق.",
            "يحتمل أن طارق زيد اعتقل في دمشق.",
            "من المرجح أن طارق زيد اعتقل في دمشق.",
            "يشاع أن طارق زيد اعتقل في دمشق.",
            "سمعت أن طارق زيد اعتقل في دمشق.",
            "أقسم محاميه أن طارق زيد اعتقل في دمشق.",
            "رجحت منى سعد أن طارق زيد اعتقل في دمشق.",
            "لا دليل على أن طارق زيد اعتقل في دمشق.",
            "من غير المؤكد أن طارق زيد اعتقل في دمشق.",
            "في حال اعتقل طارق زيد في دمشق سيأتي محاميه.",
            "إن اعتقل طارق زيد في دمشق سيأتي محاميه.",
        ],
    ),
    (
        "ar",
        "حسن علي رئيس جامعة القاهرة.",
        [
            "ليس حسن علي رئيس جامعة القاهرة.",
            "هل حسن علي رئيس جامعة القاهرة؟",
            "أظن أن حسن علي رئيس جامعة القاهرة.",
            "بحسب منى سعد، حسن علي رئيس جامعة القاهرة.",
            "في حال أصبح حسن علي رئيس جامعة القاهرة سنستقيل.",
            "أفادت وكالة رويترز بأن حسن علي رئيس جامعة القاهرة.",
        ],
    ),
]


def committed(document: Document) -> bool:
    """Whether the nameless writer is committed to an event that the statement tells of."""
    return any(
        a.kind == "belief" and a.target_kind == "event" and (a.source, a.value, a.polarity) == (None, "CB", "pos")
        for a in document.attitudes
    )


@pytest.mark.parametrize(("language", "plain"), [(language, plain) for language, plain, _ in WAYS])
def test_what_is_said_without_reserve_is_found(language: str, plain: str) -> None:
    document = read(plain, language)
    assert facts(document) or committed(document)


@pytest.mark.parametrize(("language", "text"), [(language, text) for language, _, texts in WAYS for text in texts])
def test_no_way_to_say_less_makes_a_fact(language: str, text: str) -> None:
    document = read(text, language)
    assert facts(document) == set()
    assert not committed(document)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Everyone knows that Sven Lind died in Oslo.", "per:city_of_death"),
        ("Critics say that Hugo Stein, the president of Renault, is ill.", "per:title"),
        ("Far from Oslo, Sven Lind died in Paris.", "per:city_of_death"),
        ("Almost forgotten, Sven Lind died in Paris.", "per:city_of_death"),
    ],
)
def test_what_stands_as_a_fact_inside_stays_one(text: str, fact: str) -> None:
    assert fact in facts(read(text))


def test_a_relation_beside_a_condition_is_no_committed_belief() -> None:
    """ "she" of the main clause is Rosa Vidal: that she lives in Madrid is still supposed."""
    document = read("If Rosa Vidal lives in Madrid, she can vote there.")
    found = [a for a in document.attitudes if a.kind == "belief" and a.target_kind == "relation"]
    assert found
    assert {a.value for a in found} == {"NCB"}
