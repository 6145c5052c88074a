"""Abuse that is told by its form: somebody near, what they do, and the narrator or what is theirs, now. Pure.

A reader of meanings knows what it was taught; this knows grammar, in whatever words the rest is told. Each kind below is
one way in which harm is done at home, and what looks the same and is none stands beside it: help that is wanted, play,
nursing, a story of long ago. By itself it leads to the question whether all is right (wishes.py); with a reader of
meanings that makes the same of it, it is believed (cries.py).
"""

import re
from functools import lru_cache
from typing import NamedTuple

from voice_agent.reading.words.late_pattern import LatePattern

_DEGREE = r"(?:(?:own|eldest|youngest|older|younger|big|little|young|late|step|ex|great|other|new|poor|wicked|good) )*"
KIN = (
    r"(?:(?:grand ?|step ?)?(?:son|daughter)s?(?: in law)?|lads?|lass(?:ie)?|lassies|boys?|girls?|nephew|niece|husband|hubby|wife|missus|"
    r"brother(?: in law)?|sister(?: in law)?|cousin|partner|boyfriend|girlfriend|family|children|kids|bairns|beta|bahu|bhai|"
    r"(?:next door )?neighbou?rs?|carers?|care ?workers?|helpers?|aides?|nurses?|landlord|landlady|lodger|tenant|home help|cleaner|warden|matron|manager|"
    r"orderly|staff|gardener|builders?|roofers?|driver|friends?|mates?|pals?|fellow|fella|bloke|chap|man|woman|lady|gentleman|ones?|lot|people|folk|youth)"
)
"""Whoever may be near an old person."""

_NOBODY = (
    r"(?:it|its|that|this|these|those|what|which|whatever|something|nothing|everything|anything|nobody|none|no|not|never|i|you|we|me|us|my|your|our|"
    r"the|an?|some|any|every|each|all|both|where|there|here|how|when|why|because|if|as|like|than|mother|father|mum|mummy|mom|mam|dad|daddy|mama|papa|pa|"
    r"ma|grandma|grandmother|grandpa|grandfather|granny|gran|grandad|granddad|nan|nana|teacher|headmaster|sir|sergeant|god|lord|jesus|baby|dogs?|cats?|"
    r"puppy|kitten|horse|pony|goat|parrot|cow|ram|goose|wind|rain|sun|cold|arthritis|sciatica|pain|work|age|life|death|time|love|drink|doctors?|dentist|"
    r"physio|physiotherapist|barber|hairdresser|optician|surgeon|bank|council|government|taxman|postman|milkman|people used|of|in|on|at|by|from|for|with|to|"
    r"only|now|today|yesterday|just|still|even|could|would|should|might|must|will|shall|can|may|have|has|had|been|is|are|was|were|be|do|does|did|and|or|but|so|then|to|"
    r"better|always|often|sometimes|also|already|once|twice|again|soon|out|up|down|over|off|about|him|her|them|he|she|they|who|used|got|go|gone|come|came|take|keep|get|\w+(?:ing|ness|itis|ism|tion))"
)
_ARTICLE = r"(?<!\bthe )(?<!\ba )(?<!\bmy )(?<!\bthat )(?<!\bthis )(?<!\bof )(?<!\bhis )(?<!\bher )(?<!\btheir )(?<!\bto )"
_OFTEN = r"(?: (?:always|often|still|sometimes|only|even|also|regularly|both|now|then|nearly|all|just|(?:came|come|comes|walks|walked|got|gets|turns|turned) (?:\w+ ){0,4}?and|comes? (?:in |round )?and|goes? and|went and|got up and|up and))*"
_WILL = r"(?: (?:will|would|does|likes to|tries to|wants to|starts to|used and|be|do))+"
_NEAR = rf"\b(?:my|our|me|mi|the|that|this|his|her|their|one of the|an?|them|these) {_DEGREE}(?:\w+ )?{KIN}(?: s)?(?: (?:who|that|what) (?:\w+ ){{1,4}}?(?:me|here|in|for me))?"
_NAME = rf"{_ARTICLE}\b(?!{_NOBODY}\b)[a-z]{{2,}}"
_ONE = rf"(?:\b(?:he|she|somebody|someone)|{_NEAR}|{_NAME})"
"""Somebody of the household, somebody by name, or a pronoun."""

_MANY = rf"(?:\b(?:they|him|them|dem|people)|{_NEAR})"
"""Several; "him" as it is said in the Caribbean."""

_WHOM = rf"(?:him|her|them|that \w+|{_NEAR}|[a-z]+)"

_BODY = r"(?:hair|arms?|wrists?|neck|throat|ears?|face|mouth|nose|legs?|shins?|ankles?|ribs?|hands?|fingers?|thumb|chest|breasts?|shoulders?|head|cheek|back|skin|stomach|jaw|lip)"
_MINE = rf"(?:(?:me|us)\b|(?:my|mi|me) (?:\w+ )?{_BODY}\b)"
_THINGS = (
    r"(?:money|pension(?: book| money)?|savings|allowance|benefits?|cash|purse|hand ?bag|wallet|(?:bank )?cards?|bank book|che(?:que|ck) ?books?|pin(?: number)?|account|"
    r"(?:bank )?statements?|letters?|post|mail|(?:tele)?phone|mobile|(?:car |door |house |front door )?keys?|tablets?|pills?|medicines?|medication|inhaler|insulin|patches|"
    r"food|dinners?|meals?|bread|plate|glasses|specs|spectacles|teeth|dentures|hearing aids?|batteries|stick|frame|walker|wheelchair|passport|papers|deeds|documents|"
    r"coat|shoes|slippers|clothes|blankets?|heating|electric|bell|buzzer|alarm|pendant|jewell?ery|rings?|medals|silver|house|flat|home|things|telly|television|wireless|radio|ornaments|photographs|furniture|scooter)"
)
_OWN = rf"(?:(?:all|most|half|some) (?:of )?)?(?:my|mi|me) (?:\w+ ){{0,2}}?{_THINGS}\b"
_SUM = r"(?:money|cash|pounds?|quid|dollars|euros?|rupees|hundred|thousand|\d+|fifty|twenty|forty|eighty|pension)"
_PAID = rf"(?:\w+ ){{0,6}}?{_SUM}\b"

_RECENT = (
    r"(?:yesterday|today|tonight|last (?:night|week|time|month|\w+day)|this (?:morning|week|afternoon|evening|month|time)|the other (?:day|night|week|morning)|"
    r"(?<!the )(?<!one )(?<!a )(?<!that )(?<!every )(?:mon|tues|wednes|thurs|fri|satur|sun)days?|again now|just now|(?:two|three|four|few) (?:days|nights|weeks) (?:ago|since)|day before|"
    r"this minute|nowadays|every (?:day|night|week)|black and blue|my own (?:son|daughter|wife|husband|grandson|granddaughter|boy|girl|lad|lass|brother|sister|flesh))"
)

_HELP = re.compile(
    r"\b(?:(?:he|she|they) means?(?: well| no harm| it kindly| \.|$)|for me\b(?! own)|so (?:that )?i (?:do|can|will|need) not (?:have to|need|forget|lose|fall|worry|run)|to save me|i (?:asked|begged|told|wanted|want|let|trust|like|love|chose) (?:him|her|them|it|that)|"
    r"i gave (?:him|her|them|it) (?:it|the|my|leave|to)|i (?:gave|handed) (?:it|them) to|of my own (?:accord|free will)|i (?:could|would) not (?:do|manage|cope) without|with my (?:blessing|leave|say so)|bless (?:him|her|them)|"
    r"god send|godsend|very kind|ever so (?:kind|good)|is (?:so |very |that )?(?:good|kind|gentle) (?:to|with)|so (?:good|kind|gentle)|grateful|thankful|we agreed|"
    r"lovely (?:girl|lad|man|woman)|good as gold|spare|mended|to be mended|repaired|polished|warm|ready|till i (?:am|get) (?:better|home|back)|while i (?:am|was) (?:in|away|on)|"
    r"keeps? me right|i am glad (?:he|she|they)|that suits me|it suits me)\b"
)
"""Help that is wanted."""

_PLAY = re.compile(
    r"\b(?:(?<!\bhe )(?<!\bshe )(?<!\bthey )laugh\w*|giggl\w+|jok\w+|teas\w+|in (?:fun|play)|for (?:fun|a lark|luck|charity)|playing|plays|played|game|games|tickl\w+|danc\w+|wrestl\w+|cuddl\w+|hugs?|kiss\w*|"
    r"cards|chess|draughts|dominoes|scrabble|bingo with|snooker|rugby|football|judo|boxing|pantomime|film|telly|television|on the stage|in the play|"
    r"in the book|story|stories|soap|dream\w*|song|physio\w*|exercises?|injection|needle|blood pressure|dressing(?! gown)|bandage|splinter|x ray|chemist|chiropod\w+|hairdresser|rollers|haircut|trim|comb\w*|brush\w*|plaits?|"
    r"surprise|birthday|raffle|sweepstake|pools|lottery|bet|wager)\b"
)
"""Play, nursing, and what is only told of."""

_SMALL = re.compile(
    r"\b(?:toddler|baby|babies|(?:great )?grand(?:children|kids|bairns)|great grand\w+|little (?:one|ones|lad|girl|boy)|years? old|months? old|puppy|kitten|kittens|cat|parrot)\b"
)
"""Who means no harm by it; they may be what is threatened."""

_PAST = re.compile(
    r"\b(?:used to|in those days|them days|years ago|long ago|when i was (?:a|an|about|only|young|little|small|at|in|nobbut|six|seven|eight|nine|ten|\w+teen|twenty)|"
    r"when (?:we|they) were|as (?:a )?(?:child|children|boy|girl|lad|lass|bairn|kids)|in the (?:war|army|navy|mill|pit|fifties|forties|sixties|thirties|seventies)|at school|school ?days|"
    r"(?:in|back in) (?:19|18)\d\d|in nineteen|before the war|the blitz|the camp|orphanage|in service|apprentice\w*|my (?:first|late) husband|back then|once upon|long since|"
    r"(?:\w+ )?(?:odd )?years? (?:since|back|ago|past)|my (?:father|mother|dad|mum|mam|mammy|old man) (?:\w+ )?(?:hit|took|locked|slapped)|preacher|baptiz\w+|slaver\w+|slaves?|mars\w*|massa|missis|overseer|convent|nuns?|evacuee\w*|evacuated|foreman|headmaster|we were (?:kids|young|small))\b"
)


class Kind(NamedTuple):
    """One way in which harm is done, and what of the same form is none."""

    name: str
    rule: LatePattern
    unless: LatePattern | None = None
    lately: bool = False
    """Only where the turn says that it was lately: its verbs may stand in any past."""


def _rule(pattern: str) -> LatePattern:
    return LatePattern(pattern)


def _does(singly: str, many: str, object_: str) -> LatePattern:
    """Somebody does it now: "he takes my", "they take my", "she keeps on taking my" is said otherwise."""
    return _rule(
        rf"(?:{_ONE}{_OFTEN} (?:{singly})|(?:{_MANY}{_OFTEN}|{_ONE}{_WILL}) (?:{many})) {object_}"
    )


def _did(past: str, object_: str) -> LatePattern:
    """Somebody did it; whether lately is said elsewhere."""
    return _rule(rf"(?:{_ONE}|{_MANY}){_OFTEN} (?:{past}) {object_}")


def _has_done(done: str, object_: str) -> LatePattern:
    """Somebody has done it, or has been doing it: that is of now."""
    return _rule(
        rf"(?:{_ONE}|{_MANY}) (?:has|have|is|s|keeps(?: on)?) (?:\w+ )?(?:gone and |been )?(?:{done}) {object_}"
    )


_BLOWS = "hits|bangs|slaps|punches|kicks|thumps|smacks|clouts|batters|skelps|brays|wallops|whacks|bashes|clobbers|chokes|throttles|strangles|beats|scalds|nips|pinches|belts|leathers|thrashes|spits (?:on|at)|lashes out at|goes for|lays into|swipes"
_BLOW = "hit|bang|slap|punch|kick|thump|smack|clout|batter|skelp|bray|wallop|whack|bash|clobber|choke|throttle|strangle|beat|scald|nip|pinch|belt|leather|thrash|spit (?:on|at)|lash out at|go for|lay into|swipe"
_BLOWN = "hit|banged|slapped|punched|kicked|thumped|smacked|clouted|battered|skelped|brayed|walloped|whacked|bashed|clobbered|choked|throttled|strangled|beat|beaten|scalded|raped|nipped|pinched|belted|leathered|thrashed|spat (?:on|at)|lashed out at|went for|laid into|swiped"
_GRIPS = "pulls|drags|yanks|hauls|grabs|jerks|lifts|gets hold of|takes hold of|shakes|swings"
_GRIP = "pull|drag|yank|haul|grab|jerk|lift|get hold of|take hold of|shake"
_GRIPPED = "pulled|dragged|yanked|hauled|grabbed|jerked|lifted|got hold of|took hold of|had hold of|had|shook|shaken"
_BY = rf"(?:me|us)\b[^.]{{0,30}}?\bby (?:the|my|mi|me) (?:\w+ )?{_BODY}"
_TWISTS = "twists|bends|squeezes|wrenches|grips|crushes|pulls|yanks"
_TWIST = "twist|bend|squeeze|wrench|grip|crush|pull|yank"
_TWISTED = "twisted|bent|squeezed|wrenched|gripped|crushed|pulled|yanked"
_LIMB = r"(?:my|mi|me) (?:\w+ )?(?:arms?|wrists?|hair|fingers?|ears?|thumb)\b"
_THROWS = "pushes|shoves|throws|knocks|flings|slams|chucks"
_THROW = "push|shove|throw|knock|fling|slam|chuck"
_THROWN = "pushed|shoved|threw|thrown|knocked|flung|slammed|chucked"
_DOWN = r"me (?:right |clean )?(?:over|down(?! (?:to|with|the (?:road|lane|street|shop|hill|ward|corridor|path|front)))|about(?! (?:in|the (?:park|garden)))|against|on to the|onto the|into the (?:wall|door|fender|cupboard|shower|wardrobe|hedge|road|table)|off (?:my|the) (?:chair|bed|stool|feet)|across the (?:room|kitchen|floor))"
_TAKES = "hides|steals|nicks|pinches|confiscates|pockets|cashes|empties|spends|rations|withholds|unplugs|opens|reads(?! me | to me | out )|counts|goes through|holds on to|hangs on to|helps (?:himself|herself) to|locks(?: up| away)?|throws away|tears up|burns|sells|pawns|controls|snatches|stops|keeps back|turns off|switches off|drinks|gambles|is at|has control of|lives off"
_TAKE = "hide|steal|nick|pinch|confiscate|pocket|cash|empty|spend|ration|withhold|unplug|open|read|count|go through|hold on to|hang on to|help themselves to|lock(?: up| away)?|throw away|tear up|burn|sell|pawn|control|snatch|stop|keep back|turn off|switch off|drink|gamble|are at|have control of|live off"
_TAKEN = (
    "got hold of|taken|took|hidden|hid|locked|sold|spent|stolen|stole|pawned|pocketed|emptied|confiscated|cut off|unplugged|cleared out|burnt|burned|torn up|thrown(?: away)?|chucked|binned|signed|cancelled|"
    "stopped|smashed|broken|broke|nicked|drawn out|helped (?:himself|herself|themselves) to|taking|keeping|having|hiding|opening|reading|selling|spending|stealing|going through|drawing|drawn|"
    "locking|cashing|counting|drawing out|helping (?:himself|herself|themselves) to|holding back|keeping back|been at|been through|been in"
)
_KEPT_WELL = (
    r"(?! (?:to\b(?! (?:the )?(?:bingo|pub|bookies?|club|himself|herself))|back|in\b(?! (?:his|her|their))|up\b|down|out to|round|home|for me|and (?:posts|fills|gets|fetches|mends|washes|cleans|goes to|brings)|"
    r"in order|safe|going|clean|nice|tidy|straight|topped|full|on the|by (?:my|the)|near|here|beside|dry|number\b|company|ready))"
)
_NO_BLOW = _rule(
    r"\b(?:on the (?:back|shoulder|arm)(?= (?:and|when|for|like|as|to)|$| \.)|at (?:chess|cards|draughts|dominoes|bingo|scrabble|golf|it|snooker|crib\w*|whist|rummy)|under the table|me to it|to the (?:post|paper|door|bathroom|last)|"
    r"out of bed|my hand(?= and (?:said|says|smil)|$| \.)|eggs|carpets?|(?:a|the) drum|(?:every|each) time at|me up for|for six|a look|with (?:a|her|his) (?:question|smile|news|idea|bill|feather)|feather|hard that)\b"
)
_ON_WHEELS = _rule(
    r"\b(?:wheelchair|swing|sledge|snow|feather|pram|with (?:her|his) (?:news|kindness))\b"
)
_BY_HAND = _rule(r"\bby (?:the|my|mi|me) (?:\w+ )?hand\b|\b(?:tug|tugs) at\b")
_OPENLY = _rule(
    r"\b(?:with me|to me|out (?:loud|to me)|aloud|and (?:posts|answers) them|as i can not see|my eyes|cupboard for|at night so|because i can not see|large print)\b"
)
_IN_TRUST = _rule(
    r"\b(?:in case|emergency|with (?:his|hers|theirs) own|if i (?:fall|am ill|lock)|old (?:clock|coat|ring)|copy|cut for|set of|after i (?:am gone|die)|when i (?:am gone|die)|both sets|myself|next door has)\b"
)
_NO_HARM = _rule(
    r"\b(?:do (?:the )?(?:washing|dishes|anything)|pay for|lift a finger|without (?:a |my )?(?:coat|scarf|breakfast)|in the rain|till i|until i|alone in case|eat (?:sweets|sugar|salt|rubbish)|go without|forget|"
    r"doctor|near the|use the (?:ladder|good|best|steps)|speak ill|answer back|sleep in till|in case i|(?:tea|coffee) (?:at|after)|out of (?:her|his) sight|leave (?:without|the table)|leave hungry|any peace|pipe|"
    r"drive|sugar|salt|whisky|fried|orders|stitches|plaster|lift|ice|hip|operation|fall|stroke|knee|diabet\w+|visiting hours|rules|surgeon|consultant|hospital|wrapping|presents?|christmas|blood|fasting|theatre)\b"
)
_OF_ILLNESS = _rule(
    r"\b(?:yet|breakfast|my tea\b|swollen|without my|in the dark|till (?:ten|noon|friday|monday)|strike|because of|post ?man|late|bank holiday|paperless|up the stairs|online|direct debit|hungry|cataracts?|these days it is all|great grand\w*|to (?:the )?(?:door|shops))\b"
)
_HURTS = (
    r"(?:(?:kill|hurt|hit|belt|batter|clout|smash|break|burn|drown|poison|shoot|wring|strangle|drop|slap|do for|see to|bash|cut|knock|bury|clobber|starve|swing for|finish|get rid of) (?:me|my|mi|the (?:dog|cat|bird|budgie)|him|her)\b|(?:smash|break|burn) (?:the (?:place|house|door|lot)|everything|something|it all)|"
    r"(?:put|putting|have|get|getting|send|sending) me (?:put |sent |shoved )?(?:in(?:to)? (?:a|the|some) (?:home|ward|loony|asylum)|away|out(?! (?:a|for|to (?:the garden|tea|dinner)))|in care|on the street|locked)|"
    r"(?:throw|turn|chuck|kick|sling) me out|never see (?:me|my|him|her|them|the)|not (?:let me see|bring|be (?:seeing|coming)|see (?:him|her|them|the (?:baby|bairns|children|grandchildren)))|be (?:sorry|out on|dead|in a home)|"
    r"end up in a home|lock me|regret it|pay for it|wash (?:his|her) hands of me|tie me|take (?:my|the house|the baby|it all|everything)|see what (?:happens?|i get)|let me (?:fall|lie|drown|starve|choke|rot)|have my (?:guts|hide|life|head)|put (?:the|my) windows? (?:in|out)|put (?:a|the|his|her) \w+ (?:over|on|round) my (?:face|head|mouth|neck|throat))\b"
)
_GENTLY = _rule(
    r"\b(?:kind|to the (?:seaside|sea)|if i win|with (?:kindness|laughing|cake)|jokingly|vet|while i am|when i go|when (?:he|she) (?:sees|hears|finds)|out for|for a (?:week|drive|walk|meal|treat))\b"
)
_SIGNS = "(?:sign|signing|put(?:ting)? my name|change|changing|write (?:a|the|him|her|them) (?:che|a che)|give (?:him|her|them) (?:power|the house|my (?:card|pin|number)))"
_OFFICE = _rule(
    r"\b(?:means well|nurse|doctor|hospital|postman|parcel|delivery|petition|visitors? book|consent form|register|birthday|card for|guest book|autographs?|library|properly|solicitor(?! (?:he|she|they))|"
    r"chang(?:e|ing) (?:my|the) (?:bed|mind|clothes|dressing|shoes|cardigan|subject|channel|shirt|sheets|curtains|nightie|jumper|socks|top|tune|batteries))\b"
)
_ANYBODY = rf"(?:{_ONE}|{_MANY}){_OFTEN}"
_SAYS = (
    r"(?:says|say|tells me|tell me|threatens|keeps (?:saying|telling me|on)|is (?:always|forever) (?:saying|telling me)|has (?:said|told me|threatened|promised)|is (?:threatening|telling me)|have (?:said|told me|threatened)|"
    r"is (?:said|told me|threatened)|reckons|swears|shouts|hisses|whispers)"
)
_END = r"(?= \.|$| when| if| now| and| he\b| she\b| they\b| since| to (?:be|tell|say)| in (?:my|the) | any| at night| so )"
_KINDS = (
    Kind("blow", _does(_BLOWS, _BLOW, _MINE), _NO_BLOW),
    Kind("blow", _has_done(_BLOWN, _MINE), _NO_BLOW),
    Kind("blow", _did(_BLOWN, _MINE), _NO_BLOW, lately=True),
    Kind("blow", _rule(rf"{_ANYBODY} (?:is|are|keeps|keep|has been|have been|s|ends up|starts|begins|is (?:always|forever)) (?:\w+ )?(?:shaking|thumping|dragging|shoving|bashing|hitting|slapping|punching|kicking|thumping|pinching|beating|choking|clouting|spitting at|strangling|hurting) (?:me|us|my|mi)\b"), _NO_BLOW),
    Kind("blow", _rule(rf"{_ANYBODY} (?:raped|has raped) me\b")),
    Kind("blow", _rule(rf"{_ANYBODY} (?:gives|give|gave|has given|fetched|fetches) (?:me|us) (?:a|the) (?:\w+ )?(?:dig|slap|clout|shove|poke|nip|kick|thump|crack|belt|punch|hiding|smack|back of (?:his|her) hand)\b"), _rule(r"\b(?:on the (?:back|shoulder)|friendly|under the table|when i (?:snore|drop))\b"), lately=True),
    Kind("blow", _rule(rf"{_ANYBODY} (?:gives|give) (?:me|us) (?:a|the) (?:\w+ )?(?:dig|slap|clout|shove|poke|nip|kick|thump|crack|belt|punch|hiding|smack|back of (?:his|her) hand)\b"), _rule(r"\b(?:on the (?:back|shoulder)|friendly|under the table|when i (?:snore|drop))\b")),
    Kind("blow", _rule(rf"{_ANYBODY} (?:rubs?|rubbed|pushes|pushed|shoves) my (?:nose|face) in(?:to)? (?:it|the)\b"), _rule(r"\b(?:cake|snow)\b")),
    Kind("blow", _rule(rf"{_ANYBODY} (?:takes|has taken|is taken) (?:a|his|her|the) \w+ to (?:me|my (?:back|legs|hands))\b"), _rule(r"\b(?:shine|liking|fancy|dislike|notion|cup|tray|paper)\b")),
    Kind("blow", _rule(rf"{_ANYBODY} took (?:a|his|her|the) \w+ to (?:me|my (?:back|legs|hands))\b"), _rule(r"\b(?:shine|liking|fancy|dislike|notion|cup|tray|paper)\b"), lately=True),
    Kind("blow", _rule(rf"\blet {_WHOM} (?:{_BLOW}|{_TWIST}) {_MINE}"), _NO_BLOW),
    Kind("blow", _rule(r"\b(?:he|she|they) (?:pinches|slaps|hits|kicks|punches|lashes out|hits out)(?= \.|$| where)"), _rule(r"\b(?:shoe|shoes|boot|boots|golf|ball|horse|mule)\b")),
    Kind("blow", _rule(r"\b(?:he|she|they) (?:throws?|chucks?|flings?|hurls?) (?:things|plates|cups|it|them|food|shoes|my \w+)(?= \.|$| at (?:me|the wall)| across| about)"), _rule(r"\b(?:away|ball|stick for|darts?|party|frisbee)\b")),
    Kind("blow", _rule(r"\bi (?:get|got|am given|catch|have had|had) (?:a |the )?(?:good |right )?(?:slap|clout|thump|belt|hiding|smack|clip|punch|kicking|back of (?:his|her) hand)(?:s|ings?)?\b(?=[^.]*\b(?:if i|when i|from (?:him|her|them)|off (?:him|her|them)|every)\b)")),
    Kind("grip", _does(_GRIPS, _GRIP, _BY), _BY_HAND),
    Kind("grip", _has_done(_GRIPPED, _BY), _BY_HAND),
    Kind("grip", _did(_GRIPPED, _BY), _BY_HAND, lately=True),
    Kind("grip", _does(_TWISTS, _TWIST, _LIMB), _BY_HAND),
    Kind("grip", _has_done(_TWISTED, _LIMB), _BY_HAND),
    Kind("grip", _did(_TWISTED, _LIMB), _BY_HAND, lately=True),
    Kind("grip", _does("shakes", "shake", r"me(?= \.|$| till| until| if| when| like| by| so)")),
    Kind("grip", _did("shook", r"(?:me|us) (?:till|until|so|like|about)"), lately=True),
    Kind("grip", _did("pushed|shoved|knocked|threw|flung|slammed", r"(?:me|us) (?:in)?to (?:the|my) \w+"), _rule(r"\b(?:wheelchair|car|garden|taxi|hall|church|bed|pool|water|park|armchair|limelight|deep end)\b"), lately=True),
    Kind("grip", _rule(r"\b(?:his|her|their|a) (?:hands?|thumbs?|arm|fist|knee|foot) (?:round|around|at|on|over|in|across) (?:my|mi|me) (?:\w+ )?(?:neck|throat|mouth|nose|face|windpipe)\b"), _rule(r"\b(?:cry|to (?:feel|see|check|steady)|cool|gentle|soft|fever\w*)\b"), lately=True),
    Kind("grip", _does(_THROWS, _THROW, _DOWN), _ON_WHEELS),
    Kind("grip", _has_done(_THROWN, _DOWN), _ON_WHEELS),
    Kind("grip", _did(_THROWN, _DOWN), _ON_WHEELS, lately=True),
    Kind("grip", _rule(rf"{_ANYBODY} (?:has |have |is )?(?:force feeds|forces|forced|force fed|shoves|shoved|shovels|shovelled|rams|rammed|pins|pinned|straps|strapped|ties|tied|tie|strap|pin|force|shove) (?:it|the \w+|me|food|them|my (?:arms|hands|wrists|legs|tablets))\b[^.]{{0,12}} (?:down(?= \.|$| on the| while)|in(?:to)? my mouth|down my (?:throat|neck)|to the (?:chair|bed|rail|radiator|commode|bedpost))"), _rule(r"\b(?:belt|car|seat)\b")),
    Kind("grip", _rule(rf"{_ANYBODY} (?:is|are|gets|get|was|were) (?:\w+ )?(?:rough|heavy handed|violent|brutal) (?:with me|on me|(?:when|whenever|if) (?:he|she|they) (?:wash\w*|dress\w*|lifts?|turns?|bath\w*|gets?|moves?|puts?|has had) )")),
    Kind("grip", _rule(rf"{_ANYBODY} (?:ties|tied|straps|strapped|binds|has tied|has strapped) (?:my|me|mi) (?:\w+ )?(?:hands|wrists|arms|legs|ankles|up\b|down\b)"), _rule(r"\b(?:apron|laces|bows?|seat ?belt|plaster|splint)\b")),
    Kind("touch", _rule(rf"{_ANYBODY} (?:touches|feels|gropes|fiddles with|interferes with|rubs|has touched|has been touching) me\b(?=[^.]*\b(?:where|down|under|private|bath|bed|night|should not|ought not)\b)")),
    Kind("touch", _rule(r"\bhands? (?:\w+ )?(?:up|down|in|inside|under) (?:my|mi|me) (?:blouse|skirt|nightie|nightdress|dress|trousers|pyjamas|knickers|jumper|vest|clothes|nightshirt)\b")),
    Kind("touch", _rule(rf"{_ANYBODY} (?:gets?|climbs?|comes?|got|climbed|came) in(?:to)? (?:beside me in )?(?:my|mi) bed\b"), _rule(r"\b(?:cold|thunder|storm|warm)\b")),
    Kind("takes", _does(_TAKES, _TAKE, _OWN), _OPENLY),
    Kind("takes", _has_done(_TAKEN, _OWN + r"(?! (?:to\b|back|in\b(?! the (?:bin|fire|toilet|river|dustbin))|up|down|round|home))"), _IN_TRUST),
    Kind("takes", _rule(rf"{_ANYBODY} (?:has|have|is|s) (?:sold|pawned|stolen|pinched|taken|nicked|smashed|burnt|burned) my (?:mother|father|husband|wife|gran|grandmother|late \w+) s \w+(?! (?:home|to be|back|to the))"), _IN_TRUST),
    Kind("takes", _rule(rf"{_ANYBODY} (?:takes?|took) the (?:phone|telephone|keys?|remote) (?:away )?(?:with (?:him|her|them)\b|so (?:that )?i can not)"), _rule(r"\b(?:spare|in case)\b")),
    Kind("takes", _rule(rf"{_ANYBODY} (?:is|has been|have been|are|s|s been|is been) (?:at|in|into|through) (?:my|mi) (?:drawers?|purse|tin|cupboards?|handbag|bag|things|cabinet|wardrobe|papers)\b")),
    Kind("takes", _rule(rf"{_ANYBODY} (?:is|are|s) (?:sleeping|living|staying|sat|lying) in (?:my|mi) (?:own )?(?:bed|house|room|flat|bedroom)\b[^.]*\bi (?:am|sleep|have to|was not)\b"), _rule(r"\b(?:glad|love|company|asked (?:him|her|them)|invited)\b")),
    Kind("takes", _rule(rf"{_ANYBODY} (?:has |have |is )?(?:put|turned|thrown|pushed) me out of (?:my|mi) (?:own )?(?:bed|house|home|room|bedroom|flat|kitchen)\b"), lately=False),
    Kind("takes", _rule(rf"{_ANYBODY} (?:takes|take|keeps|keep|holds|has|have) (?:hold of )?{_OWN}{_KEPT_WELL}"), _IN_TRUST),
    Kind("takes", _did("took|hid|locked|sold|spent|stole|nicked|pinched|emptied|opened|snatched|unplugged|cut off|stopped|pocketed|drew out|kept|smashed|broke|cleared out", _OWN + r"(?! (?:to\b|back|in\b|up|down|out to|round|home))"), _IN_TRUST, lately=True),
    Kind("takes", _rule(rf"\b(?:my|mi|me) (?:own )?(?:\w+ )?{_THINGS} (?:is|are|has|have|s|keeps?|goes|gets?) (?:\w+ )?(?:been )?(?:taken|kept|locked|hidden|sold|spent|stopped|opened|counted|rationed|put) (?:off me|from me|away|up high|out of (?:my )?reach|where i can not|(?:when|while|till|until|if) (?:he|she|they|i)|by (?:him|her|them|my|the (?:girl|lad|carer|lodger)))\b"), _rule(r"\b(?:burglars?|robbed|down the (?:back|side)|under the (?:bed|cushion)|council|nurse|hospital)\b")),
    Kind("takes", _rule(rf"{_ANYBODY} (?:has|have|is|s|keeps?) (?:\w+ )?(?:had|having|taken|taking|drawn|drawing|helping (?:himself|herself) to) {_PAID}[^.]{{0,20}}\b(?:out of|off|from) (?:me\b|my\b|the (?:tin|caddy|jar|drawer|purse))")),
    Kind("takes", _rule(rf"\b{_PAID} (?:he|she|they) (?:is|has|have|s) had (?:off|from|out of) me\b")),
    Kind("takes", _rule(rf"{_ANYBODY} (?:has|have|is|s) had (?:the|my|mi|all) (?:\w+ ){{0,2}}?{_THINGS} (?:off|from) me\b"), _IN_TRUST),
    Kind("takes", _rule(rf"\b(?:my|mi) (?:\w+ )?{_THINGS} (?:goes|go|keeps going|has gone|have gone|disappears?|walks?) (?:missing )?(?:\w+ )?(?:when|whenever|every time|each time|after|since) (?:he|she|they|that \w+|the (?:new )?\w+|my \w+|\w+ (?:has|is|comes))\b"), _rule(r"\b(?:off|cold|i |wind|post|blink)\b")),
    Kind("takes", _did("took|takes|lifted|pinched|stole|slipped|drew", rf"{_PAID} (?:from|out of|off) (?:my|mi|me|the) ?(?:purse|account|tin|handbag|drawer|wallet|pension|bag|book)?\b"), _rule(r"\b(?:change|shopping|i asked|rent)\b"), lately=True),
    Kind("takes", _rule(rf"{_ANYBODY} (?:(?:pockets|keeps|pocket|keep) (?:the|my|all the) change|(?:has|makes) me (?:pay|paying|give|giving) (?:him|her|them)|(?:has|have|is|s) (?:gone and )?(?:sold|pawned) my \w+)\b"), _rule(r"\b(?:waiter|tip|good price|got a|shop|driver|eggs|rent|paper)\b")),
    Kind("takes", _rule(rf"{_ANYBODY} (?:has|have|is|s) had (?:all )?(?:my|mi) (?:\w+ )?(?:pension|money|savings|card|telly|purse|rings?|allowance|cash|silver)\b(?! (?:cleaned|mended|valued|changed|insured|looked|repaired|done))"), _IN_TRUST),
    Kind("takes", _rule(rf"{_ANYBODY} (?:took|takes|has taken|is taken|borrowed|has|borrows) {_OWN}[^.]*(?: \. [^.]*)?\b(?:not|never) (?:seen|had|got|brought|gave|given) (?:it|them|one|a penny|hide nor hair)(?: back)?(?: (?:since|again)| of it|(?= \.|$))"), _rule(r"\b(?:burglars?|robbed|war|council|hospital)\b")),
    Kind("takes", _did("chucked|flung|hurled|threw|kicked|smashed|snapped|broke|ripped|hid", _OWN), _IN_TRUST, lately=True),
    Kind("kept from", _rule(r"\bi am (?:told|made|warned|forced) to (?:say|tell (?:them|people|him|her|the)|keep (?:quiet|my mouth|it)|sign|wear|pretend|hide|lie)\b"), _NO_HARM),
    Kind("kept from", _rule(rf"{_ANYBODY} (?:\w+ )+?(?:till|until) i (?:beg|say (?:please|sorry)|crawl|apologi[sz]e|promise)\b"), _rule(r"\b(?:tickl\w*|biscuit for the dog|manners)\b")),
    Kind("threat", _rule(r"\bi (?:am|have|must|do|was)\b[^.]*\bor (?:there is|i get|i have) no (?:supper|dinner|tea|food|tablets|money|breakfast|visitors)\b"), _NO_HARM),
    Kind("takes", _rule(rf"{_ANYBODY} (?:(?:reads|opens|vets|checks) (?:every|all the|each|any) (?:letters?|post|call)|helps (?:himself|herself) (?:from|out of) (?:my|mi) \w+)\b"), _OPENLY),
    Kind("kept from", _rule(rf"{_ANYBODY} (?:will not|does not|refuses to|never) (?:have|get|gets|has) (?:my|mi) (?:\w+ )?(?:{_THINGS}|eyes|ears|feet) (?:mended|fixed|repaired|replaced|seen to|looked at|tested)\b"), _rule(r"\b(?:shop|optician|council)\b")),
    Kind("kept from", _rule(rf"\bi am (?:not|never) given (?:any of )?(?:my|mi) (?:\w+ )?{_THINGS}\b"), _NO_HARM),
    Kind("threat", _rule(r"\bif i (?:talk|tell|say|speak|complain|ring|phone|ask|cry)\b[^.]{0,25} (?:he|she|they) (?:will |would )?sends? me (?:back|away|to a)\b"), _NO_HARM),
    Kind("takes", _rule(rf"(?:{_ONE}|{_MANY}) (?:tek|teks|tief|nick|rob) (?:my|mi|me) (?:own )?(?:\w+ )?{_THINGS}\b"), _IN_TRUST),
    Kind("spite", _rule(rf"{_ANYBODY} \w+ (?:\w+ )?(?:me|my|mi)\b[^.]{{0,30}} (?:on purpose|out of spite|to spite me|for spite)\b"), _rule(r"\b(?:not on purpose|never on purpose|win|lose)\b")),
    Kind("threat", _rule(r"\bi (?:was|am|have been|get) (?:told|warned)\b[^.]{0,50}\bi (?:would|will) be (?:sorry|out|put|sent|locked|in a home|moved)\b"), _rule(r"\b(?:married|marry|hospital|home by|doctor|surgeon|ward)\b"), lately=False),
    Kind("kept from", _rule(r"\bi am (?:not|never) (?:let|allowed) near (?:my|mi) (?:own )?\w+\b"), _rule(r"\b(?:cooker|chip pan|stove|quite right|stairs|ladder|doctor)\b")),
    Kind("takes", _rule(r"\bi (?:have to|am made to|have got to|must) (?:take|draw|get|fetch) (?:it |them )?(?:out|him|her|them) (?:\w+ ){0,2}?(?:hundred|pounds|money|cash|thousand|pension)\b"), _rule(r"\b(?:change|birthday|for the (?:rent|gas|milkman)|wages)\b")),
    Kind("takes", _rule(rf"\b(?:there is|there are|i keep finding|always) (?:always |\w+ )?{_PAID}[^.]{{0,12}}\b(?:gone|missing|short)\b[^.]{{0,25}}\b(?:after|when|whenever|every time|since) (?:he|she|they|my|the|\w+ (?:has|is|comes|goes))\b")),
    Kind("takes", _rule(r"\b(?:somebody|someone) (?:is|s|has been|keeps) (?:having|taking|stealing|at|in|been at|been in) (?:them|my|mi|the (?:money|tin|purse|tablets|drawers?))\b"), _rule(r"\b(?:house|garden|shed|kitchen|chair|seat)\b")),
    Kind("takes", _rule(rf"{_ANYBODY} (?:puts|put|moves|moved|sets|leaves|keeps|holds|hangs|has put) (?:my|mi|the) (?:\w+ )?(?:{_THINGS}|tray|cup|water)\b[^.]{{0,25}} (?:out of (?:my )?reach|where i can not (?:reach|get)|so (?:that )?i can not (?:reach|get|ring|call|go))"), _rule(r"\b(?:biscuits|chocolates|sweets|sherry)\b")),
    Kind("takes", _rule(rf"{_ANYBODY} (?:has |have |is |s )?(?:moved|moving|put|putting|invited|brought) (?:himself|herself|themselves|(?:his|her|their) (?:friends|mates|girlfriend|boyfriend|fellow|fella)) in(?:to)?\b[^.]*(?: \. [^.]*)?\b(?:my (?:house|bed|room|flat)|i (?:sleep|am sleeping|was not asked|am in)|without asking|never asked)\b")),
    Kind("takes", _rule(r"\b(?:i|mi|me) (?:sleep|sleeping|am sleeping|have to sleep|eat|am put|am) (?:\w+ ){0,4}?(?:in|on) the (?:shed|garage|box room|hall|settee|sofa|floor|chair|cupboard|caravan)\b[^.]{0,10}\b(?:in (?:my|mi) own (?:house|home|flat)|(?:because|so|while) (?:he|she|they|his|her|their))\b"), _rule(r"\b(?:snores?|snoring|heat|baby|asked me)\b")),
    Kind("takes", _rule(rf"{_ANYBODY} (?:wants|is after|is wanting|want) (?:(?:the|my) (?:deeds|keys to the house)|(?:the|my|mi) (?:house|farm|flat|shop|land|bungalow|home|croft) (?:in (?:his|her|their) name|put in|signed|for (?:himself|herself|themselves)|off me|now))\b"), _rule(r"\b(?:solicitor|bank|council|registry)\b")),
    Kind("kept from", _rule(rf"\bi (?:never|do not|no longer|am not (?:let|allowed to|to)|have not|am never (?:let|allowed)) (?:ever |even |get to )?(?:get|see|seen|had|have|touch|hold|open|use|answer) (?:any of )?(?:my|mi|a penny of my) (?:own )?(?:\w+ )?(?:{_THINGS}|letter|penny)\b(?! (?:in|on|with|out)\b)"), _OF_ILLNESS),
    Kind("kept from", _rule(r"\bi am (?:not|never|only) (?:allowed|let|permitted|given|to (?:have|use|touch|ring|phone|answer|open|talk|speak|see|leave)|let to)\b[^.]{0,25}\b(?:telephone|phone|ring|visitors?|out(?:side)?(?= |$)|key|keys|money|heating|light|lights|fire on|talk|speak|letters|post|kitchen|bathroom|door|sister|friends?|anybody|anyone|doctor|biscuit|food|teeth|glasses|seconds|unless i|if i have been|when (?:he|she) is)\b"), _NO_HARM),
    Kind("kept from", _rule(r"\bi am allowed (?:the|a|one|two|my|only|it) (?:\w+ ){0,3}?(?:telephone|phone|biscuit|bath|visitor|slice|meal|letter|cup|light|bar)\b[^.]*\b(?:if i (?:have been|am)|sundays?|a (?:day|week)|when (?:he|she)|with (?:him|her|the))\b"), _NO_HARM),
    Kind("kept from", _rule(rf"{_ANYBODY} (?:will not|does not|do not|never|would not|refuses to|has stopped|stops|won t) (?:even |ever )?(?:let|lets|allow|allows|letting|give|gives) (?:me|mi)\b (?:\w+ ){{0,2}}?(?:out\b|ring\b|phone|see (?:my|anybody|anyone|a doctor|him|her|them|nobody)|have (?:(?:my|mi) (?:own )?(?:\w+ )?{_THINGS}|the (?:heating|light|key|phone|telephone|fire)|any (?:money|food|visitors)|visitors|a key|friends)|use (?:the|my) (?:phone|telephone|toilet|bathroom|kitchen)|go (?:out|home|anywhere|to (?:church|mass|chapel|bed|the (?:toilet|doctor|lavatory)))|eat|sleep|wash|speak|talk|answer|write|any (?:money|food|dinner)|enough (?:to eat|food)|(?:my|mi) (?:own )?(?:\w+ )?{_THINGS}|lock)\b"), _NO_HARM),
    Kind("kept from", _rule(r"\bi (?:have|have got|am made|got|am having)(?: to)? (?:to )?(?:ask|beg|knock|plead|crawl|go down on my knees|pay|sit|stand|whisper|hide|wait|earn)\b[^.]{0,25}\b(?:for (?:my (?:own )?(?:money|food|tablets|dinner|pension|teeth|letters)|every penny|a (?:stamp|slice|bite)|food|the price)|before i (?:use|eat|go to)|to (?:use|eat|be fed)|in the (?:dark|shed|garage|wet))\b"), _NO_HARM),
    Kind("kept from", _rule(r"\bi am (?:not|never) (?:allowed|let) to (?:see|ring|phone|visit|speak to|talk to|write to) (?:our|my|the|\w+)\b[^.]*(?: \. )?[^.]*\b(?:he|she|they|\w+ says)\b"), _NO_HARM),
    Kind("kept from", _rule(rf"{_ANYBODY} (?:will not|does not|do not|would not|refuses to) (?:have|get|call|fetch|ring) (?:me )?(?:the|a|any|my) (?:doctor|nurse|priest|visitors?|sister|brother|friends?|district nurse|ambulance)\b(?: (?:in|here|near|round|to|for|when|while)|(?= \.|$))"), _rule(r"\b(?:unless|himself|herself|for (?:his|her) (?:own )?\w+|surgery|out of hours)\b")),
    Kind("kept from", _rule(rf"{_ANYBODY} (?:is|are|has been) not (?:giving|feeding|letting|bringing) me\b (?:any |my |enough )?(?:\w+ )?(?:food|water|tablets|money|dinner|pension|to eat|out|wash|medicine)\b"), _NO_HARM),
    Kind("kept from", _rule(rf"{_ANYBODY} (?:makes|make|has been making|made) me (?:(?:sleep|sit|stand|eat|wait|live) (?:\w+ )?(?:in|on|out in) the (?:shed|garage|dark|cold|wet|hall|floor|yard|cellar|box room)|beg|kneel|crawl|bark|strip)\b"), _rule(r"\b(?:to look at|photograph|penance|mass|weed\w*)\b")),
    Kind("kept from", _rule(rf"{_ANYBODY} (?:keeps|keep|is always|is forever|never stops|will not stop) (?:on )?(?:asking|pestering|at|badgering|hounding|mithering|begging) (?:me|us) for (?:\w+ )?(?:money|cash|my (?:card|pension|pin)|the (?:house|deeds)|loans?)\b"), _rule(r"\b(?:charity|church|collection|grandchild\w*|sweets|pocket money|ice cream)\b")),
    Kind("shut in", _rule(rf"{_ANYBODY} (?:locks?|bolts?|padlocks?|has (?:locked|padlocked)) (?:up )?the (?:kitchen|fridge|larder|pantry|phone|telephone|food|bathroom|cupboards?)\b"), _rule(r"\b(?:grandchild\w*|dog|cat|mice|rats|bleach|after (?:hours|the))\b")),
    Kind("shut in", _rule(rf"{_ANYBODY} (?:puts?|wedges?|jams?|pushes) (?:a |the )?(?:chair|wardrobe|table|dresser|broom) (?:under|against|in front of|across) (?:the|my) (?:door|handle|bedroom)\b[^.]*\bi (?:can not|could not)\b")),
    Kind("shut in", _does("locks|shuts|bolts", "lock|bolt", r"(?:me (?:in|up|away|down|out)\b|(?:my|the) (?:\w+ )?doors? (?:on me|after me|from the outside|from outside|so (?:that )?i))"), _rule(r"\b(?:burglars?|accident|mistake|silly|feel safe|draught|cold out|lost the key|cook\w*|bak\w+|interfere|wrapping)\b")),
    Kind("shut in", _has_done("locked|shut|bolted|changed|locking|shutting", r"(?:me (?:in|up|away|down|out)\b|(?:my|the) (?:\w+ )?doors? (?:on me|from the outside|from outside)|(?:my|the) locks?\b)"), _rule(r"\b(?:burglars?|accident|mistake|silly|feel safe\w*|break ?in|stiff|rusted|for safety)\b")),
    Kind("shut in", _did("locked|shut|bolted|changed", r"(?:me (?:in|up|away|down|out)\b|(?:my|the) (?:\w+ )?doors? (?:on me|from the outside|from outside)|(?:my|the) locks?\b)"), _rule(r"\b(?:burglars?|accident|mistake|silly|feel safe\w*|break ?in|stiff|rusted|for safety)\b"), lately=True),
    Kind("shut in", _rule(r"\b(?:my|the|bedroom) (?:\w+ )?door (?:is|s|gets) (?:locked|bolted|shut) (?:on|after|behind) me\b"), _rule(r"\b(?:burglars?|feel safe\w*|draught)\b")),
    Kind("shut in", _rule(r"\b(?:bolt|padlock|lock|chain) on (?:the outside|the (?:fridge|larder|pantry|phone|telephone|switch|food|freezer|heating)|my (?:bedroom )?door)\b"), _rule(r"\b(?:burglars?|feel safe\w*|from the inside|on my side|grandchild\w*)\b")),
    Kind("shut in", _rule(rf"(?:{_ANYBODY} (?:leaves?|left|has left|have left|lets?|puts?|has put|sits?|keeps?|has me|have me) me (?:\w+ ){{0,3}}?|\bi am (?:left|kept|put|made to (?:sit|sleep|eat|stand)|sleeping|sat) (?:\w+ ){{0,2}}?)(?:in (?:the|this|my own) (?:wet|dark|cold|dirt|mess|shed|garage|muck|soiled \w+|filth)|on the (?:commode|toilet|lavatory|bedpan|pot)\b(?= (?:for|all|two|three|half|with|an|and|till|until))|without (?:any |my )?(?:food|dinner|heating|a drink|water|tablets|pad|supper)|with (?:nothing|no) (?:to eat|food|heating|fire|dinner|blanket)|(?:wet|soaking|hungry|dirty|freezing|thirsty)\b)"), _rule(r"\b(?:rain\w*|umbrella|bus stop|sherbet|camp\w*|fireworks|garden all|power cut|gas board|boiler)\b")),
    Kind("threat", _rule(rf"{_ANYBODY} {_SAYS} (?:me )?(?:that )?(?:(?:if|unless|till|until|next time|one more) [^.]{{0,50}}?)?(?:to |he |she |they |i |it |you |we |mi )(?:is |are |am )?(?:(?:will|would|shall|can|could|going to|might|ought to|should|want to|soon|just|be|have|get) )*(?<!not ){_HURTS}"), _GENTLY),
    Kind("threat", _rule(rf"{_ANYBODY} (?:said|told me) (?:that )?(?:he|she|they|i) would (?:be )?{_HURTS}[^.]{{0,30}}(?: if i (?:told|tell|rang|ring|phoned?|said|say|complain\w*|spoke|did not|asked)| one of these (?:days|nights))\b"), _GENTLY),
    Kind("threat", _rule(rf"{_ANYBODY} {_SAYS} (?:if )[^.]{{0,40}}\b(?:not bring|see what happens?|be (?:sorry|the worse)|never (?:see|come|bring))\b"), _GENTLY),
    Kind("threat", _rule(rf"{_ANYBODY} (?:wants?|asks? for|is asking for|demands?|needs?|must have|has to have|takes?|gets?|is after) {_PAID}[^.]{{0,50}}\b(?:or (?:else|he|she|they|i|my|the|it)|and if (?:i|he does not|she does not)|if i (?:do not|refuse|say no))\b"), _rule(r"\b(?:sulks|cries|rent|deposit|council|gas board|electric company|or the (?:shop|bank|bill|roof))\b")),
    Kind("threat", _rule(rf"\bif i (?:do not|will not|tell|told|say|said|ring|phone|complain|cry|spill|wet|ask|refuse|talk|speak|am (?:slow|not quick|late))\b[^.]{{0,40}}?\b(?:he|she|they|my (?:\w+ )?{KIN}|i) (?:(?:says|will|would|says (?:he|she|they) (?:will|would)|is|s|are|get|gets|shall) )+(?:not )?(?:(?:hit|slap|smack|kick|pinch|hurt|clout|batter|belt|shake|lock|shut|throw|stop|take|sell|put|send|smash|break|kill|burn|drown|leave|turn|bring|let)\b(?: \w+)? (?:me|my|mi|the (?:dog|cat|baby|bairns|children|grandchildren|heating|phone|house|home))|(?:no (?:dinner|supper|tea|food)|nothing to eat|nowt|the back of))"), _rule(r"\b(?:let me know|bring (?:me )?(?:tea|breakfast|my (?:tea|dinner|paper))|take (?:me|my arm|the (?:dog|cat) (?:out|for))|put (?:me (?:down for|through)|the kettle)|send (?:me )?(?:the|a) (?:nurse|doctor|card)|turn the heating (?:up|on)|shake (?:my|the) hand)\b")),
    Kind("threat", _rule(rf"{_ANYBODY} (?:raises|raised|lifts|lifted|shakes|shook|clench(?:es|ed)|has raised) (?:his|her|a|their) (?:fists?|hand|stick|belt) (?:to|at|over) (?:me|my)\b"), lately=True),
    Kind("threat", _rule(rf"{_ANYBODY} (?:(?:has |have |is |s |keeps |always |been )+(?:threaten(?:ed|ing)|bull(?:ied|ying)|torment(?:ed|ing)|terrorised|humiliat(?:ed|ing))|threatens|bullies|torments|terrorises|humiliates|frightens) me\b"), _rule(r"\b(?:driv\w+|with (?:her|his) (?:questions|kindness|speed)|to death)\b")),
    Kind("sign", _rule(rf"{_ANYBODY} (?:(?:has |have |is |s |keeps |tries to |wants to )+(?:make|makes|made|making|force|forced|forcing|get|got|getting|had|having|push|pushed|pushing)|makes|forces|gets|pushes|has) me (?:to )?{_SIGNS}"), _OFFICE),
    Kind("sign", _rule(rf"{_ANYBODY} (?:made|forced|got|had|pushed) me (?:to )?{_SIGNS}"), _OFFICE, lately=True),
    Kind("sign", _rule(rf"{_ANYBODY} (?:wants|is (?:\w+ )?(?:after|on at)|keeps on at|keeps at|is pestering|pesters|is nagging|nags|is pressing|presses) me (?:\w+ )?(?:to )?(?:{_SIGNS}|sell(?: up| the| my|(?= \.|$))|go into (?:a|the) home|hand over|give up (?:the|my))"), _OFFICE),
    Kind("sign", _rule(rf"{_ANYBODY} stands over me (?:while|till|until|when) (?:i|the|he|she)\b"), _rule(r"\b(?:take my (?:tablets|pills|drops)|eat|wash)\b")),
    Kind("sign", _rule(rf"{_ANYBODY} (?:(?:stands|stood|standing) over me (?:while|till|until|when)|(?:held|holds|guided|guides) my hand (?:on|round|while|to sign|and))"), _OFFICE, lately=True),
    Kind("sign", _rule(r"\bi (?:sign|am signing|have to sign|have signed|signed)\b[^.]{0,30}\b(?:(?:what|whatever|where|anything) (?:he|she|they)|(?:he|she|they) (?:covers|covered|would not|did not (?:let|show|say)|held|stood)|without (?:my glasses|reading)|not (?:know what|read|shown))\b"), _OFFICE),
    Kind("sent", _rule(rf"\bi (?:have )?(?:already )?(?:sent|paid|gave|given|wired|transferred|let (?:him|her|them) have) (?:(?:him|her|them|the|my|it) )?(?:\w+ )?{_PAID}[^.]*(?: \. [^.]*)?\b(?:(?:needs|wants|is asking for|asks for) (?:another|more|the rest|two|three|five|ten|\w+ (?:hundred|thousand))|visa|customs|gift cards?|processing|fraud department|keep it safe|not tell (?:a soul|anybody|anyone))\b")),
    Kind("sent", _rule(rf"{_ANYBODY} (?:needs|wants|is asking (?:me )?for|asks (?:me )?for) (?:another|more|the rest|a further)\b[^.]{{0,40}}\b(?:visa|customs|ticket|fees?|operation|release|before (?:he|she) can|to (?:come|get) (?:over|out|to me))\b")),
    Kind("drugged", _rule(rf"{_ANYBODY} (?:gives?|is giving|has been giving|s been giving|is been giving|keeps giving) me (?:somebody else s|someone else s|his|her own|extra|double|too many|the wrong) (?:\w+ )?(?:tablets?|pills?|medicine|drops)\b")),
    Kind("drugged", _rule(rf"{_ANYBODY} (?:puts?|crush(?:es)?|slips?|slipped|mix(?:es)?|gives? me|has put|is putting) (?:something|stuff|tablets?|pills?|powder|a (?:pill|tablet|powder)|things) (?:up )?(?:in|into|to|that) (?:my|mi|make|keep|knock|it)\b(?=[^.]*\b(?:tea|cocoa|milk|food|drink|soup|coffee|sleep|quiet|out|drowsy|dinner|porridge|juice)\b)"), _rule(r"\b(?:prescri\w+|swallow|doctor said|nice in)\b")),
    Kind("kept from", _rule(rf"{_ANYBODY} (?:tells?|told|has told|have told|is telling|keeps telling) (?:people|folks?|them|everyone|everybody|(?:the|my) (?:bank|council|court|solicitor|doctor|nurse|vicar|priest|family|friends?|sister|brother|neighbou?rs?|church|social)|anybody|visitors|\w+ at the door)(?: (?:at|in|from) (?:\w+ ){{1,3}}?)? ?(?:that )?i (?:am (?:\w+ )?(?:asleep|not in|not well|poorly|senile|confused|not right|not myself|losing my \w+|doting|demented|mad|gaga|out|resting|dead|wandering|too (?:tired|ill|poorly))|fall\b|fell\b|imagine|make (?:it|things) up|do not want|will not see|have (?:gone|lost))"), _rule(r"\b(?:joke|alarm clock|snor\w+)\b"), lately=False),
    Kind("kept from", _rule(r"\bi am not to (?:answer|have|use|touch|open|put|go|sit|leave|ring|turn)\b (?:\w+ ){0,3}?(?:door|light|lights|telly|television|window|curtains|heater|fire|kettle|cooker|bath|upstairs|downstairs|phone|telephone|wireless|radio|fridge|sofa|settee|room)\b"), _NO_HARM),
    Kind("kept from", _rule(r"\bi (?:ring|shout|call|buzz|ask)(?: and (?:ring|shout|call))?\b[^.]{0,20}\b(?:and|but) (?:nobody|no one|they never|they do not|she does not|he does not|they) (?:ever )?(?:comes?|answers?|switch(?:es)? (?:it|the \w+) off|turns? (?:it|the \w+) (?:off|up))\b"), _rule(r"\b(?:council|gas board|helpline|exchange|surgery|bingo)\b")),
    Kind("takes", _rule(r"\bi (?:hide|have to hide|keep|sleep with|have to keep) (?:my|the|a bit of|some) (?:\w+ )?(?:money|purse|pension|cash|card|rings?|keys?|food|bread|tablets|bank book|handbag) (?:\w+ ){0,5}?(?:so (?:that )?(?:he|she|they) (?:can|do|will|does|could)|from (?:him|her|them)\b|where (?:he|she|they) (?:can|will|does))"), _rule(r"\b(?:burglars?|grandchild\w*|dog|cat|sugar|diet|surprise|christmas|birthday|find (?:it|them) when)\b")),
    Kind("takes", _rule(rf"{_ANYBODY} (?:(?:has|have|is|s|are|been) )+(?:bled|bleeding|cleaned|cleaning|milked|milking|fleeced|fleecing|skinned) me\b"), _rule(r"\b(?:nurse|leech|doctor|test|up nicely)\b")),
    Kind("takes", _rule(rf"{_ANYBODY} (?:(?:has|have|is|s) )+(?:smashed|ripped up|cut up|slashed|poisoned|drowned|strangled) (?:my|mi|the (?:dog|cat|budgie)|all my)\b"), _rule(r"\b(?:accident|by mistake|record|onions?|meat|dinner|for me|poor lamb|sorry)\b")),
    Kind("blow", _does("kicks|hits|starves|beats|throttles", "kick|hit|starve|beat|throttle", r"(?:my|the) (?:\w+ )?(?:dog|cat|budgie|bird|rabbit)\b"), _rule(r"\b(?:out of the way|ball)\b")),
    Kind("threat", _rule(rf"{_ANYBODY} (?:will not|won t|refuses to|would not|does not) (?:leave|go|get out|move out|budge)\b[^.]{{0,20}}\b(?:(?:till|until|unless) i (?:pay|give|sign|hand|write|lend)|my (?:house|flat|home|room)\b)"), _rule(r"\b(?:cat|dog|mouse|stain|smell|damp)\b")),
    Kind("touch", _rule(rf"{_ANYBODY} (?:watches|stares at|films|photographs|walks in on|comes in on) me (?:\w+ )?(?:wash\w*|undress\w*|bath\w*|in the (?:bath|shower|toilet)|naked|change|changing|on the (?:toilet|commode))\b"), _rule(r"\b(?:in case i (?:fall|slip)|so i do not (?:fall|slip))\b")),
    Kind("fear", _rule(rf"\bi (?:am|get|feel) (?:so |that |very |right |proper |fair |sore )?(?:frightened|scared|afraid|feared|feart|frit|terrified)(?: stiff| to death| out of my wits)? (?:o|of|to be (?:alone|left) with) (?:(?:him|her|them)\b|my (?:own )?{_DEGREE}{KIN}|(?:our|wir|wor) \w+|the (?:\w+ )?{KIN}){_END}"), _rule(r"\b(?:driving|drives|motor ?bike|climbs|ladder|fl(?:ies|ying)|horse|cooking|fall\w*|slip|catch|for (?:him|her|them)|car|never (?:was|been)|not)\b")),
    Kind("fear", _rule(r"\bi (?:go (?:all )?(?:stiff|cold)|flinch|freeze|hide|shake|tremble|cower|keep (?:very |dead )?(?:quiet|still)|pretend to (?:be asleep|sleep)|put (?:a|the|my) chair (?:under|against) the (?:handle|door))\b[^.]{0,15}\b(?:when(?:ever)?|if|every time|till|until|because) (?:i hear (?:his|her|their|the key)|(?:he|she|they) (?:comes?|is|lifts|raises|has had|shouts|starts|walks|gets)|one of them)\b"), _rule(r"\b(?:dentist|needle|sings|thunder|presents?|surprise|hide and seek|grandchild\w*|behind the door)\b")),
    Kind("fear", _rule(r"\bi (?:dare not|must not|am not to|can not) (?:ring|phone|say|tell|speak|talk|ask|move|cough|cry|whisper|answer)\b[^.]*(?: \. )?[^.]{0,12}\b(?:because (?:he|she|they)|(?:he|she|they) (?:looks|checks|listens|comes|gets|goes|sees)|when (?:he|she) is (?:here|home|in|about)|in case (?:he|she|they) (?:hear|come|find)|or (?:he|she|they) (?:will|would|gets?|takes?))\b"), _rule(r"\b(?:asleep|napping|surprise|secret|working|on nights|baby|dead|gone|deaf)\b")),
    Kind("marks", _rule(r"\b(?:bruises?|marks?|finger ?marks|black eye|burns?|black and blue)\b[^.]*(?: \. [^.]*)?\b(?:where (?:he|she|they|the ring|\w+) (?:has |had |have )?(?:to )?(?:hold|held|holds|grabs|grabbed|gets|got|caught|pulls|pulled|hits?|pinch\w*|grips?|gripped)|(?:he|she|they) (?:said|says|told|tells|makes|made) (?:me )?(?:to )?(?:say|wear)|i (?:had best|must|am to|have to) say (?:i|it)|what we (?:say|tell)|long sleeves)"), _rule(r"\b(?:injections?|blood (?:test|sample)|needle|cannula|drip|physio\w*)\b")),
    Kind("fed", _rule(rf"{_ANYBODY} (?:gives?|feeds?|allows?|lets me have) (?:me )?(?:only |just )?(?:the )?(?:one|a single|nothing|nowt|no|half a|leftovers|scraps|dog) (?:\w+ )?(?:meal|slice|biscuit|dinner|sandwich|cup|to eat|food|scraps|breakfast|supper)\b[^.]*\b(?:a day|all day|every day|till|until|if i|unless|because|when i|says)\b"), _rule(r"\b(?:doctor|diet|weight|sugar|treat|with my tablets|elevenses|operation)\b")),
    Kind("fed", _rule(r"\bin the same (?:vest|nightie|nightdress|clothes|sheets|pad|pyjamas|things|knickers) (?:on )?(?:for |since |these |all |going on )?(?:\w+ )?(?:days?|weeks?|week|fortnight|since)\b"), _rule(r"\b(?:camp\w*|trench\w*|ship|hop|holiday)\b")),
    Kind("fed", _rule(rf"{_ANYBODY} (?:has|have|is|s|does|did|do) not (?:\w+ ){{0,6}}?(?:brought|given|made|cooked|fed|bring|give) me (?:a |any |my )?(?:\w+ )?(?:meal|food|dinner|drink|wash|bath)\b[^.]{{0,15}}\b(?:in|for|since|all|today|yesterday)\b"), _rule(r"\b(?:diet|operation|doctor|fasting)\b")),
    Kind("fed", _rule(r"\b(?:i have not been|nobody has|they have not) (?:washed|changed|fed|turned|bathed|cleaned|given (?:me )?(?:a|any) (?:drink|food|wash|dinner)|taken to the toilet)(?: me)?\b[^.]{0,15}\b(?:since|for (?:\w+ )?(?:days?|weeks?|hours|fortnight)|in (?:a|\w+) (?:week|fortnight|days|weeks)|all (?:day|week|night)|today|yesterday)\b"), _rule(r"\b(?:curtains?|windows?|car|sheets|hens?|cat|dog|pigs?|garden|fish)\b")),
)  # fmt: skip

_OF_AGE = r"(?:(?:my|mi|me) (?:\w+ )?(?:walker|zimmer|frame|wheelchair|hearing aids?|dentures|false teeth|pension|insulin|inhaler|commode|stick)|carers?|care ?home|social worker|home help|funeral money)"
"""What one only has when one is old: whatever is done with it is of now."""

_LATELY = re.compile(rf"\b(?:{_RECENT}|{_OF_AGE})\b")

BRIEF = 25
"""Words of a turn in which "yesterday" may stand in another sentence than what was done. A guess."""


@lru_cache(32)
def kind(text: str) -> str:
    """Which kind of harm `text`, in plain words, tells by its form ("takes", "threat"); "" for none."""
    if _PAST.search(text):
        return ""
    found = ((each, match) for each in _KINDS for match in each.rule.finditer(text))
    return next((each.name for each, match in found if _told(each, match)), "")


def _told(each: Kind, match: re.Match[str]) -> bool:
    """Is it told of now, and none of what only looks the same?"""
    text = match.string
    here = _sentences(text, match, and_after=False)
    if each.lately and not _LATELY.search(text if len(text.split()) <= BRIEF else here):
        return False
    vetoes = (_HELP.search(_sentences(text, match, and_after=True)), _PLAY.search(here))
    small = each.name != "threat" and _SMALL.search(here)
    return not (any(vetoes) or small or (each.unless and each.unless.search(here)))


def _sentences(text: str, match: re.Match[str], *, and_after: bool) -> str:
    """The sentences in which it is said. `and_after`: and the next: "She has my card. I gave it to her"."""
    end = text.find(" . ", match.end())
    if and_after and end >= 0:
        end = text.find(" . ", end + 3)
    return text[max(0, text.rfind(" . ", 0, match.start()) + 1) : end if end >= 0 else len(text)]
