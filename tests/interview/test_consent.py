"""In doubt it was not a yes."""

from datetime import UTC, datetime

import pytest

from voice_agent.errors import SettingsError
from voice_agent.interview import phrases
from voice_agent.interview.leave import consent, reach
from voice_agent.interview.leave.reach import Reach
from voice_agent.reading.by_rules import yes_no
from voice_agent.resources import resource
from voice_agent.story import Consent, ConsentKind, SessionId

CONSENT = resource("config/consent.toml")
NOW = datetime(2026, 11, 20, 9, 30, tzinfo=UTC)

YES = """yes | Yes. | yes please | Oh yes, of course. | Sure. | yeah, go ahead | That's fine. | Okay then.
Certainly, dear. | I don't mind. | why not | I don't see why not. | You may. | by all means
Well, yes, all right. | I suppose so. | No problem. | Yes, you can record it. | aye | I wouldn't mind."""

NO = """no | No. | No, thank you. | I'd rather not. | nope | Please don't. | I do not want that. | never
No, you may not. | Stop. | I will not. | don't record me | certainly not | absolutely not"""

NEITHER = """What? | who are you | Is that the telephone? | Maybe. | I'm not sure, yes? | yes and no | perhaps
Why do you want to record me? | Margaret, come here. | um | yes, but do not record my name | the weather is nice
What do you mean, yes? | I don't know. | """


@pytest.mark.parametrize("said", [s.strip() for s in YES.replace("\n", "|").split("|")])
def test_a_plain_yes_is_a_yes(said: str) -> None:
    assert yes_no.agrees(said) is True


@pytest.mark.parametrize("said", [s.strip() for s in NO.replace("\n", "|").split("|")])
def test_a_refusal_is_never_a_yes(said: str) -> None:
    assert yes_no.agrees(said) is not True


@pytest.mark.parametrize("said", ["no", "No, thank you.", "I'd rather not.", "Please don't."])
def test_a_plain_no_is_a_no(said: str) -> None:
    assert yes_no.agrees(said) is False


@pytest.mark.parametrize("said", [s.strip() for s in NEITHER.replace("\n", "|").split("|")])
def test_what_is_not_plain_is_asked_again(said: str) -> None:
    assert yes_no.agrees(said) is None


def test_the_notice_says_what_it_is_what_is_kept_and_how_to_stop() -> None:
    wording = consent.wording(resource("config/consent.toml"), name="Margaret", emergency="911")
    notice = " ".join(wording.first)
    assert "Hello, Margaret." in notice
    assert "computer program" in notice
    assert "record your voice" in notice
    assert "stays on this device" in notice
    assert "say stop" in notice
    assert "cannot call anyone for help" in notice and "911" in notice
    assert wording.ask.endswith("?") and wording.ask.count("?") == 1


@pytest.mark.parametrize("goes", [Reach.HOUSE, Reach.BEYOND])
def test_what_goes_further_is_said_before_the_yes_and_a_yes_holds_no_further(goes: Reach) -> None:
    words = reach.read(CONSENT)
    said = consent.wording(CONSENT, name="", emergency="112", goes=goes)
    assert words[goes].stays in " ".join(said.first) and words[goes].stays in said.renewal[0]
    assert said.ask == words[goes].ask and said.ask_again.endswith("yes or no?")

    def yes(asked: str) -> Consent:
        return Consent(ConsentKind.RECORDING, True, NOW, SessionId("one"), "Yes.", asked=asked)

    for asked in ("", words[Reach.DEVICE].ask, "May I go on recording our talks?"):
        assert consent.stands([yes(asked)], NOW, Reach.DEVICE, words)
        assert not consent.stands([yes(asked)], NOW, goes, words)
    for asked in (said.ask, said.ask_again):
        for reached in Reach:
            assert consent.stands([yes(asked)], NOW, reached, words) is (reached <= goes)


def test_no_phrase_says_that_it_stays_on_the_device_where_it_does_not() -> None:
    book = phrases.read(resource("config/phrases"), reach.read(CONSENT)[Reach.BEYOND].stays)
    said = [each for kind in book.kinds.values() for each in kind.say]
    assert any("outside your home" in each for each in said)
    assert not [each for each in said if "stay" in each and "device" in each]


def test_without_the_reviewed_wording_no_talk_is_held(tmp_path) -> None:
    broken = tmp_path / "consent.toml"
    broken.write_text("[first]\nwho = 'hello'\n")
    with pytest.raises(SettingsError, match="cannot be used") as told:
        consent.wording(broken, name="", emergency="112")
    assert "Nothing was recorded" in told.value.safe
