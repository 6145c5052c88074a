"""Whoever asks something of us is answered in a sentence, and whoever only tells of a question is not."""

import re

import pytest
from household import Household
from often import some
from talking import PIGEONS, after, before_the_yes, rules

from voice_agent.interview.moves import Act
from voice_agent.interview.steering.answering_us import _ANSWERS  # pyright: ignore[reportPrivateUsage]
from voice_agent.reading.wishes.asks_us import (
    Kind,
    asked,
    every,
    hides_danger,
    unknowable,
    wants_a_question,
)

ASKED = {
    Kind.HEARS: (
        "Wha's listenin tae this?",
        "Wull ye tell oor Karen?",
        "Who will listen this?",
        "Who dat a listen?",
        "Somebody hears me now?",
        "Who hears all this?",
        "Does anybody listen to it after?",
        "Who a listen to dis?",
        "Somebody is listening to this?",
        "Will you tell our Karen?",
        "Where does all this go?",
        "who is hearing what i say please",
        "Who can see it, what you have of me?",
        "Will my daughter Rita see that?",
    ),
    Kind.WRITES: (
        "Are ye writin this doon?",
        "Are you writing this down, by the way?",
        "Is somebody sitting there typing?",
        "Is tha taking notes?",
        "You are recording this, no?",
        "Is all this being written down?",
    ),
    Kind.PERSON: (
        "Ye're no a real body, are ye?",
        "Are ye no a real person?",
        "Wha am I speakin tae?",
        "With who I speak?",
        "You are machine or person?",
        "Wha yuh name?",
        "Is it human, this?",
        "And are you a person?",
        "Art tha a machine or what?",
        "Yuh a real smaddy?",
        "You are person or machine?",
        "You are a computer only, is it?",
        "Who are you?",
    ),
    Kind.LIFE: (
        "Has tha ever kept pigeons?",
        "Yuh ever keep fowl?",
        "You have had husband?",
        "You are having any children?",
        "Are you married?",
        "How old are you?",
        "Where do you live?",
    ),
    Kind.LIKES: (
        "Do you like dancing?",
        "Does tha like a drop of stout?",
        "You are liking music?",
        "Are you ever lonely?",
    ),
    Kind.SEES: (
        "Ye cannae see me, can ye?",
        "You can see me or no?",
        "Can you see me?",
        "Can tha see me in this chair?",
        "Yuh can see mi?",
        "You can see my room?",
    ),
    Kind.UNDERSTOOD: (
        "Did you understand me, yes or no?",
        "Does tha understand owt I say?",
        "You understand me?",
        "You are understanding what I am telling, no?",
    ),
    Kind.THERE: (
        "Are you there?",
        "Is tha listening?",
        "Yuh still there?",
        "You are hearing me?",
        "Can you hear me all right?",
    ),
    Kind.KNOWS_ME: (
        "D'ye ken wha I am?",
        "Do you remember me?",
        "Does tha know who I am?",
        "You remember me, yes?",
        "Do you know my name?",
    ),
    Kind.COMES_BACK: (
        "Will you be here tomorrow?",
        "Will tha be here tomorrow, lad?",
        "You will be here again next week?",
        "Are you coming back?",
    ),
    Kind.AFTER_DEATH: (
        "What happens to this when I die?",
        "Who gets all this when I'm gone?",
        "When I am dead, what happens to my stories?",
        "What becomes of this after I die?",
    ),
    Kind.ADVISES: (
        "What do you think?",
        "Should I sell the house?",
        "What should I do about it?",
        "Does tha think I did right?",
        "Do you think I should tell her?",
    ),
    Kind.TOLD: (
        "What have I told you that I wanted to do with Theo?",
        "Whit did I tell ye ma faither did wi the boat?",
        "What I have told you that we made with the flour?",
        "What did I say our Bert called the pigeon?",
        "What did I tell you about the pigeons?",
        "Do you know what I've said to you about our Keith?",
        "What was the name of my teacher?",
        "What happened to our Keith?",
        "Does tha remember what I told thee about the cornet?",
    ),
    Kind.HOW_LONG: (
        "Hoo lang hae we been talkin?",
        "Since how long we are speaking?",
        "How long time we talk already?",
        "How many minutes we talk?",
        "How long have we been talking?",
        "How long have we been at it?",
        "How long have I been talking?",
        "How long has this been?",
    ),
    Kind.ABLE: (
        "Can you ring our Karen?",
        "Could you fetch me my glasses?",
        "Can tha open the window?",
        "You can bring me tea?",
    ),
    Kind.DONE: (
        "You've not rubbed out Megan, have you?",
        "You won't erase the boots, will you?",
        "Have you thrown it away?",
        "Is the letter erased now?",
    ),
    Kind.KEEPS: (
        "Will you forget all this?",
        "Will tha remember this tomorrow?",
        "Will you remember me tomorrow?",
        "Will this be lost when you are switched off?",
    ),
    Kind.WHENCE: (
        "Are you from the council?",
        "Who sent you?",
        "Who is paying you for this?",
        "Are you with the Social?",
    ),
    Kind.TIME: (
        "What time is it?",
        "What hour is now?",
        "Whit's the time, son?",
        "How much is the hour?",
        "What hour we have?",
        "Hoo late is it?",
    ),
    Kind.LANGUAGE: (
        "Do you speak Polish?",
        "Do you understand German?",
        "Can you follow Gujarati?",
        "You speak Italian?",
    ),
}

TOLD = (
    "And what do you think he said?",
    "You know what?",
    "He'd painted it green, do you see?",
    "He asked me, are you a person?",
    "Are you a person? he asked me.",
    "And he says to me, have you ever kept pigeons? I said no.",
    "She looked at me and said. Do you like dancing?",
    "He was out, you understand. He was out on the street.",
    "And do you know he took it. He mopped till the bell.",
    "Would you believe it?",
    "Did you ever see such a thing?",
    "What can you do?",
    "You had to queue for bread, can you imagine?",
    "You could see the pit from our back door.",
    "And who do you think walked in?",
    "It was cold, wasn't it?",
    "How do you know when it's time?",
    "The doctor asked me how old are you and I said ninety.",
    "What did I do? I ran.",
    "Who heard it? The whole street heard it.",
    "Who has listened to the radio all night, my mother asked, because the battery was flat.",
    "A young policeman shook me, are you all right, my love, and drove me home.",
    "So whoever passes must greet her, and she asks where are you going, who is your mother.",
    "Would you mind going a bit slower?",
    "Have you got a minute? I want to tell you about the flood.",
    "Who cried? Our Ken cried, and my mother after him.",
    "What time is it, he says to me, and I had no watch.",
    "Wha wis at the door but my ain brother, hame fae the sea.",
)

HUT = (
    "We had a hut for them behind the house and me dad painted it green every year without fail, "
    "green as grass it was, and the birds knew it from a mile up. "
)


@pytest.mark.parametrize(("kind", "said"), [(k, s) for k, each in ASKED.items() for s in each])
def test_a_question_to_us_is_known_by_its_form_in_whatever_english(kind: Kind, said: str) -> None:
    """From Yorkshire, Jamaica, Poland and India, with and without its marks."""
    found = asked(said)
    assert found is not None and found.kind is kind


@pytest.mark.parametrize("said", TOLD)
def test_what_is_asked_in_a_story_or_only_as_a_manner_of_speaking_is_not_asked_of_us(
    said: str,
) -> None:
    """The interview goes on."""
    assert every(said) == ()


@pytest.mark.parametrize("kind", list(Kind))
def test_every_question_has_its_answer(kind: Kind) -> None:
    """One table says what is answered, and nothing is missing from it."""
    assert kind in _ANSWERS


def test_a_question_behind_a_story_is_heard_and_so_is_the_story() -> None:
    """Nothing is asked after it, and what was told before it is kept in mind."""
    progress, move = after(HUT + "Have you ever kept pigeons?")
    assert "never kept pigeons" in move.text and "?" not in move.text
    assert progress.tellings.last.startswith("We had a hut")
    _, told = after(HUT + "And what do you think he said? He said it were for the birds.")
    assert not told.reason.startswith("asked us")


def test_whoever_keeps_pigeons_is_told_that_we_never_did_and_goes_on() -> None:
    """One plain sentence, twice asked answered twice, and no question after it."""
    for lines in (("Has tha ever kept pigeons?",), ("Have you ever kept pigeons?",) * 2):
        _, move = after(*lines)
        assert "program" in move.text and move.text.lower().endswith("you have."), move.text
        assert "?" not in move.text
    _, move = after("I asked thee a question. Has tha ever kept pigeons?", told=())
    assert "never kept pigeons" in move.text and "You have" not in move.text


def test_what_names_somebody_of_theirs_asks_for_no_life_of_ours() -> None:
    _, move = after("You've not gone and moved Keith about, have you?")
    assert "no life of my own" not in move.text and "All the rest is kept" in move.text


@pytest.mark.parametrize(
    ("said", "answered"),
    [
        ("Have you ever been to Blackpool?", "never been to Blackpool."),
        ("Hast tha ever kept whippets?", "never kept whippets."),
        ("You ever drunk poteen?", "never drunk poteen."),
        ("Do you have any pets?", "no pets."),
        ("Have you a dog yourself?", "no dog."),
        ("Are you a Catholic?", "not a Catholic."),
    ],
)
def test_a_plain_question_about_our_life_is_answered_with_its_own_words(
    said: str, answered: str
) -> None:
    """What can be said back in sound English is."""
    _, move = after(said, told=())
    assert answered in move.text and "program" in move.text, move.text


@pytest.mark.parametrize(
    "said",
    [
        "Have you ever locked that up too?",
        "Have you that?",
        "Have ye ony o' that yersel?",
        "Have you ever been in?",
        "You have had husband?",
        "Have you ever been there then?",
        "Are you that?",
        "Do you have one of those?",
        "Hast tha got much of it?",
        "Did you ever go dancing?",
        "You ever been so?",
    ],
)
def test_what_cannot_be_said_back_in_english_is_answered_in_general(said: str) -> None:
    """A program has no life of its own, and is there for theirs; their words are not turned round."""
    _, move = after(said, told=())
    assert move.say in rules().words.phrases.kinds["asks_life"].say, move.text


WANTED = (
    "Have you got a question in you?",
    "Hast tha another question for me, lad?",
    "You have question for me?",
    "Yuh have any more question fi mi?",
    "Hae ye nae mair questions for me?",
    "Have you anything else to ask?",
    "She ate the curtains, that goat. That's all there is of it. Is there another question?",
    "I do not need quiet, I am deaf enough. Ask something.",
    "I was in Napoli one day, for the ship. Ask me something decent.",
    "Have you a real question for me?",
    "Ask me something with food.",
)


@pytest.mark.parametrize("said", WANTED)
def test_whoever_asks_whether_we_have_a_question_is_asked_the_next_one(said: str) -> None:
    """It is a wish, and nothing is told of our life."""
    assert wants_a_question(said) and every(said) == ()
    _, move = after(said)
    assert move.act is Act.QUESTION and move.ask, move.text
    assert move.say in rules().words.phrases.kinds["asks_question"].say


@pytest.mark.parametrize(
    "said",
    [
        "The teacher asked, have you got a question? Nobody had.",
        "Have you got a dog?",
        "There was no question of it.",
        "He had another question for my mother.",
        "I have a question for you.",
    ],
)
def test_a_question_in_a_story_is_no_wish_for_ours(said: str) -> None:
    """Nor is a question about a dog."""
    assert not wants_a_question(said)


def test_two_questions_in_one_breath_are_both_answered() -> None:
    """Who hears it, and what we are."""
    _, move = after("Who hears all this? And are you a person?")
    assert "unless you" in move.text and "computer program" in move.text
    assert move.text.count("?") <= 1


@pytest.mark.parametrize(
    ("said", "holds"),
    [
        ("Who hears all this? And are you a person?", "computer program"),
        ("Are you writing this down?", "so far"),
        ("Can you see me?", "cannot see|without eyes"),
        ("What happens to this when I die?", "death"),
        ("Have you ever kept pigeons?", "never kept pigeons"),
        ("Will you be here tomorrow?", "(?i)whenever a talk begins"),
        ("Do you understand me?", "kept"),
    ],
)
def test_a_question_before_the_yes_is_answered_and_leave_is_asked_again(
    said: str, holds: str
) -> None:
    """However often they ask, it is not counted as an unclear answer; and nothing is said to be kept."""
    progress, move = before_the_yes(said, said, said)
    assert move.act is Act.CONSENT and move.ask == rules().words.notice.ask_again
    assert re.search(holds, move.say), move.say
    assert progress.consent.unclear == 0 and "is written down by me" not in move.say


OF_NOW = (
    ("Who hears this?", "allow|said that they may"),
    ("Wha's listenin tae this?", "allow|said that they may"),
    ("Can you see me?", "cannot see|without eyes"),
    ("You can see me or no?", "cannot see|without eyes"),
    ("What time is it?", "ten past four"),
    ("What hour is now?", "ten past four"),
    ("How long have we talked?", "minute"),
    ("Hoo lang hae we been talkin?", "minute"),
)


@pytest.mark.parametrize(("question", "holds"), some(OF_NOW))
def test_what_is_asked_of_this_moment_is_answered_wherever_it_stands_in_a_story(
    question: str, holds: str
) -> None:
    """In front, behind, with a few words after it, and twice; and the story is heard."""
    for said in (
        HUT + question,
        f"{question} {HUT}",
        f"{HUT}{question} I only wondered. He was a good man, my dad.",
        f"Me dad had a hut for them, painted green. {question}",
    ):
        progress, move = after(said)
        assert re.search(holds, move.text) and "?" not in move.text, (said, move.text)
        assert "hut" in progress.tellings.last
        again, twice = after(said, said)
        assert re.search(holds, twice.text) and "hut" in again.tellings.last, twice.text


@pytest.mark.parametrize(
    "story",
    [
        "So we locked the chapel and we all went home. ",
        "They sang it for her at the graveside and my mother cried. ",
        "He stood at the gate till dark and he said nothing. ",
        "Wha wid hae thought it, and awa they went. ",
        "I'm a bit lonely of an evening since Jack went. ",
    ],
)
def test_a_story_that_ends_with_a_going_or_a_weeping_quotes_nobody(story: str) -> None:
    """What is asked behind it is asked of us; "and she went" before a question is the story's."""
    assert [each.kind for each in every(story + "Who hears this?")] == [Kind.HEARS]
    assert every("He looked round the door. And she went. Who hears this?") == ()
    assert every("My aunt put her cup down and said. Who hears this?") == ()


@pytest.mark.parametrize(("question", "holds"), some(OF_NOW))
@pytest.mark.parametrize(
    "story",
    [
        "I was born in the front room, no doctor, nothing, just my gran and the kettle going. ",
        "Yes well, I had a cat that talked more sense than most, a ginger one, and he lived to be nineteen. ",
        "Och, ma daughter pit this on the table and awa tae her work, and I'm tae talk tae it. ",
        "My son he bring this machine, he say mother you talk, so I am sitting here and talking. ",
    ],
)
def test_behind_a_story_it_is_answered_before_the_yes_and_leave_is_asked_for_again(
    question: str, holds: str, story: str
) -> None:
    """A "no doctor" in a story refuses nothing, and a "yes, well" allows nothing."""
    holds = f"{holds}|allow it"
    for said in ((story + question,), (story + question,) * 2):
        _, move = before_the_yes(*said)
        assert move.act is Act.CONSENT and not move.ends, move.text
        assert re.search(holds, move.say) and move.ask == rules().words.notice.ask_again, move.text


@pytest.mark.parametrize(
    "said",
    [
        "No. Are you a machine?",
        "No, I don't want that. Can you see me?",
        "Never! Are you listening to me?",
        "Nah, rather not. Are you a person?",
    ],
)
def test_a_plain_no_with_a_question_beside_it_is_a_no(said: str) -> None:
    """Nothing is asked again of whoever has refused."""
    _, move = before_the_yes(said)
    assert move.ends or move.consent is False, move.text


@pytest.mark.parametrize(
    "said",
    [
        HUT + "And what time is it, he says to me. Half past nine, I said, and he ran for it.",
        HUT
        + "He called up the stairs. Can you see me? And I could not. He was in the coal hole, black as night, and laughing.",
        "What time is it, she shouted. " + HUT,
        HUT + "How long have you been there, my mother asked. All night, I told her.",
    ],
)
def test_what_is_asked_of_that_moment_in_a_story_is_the_storys(said: str) -> None:
    """Somebody else asked it, of somebody else."""
    assert every(said) == ()


def test_whether_we_shall_forget_is_asked_and_to_forget_is_wished_for() -> None:
    """Nothing is put away by a question."""
    _, asks = after("Will you forget all this when I switch you off?")
    assert asks.wish is None and "kept" in asks.text
    _, wishes = after("Will you forget that, please?")
    assert wishes.wish is not None


def test_several_questions_about_the_device_behind_a_story_are_answered_together() -> None:
    """Who writes, and who hears; her granddaughter's opinion is no story."""
    _, move = after(
        "Well, yes. Are you writing this down, by the way? How do you do that, do you hear me or is "
        "somebody sitting someplace typing? My granddaughter says it's a computer. Does anybody listen "
        "to this after? Because I've got a few things to say about people, and their children can drive."
    )
    assert "typ" in move.text and "unless you" in move.text and "?" not in move.text


def test_a_wish_and_a_question_in_one_breath_are_both_met() -> None:
    """Kept between us, and yes, we understood."""
    _, move = after("Keep that between us. Did you understand me, yes or no?")
    assert move.wish is not None and move.say.startswith("Yes.")


def test_a_goodbye_with_a_question_answers_and_closes() -> None:
    """Nobody goes away without an answer."""
    _, move = after("Goodbye then. Will you be here tomorrow?")
    assert move.ends and "whenever a talk begins" in move.text.lower()
    assert len(move.text.split()) <= 45 and "?" not in move.text


def test_danger_that_hides_in_a_question_is_asked_about_first() -> None:
    """What twenty tablets would do is answered by nobody here."""
    for said in ("What would twenty tablets do?", "Could you die of too many of these pills?"):
        assert hides_danger(said)
        _, move = after(said)
        assert move.act is Act.SAFETY and move.text.endswith("?"), move.text
    for said in ("How many tablets do you take?", "We had enough rope to tie the boat."):
        assert not hides_danger(said)


def test_a_joke_on_our_vague_question_is_owned() -> None:
    """The hat looked like a hat; the question was badly asked."""
    _, move = after("What did what look like? The hat? It looked like a hat.")
    assert move.say in rules().words.phrases.kinds["unclear"].say and not move.ask


def test_what_the_house_or_the_world_does_just_now_cannot_be_known() -> None:
    """A program only hears; it says so."""
    assert unknowable("Where are my glasses?") and unknowable("Is it going to rain?")
    assert not unknowable("Where are my glasses? he said.") and not unknowable("Who knows?")
    _, move = after("Is it going to rain tomorrow?")
    assert "cannot know" in move.text and "?" not in move.text


def test_a_question_who_hears_it_after_death_is_no_wish_to_keep_it_back() -> None:
    """It is answered, and nothing is locked."""
    _, move = after("What happens to this when I die?")
    assert move.wish is None and "death" in move.text


@pytest.mark.parametrize(("kind", "said"), [(k, each[0]) for k, each in ASKED.items()])
def test_every_answer_is_as_our_speech_ought_to_be(kind: Kind, said: str) -> None:
    """No more than a breath, no claim of a feeling, at most one question and that one last."""
    _, move = after(said)
    assert move.text
    assert len(move.text.split()) <= 45


@pytest.mark.long
@pytest.mark.models
def test_in_a_whole_talk_every_question_is_answered(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """As typed at home: before the yes, alone, and behind a story."""
    home = Household(tmp_path_factory.mktemp("asks"))
    lines = [
        "Who hears all this? And are you a person?",
        "yes you may record me",
        PIGEONS,
        "Has tha ever kept pigeons?",
        HUT + "Are you writing this down?",
        "What did I tell you about the pigeons?",
        "Goodbye.",
    ]
    found = home.run("talk", "--text", typed="\n".join(lines) + "\n")
    assert found.code == 0, found.complaint
    said = " ".join(found.out.split())  # as wide as a terminal
    assert "May I record our talk, yes or no?" in said
    assert "never kept pigeons. You have." in said or "never kept pigeons. But you have." in said
    assert "Nobody" in said and "typ" in said
    assert "thirty year I kept pigeons" in said


@pytest.mark.parametrize("said", ["Who is it that hears this, what I say here?", "And who is it who listens to what I tell you?", "Who hears it, what I say?"])  # fmt: skip
def test_who_hears_what_i_say_asks_for_no_telling(said: str) -> None:
    _, move = after(said)
    assert "device" in move.text or "home" in move.text
