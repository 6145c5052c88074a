"""In doubt it was not a yes."""

import pytest

from voice_agent.errors import SettingsError
from voice_agent.interview.leave import consent
from voice_agent.reading.by_rules import yes_no
from voice_agent.resources import resource

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


def test_without_the_reviewed_wording_no_talk_is_held(tmp_path) -> None:
    broken = tmp_path / "consent.toml"
    broken.write_text("[first]\nwho = 'hello'\n")
    with pytest.raises(SettingsError, match="cannot be used") as told:
        consent.wording(broken, name="", emergency="112")
    assert "Nothing was recorded" in told.value.safe
