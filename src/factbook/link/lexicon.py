# ruff: noqa: E501 - tables
"""Words of names in four languages: titles, company designators, and the common words institutions and places are named with.

A row of `_CONCEPTS` is one concept: its code, then its words in English, Spanish, Chinese and Arabic (`/` separates words).
Names are translated word by word with it, so that "Sindicato de Estibadores" and "Dockworkers Union" meet.
"""

from __future__ import annotations

from functools import lru_cache

TITLES = frozenset(
    [
        "mr",
        "mrs",
        "ms",
        "miss",
        "mx",
        "dr",
        "prof",
        "professor",
        "sir",
        "dame",
        "lord",
        "lady",
        "judge",
        "justice",
        "mayor",
        "senator",
        "sen",
        "rep",
        "representative",
        "president",
        "vice",
        "prime",
        "minister",
        "premier",
        "chancellor",
        "governor",
        "gov",
        "king",
        "queen",
        "prince",
        "princess",
        "pope",
        "father",
        "fr",
        "sister",
        "brother",
        "rev",
        "reverend",
        "pastor",
        "bishop",
        "archbishop",
        "cardinal",
        "imam",
        "rabbi",
        "sheikh",
        "general",
        "gen",
        "colonel",
        "col",
        "major",
        "maj",
        "captain",
        "capt",
        "lieutenant",
        "lt",
        "sergeant",
        "sgt",
        "officer",
        "detective",
        "inspector",
        "commissioner",
        "chief",
        "chairman",
        "chairwoman",
        "chair",
        "coach",
        "congressman",
        "congresswoman",
        "ambassador",
        "secretary",
        "councillor",
        "alderman",
        "deputy",
        "ex",
        "former",
        "señor",
        "señora",
        "señorita",
        "sr",
        "sra",
        "srta",
        "don",
        "doña",
        "doctor",
        "doctora",
        "profesor",
        "profesora",
        "presidente",
        "presidenta",
        "alcalde",
        "alcaldesa",
        "ministro",
        "ministra",
        "juez",
        "jueza",
        "senador",
        "senadora",
        "diputado",
        "diputada",
        "gobernador",
        "gobernadora",
        "general",
        "padre",
        "rey",
        "reina",
        "papa",
        "السيد",
        "السيدة",
        "الدكتور",
        "الرئيس",
        "الوزير",
        "القاضي",
        "العمدة",
        "الشيخ",
        "الأمير",
        "الملك",
        "النائب",
        "الجنرال",
    ]
)
SUFFIXES = {"jr": "jr", "sr": "sr", "junior": "jr", "senior": "sr", "ii": "ii", "iii": "iii", "iv": "iv"}
PARTICLES = frozenset(
    [
        "van",
        "von",
        "der",
        "den",
        "de",
        "del",
        "della",
        "di",
        "da",
        "dos",
        "das",
        "la",
        "le",
        "el",
        "al",
        "bin",
        "ibn",
        "ben",
        "abu",
        "mac",
        "mc",
        "st",
        "ten",
        "ter",
        "san",
    ]
)
STOPWORDS = frozenset(
    [
        "the",
        "of",
        "and",
        "&",
        "for",
        "in",
        "at",
        "a",
        "an",
        "de",
        "la",
        "el",
        "los",
        "las",
        "del",
        "y",
        "e",
        "en",
        "the's",
        "und",
        "et",
        "der",
        "في",
        "من",
        "و",
        "al",
        "لل",
    ]
)
DESIGNATORS = frozenset(
    [
        "inc",
        "incorporated",
        "corp",
        "corporation",
        "co",
        "company",
        "ltd",
        "limited",
        "llc",
        "plc",
        "gmbh",
        "ag",
        "sa",
        "nv",
        "bv",
        "spa",
        "oy",
        "ab",
        "as",
        "pty",
        "group",
        "holdings",
        "compañía",
        "compania",
        "cia",
        "s.a",
        "sociedad",
        "公司",
        "有限公司",
        "集团",
        "股份有限公司",
        "شركة",
        "مجموعة",
    ]
)
# Endings of Chinese personal titles, which follow the name.
CHINESE_TITLES = (
    "先生",
    "女士",
    "小姐",
    "教授",
    "博士",
    "市长",
    "总统",
    "主席",
    "部长",
    "法官",
    "记者",
    "总理",
    "医生",
    "校长",
)

_CONCEPTS = """
BANK|bank|banco|银行|بنك/مصرف
UNIVERSITY|university|universidad|大学|جامعة
COLLEGE|college|colegio|学院|كلية
SCHOOL|school|escuela|学校|مدرسة
INSTITUTE|institute|instituto|研究所|معهد
HOSPITAL|hospital/clinic|hospital/clínica|医院|مستشفى
CHURCH|church|iglesia|教会/教堂|كنيسة
MOSQUE|mosque|mezquita|清真寺|مسجد
PARTY|party|partido|党|حزب
UNION|union|sindicato/unión|工会/联盟|نقابة/اتحاد
FEDERATION|federation|federación|联合会|اتحاد
ASSOCIATION|association|asociación|协会|جمعية/رابطة
LEAGUE|league|liga|联赛|دوري/رابطة
CLUB|club|club|俱乐部|نادي
TEAM|team|equipo/selección|队|فريق/منتخب
POLICE|police|policía|警察/警方|شرطة
ARMY|army|ejército|军队|جيش
NAVY|navy|armada/marina|海军|بحرية
COASTGUARD|coastguard/coast guard|guardia costera/guardacostas|海岸警卫队|خفر السواحل
COURT|court|tribunal/corte|法院|محكمة
SUPREME|supreme|supremo/suprema|最高|عليا
MINISTRY|ministry/department|ministerio/departamento|部|وزارة
AUTHORITY|authority|autoridad|局|هيئة/سلطة
AGENCY|agency|agencia|署|وكالة
COUNCIL|council|consejo|理事会/委员会|مجلس
COMMITTEE|committee/commission|comité/comisión|委员会|لجنة
PARLIAMENT|parliament|parlamento|议会|برلمان
GOVERNMENT|government|gobierno|政府|حكومة
NATIONAL|national|nacional|国家/全国|وطني/وطنية
FEDERAL|federal|federal|联邦|اتحادي/اتحادية
INTERNATIONAL|international|internacional|国际|دولي/دولية
CENTRAL|central|central|中央|مركزي/مركزية
GENERAL|general|general|总|عام/عامة
UNITY|unity|unidad|团结|وحدة
DEMOCRATIC|democratic|democrático/democrática|民主|ديمقراطي/ديمقراطية
SOCIALIST|socialist|socialista|社会主义|اشتراكي/اشتراكية
LIBERAL|liberal|liberal|自由|ليبرالي
WORKERS|workers/labour/labor|trabajadores/obreros/laborista|工人/劳工|عمال
DOCKWORKERS|dockworkers/dockers/longshoremen|estibadores/portuarios|码头工人|عمال أرصفة
FISHERMEN|fishermen|pescadores|渔民|صيادين
TEACHERS|teachers|profesores/maestros|教师|معلمين
SHIPPING|shipping|naviera/navieras|航运|شحن/ملاحة
FERRIES|ferries/ferry|transbordadores/ferris|轮渡/渡轮|عبارات/عبارة
AIRLINES|airlines/airways|aerolíneas/líneas aéreas|航空|خطوط جوية/طيران
RAILWAY|railway/railways/railroad|ferrocarril/ferrocarriles|铁路|سكك حديدية
ENERGY|energy/power|energía|能源/电力|طاقة/كهرباء
OIL|oil/petroleum|petróleo/petróleos|石油|نفط
MINING|mining/mines|minera/minas|矿业|تعدين
INSURANCE|insurance|seguros|保险|تأمين
STEEL|steel|acero|钢铁|صلب
GAZETTE|gazette|gaceta|公报|جريدة
NEWS|news|noticias|新闻|أخبار
TIMES|times|tiempos|时报|أوقات
TELEVISION|television/tv|televisión|电视台|تلفزيون
RADIO|radio|radio|电台|إذاعة
HARBOR|harbor/harbour|portuaria/portuario|港务|ميناء
PORT|port|puerto|港/港口|مرفأ/بورت
AIRPORT|airport|aeropuerto|机场|مطار
STATION|station|estación|站/车站|محطة
BRIDGE|bridge|puente|桥/大桥|جسر
PIER|pier/dock/quay/wharf|muelle/dique|码头|رصيف
TOWNHALL|town hall/city hall|ayuntamiento/alcaldía|市政厅|بلدية/مبنى بلدية
STADIUM|stadium|estadio|体育场|ملعب/استاد
PARK|park|parque|公园|حديقة/متنزه
SQUARE|square|plaza|广场|ساحة/ميدان
STREET|street|calle|街|شارع
AVENUE|avenue|avenida|大道|جادة
ROAD|road|camino/carretera|路|طريق
PRISON|prison/jail|prisión/cárcel|监狱|سجن
TOWER|tower|torre|塔|برج
HOTEL|hotel|hotel|酒店|فندق
MUSEUM|museum|museo|博物馆|متحف
LIGHTHOUSE|lantern/lighthouse|farol/faro|灯塔|فانوس/منارة
MOUNT|mount/mountain|monte/montaña|山|جبل
RIVER|river|río|河/江|نهر
LAKE|lake|lago|湖|بحيرة
SEA|sea|mar|海|بحر
OCEAN|ocean|océano|洋|محيط
STRAIT|strait|estrecho|海峡|مضيق
BAY|bay|bahía|湾|خليج
GULF|gulf|golfo|海湾|خليج
ISLAND|island/isle|isla|岛|جزيرة
ISLANDS|islands/isles|islas|群岛|جزر
PROVINCE|province|provincia|省|مقاطعة/محافظة
STATE|state|estado|州|ولاية
CITY|city|ciudad|市|مدينة
COUNTY|county|condado|县|قضاء
DISTRICT|district|distrito|区|حي
VALLEY|valley|valle|谷|وادي
DESERT|desert|desierto|沙漠|صحراء
NORTH|north/northern|norte|北|شمال/شمالي/شمالية
SOUTH|south/southern|sur|南|جنوب/جنوبي/جنوبية
EAST|east/eastern|este|东|شرق/شرقي/شرقية
WEST|west/western|oeste|西|غرب/غربي/غربية
NEW|new|nuevo/nueva|新|جديد/جديدة
UNITED|united|unido/unidos/unidas|联合|متحدة/متحد
REPUBLIC|republic|república|共和国|جمهورية
KINGDOM|kingdom|reino|王国|مملكة
GREEN|green/greens|verde/verdes|绿色/绿|خضراء/أخضر
RED|red|rojo/roja|红色/红|حمراء/أحمر
WHITE|white|blanco/blanca|白色|بيضاء/أبيض
BLACK|black|negro/negra|黑色|سوداء/أسود
LIST|list|lista|名单|قائمة
FRONT|front|frente|阵线|جبهة
MOVEMENT|movement|movimiento|运动|حركة
SAINT|saint/st|san/santo/santa|圣|سانت/قديس
ONE|one|uno|一号|أول
TWO|two|dos|二号|ثاني
THREE|three|tres|三号|ثالث
FOUR|four|cuatro|四号|رابع
FIVE|five|cinco|五号|خامس
SIX|six|seis|六号|سادس
SEVEN|seven|siete|七号|سابع
EIGHT|eight|ocho|八号|ثامن
NINE|nine|nueve|九号|تاسع
TEN|ten|diez|十号|عاشر
"""
DIGITS = {"1": "ONE", "2": "TWO", "3": "THREE", "4": "FOUR", "5": "FIVE", "6": "SIX", "7": "SEVEN", "8": "EIGHT",
          "9": "NINE", "10": "TEN"}  # fmt: skip
LANGUAGES = ("en", "es", "zh", "ar")


@lru_cache(maxsize=1)
def concepts() -> dict[str, tuple[str, str]]:
    """Word (folded) to concept and language. A word of two languages keeps the first."""
    from factbook.link.names import fold

    table: dict[str, tuple[str, str]] = {}
    for line in _CONCEPTS.strip().splitlines():
        code, *columns = line.split("|")
        for language, words in zip(LANGUAGES, columns, strict=True):
            for word in words.split("/"):
                table.setdefault(fold(word), (code, language))
    return table


@lru_cache(maxsize=1)
def chinese_words() -> tuple[str, ...]:
    """The Chinese words of the table, longest first."""
    return tuple(
        sorted((word for word, (_, language) in concepts().items() if language == "zh"), key=lambda w: (-len(w), w))
    )


# What a person does, as a field of life: two people of one name in different fields stay two.
_FIELDS = """
sport|footballer striker goalkeeper midfielder defender coach athlete swimmer boxer cyclist golfer pitcher quarterback futbolista delantero portero entrenador 球员 前锋 教练 لاعب مدرب
politics|mayor senator minister president governor lawmaker deputy councillor ambassador premier congressman alcalde alcaldesa senador ministro presidente diputado 市长 部长 议员 总统 رئيس وزير نائب
arts|actor actress singer painter novelist poet composer director musician dancer sculptor actriz cantante pintor poeta 演员 歌手 作家 画家 ممثل مغني شاعر
science|professor scientist physicist chemist biologist lecturer researcher profesor profesora científico 教授 科学家 أستاذ عالم
religion|priest bishop pastor imam rabbi archbishop cardinal sacerdote obispo 牧师 主教 إمام قس
law|judge lawyer attorney prosecutor juez jueza abogado fiscal 法官 律师 检察官 قاضي محامي
crime|thief murderer robber smuggler kidnapper burglar ladrón asesino 小偷 杀手 لص
military|general colonel soldier admiral sergeant lieutenant soldado coronel 将军 士兵 جندي عقيد
business|banker trader entrepreneur shipowner tycoon banquero empresario 商人 银行家 رجل أعمال
medicine|surgeon nurse physician paediatrician cirujano enfermera 医生 护士 طبيب ممرضة
"""


@lru_cache(maxsize=1)
def fields() -> dict[str, str]:
    """Word of an occupation (lower case) to the field of life."""
    table: dict[str, str] = {}
    for line in _FIELDS.strip().splitlines():
        field, words = line.split("|")
        for word in words.split():
            table.setdefault(word, field)
    return table
