"""The small net: what must be caught, what must not, and that nothing promises help."""

import tomllib

import pytest

from voice_agent.errors import SettingsError
from voice_agent.reading.danger import safety
from voice_agent.resources import resource

NET = safety.read(resource("config/safety.toml"), "US")

CAUGHT = {
    "2": """I want to die. | I just wish I could go to sleep and not wake up. | I don't want to live anymore.
I wish I was dead. | They would be better off without me. | There is no reason to go on. | I'd rather be dead.
I can't go on. | I hope I don't wake up tomorrow. | Life isn't worth living.""",
    "3": """I'm going to kill myself. | I have taken all my pills. | I want to end my life. | I will hang myself.
I've got a plan to take my own life. | I'm taking all of my tablets tonight.""",
    "3m": """I've fallen and I can't get up. | I can't breathe. | I have a pain in my chest. | I think I'm having a stroke.
I can't move my left arm. | The kitchen is on fire. | There's smoke in the house. | Please call an ambulance.
My chest hurts. | There is a fire in my kitchen. | There's a smell of gas. | It smells of gas in here. | I left the gas on and it stinks in here.
The fire alarm has gone off and everybody's out on the grass but me. | The fire alarm went off and they all went out and left me.
There's a burning smell coming from the plug. | There's somebody trying to get in at the back door. | There's a man in my garden trying the windows.
I've had double my insulin. | I've been on the floor since last night. | I'm stuck in the bath. | He won't wake up.
Water's pouring through the ceiling onto the lights. | I don't think I'll see the morning. | I cannae breathe. | I can't... catch... my breath.
I'm wedged against the wardrobe. | I'm at the bottom of the stairs. | I can't get enough air. | It's my heart. It's my heart, quick. | I've brought up blood.
I've swallowed some bleach. | The meter just says HI. | The chip pan's up. | The curtain's caught. | The plug's gone brown and it's smoking.
It stinks of rotten eggs in here. | There's a man in my house. | Somebody's just put the back window in. I can hear them. | The carer's collapsed in the hall.
The river's come in the front door. | I've given myself the insulin twice. | She won't wake up, my wife. | Who are you? Get out of my bedroom!
The wife's had a whole box of them paracetamol. | Worst headache I ever had. | A whiff of gas, dear, nothing much. | I seem to have ended up on the floor.
I can't wake my husband. | Bill's collapsed in the garden, he isn't moving. | I can hear someone creeping about downstairs. | There's a man in my house and I don't know him.
The curtains have caught light. | My foot's facing the wrong way. | Mi drop inna di shower, mi cyaan get up.""",
    "A": """He wouldn't let me leave, he stood in the door. | He wouldn't let me leave without giving him my pension card.
My son won't let me leave without his say so.""",
}

ORDINARY = """I nearly died laughing. | I could have died of embarrassment. | She said she wanted to die. | I'm ready to meet my Maker.
We did the one chop over and over till the smoke thing went off.
The fire alarm went while I had the podiatrist, and it was a real one, smoke in the kitchen, so we all had to get out on the grass.
The carbon monoxide thing went off at lunch club, and there's thirty-odd of us. | You could hear forty women not breathing.
There's a man in my house painting the kitchen. | He had a heart attack at the bottom of the stairs, my uncle. | Their sugar is three shillings. | They get on like a house on fire.
The water came in the front door in fifty-three. | I take my tablets twice a day. | He ate a whole box of chocolates. | I can't wake him before ten, that boy. | I can hear the girls going about in the kitchen. | My hat was pointing the wrong way. | I'm lying in the garden in the sun. | Somebody's trying the door on for size. | The telly's gone, it only shows snow.
Our street always smelled of gas from the gasworks. | There was a burning smell from the engine, and we all got out. | He won't wake up till noon, my grandson.
There was somebody trying to get in at the pictures without paying. | They are trying to get in to the choir. | I was on the floor laughing.
We were stuck in the lift for an hour with a bag of crabs. | Water was coming through the ceiling in those rooms.
He did each one like a jeweller, and he wouldn't let me leave without lemon cologne. | They wouldn't let me leave till I'd danced with every one of them.
My husband died in nineteen eighty. | We were dying to see the sea. | He shot himself in the foot, my uncle.
The house was on fire and they carried the piano out. | It took my breath away. | My mother fell on the ice and broke her hip.
The fever broke his heart. | I would kill for a cup of tea. | We lost everything in the fire.
He made a scarf out of it, and Eaton's took all of them and ordered more! | We danced in the kitchen till the flags were sparking."""


def spread(many: str) -> list[str]:
    return [s.strip() for s in many.replace("\n", "|").split("|")]


@pytest.mark.parametrize(("level", "said"), [(k, s) for k, v in CAUGHT.items() for s in spread(v)])
def test_a_cry_for_help_is_heard(level: str, said: str) -> None:
    assert NET.level(said) == level


@pytest.mark.parametrize("said", spread(ORDINARY))
def test_a_story_is_not_a_cry_for_help(said: str) -> None:
    assert NET.level(said) is None


def test_it_never_claims_that_help_was_called() -> None:
    for said in NET.says.values():
        assert "help is on" not in said.lower() and "i have called" not in said.lower()
    for level in ("2", "3", "3m"):
        assert "cannot call" in NET.say(level)


def test_the_emergency_number_is_said_twice_where_seconds_count() -> None:
    assert NET.say("3").count("911") == 2 and NET.say("3m").count("911") == 2


@pytest.mark.parametrize(
    "country", list(tomllib.loads(resource("config/safety.toml").read_text())["numbers"])
)
def test_every_country_has_its_numbers(country: str) -> None:
    net = safety.read(resource("config/safety.toml"), country)
    assert net.emergency in net.say("3") and "{" not in "".join(net.says.values())


def test_an_unknown_country_is_told_no_wrong_number() -> None:
    for country in ("XX", ""):
        net = safety.read(resource("config/safety.toml"), country)
        assert net.emergency == "your emergency number"
        assert "The number is" not in net.say("3") and "your emergency number now" in net.say("3")
        assert not any(map(str.isdigit, "".join(net.says.values())))


def test_without_its_page_no_talk_is_held(tmp_path) -> None:
    with pytest.raises(SettingsError, match="safety page"):
        safety.read(tmp_path / "none.toml", "US")
