"""What an answer holds already: when, where, who, and the names in it. Pure."""

import re
from functools import lru_cache
from typing import NamedTuple

from voice_agent.reading.by_rules import expression
from voice_agent.reading.wants import Wants
from voice_agent.reading.words.plain_words import at_stops
from voice_agent.reading.words.vocabulary import OPENERS, plain

_AGE = (
    r"(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|"
    r"seventy|eighty)(?:-\w+)?"
)
_OLD = (
    r"\b(?:years? old|(?:i|he|she)(?: was|'d be| would be| must have been| might have been) "
    rf"(?:(?:about|only|just|barely|nearly|almost|perhaps|maybe|still|then|already) ){{0,2}}{_AGE}"
    r"(?! (?:of|or so of|miles|feet|pounds|stone|inches|minutes|hours|days|weeks|months|to))|"
    rf"aged? (?:of )?{_AGE}|at {_AGE}(?! (?:o'clock|in|at|miles|or)))\b"
)
_WHEN = re.compile(
    r"\b(1[5-9]\d\d|20\d\d|nineteen|eighteen hundred|twenties|thirties|forties|fifties|sixties|"
    rf"seventies|eighties|{_OLD}|(?:when|since) i was (?:only |just |still |about )?(?:an? \w+|{_AGE})|during the war)\b",
    re.IGNORECASE,
)
_WHERE = re.compile(
    r"\b(?:in|at|near|from|to|outside) (?:the )?(?:village|town|city|farm|kitchen|house|school|"
    r"church|garden|yard|street|river|sea|coast|mill|shop|barn|field|woods|hills|country)\b|"
    r"\b(?:in|at|near|from|outside) [A-Z][a-z]+"
)
_WHO = re.compile(
    r"\b(mother|father|mum|mom|mama|dad|papa|pa|ma|brother|sister|grandmother|grandfather|grandma|"
    r"grandpa|gran|aunt|uncle|cousin|husband|wife|friend|neighbou?rs?|teacher|son|daughter)\b",
    re.IGNORECASE,
)
_NAME = r"[A-Z][a-z]+(?:[ -](?!January|February|March|April|May|June|July|August)[A-Z][a-z]+){0,2}"
_KIN = r"(?:Mother|Father|Mum|Dad|Aunt|Uncle|Grandma|Grandpa|Granny|Mr|Mrs|Miss)\b"
_PLACED = re.compile(
    rf"\b(?:in|at|near|outside|into|through|reached|around|(?:went|came|moved|sailed|travelled|traveled|go|going|"
    rf"returned|back|off|over|journey|train|ship|road|emigrated|sent) (?:to|from|for)|live[ds]? in) "
    rf"((?!{_KIN})(?:the )?{_NAME})(?!['’]s)\b"
)
_NAMED = re.compile(
    rf"(?:\b(?:with|by|called|named|and|brother|sister|uncle|aunt|cousin|friend|son|daughter|husband|wife|met|"
    rf"married|knew|know|known|saw|Mr\.?|Mrs\.?|Miss) )({_NAME})\b|\b({_NAME})(?=['’]s \w|,? (?:was|had|came|said|went|"
    rf"told|asked|gave|took|would|could|made|used|never|always|who)\b)"
)
NOBODY = frozenset(
    """
    january february march april may june july august september october november december monday tuesday
    wednesday thursday friday saturday sunday christmas easter god lord jesus english french german irish czech polish welsh gaelic yiddish russian latin greek norwegian swedish danish portuguese hungarian chinese japanese turkish hindi punjabi urdu bengali arabic patois
    scottish american british italian spanish dutch catholic protestant methodist bible mr mrs miss sir
    ours yours neither either mine theirs hers his north south east west world great new street road church school mother father mum dad grandma grandpa daddy mummy mommy mammy mama papa pa ma mam mom nan nana granny gran grandad granddad auntie uncle
    """.split()  # noqa: SIM905
)
"""Words with a capital that name nobody, in lower case."""


BUILT = re.compile(
    r"\b(?:Church|Chapel|Street|Road|School|College|Company|Hospital|House|Hotel|Station|University|Society|Club|"
    r"Palace|Castle|Abbey|Cathedral|Universe|Congress|Parliament|Government|Republic|States?|Union|Army|Navy|Empire|"
    r"Constitution|Providence|Nature|Heaven|Majesty|Assembly|Committee|Board|"
    r"Bank|Court|Park|Hall|River|Sea|Lake|Mill|Mills|Act|War|Party|Press|Times|Islands?|Mountains?)\b"
)


_TITLES = [
    "Mr",
    "Mrs",
    "Ms",
    "Miss",
    "Dr",
    "Doctor",
    "Father",
    "Sister",
    "Reverend",
    "Pastor",
    "Canon",
    "Captain",
    "Sergeant",
    "Nurse",
    "Matron",
]
_UNNAMED = {*_TITLES, "Teacher", "Constable", "Officer"} - {"Father", "Sister", "Nurse", "Matron"}
"""Nobody asks what Teacher was like, as one may ask it of Matron."""
_TITLE = re.compile(rf"\b({'|'.join(_TITLES)})\.? $")
_LATELY = re.compile(
    r"\b(?:this (?:morning|afternoon|evening|week)|yesterday|last (?:night|week)|tonight|tomorrow)\b",
    re.IGNORECASE,
)
_NEAR = re.compile(
    r"\b(?:today|the other (?:day|week|night|morning|afternoon)|these days|nowadays|last month|this (?:month|spring|summer|autumn|fall|winter|year)|"
    r"(?:great[- ])?grand ?(?:sons?|daughters?|child(?:ren)?|kids?|weans?)|wee (?:great-)?grand\w+|"
    r"(?:they|we|i|you)(?:'ve| have) (?:just )?(?:started|opened|closed|put|moved|given|got|had|been|taken|built|knocked)|"
    r"(?:he|she|it)(?:'s| has) just|there(?:'s| is) a new|(?:my|your|his|her|our|their) (?:mobile|phone|tablet|laptop|e-?mails?)|"
    r"online|internet|smartphone|wi-?fi|video call\w*|texted|text message|web ?site|sat ?nav|mobility scooter|care ?home|carers?|"
    r"(?<!\ba )(?<!every )(?<!each )(?<!next )(?<!that )(?<!the )(?<!one )(?<!good )(?<!easter )(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"(?! (?:school|best|suit|roast|dinner|clothes|hat|coat|paper|papers|joint|shoes|dress|market|afternoons|nights|mornings|evenings)))\b",
    re.IGNORECASE,
)
"""What somebody old tells of the days they live in now: who has grandchildren is not asked how old they were then."""

_ALSO_PRESENT = frozenset("put cut hit let set hurt cost shut read beat bit".split())  # noqa: SIM905


_SPOKEN = (
    r"\b(?:in|since|by|till|until|about|around) (?:the year )?(?:nineteen[- ](?:and )?)?(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
    r"(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?(?![- ](?:\w+ )?(?:\w+s|people|men|women|children|feet|odd)\b)"
)
"""A year as one says it, at the end of what is said of it: "in eighty-five"."""

_TOLD_ALREADY = tuple(
    (re.compile(asks, re.IGNORECASE), re.compile(tells, re.IGNORECASE))
    for asks, tells in (
        (r"\bsmell\b", r"\b(?:smell\w*|smelt|stank|stink\w*|stench|scent\w*|reek\w*|whiff)\b"),
        (r"\bcalled\b", r"\b(?:called|named?)\b"),
        (r"\bcould you hear\b", r"\b(?:heard|hear|sound(?:s|ed)?|noise|silence|singing|sang|rang|roar\w*|creak\w*)\b"),
        (r"\bwearing\b|\bwear\b", r"\b(?:wore|wearing|worn|dressed|frock|coat|suit|apron|hat|boots|uniform|barefoot)\b"),
        (r"\bhow cold or warm\b", r"\b(?:cold|warm|hot|heat|freezing|frozen|froze|frost\w*|snow\w*|ice|icy|sweat\w*|chilly)\b"),
        (r"\bsort of day\b|\bweather\b", r"\b(?:sunny|rain\w*|snow\w*|fog\w*|wind\w*|storm\w*|hot|cold|frost\w*|clear|grey) ?(?:day|morning|evening)?\b"),
        (r"\bseason\b|\btime of year\b|\bwhat month\b", r"\b(?:spring|summer|autumn|winter|january|february|march|april|may|june|july|august|september|october|november|december|christmas|easter)\b"),
        (r"\bhave to eat\b", r"\b(?:ate|eat|eaten|bread|soup|meat|dinner|supper|breakfast|potatoes|porridge|cake|pie|cheese)\b"),
        (r"\bhow old\b", _OLD),
        (r"\bwhat year\b|\broughly when\b|\bhow long ago\b", rf"\b(?:1[5-9]\d\d|20\d\d)\b|{_OLD}|{_SPOKEN}"),
        (r"\bhow long did\b", rf"\bfor (?:about |over |nearly |almost |some )?(?:{_AGE}|a|an|many|several) (?:whole )?(?:minute|hour|day|week|month|year)s?\b|\ball (?:day|night|summer|winter)\b"),
        (r"\bhow far\b", r"\b(?:miles?|kilometres?|yards|next door|round the corner|across the (?:road|street))\b"),
        (r"\bbefore or after you married\b|\balready married\b", r"\b(?:married|wedding|husband|wife|bride|engaged|courting|at school)\b"),
        (r"\bwhat did they say\b", r"\b(?:said|told me|shouted|laughed)\b"),
        (r"\bwhose idea\b", r"\bidea\b"),
        (r"\bwhat (?:town|village|part of the country)\b|\bwhat town or village\b|\bwhich part of the country\b", r"\b(?:in|at|near|to|from) (?-i:[A-Z])[a-z]{3,}"),
    )
)  # fmt: skip
"""What a question asks for, and the words by which an answer has told it."""


_HURTS = re.compile(
    r"\b(?:miss(?:ed)? (?:him|her|them)|die[ds]?|dying|dead|death|killed|buried|funeral|grave|coffin|wept|tears|grie(?:f|v\w+)|mourn\w*|widow\w*|orphan\w*|"
    r"sorrow\w*|heartbroken|lost (?:my|our|her|his|him|them)|afraid|fear(?:ed|s|ful)?|frighten\w*|terr(?:or|ified|ible|ibly)|"
    r"danger\w*|horr\w+|dreadful\w*|accident|wreck\w*|drown\w*|wound\w*|blood|ill|illness|sick\w*|fever\w*|hospital|"
    r"suffer\w*|pain\w*|miser\w+|hung(?:er|ry)|starv\w*|beat(?:en)?|cruel\w*|asham\w*|shame|lonely|alone|cried|cry|crying|"
    r"sob\w*|bitter\w*|angry|anger|hate\w*|ruin\w*|desperate\w*|despair|bombs?|attack\w*|unhapp\w+|trouble\w*|worst|"
    r"disaster\w*|failed|failure|anxi\w+|distress\w*|bad times?|hold it against|quarrel\w*|betray\w*|unfaithful|jealous\w*)\b",
    re.IGNORECASE,
)

_GONE = (
    r"(?:he|she|they|mother|father|mum|dad|husband|wife|son|daughter|brother|sister|friend)(?:'s| is| has| had|'d|'ve| have)?(?: been)? (?:all )?"
    r"(?:(?<!had )(?<!'d )gone(?! (?:to|out|off|home|back|for|in|on|into|up|down|over|through|and|with|mad|deaf|blind|grey|white))|passed (?:away|on|over|at|in|last|this)|"
    r"went (?:(?:in|last|this|at) (?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|"
    r"winter|christmas|easter|week|month|year)|so (?:quick|sudden)\w*))|lost (?:him|her|them) (?:in|last|at|to|when|that)|(?-i:(?:I|[Ww]e) lost (?!Street|Road|Sunday|Monday)[A-Z][a-z]+)(?! (?:street|road|station|market|airport))|(?:was|were|got) run over"
)
_MOURNS = re.compile(
    rf"\b(?:{_GONE}|lived (?:for |only |just |but )*(?:a few|\w+) (?:minutes|hours|days|weeks)|die[ds]?|dying|dead|death|killed|buried|funeral|grave|coffin|widow\w*|mourn\w*|"
    r"lost (?:my|our|her|his) (?:mother|father|wife|husband|son|daughter|brother|sister|child|baby))\b",
    re.IGNORECASE,
)

_AS_LONG = re.compile(
    r"\b((?:told|tells?|laugh\w*|jok\w*|swore|swear|teas\w*|remind\w*|sang|call(?:ed)? (?:me|us|it|him|her))\b[^.!?;]{0,60}) "
    r"(?:right )?(?:till|until|to|up to) (?:(?:the day|the week|the year) )?(?:he|she|they|[a-z]+) (?:died|passed(?: away| on)?)\b",
    re.IGNORECASE,
)

_LIFELESS = re.compile(
    r"\bdead (?:keys?|ends?|weight|heat|cent(?:re|er)|slow|ringer|right|tired|on|straight|set|easy|keen|proud|against|certain|"
    r"wood|leaves|letters?|handy|good|silence|quiet|level|man's handle|batter(?:y|ies))\b",
    re.IGNORECASE,
)

_PROUD = re.compile(
    r"\b(?:(?:with )?my own (?:two )?hands|all (?:on my own|by myself)|(?:did|done|made|built|brought|raised|reared|managed|ran|carried|dug|moved)\b[^.!?]{0,30}\b(?:on my own|by myself)|single-?handed\w*|(?:the )?(?:first|only) (?:woman|girl|man|boy|lad|one) "
    r"(?:they|in|of|to|who|ever)|(?:won|first|second|took) (?:the |a |first |second )?(?:prize|cup|medal|race|scholarship)|"
    r"(?:they|he|she) made me (?:a |the |their )?(?:fore\w+|head\w*|manager|captain|sergeant|overlooker|matron|partner|chair\w*)|"
    r"passed (?:my|the|every|all) (?:exams?|test|scholarship)|every brick|never missed a day|sh(?:ook|aken) my hand|(?:showed|told|proved to) (?:him|her|them|the \w+|that \w+) (?:where|that|how) (?:he|she|they)(?:'d| had|'s| was| were)? (?:\w+ )?wrong|"
    r"in front of (?:everybody|everyone|them all|the whole \w+)|(?:i was|i am|i'm|i've been) (?:so |that |very |right |never so )?proud|years running|saved (?:his|her|their|a) li(?:fe|ves)|"
    r"(?:out of|from) the (?:canal|river|water|fire|flames) and)\b",
    re.IGNORECASE,
)

LATELY = 45
"""Words at the end of a telling that one is still with when it is over. A guess."""

SHORTLY = 14
"""Words of an answer that can be all "I do not remember", or all "every summer"."""

_BLANK = re.compile(
    r"\b(?:i (?:really |honestly |just |simply )?(?:don't|do not|can't|cannot|couldn't|could not|wouldn't) "
    r"(?:really |quite |rightly )?(?:know(?! who(?:'d|'ll|'s|'ve| would| will| has| does| can)\b)|remember|recall|say|think of|tell you)|nothing (?:much )?comes to mind|no idea|"
    r"i(?:'ve| have) (?:quite )?forgotten|(?:it|that)(?:'s| is| has) (?:all )?gone|nothing to (?:tell|say)|not that i (?:know|remember|recall))\b",
    re.IGNORECASE,
)
_BUT = re.compile(r"\b(?:but|only that|except|though)\b", re.IGNORECASE)


_SOMEBODY = re.compile(r"(?:(?:and|but|well|oh|yes|no),? )*(he|she)\b", re.IGNORECASE)


_MY = re.compile(
    r"\bmy (mother|father|mum|mom|dad|brother|sister|grandmother|grandfather|gran|grandma|grandpa|aunt|uncle|cousin|"
    r"husband|wife|friend|teacher|son|daughter)\b",
    re.IGNORECASE,
)


class Names(NamedTuple):
    """Who and where, as said; first said first."""

    people: tuple[str, ...]
    places: tuple[str, ...]


def given(said: str) -> frozenset[Wants]:
    """Which of when, where and who an answer already holds, so that it is not asked for."""
    found = {
        Wants.WHEN: _WHEN.search(said),
        Wants.WHERE: _WHERE.search(said),
        Wants.WHO: _WHO.search(said),
    }
    return frozenset(wants for wants, match in found.items() if match)


def answered(question: str, said: str) -> bool:
    """Has `said` just told what `question` asks: the smell of it, what was worn, how old one was?"""
    return any(asks.search(question) and tells.search(plain(said)) for asks, tells in _TOLD_ALREADY)


def hurts(said: str) -> bool:
    """Does a word of it speak of death, danger, want, pain or wrong?"""
    return bool(_HURTS.search(outlived(plain(said)))) or mourns(said)


def mourns(said: str) -> bool:
    """Does a word of it speak of a death?"""
    return bool(_MOURNS.search(outlived(plain(said))))


def outlived(said: str) -> str:
    """`said` without the death that only says how long a joke lasted: "He told that one every Christmas till he died"."""
    return _AS_LONG.sub(r"\1", _LIFELESS.sub(" ", said))


def proud(said: str) -> bool:
    """Does it speak of something achieved?"""
    return bool(_PROUD.search(plain(said)))


def lately(said: str) -> str:
    """The last sentences of `said`, one at least: who has told on since is no longer with what came before."""
    sentences = at_stops(said)
    kept = [sentences.pop()]
    while sentences and sum(len(each.split()) for each in (*kept, sentences[-1])) <= LATELY:
        kept.insert(0, sentences.pop())
    return " ".join(kept)


def blank(said: str) -> bool:
    """Is it all that nothing comes to mind?"""
    text = plain(said)
    return len(text.split()) <= SHORTLY and bool(_BLANK.search(text)) and not _BUT.search(text)


def tells(said: str) -> bool:
    """Does `said` tell of something that was, be it of this morning?"""
    return any(map(_past, _words(said)))


@lru_cache(1)  # asked of every question that could follow one answer
def of_today(story: tuple[str, ...]) -> bool:
    """Is it a story of the days they live in now? `story`: their answers in it."""
    return any(_LATELY.search(each) or _NEAR.search(each) for each in map(plain, story))


def _words(said: str) -> list[str]:
    return re.findall(r"[a-z']+", plain(said).lower())


def _past(word: str) -> bool:
    return expression.past(word) and word not in _ALSO_PRESENT


def whom(said: str) -> str:
    """Return "him" or "her" where a few words are about somebody already spoken of; "" where they are not."""
    text = plain(said)
    begun = _SOMEBODY.match(text)
    both = re.search(r"\b(?:he|him)\b", text, re.I) and re.search(r"\bshe\b", text, re.I)
    if begun is None or both or len(text.split()) > SHORTLY:
        return ""
    return {"he": "him", "she": "her"}[begun[1].lower()]


def kin(said: str) -> str:
    """Return "your sister" where a few words name one relation of the narrator's and nobody else; "" where not."""
    text = plain(said)
    found = {each.lower() for each in _MY.findall(text)}
    if len(found) != 1 or len(text.split()) > SHORTLY or _SOMEBODY.match(text):
        return ""
    return f"your {found.pop()}"


def names(said: str) -> Names:
    """Return people and places named in `said`; a name that could be either is a place.

    Whoever was given a title keeps it: nobody asks a lady of ninety about "Tyson".
    """
    text = plain(said)
    places = dict.fromkeys(name for name in _PLACED.findall(text) if is_name(name))
    people = dict.fromkeys(
        f"{title} {name}".strip()
        for title, name in map(_titled, _NAMED.finditer(text))
        if is_name(name)
        and name not in places
        and not BUILT.search(name)
        and not re.search(rf"\b{re.escape(name)}'s [A-Z]", text)  # Queen's Park is a place
        and not _no_person(name, text)
    )
    plainer = {name for name in people if any(other.endswith(f" {name}") for other in people)}
    return Names(tuple(each for each in people if each not in plainer), tuple(places))


def _no_person(name: str, text: str) -> bool:
    """Is it a church, a shop, or what a ship, a dog or a house was called?"""
    called = re.escape(name)
    return bool(
        re.search(rf"\bSt\.? {called}\b", text)
        or re.search(rf"\b{called}['’]s (?:\w+ )?{_PREMISES}\b", text)
        or re.search(rf"{_THING_CALLED} {called}\b", text)
    )


_PREMISES = r"(?:stores?|shop|department|bakery|mill|works|factory|farm|pub|church|school|hall|yard|foundry|theatre|theater|bank|chapel|office|hotel|garage|brewery|market|cathedral|hospital|diner|bar)"
_THING_CALLED = r"\b(?:[Ii]t|[Tt]hat one|[Ww]hich|ship|boat|trawler|engine|lorry|house|street|pub|band|team|one)(?:'s| was| is| were)? (?:called|named)"


def _titled(named: re.Match[str]) -> tuple[str, str]:
    """The title, or "", and the name without it."""
    name = named[1] or named[2]
    first, _, rest = name.partition(" ")
    if first in _TITLES and rest:
        return first, rest
    title = _TITLE.search(named.string, 0, named.start(1 if named[1] else 2))
    return (title[1] if title else ""), name


def is_name(name: str) -> bool:
    """May a word with a capital be a name: no "Before", "Everyone" or "Ours"?"""
    first = name.split()[0].lower()
    if name in _UNNAMED:
        return False
    return first not in NOBODY and first not in OPENERS and len(name) > 2
