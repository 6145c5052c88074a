"""What is written is said as a person would say it."""

import emoji
import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.speech.wording import speakable

SAID = {
    # years and decades
    "In 1952, we moved.": "In nineteen fifty-two, we moved.",
    "It was 1905.": "It was nineteen oh five.",
    "It was 1900.": "It was nineteen hundred.",
    "It was 2000.": "It was two thousand.",
    "It was 2005.": "It was two thousand five.",
    "It was 2024.": "It was twenty twenty-four.",
    "in the 1940s": "in the nineteen forties",
    "the late '50s": "the late fifties",
    "the mid-1950s": "the mid-nineteen fifties",
    "the 1900s": "the nineteen hundreds",
    "in her 20s": "in her twenties",
    "the class of '52": "the class of fifty-two",
    "from 1941–1945": "from nineteen forty-one to nineteen forty-five",
    "a 1957 Chevy": "a nineteen fifty-seven Chevy",
    "1500 people came": "one thousand five hundred people came",
    # dates and times
    "June 6, 1944": "June sixth, nineteen forty-four",
    "Aug. 14th, 1945": "August fourteenth, nineteen forty-five",
    "the 4th of July": "the fourth of July",
    "on 14 August 1945": "on the fourteenth of August, nineteen forty-five",
    "6/14/1952": "June fourteenth, nineteen fifty-two",
    "25/12/1944": "December twenty-fifth, nineteen forty-four",
    "1939-09-01": "September first, nineteen thirty-nine",
    "at 9:30 a.m.": "at nine thirty eigh M.",
    "at 5 p.m. we ate": "at five P M we ate",
    "At 5:00 we ate.": "At five o'clock we ate.",
    "at 7:05": "at seven oh five",
    # numbers, money, measures
    "the 101st Airborne": "the one hundred first Airborne",
    "1,500 sheep": "one thousand five hundred sheep",
    "3.5 acres": "three point five acres",
    "1 1/2 cups": "one and a half cups",
    "½ a cup": "one half a cup",
    "3/4 of it": "three quarters of it",
    "It cost $5.50.": "It cost five dollars and fifty cents.",
    "$1": "one dollar",
    "$1.2 million": "one point two million dollars",
    "£3": "three pounds",
    "25¢": "twenty-five cents",
    "half, or 50%": "half, or fifty percent",
    "20 km at 30°C": "twenty kilometers at thirty degrees Celsius",
    "5 lbs of flour": "five pounds of flour",
    "He was 6'2\" tall.": "He was six foot two tall.",
    "It was -5 outside.": "It was minus five outside.",
    "10-12 hours": "ten to twelve hours",
    "Route 66": "Route sixty-six",
    "No. 5": "number five",
    # telephone numbers are said figure by figure
    "Please call 988 now.": "Please call nine eight eight now.",
    "The number is 911.": "The number is nine one one.",
    "That is 112.": "That is one one two.",
    "Please call 000 now.": "Please call zero zero zero now.",
    "calling the Samaritans on 116 123.": "calling the Samaritans on one one six, one two three.",
    "calling Lifeline on 13 11 14.": "calling Lifeline on one three, one one, one four.",
    "by calling 1737.": "by calling one seven three seven.",
    "by calling 0800 111 0 111.": "by calling zero eight zero zero, one one one, zero, one one one.",
    "555-123-4567": "five five five, one two three, four five six seven",
    "her early 20s": "her early twenties",
    "1945 was cold": "nineteen forty-five was cold",
    "The 1953 floods": "The nineteen fifty-three floods",
    "We had 1200 hens": "We had one thousand two hundred hens",
    "They sold 3/4 acre": "They sold three quarters acre",
    "It sold at 3/4": "It sold at three and four",
    "1/2 a pound": "one half a pound",
    "24/7": "twenty-four seven",
    "I give it 8/10.": "I give it eight out of ten.",
    "£3-17-6": "three pounds seventeen and six",
    "Room 3d": "Room three d",
    "about 3.14 acres": "about three point one four acres",
    "from 7.30pm to 9pm": "from seven thirty P M to nine P M",
    "at 19:00 in the evening": "at seven o'clock in the evening",
    "at 00:00": "at midnight",
    "the 21st XI": "the twenty-first XI",
    "SW1A 2AA": "S W one eigh, two eigh eigh",
    # abbreviations, initials, kings and wars
    "Mr. and Mrs. Hill": "Mister and Missus Hill",
    "Dr. Brown of St. Louis": "Doctor Brown of Saint Louis",
    "on Main St. in Boston": "on Main Street in Boston",
    "the U.S. Navy": "the U S Navy",
    "J. F. Kennedy": "J F Kennedy",
    "Martin Luther King Jr. spoke": "Martin Luther King Junior spoke",
    "World War II": "World War Two",
    "WWI": "World War One",
    "King George V": "King George the Fifth",
    "Henry VIII": "Henry the Eighth",
    "Elizabeth I think so": "Elizabeth I think so",
    "cows, hens, etc.": "cows, hens, et cetera.",
    "e.g. the barn": "for example, the barn",
    "Tom & Ann": "Tom and Ann",
    "Plan B. We went.": "Plan B. We went.",
    "He sang at Mount Zion A.M.E.": "He sang at Mount Zion eigh M E.",
    "I AM here": "I AM here",
    "vitamin A": "vitamin eigh",
    "MAKE IT STOP": "make it stop",
    "I said NO to him": "I said NO to him",
    "the part I liked": "the part I liked",
    "World War I was over": "World War One was over",
    # other letters, and how somebody speaks
    "Đặng and Müller": "Dang and Müller",
    "Иван Щукин": "Ivan Shchukin",
    "Bruce (李小龙) came": "Bruce came",
    "'It was out in the rain' he said": "It was out in the rain he said",
    "'Say it again' he said": "Say it again he said",
    "It rained again'": "It rained again",
    "She were sayin' nowt": "She were saying nowt",
    "O'Brien came at two o'clock": "O'Brien came at two o'clock",
    "th'owd mill": "the owd mill",
    # what a writer puts on paper and nobody says
    "Hello 😀👍🏽!": "Hello!",
    "**Really?** And _then_?": "Really? And then?",
    "# A title\n- one\n- two": "A title. one. two",
    "*smiles warmly* Hello.": "Hello.",
    "(laughs) Oh my.": "Oh my.",
    "[pause] Go on.": "Go on.",
    "my brother (Tom) came": "my brother, Tom, came",
    '<speak>Hi <break time="1s"/>there</speak>': "Hi there",
    "&lt;b&gt;Hi&lt;/b&gt;": "Hi",
    "[Ann](http://a.example)": "Ann",
    "See https://a.example/b?c=d for more.": "See a web page for more.",
    "Interviewer: What next?": "What next?",
    "And then...": "And then.",
    "and then... we went": "and then, we went",
    "Well—it was cold": "Well, it was cold",
    "She said “no”.": "She said no.",
    "It’s Ann's.": "It's Ann's.",
}

MARKUP = set("<>[]{}()*_`#|~^\\&@=+/")

FRAGMENTS = st.sampled_from(
    [
        "1952", "St. ", "Mr. ", "U.S.", "$5.50", "😀", "**", "_", "<b>", "&amp;", "&amp;lt;", "[x]", "(laughs)",
        "'40s", "9:30 am", "King Henry VIII", "https://a.b/c", "…", "...", "—", "-", "-5", "1/2", "½", "World War ",
        "I ", " and ", "0800 111", "call ", "988", "'", '"', "#1", "@", "%", "10°C", "e.g.", "J. F. K", "\n", "٣",
        "5 lbs", "12,000", "June 6, 1944", "ﬁ", "²", "9999999999999999999", "£5 10s 6d", "2/6", "10/-", "½d", "at 7.30", "19:45",
        "11st 4lb", "5ft 4in", "o' th' ", "'appen ", "goin'", "t'", "Łódź", "Елена", "李", "한", "YMCA", "GIs", "XIXth", "A ", "A40",
        "9 a.m.", "0600 hours", "120/80", "THE 4TH", "4-7 August", "12.3.1931", " read ", " close to ", " he ", "she ", "'09",
    ]
)  # fmt: skip

TEXTS = st.one_of(
    st.text(), st.lists(st.one_of(FRAGMENTS, st.text(max_size=3)), max_size=12).map("".join)
)


@pytest.mark.parametrize(("written", "said"), SAID.items())
def test_what_is_written_is_said_as_a_person_would(written: str, said: str) -> None:
    assert speakable(written) == said


@given(TEXTS)
def test_whatever_a_model_writes_no_sign_of_writing_reaches_the_voice(written: str) -> None:
    said = speakable(written)
    assert not emoji.emoji_count(said)
    assert not set(said) & MARKUP
    assert not any(sign.isdecimal() for sign in said)


@given(TEXTS)
def test_what_can_be_said_is_not_changed_again(written: str) -> None:
    said = speakable(written)
    assert speakable(said) == said


@given(st.text(alphabet="abcXYZé ,.!?'\n😀0123456789-", min_size=1))
def test_plain_words_are_never_swallowed(written: str) -> None:
    if any(sign.isalpha() for sign in written):
        assert any(sign.isalpha() for sign in speakable(written))


@given(st.text(alphabet="abcdefghijklm ", min_size=1))
def test_plain_words_stay_as_they_are(written: str) -> None:
    assert speakable(written) == " ".join(written.split())
