"""A story that was told twice stands once, and takes nothing along that belongs elsewhere."""

from test_said_to_us import book_of, text


def test_what_is_told_before_a_story_is_told_again_stays_with_what_it_answers() -> None:
    """ "He said they were too good to walk on", of a pair of socks, stood in the middle of a blizzard."""
    book = book_of(
        "Q: What was the winter like?\n"
        "A: In the big blizzard Harold took me to Lindquists on the tractor for the baby. The snow was over the fences. It took two hours and a half.",
        "Q: What did Nils say to the socks?\n"
        "A: He said they were too good to walk on, so he was buried in them. "
        "In the big blizzard Harold took me to Lindquists on the tractor for the baby. There was pie, and Mrs Lindquist said so first of all.",
    )
    pieces = text(book).splitlines()
    assert text(book).count("on the tractor") == 1 and "There was pie" in text(book)
    assert not any("tractor" in each and "too good to walk on" in each for each in pieces)


def test_that_a_thing_was_told_before_is_no_second_telling_of_it() -> None:
    book = book_of(
        "Q: And at night?\nA: The sheriff found him at the Lakeside Ballroom in his good hat. He drove there alone. I hid the keys.",
        "Q: What about the hat?\n"
        "A: I've told you that, the night the sheriff found him at the Lakeside Ballroom in his good hat. "
        "I sat with him the last night and it was snowing. I opened the window after.",
    )
    (last,) = (each for each in text(book).splitlines() if "opened the window" in each)
    assert "I hid the keys" not in last


def test_a_wish_that_ends_in_an_old_story_keeps_its_end() -> None:
    book = book_of(
        "Q: How did you meet?\nA: There was a lorry stuck by the ice cream van up on the Bwlch, and Des sat there on a barrel. He gave me half a pasty.",
        "Q: What shall they sing?\n"
        "A: When I go, I want the boys to sing Myfanwy as they did the last night. Not in the chapel, mind. "
        "Up the Bwlch, by the ice cream van, where he sat on that barrel.",
    )
    (wish,) = (each for each in text(book).splitlines() if "sing Myfanwy" in each)
    assert wish.endswith("where he sat on that barrel.") and "lorry" not in wish
