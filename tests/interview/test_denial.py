"""After "Are you thinking of ending your life?" only a plain no is one: in doubt the careful answer is given."""

import pytest

from voice_agent.reading.danger.denial import plainly

NO = """
No.|No, no.|No, I'm not.|no i am not|Oh no, nothing like that.|No, I just miss him.|God no.|Of course not.|Good heavens, no!|
No, of course not, love.|Not at all.|Never.|No, I'd never do that.|No, I wouldn't.|No, I would never do such a thing.|
Oh no. I'm just tired.|No, I am only tired, that's all.|No no, it's just a saying.|No, I didn't mean it like that.|
No. That's not what I meant.|No, thank you.|No, I don't want to die.|Lord, no.|No, don't you worry about me.|no no no nothing like that|
No, I'm not thinking of that.|Certainly not!|Well, no.|No, I'm just lonely.|I am not.|No way.|I said no.|
No, not that.|I'm not thinking of ending my life.|No. It was just a manner of speaking.|no i just miss her so much|
No, I'm not going to kill myself.|Not for a moment.
"""
NOT_PLAINLY = """
No use lying. I am.|Not yet.|Don't go.|No, nobody cares.|No, not tonight.|No point in saying no.|No. Maybe.|I don't know.|
No, what would you know about it?|No idea.|No more than usual.|Not really.|No, but I wish I was dead.|No, I just want to be with him.|
No, I have the tablets ready.|Nobody would mind.|No one to stop me.|I think about it every night, no.|No. Yes. I don't know.|Never mind.|
I'm just tired.|It is just a saying.|No, leave me be.|Don't worry about me.|No, not any more, I have decided.|Yes.|Thank you.|
No wonder you ask.|I'd never tell you.|No, I will do it properly this time.|Oh.|No, goodbye.||...|
No?|No, I suppose.|No...|Um, no.|No, not today.|No, I can't.|No, I haven't the courage.|No more.|Never you mind.|
I'm not going to lie.|No, I don't want to live.|No, just waiting.|I won't be here long.|No reason not to.|Why not?
"""


def each(told: str) -> list[str]:
    return told.strip("\n").replace("\n", "").split("|")


@pytest.mark.parametrize("said", each(NO))
def test_a_plain_no_is_one(said: str) -> None:
    assert plainly(said)


@pytest.mark.parametrize("said", each(NOT_PLAINLY))
def test_whatever_may_be_anything_else_is_none(said: str) -> None:
    assert not plainly(said)
