"""Coming back to another talk: seldom, never in the middle of a story, never where it hurts, never twice a day."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from interviews import AGREED, rules

from voice_agent.interview import planner
from voice_agent.interview.asking import asked
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Move
from voice_agent.interview.progress import Progress, Stage
from voice_agent.interview.questions import Cache
from voice_agent.interview.returning import (
    bridging,
    clause_told,
    deciding,
    naming,
    return_state,
    returning,
)
from voice_agent.interview.returning.deciding import Guard, decide
from voice_agent.interview.returning.offers import Offer, OfferOutcome, PastTopic, Thought, Verdict
from voice_agent.interview.returning.return_state import ReturnState, Signals
from voice_agent.interview.rules import Past, Rules
from voice_agent.reading.by_rules import hard_words
from voice_agent.reading.by_rules.closers import closer, left_open
from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.reading.words.asking import asks, parts
from voice_agent.resources import resource
from voice_agent.story import Emotion, Feeling

TODAY = date(2026, 11, 21)
BAKERY = PastTopic(
    "k-1",
    "I carried the bread to the big houses before school",
    ("bakery", "bread", "houses"),
    "My father had the bakery on Mill Street. I carried the bread to the big houses before school.",
    ("your father",),
    sure=0.8,
)
TOLD = Signals(turns=4, words=6, usual=30, shrinking=0.8, closer="that's all there is to it")
LATE = ReturnState(turns=4, heard=12)

KITCHEN = (
    "We had a kitchen with a black stove, and on Saturdays my mother made bread in it for the whole week.",
    "The smell went through the whole house, and we children stood around and waited for the first crust.",
    "Well, that's all there is to it.",
)


CHAPEL = PastTopic(
    "k-9",
    "we sang in the chapel at night",
    ("chapel",),
    "Alfred took me along. We sang in the chapel at night.",
    ("Alfred",),
)
BEANS = ("The garden was behind the house.", "We had beans there, and a fence.", "Beans mostly.")


def by(*, offers: tuple[Offer, ...] = (), seed: int = 7, steps: bool = True) -> Rules:
    past = Past(Cache(), today=TODAY, offers=offers)
    found = bridging.read(resource("config/phrases/returning.toml"))
    return replace(rules(seed=seed, past=past), returning=replace(found, steps=steps))


def talk(
    rule: Rules, *lines: str | Heard, topic: PastTopic = BAKERY
) -> list[tuple[Progress, Move]]:
    progress, move = planner.open_session(rule, AGREED)
    steps = [(progress, move)]
    for number, line in enumerate(lines, 1):
        heard = line if isinstance(line, Heard) else Heard(line)
        # one story: whatever we ask next, they go on about the kitchen
        progress = replace(progress, returns=replace(progress.returns, turns=number - 1))
        heard = replace(heard, minutes=number * 0.6, topics=(topic,))
        progress, move = planner.reply(rule, progress, heard, AGREED)
        steps.append((progress, move))
    return steps


def brought_back(move: Move) -> bool:
    return move.question is not None and move.question.kind == "shift"


# ---- when


SIGNALS = st.builds(
    Signals,
    turns=st.integers(0, 9),
    words=st.integers(0, 120),
    usual=st.floats(1, 80),
    shrinking=st.floats(0, 1),
    closer=st.sampled_from(["", "that's it"]),
    open=st.sampled_from(["", "and then"]),
    energy=st.floats(0, 1),
    silence=st.floats(0, 1),
    finished=st.none() | st.floats(0, 1),
    itself=st.floats(0, 1),
)
TOPICS = st.builds(
    replace,
    st.just(BAKERY),
    sure=st.floats(0, 1),
    heavy=st.booleans(),
    closed=st.booleans(),
)
SHIFTS = st.builds(
    ReturnState,
    heard=st.integers(0, 40),
    hurt=st.integers(-4, 40),
    offered_at=st.integers(-9, 40),
)
GOES = (Verdict.YES, Verdict.LEAVE)


@given(SIGNALS, TOPICS, SHIFTS)
def test_nothing_is_brought_back_in_the_middle_of_a_story(
    signals: Signals, topic: PastTopic, returns: ReturnState
) -> None:
    thought = decide(signals, [topic], returns, (), TODAY)
    if thought.verdict in GOES:
        assert not signals.open
        begun = (
            signals.itself >= 0.5 and signals.words > return_state.FEW
        )  # few words begin nothing
        assert signals.closer or (not begun and signals.turns > 1)


@given(SIGNALS, TOPICS, SHIFTS)
def test_nothing_is_brought_back_after_something_hard(
    signals: Signals, topic: PastTopic, returns: ReturnState
) -> None:
    if decide(signals, [topic], returns, (), TODAY).verdict in GOES:
        assert returns.heard - returns.hurt >= return_state.HURT


@pytest.mark.parametrize(
    ("said", "closes"),
    [
        ("I've come to the bottom of that one.", True),
        ("And there I'll leave it.", True),
        ("Now you've had it all.", True),
        ("That's my lot, then.", True),
        ("Finished. Basta.", True),
        ("When it was all done we sang.", False),
        ("They left me standing at the end of it.", False),
    ],
)
def test_a_story_is_closed_in_many_words(said: str, closes: bool) -> None:
    assert bool(closer(f"They sold the horse. {said}")) is closes


@pytest.mark.parametrize(
    ("said", "is_hard"),
    [
        ("The minister stopped dead with the biscuit in his hand.", False),
        ("He cut it with a letter-opener, dead down the middle.", False),
        ("She comes up every hour to water the one fern.", False),
        ("I had a lilac hat from the hospice shop.", False),
        ("My phone was dead as a stone, and no taxi came.", False),
        ("The engine went dead on us at the level crossing.", False),
        ("Mrs Pickard opposite has a new friend, a widower.", False),
        ("They got him out of the car and he was dead.", True),
        ("Mother was left a widow with the six of us.", True),
        ("I've been a widow since the spring.", True),
        ("We were orphans, and the parish had us.", True),
        ("It's all coming up again.", True),
        ("It is coming back over me now.", True),
        ("He was dead before they got him to the gate.", True),
        ("She was in the hospice by then.", True),
    ],
)
def test_a_word_that_may_hurt_need_not(said: str, is_hard: bool) -> None:
    assert hard_words.hard(said) is is_hard


def test_what_is_met_before_the_interview_may_hurt_as_well() -> None:
    told = Progress(stage=Stage.TALK, returns=ReturnState(heard=2))
    hurting = Heard(
        "The doctor told me, and I walked home and told nobody.",
        feeling=Feeling(Emotion.SADNESS, 0.7, -0.6, 0.1),
    )
    met = returning.broken_off(by(), told, told, hurting, None)
    assert met.returns.hurt == met.returns.heard
    plain = returning.broken_off(
        by(), told, told, Heard("Say that again, please."), Wish(Command.REPEAT)
    )
    assert plain.returns.heard - plain.returns.hurt >= return_state.HURT


@given(SIGNALS, TOPICS, SHIFTS)
def test_what_is_heavy_or_closed_is_never_brought_back(
    signals: Signals, topic: PastTopic, returns: ReturnState
) -> None:
    if decide(signals, [topic], returns, (), TODAY).verdict in GOES:
        assert not topic.heavy and not topic.closed


@given(SIGNALS, SHIFTS, st.sampled_from(OfferOutcome), st.integers(0, 60))
def test_nothing_is_brought_back_twice_a_day(
    signals: Signals, returns: ReturnState, outcome: OfferOutcome, days: int
) -> None:
    offered = Offer(BAKERY.id, TODAY - timedelta(days=days), outcome)
    today = replace(returns, offers=(replace(offered, day=TODAY),))
    assert decide(signals, [BAKERY], today, (), TODAY).verdict is Verdict.NO
    if decide(signals, [BAKERY], returns, (offered,), TODAY).verdict in GOES:
        assert days >= 30 if outcome is OfferOutcome.REFUSED else days >= 3


@given(SIGNALS, TOPICS, SHIFTS)
def test_a_thought_says_why_and_its_signs_sum_to_it(
    signals: Signals, topic: PastTopic, returns: ReturnState
) -> None:
    thought = decide(signals, [topic], returns, (), TODAY)
    assert thought.why.endswith(".")
    assert (thought.verdict is Verdict.NO) == bool(thought.veto)
    assert sum(each.share for each in thought.reasons) == pytest.approx(thought.ready)


def test_a_told_story_that_calls_up_another_is_left_for_it() -> None:
    assert decide(TOLD, [BAKERY], LATE, (), TODAY).verdict is Verdict.YES


def test_in_doubt_leave_is_asked() -> None:
    unsure, asked = replace(BAKERY, sure=0.55), replace(LATE, steps=("k-1",))
    assert decide(TOLD, [unsure], asked, (), TODAY).verdict is Verdict.LEAVE
    half = Signals(turns=3, words=7, usual=20, shrinking=0.3)
    assert decide(half, [BAKERY], asked, (), TODAY).verdict is Verdict.LEAVE
    # many answers, each a little shorter, are still the middle of a long story
    long = Signals(turns=4, words=10, usual=20, shrinking=0.3)
    assert decide(long, [BAKERY], asked, (), TODAY).veto == "not ready"


def test_who_only_says_little_is_asked_one_thing_inside_the_story_first() -> None:
    little = replace(TOLD, closer="")
    assert decide(little, [BAKERY], LATE, (), TODAY).verdict is Verdict.TOWARDS
    silent = replace(little, silence=0.6)
    assert decide(silent, [BAKERY], LATE, (), TODAY).verdict is Verdict.YES


def test_a_few_words_begin_no_other_story_however_far_they_are_from_this_one() -> None:
    told = replace(LATE, lengths=(20, 20, 20), arousal=(0.0,) * 3)
    few, many = (
        "I have forgotten that.",
        "My neighbour has bought a car and it is red and very loud.",
    )
    assert return_state.hear(told, few, arousal=0, hurt=False, itself=0.9).turns == 5
    assert return_state.hear(told, many, arousal=0, hurt=False, itself=0.9).turns == 1


def test_what_was_spoken_of_a_moment_ago_is_not_brought_back() -> None:
    spoken = replace(
        LATE, lately=(return_state.novelty.gist("My father had the bakery with the bread."),)
    )
    assert decide(TOLD, [BAKERY], spoken, (), TODAY).veto


def test_where_something_heavy_is_called_up_nothing_lighter_is_brought_instead() -> None:
    heavy, other = replace(BAKERY, id="k-2", heavy=True), BAKERY
    assert decide(TOLD, [heavy, other], LATE, (), TODAY).verdict is Verdict.NO
    hardly = replace(heavy, sure=0.1)
    assert decide(TOLD, [hardly, other], LATE, (), TODAY).topic == other


def test_who_wants_no_more_of_the_past_is_left_in_peace() -> None:
    said = "I would rather not talk about the old days this evening."
    signals = return_state.read(replace(LATE, lengths=(20, 20, 11)), said, (20, 20, 11))
    assert decide(signals, [BAKERY], LATE, (), TODAY).veto == "not welcome"


def test_a_topic_is_called_up_by_answers_that_agree_and_not_forgotten_at_the_last_words() -> None:
    once = return_state.call_up(ReturnState(), [BAKERY])
    assert once.called[0].sure < BAKERY.sure
    twice = return_state.call_up(once, [BAKERY])
    assert once.called[0].sure < twice.called[0].sure <= BAKERY.sure
    last = return_state.call_up(twice, [])
    assert last.called[0].sure > 0.9 * twice.called[0].sure
    other = return_state.call_up(twice, [replace(BAKERY, sure=0.1)])
    assert 0.1 < other.called[0].sure < last.called[0].sure
    assert return_state.opened(last).called[0].sure < last.called[0].sure


def test_what_a_story_keeps_calling_up_is_led_towards_though_it_is_less_sure() -> None:
    dim = replace(BAKERY, sure=0.4)
    once = return_state.call_up(LATE, [dim])
    steady = return_state.call_up(once, [dim])
    assert (once.stood, steady.stood) == (1, 2)
    assert steady.called[0].sure < deciding.PERHAPS
    assert decide(TOLD, once.called, once, (), TODAY).veto == "not sure"
    assert decide(TOLD, steady.called, steady, (), TODAY).verdict is Verdict.TOWARDS
    last = return_state.call_up(steady, [])  # "that was it" changes nothing of it
    assert last.stood == steady.stood


def test_a_story_that_goes_on_calling_up_one_of_six_at_nearly_a_third_leads_towards_it() -> None:
    among = replace(LATE, called=(replace(BAKERY, sure=0.31),), stood=2)
    assert decide(TOLD, among.called, among, (), TODAY).verdict is Verdict.TOWARDS
    hardly = replace(among, called=(replace(BAKERY, sure=0.28),))
    assert decide(TOLD, hardly.called, hardly, (), TODAY).veto == "not sure"


def test_where_a_told_story_calls_something_up_dimly_they_are_asked_what_and_nothing_is_offered() -> (
    None
):
    dim = replace(BAKERY, sure=0.24)
    steps = talk(by(), *KITCHEN, topic=dim)
    progress, move = steps[-1]
    assert move.question is not None and move.question.kind == "wonder"
    assert not brought_back(move) and "bakery" not in move.text
    assert progress.returns.wondered and progress.returns.pending is None
    _, again = talk(by(), *KITCHEN, "Not really. And that's that.", topic=dim)[-1]
    assert again.question is None or again.question.kind != "wonder"


def test_where_what_comes_to_mind_weighs_nobody_is_asked_what_they_are_reminded_of() -> None:
    heavy = replace(BAKERY, sure=0.24, heavy=True)
    _, move = talk(by(), *KITCHEN, topic=heavy)[-1]
    assert move.question is None or move.question.kind not in ("wonder", "shift")


def test_what_is_near_to_one_answer_only_must_be_surer() -> None:
    dim, other = replace(BAKERY, sure=0.4), replace(BAKERY, id="k-2", sure=0.44)
    turned = return_state.call_up(return_state.call_up(LATE, [dim]), [other])
    assert turned.called[0].id == "k-2" and turned.stood == 1
    assert decide(TOLD, turned.called, turned, (), TODAY).veto == "not sure"


def test_where_a_heavy_story_is_what_keeps_coming_nothing_lighter_is_led_towards() -> None:
    heavy, light = replace(BAKERY, sure=0.4, heavy=True), replace(BAKERY, id="k-2", sure=0.3)
    steady = return_state.call_up(return_state.call_up(LATE, [heavy, light]), [heavy, light])
    assert decide(TOLD, steady.called, steady, (), TODAY).veto == "is heavy"


def test_the_note_of_a_thought_holds_no_word_of_the_narrators() -> None:
    thought = decide(TOLD, [BAKERY], LATE, (), TODAY)
    assert "bread" not in str(thought.as_note()) and "that's all" not in str(thought.as_note())
    assert thought.as_note()["verdict"] == "yes"


def test_a_veto_can_be_lifted_for_an_evaluation_only() -> None:
    hurt = replace(LATE, hurt=LATE.heard)
    assert decide(TOLD, [BAKERY], hurt, (), TODAY).veto == "distress"
    free = decide(TOLD, [BAKERY], hurt, (), TODAY, guard=Guard(distress=False))
    assert free.verdict is Verdict.YES


# ---- closers


@pytest.mark.parametrize(
    "said",
    [
        "Well, that's it.",
        "And that was that.",
        "I think that's about all there is to say about it.",
        "So there you are.",
        "There's not much more to tell.",
        "He went to sea and we never saw the boat again. Well, that's all I know.",
        "That's the whole story.",
        "Oh well. It was a long time ago.",
        "I can't think of anything else.",
        "You know the rest.",
        "That's me.",
    ],
)
def test_a_closing_word_is_heard(said: str) -> None:
    assert closer(said) and not left_open(said)


@pytest.mark.parametrize(
    "said",
    [
        "That's it, I said to him, that's it, and I walked out and took the train to York.",
        "We had a kitchen with a black stove.",
        "That was the year we moved.",
        "And there you are with a goat in the kitchen and the priest at the door.",
        "She never said anything else to him.",
    ],
)
def test_a_story_is_not_closed_by_words_in_its_middle(said: str) -> None:
    assert not closer(said)


@pytest.mark.parametrize(
    "said",
    [
        "And then",
        "But wait till you hear what he did next.",
        "That was only the beginning.",
        "I must tell you about the goat.",
        "So we went down to the river and",
        "There's more to it.",
        "You'll never guess who it was.",
    ],
)
def test_a_story_that_goes_on_is_heard_to(said: str) -> None:
    assert left_open(said)


# ---- what is said


@pytest.mark.parametrize("seed", range(8))
def test_a_bridge_is_two_sentences_and_asks_one_thing_last(seed: int) -> None:
    _, move = talk(by(seed=seed), *KITCHEN)[-1]
    assert brought_back(move), move.reason
    sentences = parts(move.text)
    assert len(sentences) == 2 and asks(sentences[-1]) and not asks(sentences[0])
    assert "bread" in move.say, "what connects now and then is named"


def test_a_bridge_quotes_only_what_was_said() -> None:
    how = by().returning
    assert how is not None
    made = bridging.bridge(
        how.phrases, BAKERY, "We had a dog.", (), Verdict.LEAVE, seed="1", used={}
    )  # fmt: skip
    assert made is not None
    assert "the bakery" in made.text or "you carried the bread to the big houses" in made.text


@pytest.mark.parametrize(
    ("keyword", "said_then", "called_now"),
    [
        ("Street", "My father had the bakery on Mill Street in Leeds.", "Mill Street"),
        ("Mill", "My father had the bakery on Mill Street in Leeds.", "Mill Street"),
        ("Street", "We lived in a Street of our own.", "Leeds"),
        ("Alfred", "It was our Alfred who dug the well.", "Alfred"),
    ],
)
def test_a_name_is_said_whole_or_not_at_all(keyword: str, said_then: str, called_now: str) -> None:
    topic = PastTopic("t", said_then, (keyword,), said_then, places=("Leeds",))
    assert naming.called(topic) == called_now


def test_what_cannot_be_said_back_is_not_brought_up() -> None:
    nameless = PastTopic(
        "k-3", "It was, you know, that one.", (), "It was, you know, that one.", sure=0.9
    )
    found = talk(by(), *KITCHEN, topic=nameless)[-1]
    assert not brought_back(found[1])
    assert found[0].returns.thought is not None and found[0].returns.thought.veto == "no words"


def test_no_is_taken_for_an_answer_at_once_and_for_the_whole_talk() -> None:
    unsure = replace(BAKERY, sure=0.55)
    steps = talk(
        by(steps=False),
        *KITCHEN,
        "No, not today.",
        *KITCHEN,
        *KITCHEN,
        *KITCHEN,
        *KITCHEN,
        topic=unsure,
    )
    assert brought_back(steps[3][1])
    assert not any(brought_back(move) for _, move in steps[4:])
    offers = steps[-1][0].returns.offers
    assert [each.outcome for each in offers] == [OfferOutcome.REFUSED]


def test_a_plain_no_is_answered_and_something_else_is_asked() -> None:
    unsure = replace(BAKERY, sure=0.55)
    found = talk(by(steps=False), *KITCHEN, "No, thank you.", topic=unsure)[-1][1]
    assert "leave" in found.say.lower() or "need not" in found.say
    assert found.ask and "bakery" not in found.ask and "bread" not in found.ask


def test_who_tells_nothing_of_it_is_not_told_to_go_on() -> None:
    unsure = replace(BAKERY, sure=0.55)
    for said in ("Oh, I don't know about that.", "Hm, I couldn't really say."):
        vague = talk(by(steps=False), *KITCHEN, said, topic=unsure)[-1]
        assert vague[0].returns.offers[-1].outcome is OfferOutcome.IGNORED
        assert "leave" in vague[1].say.lower() or "need not" in vague[1].say
        assert vague[1].ask and "bread" not in vague[1].ask
    told = talk(by(steps=False), *KITCHEN, "He baked it at night.", topic=unsure)[-1]
    assert "leave" not in told[1].text.lower() and "need not" not in told[1].text


def test_a_yes_in_other_words_is_followed_as_well() -> None:
    for said in ("Let's do that.", "That'd be lovely."):
        gone = talk(by(steps=False), *KITCHEN, said, topic=replace(BAKERY, sure=0.55))[-1]
        assert gone[0].returns.offers[-1].outcome is OfferOutcome.WELCOME
        assert "leave" not in gone[1].text.lower()


def test_a_bare_yes_is_followed_to_where_it_leads() -> None:
    unsure = replace(BAKERY, sure=0.55)
    progress, move = talk(by(steps=False), *KITCHEN, "Yes.", topic=unsure)[-1]
    assert move.ask and progress.returns.offers[-1].outcome is OfferOutcome.WELCOME


def test_a_return_that_hurts_counts_as_refused() -> None:
    sad = Heard(
        "He died that winter, my father, in the back of the shop.",
        feeling=Feeling(Emotion.SADNESS, 0.8),
    )
    progress, move = talk(by(), *KITCHEN, sad)[-1]
    assert progress.returns.offers[-1].outcome is OfferOutcome.REFUSED
    assert "bread" not in move.text


def test_an_offer_is_kept_without_a_word() -> None:
    made = Offer("k-1", TODAY, OfferOutcome.WELCOME, {"last": 0.25})
    assert Offer.from_json(made.as_json()) == made


def test_without_the_part_nothing_is_brought_back() -> None:
    rule = by()
    rule = replace(rule, parts=replace(rule.parts, shift=False))
    assert not any(brought_back(move) for _, move in talk(rule, *KITCHEN))


def test_a_long_way_is_gone_in_two_steps() -> None:
    far = replace(CHAPEL, sure=0.58)
    steps = talk(by(), *BEANS, "Alfred? Yes, Alfred was there, he built the fence.", topic=far)
    towards = steps[3]
    assert towards[0].returns.pending is not None
    assert towards[0].returns.pending.verdict is Verdict.TOWARDS and "Alfred" in towards[1].ask
    assert brought_back(steps[4][1]) and "chapel" in steps[4][1].text
    other = "Alfred? No, that was another time, but I often think of him."
    assert brought_back(talk(by(), *BEANS, other, topic=far)[4][1])
    father = replace(far, people=("your father",))
    dad = "Dad? No, that was another time, but I often think of it."
    assert brought_back(talk(by(), *BEANS, dad, topic=father)[4][1])
    for apart in (
        "No, that's not part of it.",
        "No, Alfred had nothing to do with that, you know.",
    ):
        put_aside = talk(by(), *BEANS, apart, topic=far)[4][1]
        assert put_aside.reason != "asked for: correction"
        assert not brought_back(put_aside) and "Alfred" not in put_aside.text
    unwilling = "No, I would rather not talk about Alfred, if you do not mind."
    assert not brought_back(talk(by(), *BEANS, unwilling, topic=far)[4][1])


def test_a_wish_understood_by_meaning_is_a_no_to_what_was_offered() -> None:
    def meant(said: str) -> Wish | None:
        return Wish(Command.CHANGE) if said == "Couldn't we have a different one?" else None

    rule = replace(shipped := by(), readers=replace(shipped.readers, second=meant))
    progress, _ = talk(rule, *KITCHEN, "Couldn't we have a different one?")[-1]
    assert progress.returns.offers[-1].outcome is OfferOutcome.REFUSED


def test_where_it_may_belong_a_question_inside_the_story_comes_first() -> None:
    doubtful = replace(BAKERY, sure=0.5)
    thought = decide(TOLD, (doubtful,), LATE, (), TODAY)
    assert thought.verdict is Verdict.TOWARDS and thought.topic == doubtful
    asked = replace(LATE, steps=("k-1",))
    assert decide(TOLD, (doubtful,), asked, (), TODAY).verdict is Verdict.LEAVE
    assert decide(TOLD, (replace(BAKERY, sure=0.4),), LATE, (), TODAY).verdict is Verdict.NO
    often = replace(LATE, steps=("k-7", "k-8"))
    assert decide(TOLD, (doubtful,), often, (), TODAY).verdict is Verdict.LEAVE


def test_what_has_nothing_to_do_with_it_leaves_its_certainty_to_the_others() -> None:
    choir = replace(BAKERY, id="k-2", sure=0.32)
    topics = (replace(BAKERY, sure=0.5), choir)
    thought = decide(TOLD, topics, replace(LATE, apart=frozenset({"k-1"})), (), TODAY)
    assert thought.topic is not None and thought.topic.id == "k-2"
    assert thought.topic.sure == pytest.approx(0.64)


def test_a_step_denied_in_a_word_is_believed_and_one_passed_over_is_not() -> None:
    far = replace(CHAPEL, sure=0.5)
    story = ("The garden was behind the house.", "We had beans there, and a fence.", "That was it.")
    denied = talk(by(), *story, "No, that has nothing to do with it.", topic=far)
    assert denied[3][0].returns.steps == ("k-9",) and denied[4][0].returns.apart == {"k-9"}
    assert not any(brought_back(move) for _, move in denied[4:])
    on = "No, not at all, and the beans came up in the spring as high as the wall of the house."
    assert talk(by(), *story, on, topic=far)[4][0].returns.apart == frozenset()


def test_what_comes_dimly_to_mind_is_asked_after_plainly_unless_that_is_left_out() -> None:
    dim = replace(BAKERY, sure=0.24)
    _, move = talk(by(), *KITCHEN, topic=dim)[-1]
    assert move.question is not None and move.question.kind == "wonder"
    assert "bakery" not in move.text and "bread" not in move.ask
    how = by()
    assert how.returning is not None
    without = replace(how, returning=replace(how.returning, wonders=False))
    _, move = talk(without, *KITCHEN, topic=dim)[-1]
    assert move.question is None or move.question.kind != "wonder"


def test_what_has_stood_first_for_a_while_needs_less_sureness_unless_that_is_left_out() -> None:
    faint = replace(BAKERY, sure=0.3)
    steady = replace(LATE, called=(faint,), stood=deciding.STANDS)
    signals = replace(TOLD, turns=4)
    assert decide(signals, [faint], steady, (), TODAY).verdict is not Verdict.NO
    strict = deciding.Signs(stood=deciding.PERHAPS)
    assert decide(signals, [faint], steady, (), TODAY, weights=strict).veto == "not sure"


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        (
            "I started at Marshall's in Leeds when I was fifteen.",
            "you started at Marshall's in Leeds",
        ),
        (
            "The first year I was married I made six pies for the church supper, and I used salt.",
            "you made six pies for the church supper, and you used salt",
        ),
        (
            "When the river came down the year I was eight, they evacuated the whole street.",
            "they evacuated the whole street",
        ),
        (
            "Tom and I built a boat in my father's shed.",
            "Tom and you built a boat in your father's shed",
        ),
        (
            "The engine broke down one night in the fog, and me and Stella took turns till dawn.",
            "the engine broke down one night in the fog",
        ),
        ("The old boy at the lost property in Bath Street.", ""),
        ("The morning I got married the hogs got out.", ""),
    ],
)
def test_an_old_story_is_named_by_a_clause_that_is_whole(sentence: str, told: str) -> None:
    assert clause_told.clause(sentence) == told


def test_what_is_named_once_in_a_story_does_not_stand_for_it() -> None:
    topic = PastTopic("t", "We danced every Saturday", text="We danced every Saturday at the hall.")
    how = by().returning
    assert how is not None

    def said(*story: str) -> str:
        made = bridging.bridge(
            how.phrases, topic, story[-1], story[:-1], Verdict.LEAVE, seed="s", used={}
        )
        assert made is not None
        return made.say

    assert "knees" not in said("We had a boat once.", "She looked at my knees and laughed.")
    assert "knees" not in said("I sat on my knees all day.", "She looked at my knees.")
    assert "piano" in said("They gave me the piano.", "Nobody could carry the piano.")


def test_a_step_towards_what_may_weigh_is_followed_by_asking_leave() -> None:
    far = replace(CHAPEL, sure=0.7)
    came = "Alfred? He was there all that summer and dug it over for us with his own spade."

    def verdict(topic: PastTopic) -> Verdict:
        progress, _ = talk(by(), *BEANS, came, topic=topic)[-1]
        thought = progress.returns.thought
        assert thought is not None
        return thought.verdict

    assert verdict(far) is Verdict.YES
    assert verdict(replace(far, tender=True)) is Verdict.LEAVE


def test_before_another_story_is_asked_for_one_is_led_towards_what_surely_belongs() -> None:
    """Nothing says that the story is told, and still the planner would leave it for a question of the book."""

    def rather(topic: PastTopic) -> tuple[Progress, Move | None]:
        thought = Thought(Verdict.NO, "No: not told.", topic, veto="not ready")
        progress = Progress(stage=Stage.TALK, returns=replace(LATE, thought=thought))
        return returning.rather(by(), progress, Heard(BEANS[1]), asked)

    chapel = replace(CHAPEL, sure=0.8)
    progress, move = rather(chapel)
    assert move is not None and move.say == "" and "Alfred" in move.ask
    assert progress.returns.steps == ("k-9",)
    pending = progress.returns.pending
    assert pending is not None and pending.verdict is Verdict.TOWARDS
    assert rather(replace(chapel, sure=0.55))[1] is None
    assert rather(replace(chapel, people=()))[1] is None


def test_where_a_veto_forbids_it_or_steps_were_made_another_story_is_asked_for() -> None:
    topic = replace(CHAPEL, sure=0.8)

    def rather(veto: str, rule: Rules, steps: tuple[str, ...] = ()) -> Move | None:
        thought = Thought(Verdict.NO, "No.", topic, veto=veto)
        returns = replace(LATE, thought=thought, steps=steps)
        progress = Progress(stage=Stage.TALK, returns=returns)
        return returning.rather(rule, progress, Heard(BEANS[1]), asked)[1]

    for veto in ("distress", "is heavy", "mid-story", "not sure", ""):
        assert rather(veto, by()) is None
    assert rather("not ready", by(steps=False)) is None
    assert rather("not ready", replace(by(), returning=None)) is None
    assert rather("not ready", by(), ("k-9",)) is None
    assert rather("not ready", by(), ("k-1", "k-2")) is None
    assert rather("not ready", by()) is not None


@pytest.mark.parametrize("veto", ["not ready", "mid-story"])
def test_where_the_step_was_made_already_leave_is_asked_before_another_story_is(veto: str) -> None:
    """ "No, not at all. All he kept back was the price of a bag of chips": and then a question of the book."""
    topic = replace(CHAPEL, sure=0.8)

    thought = Thought(Verdict.NO, "No.", topic, veto=veto)
    led = replace(LATE, thought=thought, steps=("k-9",), called=(topic,), stood=3)

    def rather(returns: ReturnState) -> Move | None:
        progress = Progress(stage=Stage.TALK, returns=returns)
        return returning.rather(by(), progress, Heard(BEANS[1]), asked)[1]

    move = rather(led)
    assert move is not None and brought_back(move) and "chapel" in move.text
    refused = Offer("k-1", TODAY, OfferOutcome.REFUSED, {}, ())
    for barred in (
        replace(led, untold=True),
        replace(led, offers=(refused,)),
        replace(led, called=(replace(topic, heavy=True),)),
        replace(led, hurt=LATE.heard),
        replace(led, apart=frozenset({"k-9"})),
    ):
        assert rather(barred) is None


@pytest.mark.parametrize(
    "said", ["There's more.", "I have more.", "There is more to it than that."]
)
def test_who_says_that_there_is_more_has_not_closed_it(said: str) -> None:
    assert closer(said) == ""
    assert closer(said.replace("more", "nothing more")) != ""


def test_few_words_in_the_middle_of_a_story_are_no_sign_that_it_is_told() -> None:
    """ "I gave her a ten-dollar bill" came second of four, and an old story was offered on it."""
    second = replace(TOLD, turns=2, closer="", silence=0.0)
    assert {each.name for each in deciding.signs(second, deciding.Signs())} == {"turns"}
    third = replace(second, turns=3)
    assert {each.name for each in deciding.signs(third, deciding.Signs())} == {
        "turns",
        "shrinking",
        "few",
    }
