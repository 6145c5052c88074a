"""Whoever has a better recogniser can find out whether it is one."""

import pytest

from voice_agent import assemble, weights
from voice_agent.measuring import recordings, speech
from voice_agent.settings import load


@pytest.mark.long
@pytest.mark.models
def test_a_folder_of_weights_is_heard_in_quiet_and_in_noise() -> None:
    settings = load(profile="ci")
    clips = recordings.spoken(assemble.load_voice(settings, "hibari-heart"))[:1]
    said = list[str]()
    other = weights.find(settings.weights, "whisper-tiny-en")
    words = speech.words_by(settings, clips, other, said.append)
    assert set(words) == {"live", "archive"}
    for rates in words.values():
        assert rates["clean"]["words"] == len(clips[0].transcript.split())
        assert rates["clean"]["rate"] < 0.3, "a clear voice is understood"
    assert said == ["words, live", "words, archive"]
