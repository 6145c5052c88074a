"""Danger in a turn that may ask for something as well: heard, asked about or answered before any wish is granted. Pure.

What cries.py hears is weighed by what else the turn is. A wish, a will or a goodbye explains much of what readers take for
danger, and danger may stand inside what a wish is about ("Don't tell Ann that he hits me").
"""

from dataclasses import replace

from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Move
from voice_agent.interview.progress import Progress, Stage
from voice_agent.interview.rules import Rules
from voice_agent.interview.safety import answering
from voice_agent.interview.steering import model_reading
from voice_agent.reading import merge
from voice_agent.reading.danger.cries import GRAVE, LEVELS, NO_RULE, Cry
from voice_agent.reading.evidence import Evidence
from voice_agent.reading.wishes import asks_us, commands, openly, within
from voice_agent.reading.wishes.commands import ENDS, Command
from voice_agent.reading.wishes.within import Within
from voice_agent.reading.words.plain_words import at_stops, plain

CHECKS = 2
"""How often in one talk somebody is asked whether they are all right. A guess: oftener, it would be nagging."""

HINTED = 6
"""Turns within which a second hint at danger is asked about: three times in five hours of calm talk (lab/training/choose_danger.py)."""


def met(
    rules: Rules, progress: Progress, heard: Heard, said: Within, found: Cry | None
) -> tuple[Progress, Move] | None:
    """Ask about `found`, answer it, or ask about what only its form tells; None where nothing of it is there."""
    asks = may_ask(progress) and not progress.safety.asked
    if found and model_reading.is_calm(heard) and by_meaning(rules, progress, heard, said, found):
        # readers that were taught alike hear it, and one that was not hears nothing: asked at most, while anything may be asked
        if asks and not found.asked:
            return check(rules, progress, heard, found.level)
        found = None if found.asked else found
    if found and found.asked and asks:
        return check(rules, progress, heard, found.level)
    if found and found.level in GRAVE and (evidence := _believed(progress, found)):
        stops = _stops_recording(rules, heard, said)
        progress, move = answering.grave(rules, progress, found.level, heard.text, evidence)
        wish = next((e.wish for e in said.wishes if e.wish.command is Command.NO_RECORDING), None)
        progress = replace(
            progress,
            safety=replace(progress.safety, unrecorded=progress.safety.unrecorded or stops),
        )
        return progress, replace(move, wish=wish)
    form = (_formed(rules, heard, said) or _by_model(heard)) if asks else ""
    return check(rules, progress, heard, form) if form else None


def cry(rules: Rules, heard: Heard, said: Within) -> Cry | None:
    """The cry in the turn. What only readers take for one is none where it is a wish and nothing else; what the wish is about
    is read by itself as well."""
    read = rules.readers.net.hear(heard.text)
    if read is not None and read.evidence is Evidence.AGREED and read.rule.startswith(NO_RULE):
        read = _apart_from_leave(rules, heard, read)
    if not said.wishes or (read is not None and read.evidence is Evidence.PLAIN):
        return read
    found = (rules.readers.net.hear(each) for each in _apart(heard, said))
    grave = [_tired(each, read, said) for each in found if each is not None and each.level in GRAVE]
    return min(grave, key=lambda each: (each.asked, LEVELS.index(each.level)), default=None)


def _tired(cry: Cry, whole: Cry | None, said: Within) -> Cry:
    """`cry`, only asked about where it is heard by meaning alone, in words that tell why somebody wants to end: a dry throat, sore feet.

    Read as a whole the turn alarms nobody (`whole`), and so the readers do not agree.
    """
    ends = cry.level == "3m" and any(each.wish.command in ENDS for each in said.wishes)
    alarms = whole is not None and whole.level in GRAVE and not whole.asked
    sure = cry.evidence is Evidence.AGREED and cry.rule.startswith(NO_RULE)
    return replace(cry, evidence=Evidence.ALONE) if ends and sure and not alarms else cry


def _stops_recording(rules: Rules, heard: Heard, said: Within) -> bool:
    """Does whoever is in danger want no recording, on any sign? They are not left: from now on nothing is written down."""
    wishes = [each.wish for each in said.wishes]
    if rules.readers.second:
        wishes += [w for each in _apart(heard, said) if (w := rules.readers.second(each))]
    return any(each.command in (Command.STOP, Command.NO_RECORDING) for each in wishes)


def _apart_from_leave(rules: Rules, heard: Heard, cry: Cry) -> Cry:
    """`cry`, only asked about where readers find it in no sentence but a goodbye to us or a will: there they do not agree."""
    sentences = at_stops(heard.text)
    others = [each for each in sentences if not _takes_leave(rules, each)]
    if len(others) == len(sentences):
        return cry
    found = rules.readers.net.hear(" ".join(others))
    sure = found is not None and found.level in GRAVE and not found.asked
    return cry if sure else replace(cry, evidence=Evidence.ALONE)


def _takes_leave(rules: Rules, sentence: str) -> bool:
    """Does a sentence say goodbye to us, or who gets what?"""
    if openly.leaves_things(plain(sentence)):
        return True
    wish = commands.wish(sentence) or (
        rules.readers.second(sentence) if rules.readers.second else None
    )
    return wish is not None and wish.command in ENDS


def _apart(heard: Heard, said: Within) -> tuple[str, ...]:
    """What is said in a turn with wishes, without them."""
    return tuple(dict.fromkeys(each for each in (said.rest, *within.said_in(heard.text)) if each))


def _formed(rules: Rules, heard: Heard, said: Within) -> str:
    """The level that the form of the words asks about, also inside what a wish is about; "" for none."""
    texts = _apart(heard, said) if said.wishes else (heard.text,)
    if any(asks_us.hides_danger(each) for each in (heard.text, *texts)):
        return "2"
    return next((form for each in texts if (form := rules.readers.net.by_form(each))), "")


def by_meaning(
    rules: Rules, progress: Progress, heard: Heard, said: Within, found: Cry | None
) -> bool:
    """Is it only by its meaning that danger is found, and answers nothing that we have asked? Neither words nor form tell any."""
    if found is None or found.level not in GRAVE:
        return False
    if progress.safety.checking or progress.safety.asked or _formed(rules, heard, said):
        return False
    by_rules = rules.readers.net.by_rules
    told = (by_rules.hear(each) for each in (heard.text, *_apart(heard, said)))
    return not any(each is not None and each.level in GRAVE for each in told)


def _by_model(heard: Heard) -> str:
    """The level that a language model alone reads: it may be asked about, and never acted on."""
    led = heard.led
    return led.reading.danger if led is not None and merge.fills("danger", led.covers) else ""


def _believed(progress: Progress, cry: Cry) -> Evidence | None:
    """What lets a cry be acted on: its own evidence, or that it answers our question; one reader alone is never enough."""
    if not cry.asked:
        return cry.evidence
    if progress.safety.checking:
        return Evidence.ANSWERED
    # a rule's cry is acted on where nothing can be asked: before the yes, or after two questions
    return None if cry.evidence is Evidence.ALONE else cry.evidence


def may_ask(progress: Progress) -> bool:
    """May they be asked whether all is right? Never twice running: whoever goes on telling has answered."""
    return (
        progress.stage is Stage.TALK
        and not progress.safety.checking
        and progress.safety.checked < CHECKS
    )


def doubted(rules: Rules, progress: Progress, heard: Heard) -> str:
    """The level to ask about: of what may well be a cry, or of a second hint within a few turns; "" for none."""
    if not may_ask(progress):
        return ""
    if doubt := rules.readers.net.doubts(heard.text):
        return doubt
    lately = [turn for turn in progress.safety.hints if turn >= progress.turns - HINTED]
    return rules.readers.net.hint(heard.text) if len(lately) > 1 else ""


def check(rules: Rules, progress: Progress, heard: Heard, level: str) -> tuple[Progress, Move]:
    """Ask it, and stay with them: a few words more of it are not passed over."""
    stays = progress.stays("acknowledge_sad")
    counted = replace(
        stays, safety=replace(stays.safety, checked=progress.safety.checked + 1, hints=())
    )
    return answering.check(rules, counted, level, heard.text)
