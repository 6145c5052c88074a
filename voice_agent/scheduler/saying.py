"""The calendar in words: another hour than planned and why, what will not happen and what to do, why it did not."""

from collections.abc import Sequence
from datetime import date, datetime, tzinfo

from voice_agent.scheduler.invitation import Coming
from voice_agent.scheduler.plan import Pause, Why

_NOBODY_ASKED = {
    Why.BUSY: "the calendar leaves no free hour that day. Plan another day, or correct the busy times.",
    Why.LATER: "{who} asked for later, and no hour is left that day. The next talk stays planned.",
    Why.NOT_TODAY: "{who} said “not today”. Nothing needs to be done; the next talk stays planned.",
    Why.PAUSED: "talks are paused that day. End the pause if it should be held.",
    Why.QUIET: "it lies in the quiet hours. Move it to another time.",
    Why.HELD: "{who} has talked that day already. Nothing needs to be done.",
}

_NOT_HELD = {
    Why.AS_PLANNED: "nobody answered, or the device was off",  # written down before reasons were
    Why.BUSY: "the calendar left no free hour",
    Why.LATER: "{who} asked for later, and no hour was left that day",
    Why.NOT_TODAY: "{who} said “not today”",
    Why.PAUSED: "talks were paused",
    Why.QUIET: "it lay in the quiet hours",
    Why.HELD: "{who} had talked that day already",
    Why.NOBODY: "nobody answered",
    Why.BROKEN: "the device could not ask: its microphone, its loudspeaker or a part of the program was missing",
    Why.CLOCK: "the device did not know what time it was",
    Why.OFF: "the device was off, or could not begin",
}

_HOURS = "twelve one two three four five six seven eight nine ten eleven".split()  # noqa: SIM905

_MINUTES = {0: "{hour} o'clock", 15: "a quarter past {hour}", 30: "half past {hour}"}

_TENS = {1: "ten", 2: "twenty", 3: "thirty", 4: "forty", 5: "fifty"}

_TEENS = {11: "eleven", 12: "twelve", 13: "thirteen", 14: "fourteen", 16: "sixteen"}
_TEENS.update({17: "seventeen", 18: "eighteen", 19: "nineteen"})


def moved(each: Coming, zone: tzinfo, who: str, whose: str = "is") -> str:
    """After the hour of a talk that was moved: "instead of 10:00, because ..."; empty where it was not.

    `who` is the narrator; to themselves: "you", `whose` "are".
    """
    if each.at is None or each.at == each.slot:
        return ""
    planned, until = each.slot.astimezone(zone), each.at.astimezone(zone)
    why = {
        Why.BUSY: f"the calendar says {who} {whose} busy until {until:%H:%M}",
        Why.LATER: f"{who} asked for later",
        # whoever planned it in them is told that nobody is asked: this one was put off into them
        Why.QUIET: "it was put off, and would then lie in the quiet hours",
    }[each.why]
    return f"instead of {planned:%H:%M}, because {why}"


def not_asked(each: Coming, who: str) -> str:
    """What will not happen, and what to do; empty where somebody will be asked."""
    if each.at is not None:
        return ""
    return f"No invitation: {nobody_asked(each.why, who)}"


def nobody_asked(why: Why, who: str) -> str:
    """Within a sentence: why nobody will be asked, and what to do."""
    return _NOBODY_ASKED[why].format(who=who)


def not_held(why: Why, who: str) -> str:
    """Why a planned talk was not held."""
    return _NOT_HELD[why].format(who=who)


def resumed(pauses: Sequence[Pause], day: date) -> str:
    """After a pause was ended: what holds on `day`, and which pause is still to come."""
    over = [each for each in pauses if each.covers(day)]
    if over:
        last = max(each.last for each in over)
        return f"That pause is ended. Until {on(last)} there is still a pause: nobody is invited."
    ahead = min((each for each in pauses if each.first > day), key=lambda p: p.first, default=None)
    if ahead:
        return f"That pause is ended. Invitations go on until the next pause, {stretch(ahead)}."
    return "That pause is ended. Invitations go on."


def stretch(pause: Pause) -> str:
    """ "Friday, 20 November" where it is one day, else "Friday, 20 November to Sunday, 22 November"."""
    return " to ".join(on(day) for day in pause.ends)


def on(day: date) -> str:
    """ "Friday, 20 November"."""
    return f"{day:%A}, {day.day} {day:%B}"


def aloud(at: datetime) -> str:
    """A local time as one says it: "half past eleven"."""
    hour, after = _HOURS[at.hour % 12], _HOURS[(at.hour + 1) % 12]
    if at.minute == 45:
        return f"a quarter to {after}"
    if said := _MINUTES.get(at.minute):
        return said.format(hour=hour)
    tens, one = divmod(at.minute, 10)
    if tens == 0:
        return f"{hour} oh {_HOURS[one]}"
    said = _TEENS.get(at.minute) or " ".join((_TENS[tens], _HOURS[one] if one else "")).strip()
    return f"{hour} {said}"
