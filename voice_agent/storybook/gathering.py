"""The narrator's sentences gathered for a book, each with what memory knows of it and who may know. Pure.

Left out before anything is written: what was answered as a bad moment and what the safety net knows again, what is
private, hidden or put away, and yes or no to who may know. What is left out is remembered, so that the finished
pages can be searched for it. Everything else that was said is here, and what a rule only supposes of it is a mark.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from voice_agent.memory.between_us import closed
from voice_agent.memory.claims import Claim
from voice_agent.memory.dates.date_scene import Background
from voice_agent.memory.dates.dates import find
from voice_agent.memory.decisions import let_out
from voice_agent.memory.events import weave
from voice_agent.memory.privacy import OPEN
from voice_agent.memory.same_story import touches
from voice_agent.story import Session, Speaker, Turn
from voice_agent.storybook import marks, said_to_us
from voice_agent.storybook.material import LeftOut, Material, Place, Source, ToldSentence
from voice_agent.storybook.put_right import later
from voice_agent.storybook.shut_turns import LISTENING, turns_shut
from voice_agent.storybook.turn_sentences import KnownForTurns, of_turn, put_otherwise


def gather(source: Source) -> Material:
    """Sort what was told into what a book may hold and what it may not. Raises nothing.

    A question of ours that speaks of what is kept back stands before no other answer.
    """
    claims = source.believed
    whole = weave(claims, source.decisions, vectors=source.meanings, loom=source.loom)
    by_turn = _by_turn(claims)
    shut = turns_shut(source, by_turn)
    # what is kept from anybody stands beside no other sentence
    out = let_out(source.decisions)
    limited = {
        session.id: {
            turn: limit
            for turn, limit in closed(
                session.turns, {t.id for t in session.turns if f"{session.id} {t.id}" in out}
            ).items()
            if (session.id, turn) not in source.let_go
        }
        for session in source.sessions
    }
    kept = shut.keys() | source.kept_back.keys()
    kept |= {(id, turn) for id, each in limited.items() for turn in each}
    free = [
        each
        for each in claims
        if each.privacy == OPEN
        and each.id not in source.hidden
        and (each.session, each.turn) not in kept
    ]
    known = KnownForTurns(source, later(free, whole), marks.answers(source.decisions), by_turn)
    told: list[ToldSentence] = []
    left_out: list[LeftOut] = []
    for session in source.sessions:
        limits = limited[session.id]
        kept_texts = [t.text for t in session.turns if (session.id, t.id) in source.kept_back]
        asked, opens, ours = "", False, ""
        for turn in session.turns:
            if turn.speaker is Speaker.INTERVIEWER and turn.kind not in LISTENING:
                # a question answers nothing but what follows it: it goes when anything else is said
                asked, opens, ours = _question(turn, asked), True, turn.kind
                asked = "" if touches(asked, kept_texts) else asked
            if turn.speaker is not Speaker.NARRATOR or not turn.text.strip():
                continue
            if why := shut.get((session.id, turn.id)):
                left_out.append(LeftOut(turn.text, why))
                continue
            found, gone = of_turn(known, session, turn, limits.get(turn.id, OPEN), ours)
            for stretch in source.otherwise.get((session.id, turn.id), ()):
                found, more = put_otherwise(source, turn, found, stretch)
                gone += more
            left_out += gone
            first = next((n for n, each in enumerate(found) if not each.out), None)
            if first is not None:
                # what stood before it is what answered
                answers = not any(_before(turn, each, found[first]) for each in gone)
                found[first] = found[first]._replace(asked=asked if answers else "", opens=opens)
                opens = False
            if gone or first is not None:
                asked = ""
            if turn.kind == "written":
                day = _heading(session)
                found = [each._replace(written=True, headed=day) for each in found]
            told += found
    usable = {claim.id for each in told for claim in each.claims}
    usable_claims = (c for c in claims if c.id in usable)
    life = weave(usable_claims, source.decisions, vectors=source.meanings, loom=source.loom)
    return Material(tuple(told), life, tuple(left_out))


def _by_turn(claims: Sequence[Claim]) -> Mapping[Place, Sequence[Claim]]:
    found: dict[Place, list[Claim]] = defaultdict(list)
    for claim in claims:
        found[claim.session, claim.turn].append(claim)
    return found


def _before(turn: Turn, gone: LeftOut, first: ToldSentence) -> bool:
    return 0 <= turn.text.find(gone.words) < first.span.first


def _heading(session: Session) -> str:
    """The day at the head of a page of a diary, which its session has for a topic."""
    found = find(session.topic, Background(session.began.date())).dates
    return found[0].edtf if len(found) == 1 else ""


def _question(turn: Turn, before: str) -> str:
    """What the narrator's next turn answers; said again after a wish it is still the same question."""
    if turn.kind in ("question", "cue", ""):
        return turn.text
    last = said_to_us.asked(before)
    return before if last and turn.text.endswith(last) else ""
