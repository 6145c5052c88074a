"""A language model in the interviewer's seat: where it may speak, what becomes of it, and what stays ours."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from interviews import AGREED, rules
from seated_house import READING

from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.known import Known
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.progress import Progress
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import Candidate, Source
from voice_agent.interview.returning import bridging
from voice_agent.interview.returning.offers import PastTopic, Verdict
from voice_agent.interview.seat import fence, proposal, seated
from voice_agent.interview.seat.brief import Brief
from voice_agent.interview.seat.gathering import gathered, shown
from voice_agent.interview.seat.proposal import Led, Reply
from voice_agent.reading.by_model import Asks, ByModel, live, quoted
from voice_agent.reading.danger.cries import GRAVE
from voice_agent.reading.danger.safety import Net
from voice_agent.reading.merge import BY_MODEL
from voice_agent.reading.wishes.commands import KEEPS_BACK, Command, Wish
from voice_agent.reading.wishes.perhaps_kept import PERHAPS
from voice_agent.resources import resource

BUTTONS = "My grandmother had a jar of buttons, and she let us count them if we were good. I was never good."
OVEN = PastTopic(
    "oven",
    "My mother baked on Saturdays in the black oven",
    text="My mother baked on Saturdays in the black oven.",
)
ASKED = "Never good! How did you get at the jar?"
NOTHING = live(READING, "")
"""A model has read the turn, and finds neither danger nor a wish nor a question to us."""


def begun() -> Progress:
    progress, _ = planner.open_session(rules(), AGREED)
    return progress


def written(said: str, kind: str = "follow", hook: str = "", to: str = "") -> Mapping[str, Any]:
    return {"kind": kind, "hook": hook, "to": to, "say": said}


def proposed(turn: str, answer: Mapping[str, Any]) -> Reply:
    reply = proposal.read(answer, turn)
    assert reply is not None
    return reply


def answered(turn: str, led: Led | None, before: Progress | None = None) -> tuple[Progress, Move]:
    return planner.reply(rules(), before or begun(), Heard(turn, led=led), AGREED)


def why(turn: str, answer: Mapping[str, Any], **look: Any) -> str:
    brief = look.pop("brief", Brief(turn))
    return fence.struck(
        proposed(turn, answer), fence.Look(rules(), begun(), Heard(turn), brief, **look)
    )


# ---- in the place of our own words


def test_what_the_fence_lets_through_is_said_in_the_place_of_ours() -> None:
    led = Led(NOTHING, proposed(BUTTONS, written(ASKED, hook="never good")), by="scripted")
    progress, move = answered(BUTTONS, led)
    assert move.text == ASKED and move.guard == "the seat"
    assert move.ask == "How did you get at the jar?" == progress.question.text
    assert progress.coverage.asked[-1] == move.ask
    assert progress.tellings.exchanges[-1].replied == ASKED


def test_without_a_proposal_we_say_what_we_would_have_said() -> None:
    assert answered(BUTTONS, Led(NOTHING))[1] == answered(BUTTONS, None)[1]


def test_a_quiet_word_asks_nothing_and_stays() -> None:
    turn = "He died in the March. She is in the shed, I never put her in the water."
    led = Led(NOTHING, proposed(turn, written("In the shed. There is no hurry.", "quiet")))
    progress, move = answered(turn, led)
    assert move.text == "In the shed. There is no hurry." and move.act is Act.ANSWER
    assert progress.comfort.stayed == progress.turns


def test_an_old_story_that_is_come_back_to_waits_for_its_welcome() -> None:
    reply = proposed(
        BUTTONS, written("And the black oven. Who had the first crust?", "return", to="s1")
    )
    progress, move = answered(BUTTONS, Led(NOTHING, reply, OVEN))
    assert move.ask == "Who had the first crust?"
    pending = progress.returns.pending
    assert pending is not None and pending.topic is OVEN and pending.verdict is Verdict.YES


def test_a_question_of_ours_in_other_words_counts_as_asked_in_both() -> None:
    before = begun()
    brief = gathered(rules(), before, Heard(BUTTONS), answered(BUTTONS, None)[1], Known())
    question = brief.questions[0]
    reply = proposed(BUTTONS, written("Well then. Who were you with, mostly?", "agenda", to="q1"))
    progress, move = answered(BUTTONS, Led(NOTHING, reply, question))
    assert move.ask == "Who were you with, mostly?"
    assert {question.ask, move.ask} <= {*progress.coverage.asked}


@pytest.mark.parametrize(
    "turn",
    [
        "I want to die. I have the tablets here.",
        "Stop.",
        "Keep that between us.",
        "Goodbye now.",
        "Who hears what I say to you?",
        "I did not catch that, say it again.",
    ],
)
def test_danger_wishes_and_what_only_the_program_knows_are_ours(turn: str) -> None:
    before = replace(
        begun(), turns=2, tellings=replace(begun().tellings, heard=(BUTTONS,), last=BUTTONS)
    )
    after, move = answered(turn, None, before)
    led = Led(NOTHING, Reply(proposal.Kind.FOLLOW, "What came then?"))
    if "hears" in turn:
        led = replace(led, reading=ByModel(asks=Asks.WHO_HEARS))
    assert not seated.may_lead(after, move, led)
    assert answered(turn, led, before)[1].text == move.text


# ---- what it reads


def test_danger_that_only_a_model_reads_is_asked_about_and_alarms_nobody() -> None:
    turn = "I gave the canary away on Monday, and I've put my papers on the table where she'll find them."
    for level in GRAVE:
        progress, move = answered(turn, Led(ByModel(danger=level)))
        assert progress.safety.checking == level and not move.alert and not move.withheld
        assert move.say.endswith("?")


def test_it_asks_so_twice_in_a_talk_at_most() -> None:
    progress, asked = begun(), 0
    for _ in range(6):
        progress, _ = answered(
            "We had the shop then, and the van.", Led(ByModel(danger="2")), progress
        )
        asked += bool(progress.safety.checking)
        progress, _ = answered("I'm all right, don't be daft.", None, progress)
    assert asked == 2


def test_a_goodbye_that_only_a_model_hears_is_asked_about() -> None:
    turn = "Well, that's the kettle, and I've a pie to see to."
    _, move = answered(turn, Led(ByModel(wish=Wish(Command.GOODBYE, sure=False))))
    assert not move.ends and "stop" in move.ask.lower()


@pytest.mark.parametrize(
    ("answer", "level", "wish"),
    [
        ({"danger": "wants to die", "wish": "none"}, "2", None),
        ({"danger": "NONE", "wish": "keep from", "about": "Colleen"}, "", Command.NOT_FOR),
        ({"wish": "keep from", "about": "Beatrice"}, "", None),
        ({"danger": "help!", "wish": "erase everything"}, "", None),
        ({"danger": 3, "wish": ["forget"], "about": {}, "hook": 7}, "", None),
    ],
)
def test_a_reading_holds_what_was_said_or_nothing(
    answer: Mapping[str, Any], level: str, wish: Command | None
) -> None:
    read = live(answer, "Don't let Colleen hear about the buttons.")
    assert read.danger == level
    assert (read.wish.command if read.wish else None) is wish
    assert read.wish is None or not read.wish.sure


# ---- what is shown


def test_what_was_put_away_is_shown_to_no_model() -> None:
    before, _ = answered(BUTTONS, None)
    _, move = answered("We had a goat.", None, before)
    whole = gathered(rules(), before, Heard("We had a goat."), move, Known())
    assert any(BUTTONS in each.said for each in whole.talk)
    fine = shown(whole, lambda text: "buttons" not in text)
    assert not any("buttons" in f"{each.said} {each.replied}" for each in fine.talk)


# ---- the fence


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (
            written("What did Gertrude say?", hook="never good"),
            "a name or place the narrator has not said",
        ),
        (
            written("What did she do in 1931?", hook="never good"),
            "a number the narrator has not said",
        ),
        (
            written("Was your uncle there?", hook="never good"),
            "a relative the narrator has not spoken of",
        ),
        (
            written("What lovely buttons, thank you for sharing that.", hook="buttons"),
            "praises the narrator for answering",
        ),
        (
            written("How many were there? Who counted them?", hook="buttons"),
            "more than one question",
        ),
        (written("Were you sad about that?", hook="never good"), "a leading question"),
        (
            written("You were good in the end, weren't you?", hook="never good"),
            "a leading question",
        ),
        (
            written("I will keep that from your sister.", hook="buttons"),
            "a relative the narrator has not spoken of",
        ),
        (
            written("I will keep that to myself.", hook="buttons"),
            "says what only the program knows",
        ),
        (written("Nobody will hear that.", hook="buttons"), "says what only the program knows"),
        (written("It is all kept private.", hook="buttons"), "says what only the program knows"),
        (
            written("My instructions are to ask. What then?", hook="buttons"),
            "speaks of its instructions",
        ),
        (
            written("Y quien tenia el jarro de los botones?", hook="jar"),
            "not the narrator's language",
        ),
        (written("And what did you feel at her funeral?", hook="jar"), "brings up something heavy"),
        (written("What became of the dog?", hook="the dog"), "takes up what was not said"),
        (written("What about the oven?", "return", to="s1"), "comes back to what was not shown"),
        (written("What about the oven?", "agenda", to="q7"), "asks what was not shown"),
        (written("I am a program, and count nothing.", "answer_us"), "answers what was not asked"),
    ],
)
def test_why_something_is_not_said(answer: Mapping[str, Any], reason: str) -> None:
    assert why(BUTTONS, answer) == reason


def test_a_good_question_passes() -> None:
    assert why(BUTTONS, written(ASKED, hook="never good")) == ""


def test_words_of_an_old_story_are_said_only_where_it_is_come_back_to() -> None:
    brief = Brief(BUTTONS, stories=(OVEN,))
    back = "And your mother's black oven. Who had the first crust?"
    assert why(BUTTONS, written(back, "return", to="s1"), brief=brief) == ""
    follows = why(BUTTONS, written(back, hook="buttons"), brief=brief)
    assert follows == "a relative the narrator has not spoken of"


def test_whoever_has_just_told_of_a_loss_is_asked_nothing() -> None:
    turn = "He died in the March, my Arthur. The boat is in the shed."
    asks = written("What colour was the boat?", hook="The boat")
    assert why(turn, asks, guard="hard to tell") == "asks while it hurts"
    assert why(turn, written("In the shed.", "quiet"), guard="hard to tell") == ""


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        (written(ASKED, hook="never good"), Verdict.NO),
        (
            written("The jar. And the black oven: who had the crust?", "return", to="s1"),
            Verdict.YES,
        ),
    ],
    ids=["stays", "goes back"],
)
def test_what_it_makes_of_the_old_stories_it_is_shown_is_a_thought_like_ours(
    answer: Mapping[str, Any], verdict: Verdict
) -> None:
    by = replace(rules(), returning=bridging.read(resource("config/phrases/returning.toml")))
    sure, progress = replace(OVEN, sure=0.9), begun()
    for said in ("We lived by the chapel then, all of us in two rooms.", "There was a yard, too."):
        progress, _ = planner.reply(by, progress, Heard(said, topics=(sure,)), AGREED)
        progress = replace(progress, returns=replace(progress.returns, pending=None, offers=()))
    told = Heard(BUTTONS, topics=(sure,))
    _, move = planner.reply(by, progress, told, AGREED)
    assert [each.id for each in gathered(by, progress, told, move, Known()).stories] == ["oven"]
    led = Led(NOTHING, proposed(BUTTONS, answer), sure if verdict is Verdict.YES else None)
    after, _ = planner.reply(by, progress, replace(told, led=led), AGREED)
    thought = after.returns.thought
    assert thought is not None and thought.topic is not None
    assert (thought.verdict, thought.topic.id) == (verdict, "oven")
    assert "Saturdays" not in str(thought.as_note())


def test_a_lock_that_only_a_model_reads_is_not_lost_beside_a_question_to_us() -> None:
    turn = "My daughter Kathleen in Quincy is not to hear about that tin, do you understand me?"
    before = replace(
        begun(), turns=2, tellings=replace(begun().tellings, heard=(BUTTONS,), last=BUTTONS)
    )
    wish = Wish(Command.NOT_FOR, "Kathleen", sure=False)
    _, move = answered(turn, Led(ByModel(wish=wish)), before)
    assert [each.command for each in move.wishes] == [Command.NOT_FOR]


def test_a_refusal_is_met_in_the_words_of_a_model_that_has_some() -> None:
    turn = (
        "Ah well. We'll leave the farm in its box. I'd sooner tell you about my grandmother's jar."
    )
    reply = proposed(turn, written("Who filled your grandmother's jar?", hook="grandmother's jar"))
    led = Led(ByModel(wish=Wish(Command.SKIP, sure=False)), reply)
    assert answered(turn, led)[1].text == "Who filled your grandmother's jar?"


# ---- what it changes in what we read


KNIFE = "The knife went in at Sullivan's bench and they looked an hour in the flounder for the tip. Nobody knows that, only me and Belmiro. Twelve years I cut fish there."
FOLLOWS = Reply(proposal.Kind.FOLLOW, "Who looked in the flounder?")


def test_what_a_rule_keeps_back_and_a_model_does_not_hear_stays_kept_and_the_story_is_answered() -> (
    None
):
    _, ours = answered(KNIFE, None)
    _, move = answered(KNIFE, Led(NOTHING, FOLLOWS))
    assert [each.command in KEEPS_BACK for each in ours.wishes] == [True]
    assert move.text == FOLLOWS.text
    assert [(each.command, each.sure) for each in move.wishes] == [
        (Command.BETWEEN_US, ours.wishes[0].sure)
    ]


def test_what_both_hear_is_said_back_though_the_model_has_something_to_say() -> None:
    wish = Wish(Command.BETWEEN_US, sure=False)
    _, ours = answered(KNIFE, None)
    _, move = answered(KNIFE, Led(ByModel(wish=wish), FOLLOWS))
    assert move.text == ours.text and move.wishes == ours.wishes


def test_a_question_that_sounds_like_a_wish_is_answered_by_whoever_understood_it() -> None:
    turn = "You remember what I say about the bus, what I want when I gone?"
    says = Reply(proposal.Kind.ANSWER_US, "Somebody is to ride the bus.")
    _, move = answered(turn, Led(replace(NOTHING, asks=Asks.OF_YOU), says))
    assert move.text == says.text


def test_a_request_that_is_nothing_but_that_is_granted_whatever_a_model_reads() -> None:
    _, ours = answered("Keep that between us.", None)
    _, move = answered("Keep that between us.", Led(NOTHING, FOLLOWS))
    assert move.text == ours.text and move.wishes


@pytest.mark.parametrize(
    ("turn", "asks", "ours"),
    [
        ("And the letter for Graça, did you write it?", Asks.ABLE, "I cannot do"),
        ("If Graça asks, does she hear of the cards?", Asks.WHO_HEARS, "Graça"),
        ("If Graça asks, does she hear of the cards?", Asks.OF_YOU, ""),
        ("Are you writing that down, then?", Asks.KEPT, "computer program"),
    ],
)  # fmt: skip
def test_which_of_our_answers_fits_a_question_is_the_models_to_say(
    turn: str, asks: Asks, ours: str
) -> None:
    about = quoted("Graça", turn) if "Graça" in turn else None
    led = Led(ByModel(asks=asks, about=about), Reply(proposal.Kind.ANSWER_US, "I am a program."))
    _, move = answered(turn, led)
    assert (ours in move.text) if ours else move.text == "I am a program."


LEAVES = "He sent down a holy picture, and on the back he wrote, Deo gratias, again tomorrow. I had it in the kitchen till the damp got it. Kathleen will be in now with the messages, so I'll say goodbye to you."


def test_a_goodbye_behind_a_story_that_two_readers_hear_ends_the_talk() -> None:
    goodbye = Led(ByModel(wish=Wish(Command.GOODBYE, sure=False)), FOLLOWS)
    _, ours = answered(LEAVES, None)
    _, move = answered(LEAVES, goodbye)
    assert not ours.ends and ours.ask  # one reader asks
    assert move.ends and not move.ask
    # a model alone does not end it
    assert not answered(BUTTONS, goodbye)[1].ends


HURTS = "He died in the March. We had painted her the week before."


def test_a_question_after_a_loss_is_said_only_where_nothing_quieter_comes() -> None:
    asks = written("What did you paint her with?", hook="We had painted her")
    assert why(HURTS, asks, guard="hard to tell") == fence.ASKS
    assert why(HURTS, written("Painted, the week before.", "quiet"), guard="hard to tell") == ""


@pytest.mark.parametrize(
    "say",
    [
        "April fifty-seven, then. Who paid the fare?",
        "In 1957, then. Who paid the fare?",
        "We leave that. Who paid the fare?",
        "Left alone, then. Who paid the fare?",
        "When you are ready, then. Who paid the fare?",
        "You told me Clevie had it all. Who paid the fare?",
        "That is my fault. Who paid the fare?",
        "That will do, then. Who paid the fare?",
        "He'll be needing that. Who paid the fare?",
        "Who was Clevie, who paid the fare?",
        "By your account Clevie had it all. Who paid the fare?",
    ],
)
def test_what_is_well_said_is_not_struck(say: str) -> None:
    turn = "It was fifty-seven I come, the April. Clevie had it all, and somebody paid the fare for me. Me mother say he'll be needing that."
    assert why(turn, written(say, hook="paid the fare")) == ""


CALM = "Some nights I wake up and I reach for the other side and it is cold. Eleven years, and the hand does not learn. That is all."


def test_what_one_of_ours_only_doubts_is_let_be_by_a_model_that_reads_no_danger(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Net, "doubts", lambda self, said: "2" if said == CALM else "")
    quiet = Reply(proposal.Kind.QUIET, "The hand does not learn.")
    assert answered(CALM, None)[1].guard == "a doubt"
    assert answered(CALM, Led(NOTHING, quiet))[1].text == quiet.text
    assert answered(CALM, Led(ByModel(danger="2"), quiet))[1].act is Act.SAFETY
    covers = frozenset(BY_MODEL) - {"no danger"}
    assert answered(CALM, Led(NOTHING, quiet, covers=covers))[1].guard == "a doubt"


TWO = "We lost the baby in the spring and I buried her things under the apple tree. Don't tell Ann about that, and don't tell Tom. I had nobody then."


def test_of_several_wishes_in_a_story_none_is_lost_where_nothing_is_said_of_them() -> None:
    move = answered(TWO, Led(NOTHING, FOLLOWS))[1]
    # kept from everybody: whoever was named is among them
    assert [each.command for each in move.wishes] == [Command.BETWEEN_US]
    assert move.wishes[0].sure and not move.wishes[0].story


def test_a_story_that_a_model_alone_would_keep_back_is_kept_and_answered() -> None:
    between = replace(NOTHING, wish=Wish(Command.BETWEEN_US, sure=False))
    move = answered(BUTTONS, Led(between, FOLLOWS))[1]
    assert move.text == FOLLOWS.text and move.wishes == (PERHAPS,)


CHECKED = "I'm fine, thank you. Con had wet feet, and he left them on the good rug."


def test_whoever_says_that_all_is_well_is_answered_about_the_story() -> None:
    safety = replace(begun().safety, checking="2")
    before = replace(begun(), safety=safety, tellings=replace(begun().tellings, last=BUTTONS))
    assert answered(CHECKED, None, before)[1].reason == "safety check: all right"
    con = Reply(proposal.Kind.FOLLOW, "Who saw the wet feet on the good rug?")
    after, move = answered(CHECKED, Led(NOTHING, con), before)
    assert move.text == con.text and not after.safety.checking
    assert after.tellings.exchanges[-1].said == CHECKED


def test_the_first_question_of_a_talk_is_one_that_was_thought_of_between_the_talks() -> None:
    ask = "Who taught you to reef the sail?"
    thought = Candidate(ask, Wants.WHO, Source.MODEL, kind="extrapolated")
    by = rules()
    progress, move = planner.open_session(
        replace(by, past=replace(by.past, grown=(thought,))), AGREED
    )
    assert move.ask == ask and progress.question.chosen == thought


SOCK = "You knit on down to the heel, plain and purl. Turn it up. My mother could do that in the dark, and she sang to it."


def test_a_wish_in_passing_that_a_model_does_not_hear_breaks_no_story() -> None:
    ask = Reply(proposal.Kind.FOLLOW, "What did your mother sing to the heel, in the dark?")
    assert answered(SOCK, None)[1].guard == "several wishes"
    assert answered(SOCK, Led(NOTHING, ask))[1].text == ask.text
    hears = replace(NOTHING, wish=Wish(Command.LOUDER), none=frozenset())
    for reading in (ByModel(), hears):
        assert answered(SOCK, Led(reading, ask))[1].text != ask.text


def test_a_relative_in_dialect_was_spoken_of() -> None:
    turn = "Ma faither was at the waddin, in his chair, and he was away by October."
    say = "What did your father say, from his chair?"
    assert why(turn, written(say, hook="in his chair")) == ""
    say = "What did your sister say, from her chair?"
    assert why(turn, written(say, hook="in his chair"))


BYE = "And that was the hens, all eleven of them. I must shut them in now, so I will say goodbye."


def test_a_word_to_what_was_told_stands_before_our_goodbye() -> None:
    _, ours = answered(BYE, None)
    assert ours.ends and seated.parts(ours)
    hens = Reply(proposal.Kind.QUIET, "All eleven, then.")
    _, move = answered(BYE, Led(NOTHING, hens))
    assert move.ends and move.say.startswith("All eleven, then. ") and len(move.say.split()) <= 45
    assert move.say.endswith(ours.say.rpartition(". ")[2])
    asks = Reply(proposal.Kind.FOLLOW, "Who counted the hens?")
    assert answered(BYE, Led(NOTHING, asks))[1].text == ours.text  # who goes is asked nothing
    for leaves in ("Stop.", "Stop recording."):
        assert not seated.parts(answered(leaves, None)[1])
    cry = answered(BYE, Led(live(READING | {"danger": "wants to die"}, ""), hens))[1]
    assert cry.act is Act.SAFETY and not cry.ends


CONFIDES = (
    "I burned the twelfth letter in the grate, and I never told a soul. Don't let Maureen hear that. She would have it out of me, "
    "and I was nineteen."
)


def test_a_word_to_what_was_confided_stands_behind_the_promise() -> None:
    wish = Wish(Command.NOT_FOR, "Maureen", sure=False)
    reading = replace(NOTHING, wish=wish, none=frozenset({"danger", "asks"}))
    ours = answered(CONFIDES, None)[1]
    grate = Reply(proposal.Kind.QUIET, "The twelfth, in the grate.")
    move = answered(CONFIDES, Led(reading, grate))[1]
    assert ours.wishes and move.wishes == ours.wishes
    assert move.say.startswith(ours.say) and move.say.endswith("The twelfth, in the grate.")
    asks = Reply(proposal.Kind.FOLLOW, "What stood in the twelfth letter?")
    assert answered(CONFIDES, Led(reading, asks))[1].text == ours.text
