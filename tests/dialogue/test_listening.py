"""What the ear makes of speech probabilities. '#' speech, '.' silence, '?' unsure; 20 ms a mark."""

from hypothesis import given
from hypothesis import strategies as st

from voice_agent.dialogue.listening import Ear, Listener, Sign, SpeechChange
from voice_agent.sound import FRAME, RATE

PROBABILITY = {"#": 0.95, ".": 0.02, "?": 0.4}


def listen(script: str, listener: Listener | None = None, start: int = 0) -> list[Sign]:
    ear = listener or Listener()
    signs = [
        ear.hear(PROBABILITY[mark], start + place * FRAME) for place, mark in enumerate(script)
    ]
    return [sign for sign in signs if sign]


def seconds(sign: Sign) -> float:
    return round(sign.at / RATE, 3)


def test_speech_is_told_where_it_began_not_where_it_was_believed() -> None:
    (sign,) = listen("." * 10 + "#" * 20)
    assert (sign.heard, seconds(sign)) == (SpeechChange.BEGAN, 0.2)
    assert sign.known == round(0.4 * RATE)


def test_silence_is_told_from_the_last_sound_of_speech() -> None:
    _, sign = listen("#" * 50 + "." * 20)
    assert (sign.heard, seconds(sign)) == (SpeechChange.STOPPED, 1.0)
    assert sign.known == round(1.16 * RATE)


def test_a_cough_is_not_a_turn() -> None:
    listener = Listener()
    (sign,) = listen("." * 10 + "#" * 8 + "." * 20, listener)
    assert sign.heard is SpeechChange.COUGH
    assert listener.turn is None


def test_a_stop_consonant_is_not_a_pause() -> None:
    listener = Listener()
    assert [s.heard for s in listen("#" * 20 + "." * 5 + "#" * 20, listener)] == [
        SpeechChange.BEGAN
    ]
    assert listener.turn is not None and listener.turn.pauses == ()


def test_a_voice_that_trails_off_is_still_a_voice() -> None:
    listener = Listener()
    listen("#" * 20 + "?" * 40, listener)
    assert listener.speaking


def test_a_murmur_in_the_room_does_not_begin_a_turn() -> None:
    assert listen("?" * 200) == []


def test_silence_grows_on_the_audio_clock() -> None:
    listener = Listener()
    listen("#" * 50 + "." * 75, listener)
    assert listener.silence == 1.5


def test_a_click_in_a_pause_does_not_start_the_silence_again() -> None:
    listener = Listener()
    signs = listen("#" * 50 + "." * 50 + "#" * 2 + "." * 50, listener)
    assert [s.heard for s in signs] == [
        SpeechChange.BEGAN,
        SpeechChange.STOPPED,
        SpeechChange.COUGH,
    ]
    assert listener.silence == 2.04
    assert listener.turn is not None and listener.turn.coughs == 1


def test_nobody_is_cut_off_in_the_middle_of_drawing_breath_to_speak() -> None:
    """While a burst may still become speech, the silence stands still."""
    listener = Listener()
    listen("#" * 50 + "." * 90, listener)
    before = listener.silence
    listen("#" * 4, listener, start=140 * FRAME)
    assert listener.stirring
    assert listener.silence == before


def test_a_small_word_after_a_pause_is_enough_inside_a_turn() -> None:
    listener = Listener()
    signs = listen("#" * 50 + "." * 60 + "#" * 6, listener)
    assert [s.heard for s in signs] == [
        SpeechChange.BEGAN,
        SpeechChange.STOPPED,
        SpeechChange.BEGAN,
    ]


def test_pauses_inside_a_turn_are_kept_for_learning() -> None:
    listener = Listener()
    listen("#" * 50 + "." * 60 + "#" * 50 + "." * 30 + "#" * 50 + "." * 99, listener)
    turn = listener.end_turn()
    assert turn is not None
    assert [round(p.seconds, 2) for p in turn.pauses] == [1.2, 0.6]
    assert (turn.began, turn.ended) == (0, round(4.8 * RATE))
    assert round(turn.spoken, 2) == 3.0
    assert listener.turn is None


def test_a_reopened_turn_goes_on_where_it_was() -> None:
    listener = Listener()
    listen("#" * 50 + "." * 100, listener)
    listener.end_turn()
    listen("#" * 50, listener, start=150 * FRAME)
    turn = listener.reopen()
    assert turn is not None
    assert (turn.began, turn.ended) == (0, 200 * FRAME)
    assert [p.seconds for p in turn.pauses] == [2.0]


def test_after_mute_nothing_is_remembered() -> None:
    listener = Listener()
    listen("#" * 50, listener)
    listener.forget()
    assert not listener.speaking and listener.turn is None and listener.silence == 0.0


frames = st.lists(st.floats(0, 1), max_size=600)


@given(frames)
def test_speech_and_silence_take_turns(probabilities: list[float]) -> None:
    listener = Listener()
    signs = [s for n, p in enumerate(probabilities) if (s := listener.hear(p, n * FRAME))]
    changes = [s.heard for s in signs if s.heard is not SpeechChange.COUGH]
    assert changes == [SpeechChange.BEGAN, SpeechChange.STOPPED] * (len(changes) // 2) + [
        SpeechChange.BEGAN
    ] * (len(changes) % 2)


@given(frames)
def test_nothing_is_known_before_it_happened(probabilities: list[float]) -> None:
    listener = Listener(Ear())
    for number, probability in enumerate(probabilities):
        sign = listener.hear(probability, number * FRAME)
        if sign:
            assert 0 <= sign.at <= sign.known == (number + 1) * FRAME
        assert 0 <= listener.silence <= (number + 1) * FRAME / RATE


@given(frames)
def test_pauses_lie_in_order_inside_their_turn(probabilities: list[float]) -> None:
    listener = Listener()
    for number, probability in enumerate(probabilities):
        listener.hear(probability, number * FRAME)
    if turn := listener.turn:
        edges = [turn.began, *(e for p in turn.pauses for e in (p.began, p.ended)), turn.ended]
        assert edges == sorted(edges)
        assert turn.spoken <= (turn.ended - turn.began) / RATE + 1e-9
