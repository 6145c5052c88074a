"""A turn into its reading: what the guards of the talk were shown, as one value to be journalled and printed. Pure."""

from voice_agent.interview.heard import Heard
from voice_agent.interview.rules import Rules
from voice_agent.interview.steering.understood import Understood
from voice_agent.interview.story_state import story_state
from voice_agent.reading.reading import Danger, Hooked, Reading, Span, Wished, span


def reading(rules: Rules, heard: Heard, turn: Understood) -> Reading:
    """What `heard` means, as far as anybody here could read it."""
    told, feeling = heard.telling, heard.feeling
    cry, hard = turn.cry, rules.readers.hard_moment(heard.text) if rules.parts.emotion else None
    felt = feeling.intensity > 0
    return Reading(
        words=told.words,
        answers=heard.telling.agrees,
        danger=Danger(cry.level, str(cry.evidence), cry.rule) if cry else None,
        wishes=tuple(
            Wished(
                str(each.wish.command),
                str(each.evidence),
                span(each.wish.about or each.wish.story, heard.text),
            )
            for each in turn.asks.wishes
        ),
        asks_us=tuple(str(each.kind) for each in turn.beside.asks),
        hard=str(hard) if hard else "",
        sorrow=tuple(
            name for name in ("loss", "wronged", "mourns", "hurts") if getattr(told.lately, name)
        ),
        story=str(story_state(heard, rules.readers.ending(heard.text))) if told.words else "",
        hooks=tuple(Hooked(str(each.form), Span(each.begin, each.end)) for each in told.hooks),
        feeling=str(feeling.category) if felt else "",
        intensity=round(feeling.intensity, 2),
    )
