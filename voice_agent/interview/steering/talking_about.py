"""What is said to "let's talk about the mill": an open question in the narrator's own words, or that we listen. Pure."""

from voice_agent.interview import phrases
from voice_agent.interview.heard import Heard
from voice_agent.interview.picking import phrase
from voice_agent.interview.progress import Progress
from voice_agent.interview.rules import Rules
from voice_agent.interview.wording.checks import faults
from voice_agent.reading.by_rules import expression
from voice_agent.reading.wishes.commands import Wish
from voice_agent.reading.wishes.subject import subject
from voice_agent.reading.words.vocabulary import said as words_of

ABOUT = 8
"""Words of a subject that can be asked about as it was named. A guess."""


def said_to_it(rules: Rules, progress: Progress, wish: Wish, heard: Heard) -> tuple[str, Progress]:
    """What is said, or asked, of what they want to talk about: an open question, in their own words."""
    said, listening = phrase(rules, progress, "talk_about")
    name = expression.turned(subject(wish.about, heard.text))
    way, progress = phrase(rules, progress, "talk_about_ask")
    ask = phrases.fill(way, name=name)
    if not 0 < len(name.split()) <= ABOUT or faults(ask, words_of(heard.text, name)):
        return said, listening
    return ask, progress
