"""What a model wrote is only spoken where one would say it to one's own grandmother."""

import re
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.interview.wording.checks import Fault, faults, parts
from voice_agent.interview.wording.unsaid import Rule
from voice_agent.reading.words.vocabulary import numbers, said
from voice_agent.resources import resource

STORY = """
My mother baked bread every Saturday in our kitchen on Mill Street in Leeds, and the honey cakes at
Christmas. In 1952 my brother Tom went to sea. There were two rooms and five of us. Mrs. Lamb next
door had dementia at the end. We were twenty-one, Jean and I, when we went dancing at the Mecca.
"""
KNOWN = said(STORY, "Ada", "Jean")

MAY_BE_SPOKEN = [
    "Mm.",
    "Oh my.",
    "That kitchen must have smelled of bread. Who else was there on a Saturday?",
    "A small kitchen, and five of you. Where did everybody sleep?",
    "Tom went to sea. What do you remember of the day he left?",
    "Ada, what could you see from the window on Mill Street?",
    "Tell me about the honey cakes.",
    "So that was Leeds in 1952. What was the street like?",
    "Nineteen fifty-two. What else happened that year?",
    "In fifty-two Tom went to sea. How did your mother take it?",
    "There were five of you in two rooms. How did you manage?",
    "You danced with Jean. What music did they play?",
    "Your mum and her bread. What did she sing?",
    "Mrs. Lamb lived next door. What was she like?",
    "How did the dementia begin?",
    "When you came home, who was there?",
    "When and where did you first see the sea?",
    "What was the first thing you saw there?",
    "Which one of them was the eldest?",
    "Take your time.",
    "There is no hurry. We can stop here if you like.",
    "Shall we rest a little?",
    "We can leave that. What did you do on Sundays at home?".replace("Sundays", "Saturdays"),
    "That must have been a hard winter. What kept the rooms warm?",
    "That cannot have been easy.",
    "That took some doing.",
    "That is hard. There is no hurry with this.",
    "What did the baker's shop smell of?",
    "Sorry, I missed that. Would you say it once more?",
    "I'm sorry, I did not catch that. Would you say it again?",
    "I am afraid I lost that. Could you say it again?",
    "You told me about the bread last time. What came after the baking?",
    "Last time you spoke of Mill Street. Who lived there?",
    "Jean wonders what you sang at school.",
    "What did you have to carry home?",
    "Did you have to walk far?",
    "As a young man, where did you look for work?",
    "What was dear to you in that house?",
    "Did the honey come from the garden?",
    "What made you decide to stay?",
    "What did that mean to you then?",
    "How did you feel when Tom left?",
    "What do you know now that you did not know then?",
    "I see what you mean.",
    "I will ask something else. What games did you play in the street?",
    "What happened then?",
    "And how did it go on?",
    "O'Brien's was the baker, then. What did you buy there?".replace("O'Brien's was", "Tom was"),
    "It is all kept. Goodbye for now.",
    "Well now. Who taught you to dance?",
    "Picture the kitchen door. What do you see first?",
    "“Be home by dark,” she said. What happened when you were not?".replace("“", '"').replace(
        "”", '"'
    ),
    "Imagine that. Five in two rooms!",
    "Was it cold, or warm by the oven?",
    "Jean came later. Where did the two of you meet?",
]

MAY_NOT = [
    ("", Rule.EMPTY),
    ("...", Rule.EMPTY),
    ("**Bread** is fine. Who baked it?", Rule.MARKUP),
    ("What a kitchen 😊", Rule.MARKUP),
    ("(pauses) Who was there?", Rule.MARKUP),
    ("Interviewer: Who was there?", Rule.MARKUP),
    ("- Who was there?", Rule.MARKUP),
    ("See https://example.org for bread.", Rule.MARKUP),
    ("Хлеб. Who baked it?", Rule.MARKUP),
    ("Who baked it? Who ate it?", Rule.ONE_QUESTION),
    ("Tell me about the bread. Who baked it?", Rule.ONE_QUESTION),
    ("It was cold, wasn't it? Who lit the fire?", Rule.ONE_QUESTION),
    ("Who baked it, and what did it smell like?", Rule.ONE_QUESTION),
    ("Was it cold, or was it warm by the oven, and did you sit there?", Rule.ONE_QUESTION),
    ("What was the kitchen like. Who was there?", Rule.ONE_QUESTION),
    ("Jean wonders what you sang. Who taught you?", Rule.ONE_QUESTION),
    ("Who baked it? That must have been good bread.", Rule.QUESTION_LAST),
    ("Tell me about the bread. It was Saturday.", Rule.QUESTION_LAST),
    (
        "What do you remember about the days when the bread was baked in the kitchen and the whole "
        "house smelled of it so long ago?",
        Rule.QUESTION_LENGTH,
    ),
    ("So it was. " * 16 + "Who baked?", Rule.LENGTH),
    ("Margaret must have liked that. Who else came?", Rule.NAME),
    ("What did Margaret say?", Rule.NAME),
    ("Was that near Bradford?", Rule.NAME),
    ("Did you go to the Odeon?", Rule.NAME),
    ("What did you do on Sundays?", Rule.NAME),
    ("Paris is far from Leeds. Who went there?", Rule.NAME),
    ("You were seven then. Who was there?", Rule.NUMBER),
    ("In 1953 the street changed. How?", Rule.NUMBER),
    ("What was it like in the sixties?", Rule.NUMBER),
    ("Did all three of you share a bed?", Rule.NUMBER),
    ("Who was your third teacher?", Rule.NUMBER),
    ("What did your father do?", Rule.KIN),
    ("Did your husband dance too?", Rule.KIN),
    ("And your children?", Rule.KIN),
    ("What did your sister say?", Rule.KIN),
    ("What did you bake, dear?", Rule.ELDERSPEAK),
    ("Oh sweetie, that is hard.", Rule.ELDERSPEAK),
    ("Yes, my dear. Who was there?", Rule.ELDERSPEAK),
    ("Good girl. What came next?", Rule.ELDERSPEAK),
    ("Well, young lady, who taught you to dance?", Rule.ELDERSPEAK),
    ("How are we feeling today?", Rule.ELDERSPEAK),
    ("Are we ready for another question?", Rule.ELDERSPEAK),
    ("Did we sleep well?", Rule.ELDERSPEAK),
    ("You are so sharp for your age.", Rule.ELDERSPEAK),
    ("Bless your heart.", Rule.ELDERSPEAK),
    ("There, there.", Rule.ELDERSPEAK),
    ("Aren't you a clever one?", Rule.ELDERSPEAK),
    ("Let's have our little chat.", Rule.ELDERSPEAK),
    ("Great answer. Who was there?", Rule.PRAISE),
    ("What a wonderful story. Who was there?", Rule.PRAISE),
    ("Thank you for sharing that. Who was there?", Rule.PRAISE),
    ("Thanks so much for telling me about Tom.", Rule.PRAISE),
    ("That's beautiful. Who was there?", Rule.PRAISE),
    ("Wonderful! Who was there?", Rule.PRAISE),
    ("How fascinating! Who was there?", Rule.PRAISE),
    ("You describe it so vividly.", Rule.PRAISE),
    ("Well done. What came next?", Rule.PRAISE),
    ("You're a wonderful storyteller.", Rule.PRAISE),
    ("I appreciate that. Who was there?", Rule.PRAISE),
    ("That was very brave of you.", Rule.PRAISE),
    ("I feel the warmth of that kitchen.", Rule.FEELING),
    ("I'm so sorry to hear that.", Rule.FEELING),
    ("I'm sorry for your loss.", Rule.FEELING),
    ("I love the smell of bread.", Rule.FEELING),
    ("I'd love to hear about Tom.", Rule.FEELING),
    ("I am really glad you had that.", Rule.FEELING),
    ("I can imagine the kitchen.", Rule.FEELING),
    ("I understand how hard that was.", Rule.FEELING),
    ("That makes me smile.", Rule.FEELING),
    ("I hope Tom came home.", Rule.FEELING),
    ("My heart goes out to you.", Rule.FEELING),
    ("I know how you feel.", Rule.FEELING),
    ("When I was young, bread was different.", Rule.PRETENCE),
    ("My own mother baked too.", Rule.PRETENCE),
    ("As a human, one remembers bread.", Rule.PRETENCE),
    ("How does that make you feel?", Rule.THERAPY),
    ("It sounds like you're feeling sad about Tom.", Rule.THERAPY),
    ("It's okay to cry.", Rule.THERAPY),
    ("What I'm hearing is that Tom left.", Rule.THERAPY),
    ("That is part of your healing.", Rule.THERAPY),
    ("Your feelings are valid.", Rule.THERAPY),
    ("Let us sit with that feeling.", Rule.THERAPY),
    ("Let's dive deeper into that.", Rule.THERAPY),
    ("What emotions came up?", Rule.THERAPY),
    ("You have every right to feel that way.", Rule.THERAPY),
    ("You poor thing.", Rule.ELDERSPEAK),
    ("Could you say how it looked, and whether it was cold?", Rule.ONE_QUESTION),
    ("Time heals.", Rule.PLATITUDE),
    ("He is in a better place.", Rule.PLATITUDE),
    ("At least you had Jean.", Rule.PLATITUDE),
    ("I wonder if you remember the oven.", Rule.HIDDEN_QUESTION),
    ("I was wondering about Tom.", Rule.HIDDEN_QUESTION),
    ("I'd like to know more about Tom.", Rule.HIDDEN_QUESTION),
    ("I'm curious about the oven.", Rule.HIDDEN_QUESTION),
    ("Perhaps you remember the oven.", Rule.HIDDEN_QUESTION),
    ("You could tell me about Tom.", Rule.HIDDEN_QUESTION),
    ("It would be nice to hear about the oven.", Rule.HIDDEN_QUESTION),
    ("You should write that down.", Rule.ADVICE),
    ("You need to rest.", Rule.ADVICE),
    ("Have you thought about calling Tom?", Rule.ADVICE),
    ("Why don't you call Jean?", Rule.ADVICE),
    ("I suggest a walk.", Rule.ADVICE),
    ("Talk to your doctor.", Rule.ADVICE),
    ("Try to remember the name.", Rule.ADVICE),
    ("You already told me about the bread.", Rule.TOLD_BEFORE),
    ("You said that before.", Rule.TOLD_BEFORE),
    ("As you said earlier, Tom went to sea.", Rule.TOLD_BEFORE),
    ("We have talked about this. What else?", Rule.TOLD_BEFORE),
    ("You've told me that. What came next?", Rule.TOLD_BEFORE),
    ("Actually, Tom went to sea in 1952.", Rule.CORRECTION),
    ("But you said Saturday.", Rule.CORRECTION),
    ("Are you sure it was Leeds?", Rule.CORRECTION),
    ("Don't you remember?", Rule.CORRECTION),
    ("That's not right.", Rule.CORRECTION),
    ("You seem confused.", Rule.DIAGNOSIS),
    ("You sound a little tired.", Rule.DIAGNOSIS),
    ("Your memory is sharp.", Rule.DIAGNOSIS),
    ("You have such a good memory.", Rule.DIAGNOSIS),
    ("That may be depression.", Rule.DIAGNOSIS),
    ("Help is on its way.", Rule.PROMISE),
    ("I promise nobody hears this.", Rule.PROMISE),
    ("I have called Jean.", Rule.PROMISE),
    ("Everything will be fine.", Rule.PROMISE),
]


@pytest.mark.parametrize("reply", MAY_BE_SPOKEN)
def test_what_a_good_listener_says_may_be_spoken(reply: str):
    assert faults(reply, KNOWN) == ()


@pytest.mark.parametrize(("reply", "rule"), MAY_NOT)
def test_what_one_would_not_say_is_not_spoken(reply: str, rule: Rule):
    assert rule in {fault.rule for fault in faults(reply, KNOWN)}


@pytest.mark.parametrize("rule", [*Rule])
def test_every_rule_has_a_case(rule: Rule):
    assert rule in {one for _, one in MAY_NOT}


def test_curly_quotes_hide_nothing():
    assert faults("I’m so sorry to hear that.", KNOWN) == faults(
        "I'm so sorry to hear that.", KNOWN
    )


def test_a_fault_says_which_words_broke_the_rule():
    assert faults("What did Margaret say?", KNOWN) == (Fault(Rule.NAME, "Margaret"),)


def _shipped() -> list[str]:
    texts: list[str] = []
    for file in sorted(resource("config/phrases").glob("*.toml")):
        for table in tomllib.loads(file.read_text("utf-8")).values():
            texts += table.get("say", []) if isinstance(table, dict) else []
    for file in sorted(resource("config/interview").glob("*.toml")):
        texts += [one["ask"] for one in tomllib.loads(file.read_text("utf-8")).get("question", [])]
    return texts


ANSWERS = {
    text
    for table in tomllib.loads(resource("config/phrases/asks_us.toml").read_text("utf-8")).values()
    for text in table["say"]
}
"""What is answered to a question to us: there a no is no correction, and what was told may be named."""

ANSWERED = frozenset({Rule.CORRECTION, Rule.TOLD_BEFORE, Rule.NAME})


@pytest.mark.parametrize("text", _shipped())
def test_our_own_phrases_and_questions_keep_the_rules_too(text: str):
    filled = text.replace("{told} {name}", "built the raft")
    filled = filled.replace("{name}", "Ada").replace("{told}", "we walked to the sea.")
    filled = re.sub(r"\{\w+\}", "the sea", filled)
    broken = faults(filled, said(filled))
    allowed = ANSWERED if text in ANSWERS else frozenset[Rule]()
    assert [each for each in broken if each.rule not in allowed] == []


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("in nineteen fifty-two", {1952, 52}),
        ("in 1952", {1952, 52}),
        ("the nineteen-fifties", {1950, 50}),
        ("the 1950s", {1950, 50}),
        ("the fifties", {50}),
        ("nineteen oh five", {1905, 5}),
        ("twenty twenty-one", {2021, 21}),
        ("twenty-one", {21}),
        ("two hundred and five", {205}),
        ("three thousand", {3000}),
        ("1,200 men", {1200}),
        ("two or three", {2, 3}),
        ("two, three", {2, 3}),
        ("the twelfth", {12}),
        ("the 12th", {12}),
        ("a dozen eggs", {12}),
        ("nobody", set()),
    ],
)
def test_a_number_has_one_value_however_it_is_written(text: str, values: set[int]):
    assert numbers(text) == values


def test_mrs_lamb_is_not_the_end_of_a_sentence():
    assert parts("Mrs. Lamb came. Who else?") == ["Mrs Lamb came.", "Who else?"]


@given(st.text(max_size=200))
def test_whatever_a_model_writes_is_judged_and_nothing_breaks(text: str):
    assert all(isinstance(fault, Fault) for fault in faults(text, KNOWN))


@given(st.lists(st.sampled_from(STORY.split()), min_size=1, max_size=40))
def test_the_narrators_own_names_and_numbers_are_never_strange(words: list[str]):
    strange = {Rule.NAME, Rule.NUMBER, Rule.KIN}
    known = said(" ".join(words))
    assert not strange & {fault.rule for fault in faults(" ".join(words), known)}
