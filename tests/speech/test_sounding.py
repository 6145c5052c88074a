"""Words that are spelled alike sound as they are meant, in both voices."""

from collections.abc import Callable

import pytest

from voice_agent.speech.wording import speakable

MEANT = {
    # sentence: what must sound in it, as piper's espeak writes it
    "She read to you every night.": "ɹˈɛd",
    "Your grandfather read the lesson.": "ɹˈɛd",
    "Have you read it yet?": "ɹˈɛd",
    "What did you read as a girl?": "ɹˈiːd",
    "Did Ann read it?": "ɹˈiːd",
    "Please read the letter.": "ɹˈiːd",
    "There was a lead pipe in the yard.": "lˈɛd",
    "They stole the lead off the church.": "lˈɛd",
    "He took the lead in the play.": "lˈiːd",
    "He wound the clock on Sundays.": "wˈaʊnd",
    "The wound in his leg healed.": "wˈuːnd",
    "Who would wind up the gramophone?": "wˈaɪnd",
    "The wind blew.": "wˈɪnd",
    "Did you tear your dress?": "tˈɛɹ",
    "There was a tear in her coat.": "tˈɛɹ",
    "She had a tear in her eye.": "tˈɪɹ",
    "You took a bow at the end.": "bˈaʊ",
    "He stood at the bow of the ship.": "bˈaʊ",
    "She had a red bow in her hair.": "bˈoʊ",
    "They had a terrible row about money.": "ɹˈaʊ",
    "They had a row of beans.": "ɹˈoʊ",
    "She made minute stitches.": "maɪnˈuːt",
    "Wait a minute.": "mˈɪnɪt",
    "May I record your voice?": "ɹᵻkˈɔːɹd",
    "You played that record.": "ɹˈɛkɚd",
    "Who gave you a present?": "pɹˈɛzənt",
    "You may refuse at any time.": "ɹᵻfjˈuːz",
    "The refuse men came on Fridays.": "ɹˈɛfjˈuːs",
    "Did he object to the wedding?": "ɑːbdʒˈɛkt",
    "It was an odd object.": "ˈɑːbdʒɛkt",
    "Close your eyes and think back.": "klˈoʊz",
    "When did the mill close?": "klˈoʊz",
    "Were you close to your sister?": "klˈoʊs",
    "Where did you live?": "lˈɪv",
    "Was it a live band?": "lˈaɪv",
    "She was in the R.A.F.": "ˈeɪ",
    "It is at 9 a.m.": "ˈeɪʲ ˈɛm",
    "She dropped a ha'penny.": "hˈeɪpəni",
}

SAME = {"tˈɛɹ": "tˈɛɹ", "ɹᵻ": "ɹə", "ɹˈɛf": "ɹˌɛf", "ɚ": "əɹ", "ʲ": "", "eɪ": "A", "oʊ": "O", "aɪ": "I", "aʊ": "W", "dʒ": "ʤ"} | {
    "ː": "", "mˈɪnɪt": "mˈɪnət", "pɹˈɛzənt": "pɹˈɛzᵊnt", "ˈɑbʤɛkt": "ˈɑbʤəkt",
}  # fmt: skip
"""How hibari writes what espeak writes."""


@pytest.fixture(scope="module")
def espeak() -> Callable[[str], str]:
    from piper.phonemize_espeak import EspeakPhonemizer

    phonemizer = EspeakPhonemizer()
    return lambda text: " ".join("".join(signs) for signs in phonemizer.phonemize("en-us", text))


@pytest.fixture(scope="module")
def hibari() -> Callable[[str], str]:
    from hibari import Hibari

    engine = Hibari(voice="heart", threads=1)
    return lambda text: " ".join(engine.phonemize(text))


@pytest.mark.parametrize(("written", "sound"), MEANT.items())
def test_piper_says_what_is_meant(written: str, sound: str, espeak: Callable[[str], str]) -> None:
    assert sound.replace("ʲ", "") in espeak(speakable(written)).replace("ʲ", "")


@pytest.mark.models
@pytest.mark.parametrize(("written", "sound"), MEANT.items())
def test_hibari_says_what_is_meant(written: str, sound: str, hibari: Callable[[str], str]) -> None:
    for theirs, ours in SAME.items():
        sound = sound.replace(theirs, ours)
    assert sound in hibari(speakable(written))


def test_a_word_by_itself_is_left_to_the_voice() -> None:
    for word in ("read", "lead", "wound", "tear", "bow", "row", "minute", "refuse", "object"):
        assert speakable(word) == word
