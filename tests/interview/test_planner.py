"""The interviewer leads, listens, and leaves alone what is to be left alone; and says why."""

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from itertools import cycle, islice

import pytest
from interviews import AGREED, BOOK, STORY, next_past, rules, talk, why_not

from voice_agent.interview import acknowledging, choosing, coverage, planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.known import Recalled
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.progress import (
    Coverage,
    OpenQuestion,
    Progress,
    SafetyCheck,
    Stage,
    StoryInHand,
    ToldInTalk,
)
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import Cache, Candidate, Source, State
from voice_agent.interview.rules import Parts, Past, Rules
from voice_agent.interview.topic_change import opens
from voice_agent.interview.wording.checks import asks, faults, parts
from voice_agent.reading.words.novelty import normal
from voice_agent.reading.words.vocabulary import said
from voice_agent.story import Emotion, Feeling

TODAY = date(2026, 11, 21)
SAD = Feeling(Emotion.SADNESS, 0.8, -0.7)


def a_session(by: Rules, rounds: int) -> tuple[Progress, list[Move]]:
    """Hold one, say goodbye, and return where it stood and all that was said."""
    steps = list(talk(by, islice(cycle(STORY), rounds), minutes=0.1))
    progress, closing = planner.reply(by, steps[-1][0], Heard("Goodbye."), AGREED)
    return progress, [*(move for _, move in steps), closing]


def moves(topic: str = "childhood", rounds: int = 24, seed: int = 7) -> list[Move]:
    lines = islice(cycle(STORY), rounds)
    return [move for _, move in talk(rules(topic, seed=seed), lines, minutes=0.1)]


def test_the_same_seed_gives_the_same_talk_and_another_seed_another() -> None:
    assert [m.text for m in moves(seed=7)] == [m.text for m in moves(seed=7)]
    assert [m.text for m in moves(seed=7)] != [m.text for m in moves(seed=8)]


def test_every_reply_asks_one_thing_at_most_and_asks_it_last() -> None:
    for topic in ("childhood", "challenge", "faith", "life_theme"):
        for move in moves(topic):
            sentences = parts(move.text)
            asking = [each for each in sentences if asks(each)]
            assert len(asking) <= 1, move.text
            assert not asking or asking[-1] == sentences[-1], move.text
            if move.act is Act.QUESTION:
                assert faults(move.text, said(" ".join(STORY), move.text)) == (), move.text


def test_no_question_comes_twice_in_a_whole_season() -> None:
    past, asked = Past(today=TODAY), list[str]()
    for session in range(12):
        topic, _ = coverage.due(BOOK, past.cache, TODAY, first="childhood", heavy=True)
        by = replace(
            shipped := rules(past=past, seed=session),
            topic=topic,
            narrator=replace(shipped.narrator, heavy_welcome=True),
        )
        progress, said_ = a_session(by, 10)
        # "Go on, I am listening." may be heard again; what asks about something may not
        asks_of = [m for m in said_ if m.question is not None or m.act is Act.GREET]
        asked += [normal(m.ask) for m in asks_of]
        past = next_past(progress, past)
    assert past.cache.sessions == 12
    assert [ask for ask, times in Counter(asked).items() if times > 1] == []


def test_the_reasons_of_a_choice_sum_to_its_score() -> None:
    by = rules()
    progress = next(islice(talk(by, STORY), 2, None))[0]
    choice = choosing.choose(by, progress, Heard(STORY[3]))
    assert choice is not None
    assert sum(each.share for each in choice.reasons) == pytest.approx(choice.score)
    assert {"fit", "depth", "novelty"} <= {each.name for each in choice.reasons}


def test_another_story_is_opened_when_this_one_is_told_and_not_before() -> None:
    *_, (_, still) = talk(rules(), [STORY[1]])
    assert still.question is None or not opens(still.question)
    *_, (progress, over) = talk(rules(), [f"{STORY[1]} And that's it, that's all there is."])
    assert over.question is not None and opens(over.question)
    assert progress.story.depth == 0


def test_whoever_tells_on_and_on_is_asked_about_something_else_in_the_end() -> None:
    depths = [p.story.depth for p, _ in talk(rules(), islice(cycle(STORY), 30), minutes=0.1)]
    assert depths.count(0) >= 2


def test_what_a_story_has_told_is_not_asked_for() -> None:
    progress = Progress(stage=Stage.TALK, story=StoryInHand(given=frozenset({Wants.WHEN})))
    when = Candidate("How old would you have been?", Wants.WHEN, Source.GRAPH, kind="no_date")
    assert why_not(when, rules(), progress, Heard("")) == "was told"


def test_a_narrator_who_goes_elsewhere_is_followed_and_then_led_back() -> None:
    lines = (
        "My first ship was the Ellen Carr, and I sailed to Valparaiso in her.",
        "We lay off the harbour for three weeks with a hold full of coal. Well, that's about it.",
    )
    _, followed, led_back = [move for _, move in talk(rules("childhood"), lines, minutes=0.1)]
    assert "Valparaiso" in followed.ask
    assert led_back.question is not None and led_back.question.topic == "childhood"


def test_something_hard_is_met_with_a_quiet_word_and_no_question_once() -> None:
    found = [m for _, m in talk(rules(), STORY[:3], feeling=SAD)]
    assert found[1].act is Act.ANSWER and "?" not in found[1].text and found[1].text
    assert found[2].act is Act.QUESTION


def test_nobody_is_asked_why_while_it_hurts() -> None:
    why = Candidate("What do you make of it now?", Wants.WHY, Source.PROTOCOL)
    heard = Heard("I was alone then.", feeling=SAD)
    assert why_not(why, rules(), Progress(stage=Stage.TALK), heard)
    glad = Heard("We danced in the street that night, all of us together, and I was glad.")
    assert not why_not(why, rules(), Progress(stage=Stage.TALK), glad)


def test_who_is_thinking_is_left_to_think() -> None:
    found = list(talk(rules(), ["Let me think."]))
    assert found[1][1].act is Act.NOTHING and found[1][1].text == ""


def test_a_skipped_question_is_never_asked_again_and_a_heavy_topic_then_rests() -> None:
    by = rules("loss", past=Past(Cache(sessions=5), today=TODAY))
    progress, _ = planner.open_session(by, AGREED)
    loss = next(q for q in BOOK if q.name == "loss").questions[0]
    progress = replace(
        progress,
        question=OpenQuestion(
            text=loss.ask,
            chosen=Candidate(loss.ask, loss.wants, Source.PROTOCOL, "loss", heavy=True),
        ),
    )
    progress, move = planner.reply(by, progress, Heard("Skip that."), AGREED)
    assert progress.coverage.cache.rests("loss", TODAY + timedelta(days=29))
    assert move.question is None or move.question.topic != "loss"
    for _ in range(4):
        progress, move = planner.reply(by, progress, Heard(STORY[0]), AGREED)
        assert not (move.question and move.question.topic == "loss"), move.text


def test_a_heavy_topic_is_reached_by_way_of_something_ordinary() -> None:
    by = replace(
        shipped := rules("loss", past=Past(Cache(sessions=5), today=TODAY)),
        narrator=replace(shipped.narrator, heavy_welcome=True),
    )
    progress, _ = planner.open_session(by, AGREED)
    assert progress.question.chosen is not None and progress.question.chosen.topic != "loss"


def test_heavy_topics_are_never_due_in_the_first_three_sessions_nor_unasked_for() -> None:
    heavy = {each.name for each in BOOK if each.heavy}
    for sessions in range(40):
        cache = Cache(sessions=sessions)
        topic, _ = coverage.due(BOOK, cache, TODAY, first="childhood", seed=sessions)
        assert topic.name not in heavy
        if sessions < coverage.EARLY:
            wished, _ = coverage.due(BOOK, cache, TODAY, first="childhood", heavy=True)
            assert wished.name not in heavy


def test_a_season_comes_to_every_topic_and_looks_ahead_late() -> None:
    cache, order = Cache(), list[str]()
    for _ in range(23):
        topic, _ = coverage.due(BOOK, cache, TODAY, first="childhood", heavy=True)
        order.append(topic.name)
        topics = {**cache.topics, topic.name: 9}
        cache = replace(cache, sessions=cache.sessions + 1, topics=topics)
    assert order[0] == "childhood"
    assert len(set(order)) == 23
    assert min(order.index(n) for n in ("next_chapter", "hopes", "project")) >= coverage.LATE


def test_what_an_answer_told_counts_for_its_period_and_theme() -> None:
    cache = coverage.hear(
        Cache(), None, "In 1948 our teacher kept the whole school in.", birth=1938
    )
    assert cache.covered == {"childhood/school": 9}
    asked = Candidate("x?", Wants.SCENE, Source.PROTOCOL)
    assert coverage.gained(cache, asked) > coverage.gained(
        replace(cache, covered={"whole life/self": 999}), asked
    )


def test_a_family_question_is_woven_in_within_three_sessions() -> None:
    ask = "Ann wonders: what was the name of your first dog?"
    wondered = Candidate(ask, Wants.SCENE, Source.FAMILY, event="family:1", worth=1.0, asker="Ann")
    past = Past(grown=(wondered,), today=TODAY)
    for session in range(3):
        progress, _ = a_session(rules(past=past, seed=session), 10)
        past = next_past(progress, past)
    assert past.cache.state(wondered) is State.ASKED


def test_one_open_conflict_a_session_and_as_curiosity() -> None:
    made = tuple(
        Candidate(f"Was it 1951 or 1952 when you {what}?", Wants.WHEN, Source.GRAPH,
                  kind="conflict", event=what, worth=1.0)
        for what in ("left Leeds", "bought the shop", "sold the boat")
    )  # fmt: skip
    past = Past(grown=made, today=TODAY)
    kinds = [
        p.coverage.kinds for p, _ in talk(rules(past=past), islice(cycle(STORY), 30), minutes=0.1)
    ][-1]
    assert kinds.count("conflict") <= 1


def test_a_memory_that_comes_to_mind_may_be_brought_up_and_not_again_at_once() -> None:
    recalled = Recalled("e-1", "my uncle Bert taught me to swim", ("Bert",), score=1.0)
    by, heard = rules(), Heard("We swam in the river until it was dark.", recalled=(recalled,))
    progress, _ = planner.open_session(by, AGREED)
    memories = [
        each for each in choosing.candidates(by, progress, heard) if each.source is Source.MEMORY
    ]
    assert any(not why_not(each, by, progress, heard) for each in memories)
    again = replace(
        progress,
        coverage=replace(
            progress.coverage, kinds=(*progress.coverage.kinds, str(Source.MEMORY), "recalled")
        ),
    )
    assert all(why_not(each, by, again, heard) for each in memories)


def test_without_a_part_nothing_of_it_is_asked() -> None:
    by = replace(rules(), parts=Parts(graph=False, recall=False))
    for _, move in talk(by, islice(cycle(STORY), 20), minutes=0.1):
        assert move.question is None or move.question.source in (Source.PROTOCOL, Source.STORY)


def test_a_talk_ends_on_something_ordinary_in_the_narrators_words_and_never_with_a_question() -> (
    None
):
    found = [m for _, m in talk(rules(), islice(cycle(STORY), 60), minutes=1.7)]
    closing, ordinary = found[-1], found[-2]
    assert closing.ends and "?" not in closing.text
    assert closing.text.startswith("Today you told me how you ")
    assert ordinary.ask in rules().words.phrases.kinds["ordinary"].say
    assert sum(m.act is Act.BREAK for m in found) == 1
    assert len(closing.text.split()) <= 45


def test_no_phrase_is_heard_more_than_three_times_in_a_hundred_turns() -> None:
    past, spoken = Past(today=TODAY), list[str]()
    book = {p for k in rules().words.phrases.kinds.values() for p in k.say}
    for session in range(12):
        by = rules(past=past, seed=session)
        progress, said_ = a_session(by, 10)
        spoken += [move.say for move in said_]
        past = next_past(progress, past)
    for start in range(0, len(spoken) - 100, 10):
        counts = Counter(
            p
            for say in spoken[start : start + 100]
            for p in book
            if p == say or say.endswith(f". {p}")
        )
        assert max(counts.values()) <= 3, counts.most_common(2)


def test_leave_for_heavier_things_is_asked_once_and_a_yes_is_kept() -> None:
    past = Past(Cache(sessions=4), today=TODAY)
    by = rules("adult_memory", past=past)
    asked = False
    progress, _ = planner.open_session(by, AGREED)
    for line in islice(cycle(STORY), 30):
        said_ = (
            "Yes, you may."
            if progress.question.chosen and progress.question.chosen.kind == "welcome"
            else line
        )
        progress, move = planner.reply(by, progress, Heard(said_), AGREED)
        again = bool(move.question and move.question.kind == "welcome")
        assert not (asked and again)
        asked = asked or again
    assert asked
    assert "loss" in progress.coverage.cache.welcome


def test_last_time_is_recalled_in_one_breath_and_never_as_a_question() -> None:
    told = "Last time you told me: My brother Alfred fell into the water and the dog pulled him out. Why he went there nobody knew."
    for said_ in (told, "", "Last time you told me: What a day! And who came in?"):
        opening = replace(AGREED, last_time=said_)
        _, move = planner.open_session(rules(), opening)
        assert len(move.text.split()) <= 45 and move.text.count("?") == 1
        assert ("Alfred" in move.text) == ("Alfred" in said_)


def test_where_the_summary_is_too_long_one_thing_that_happened_is_recalled() -> None:
    long = "Last time you told me: When I was nineteen his mother came up to our house on the rock with a photograph of him in Melbourne in a suit that was not his own."
    told = (
        "you stood in the church with your brother instead of with the groom",
        "you married a photograph",
    )
    _, move = planner.open_session(rules(), replace(AGREED, last_time=long, told=told))
    assert "Last time you told me how you married a photograph." in move.text
    assert len(move.text.split()) <= 45


@pytest.mark.parametrize(
    ("ask", "said_"),
    [
        ("What did it smell of?", "It always smelled of bread in there, and of coal."),
        ("How old would you have been?", "I was 7 or 8 when we had the goat."),
        ("How old would you have been?", "I was about seven."),
        ("What was the goat called?", "Oh, I forgot to say. The goat's name was Clementine."),
        ("How cold or warm was it?", "There was ice on the inside of the window."),
        ("What were you wearing that day?", "I wore my cousin's blue frock."),
    ],
)
def test_what_was_told_this_moment_is_not_asked_for(ask: str, said_: str) -> None:
    question = Candidate(ask, Wants.LIKE, Source.FAMILY, asker="Ann")
    ready = Progress(stage=Stage.TALK)
    assert why_not(question, rules(), ready, Heard(said_)) == "was told just now"
    assert not why_not(
        question, rules(), ready, Heard("We went to a wedding by the river that year.")
    )


@pytest.mark.parametrize("blank", ["Nothing comes to mind.", "Oh, I do not remember."])
def test_where_nothing_came_to_mind_another_story_is_asked_for(blank: str) -> None:
    *_, (_, move) = talk(rules(), (STORY[0], blank))
    assert move.question is not None and opens(move.question)


def test_who_has_only_forgotten_the_year_is_still_in_the_story() -> None:
    told = "I don't remember the year, but we lived by the river."
    *_, (_, move) = talk(rules(), (STORY[0], told))
    assert move.question is None or not opens(move.question)


def test_the_summary_says_what_they_did_and_not_that_they_were_born() -> None:
    by = rules()
    lines = [
        "I was born in 1941.",
        "I built a raft with my brother out of oil drums, and we got as far as the weir.",
    ]
    *_, (progress, _) = talk(by, lines)
    _, closing = planner.reply(by, progress, Heard("Goodbye."), AGREED)
    assert "built a raft" in closing.text
    assert "born" not in closing.text


def test_a_goodbye_after_something_heavy_is_said_in_one_breath() -> None:
    told = ("you built a raft with your brother out of oil drums", "you got as far as the weir")
    for seed in range(30):
        by = replace(
            shipped := rules(seed=seed),
            words=replace(shipped.words, next_time="We talk again on Wednesday, if you like."),
        )
        progress = Progress(
            stage=Stage.TALK,
            turns=9,
            safety=SafetyCheck(heavy=True),
            tellings=ToldInTalk(said=told),
        )
        _, closing = planner.reply(by, progress, Heard("Goodbye."), AGREED)
        assert len(closing.text.split()) <= 45
        assert closing.text.endswith("your own chair.") and closing.ends


def test_the_words_for_sadness_come_three_times_in_a_hundred_turns_at_most() -> None:
    said_, cache = Counter[str](), Cache()
    for _ in range(24):
        ready = Progress(stage=Stage.TALK, coverage=Coverage(cache=cache))
        ready, move = planner.reply(rules(), ready, Heard("I am sad today, so sad."), AGREED)
        if move.reason == "safety level 0":
            said_[move.text] += 1
        cache = ready.coverage.cache
    assert sum(said_.values()) >= 12
    assert max(said_.values()) <= 3


def test_a_question_about_another_story_is_led_over_to_and_one_about_this_story_is_not() -> None:
    by, ready = rules(), Progress(stage=Stage.TALK)
    horse = Candidate("What came next, after you sold the horse?", Wants.MORE, Source.GRAPH)
    over, _ = acknowledging.before(by, ready, Heard("The sea was rough that spring."), horse)
    assert over in by.words.phrases.kinds["come_back"].say
    said_, _ = acknowledging.before(
        by, ready, Heard("We sold the horse at Malton, and I wept."), horse
    )
    assert said_ not in by.words.phrases.kinds["come_back"].say
    work = Candidate("What work did your mother do?", Wants.SCENE, Source.PROTOCOL, "childhood")
    said_, _ = acknowledging.before(by, ready, Heard("My mother never forgave the river."), work)
    assert said_ not in by.words.phrases.kinds["come_back"].say
