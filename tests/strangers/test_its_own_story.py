""" "Keep that between us" binds its own story, its true retellings and what only goes on with them, and nothing else.

Two lives of strangers, as they told them. Each asked once for something to be kept, and a quarter of what they had told was
locked with it, the neighbours of the secret were named aloud, and the year that was put right stood in the book.
"""

from collections.abc import Collection
from pathlib import Path

import pytest
from heard import weights
from written_house import told

from voice_agent.archive import keeping_back, memory_tables, sharing
from voice_agent.archive.record import Record
from voice_agent.assemble.loading import load_again, load_stories
from voice_agent.language.joined import Joined
from voice_agent.memory.privacy import OPEN
from voice_agent.settings import load
from voice_agent.storybook import source
from voice_agent.storybook.gathering import gather

pytestmark = pytest.mark.anyio

RAILWAY = """
I said nothing. I picked up the maul. Then there was the derailment, in January 1954, at mile post 47, near Fielding. Forty below, a broken rail, and six grain cars on their sides. Car CN 427116 was standing straight up with its nose in the snow. Me and Steve Prokop shovelled wheat for three days, and the wheat froze in our boots.
That boxcar. Anyway, I met Anne at a dance at the hall in Krydor, in the summer of 1955. Anne van Dyk. A Dutch girl among all those Ukrainians, she stuck out like a clean fence post.
He was born in the section house at Speers, with the 4 o'clock freight going by, and the midwife Mrs. Kowalchuk said he came out looking for the whistle.
There was another derailment, a bigger one, in June of 1957, near Denholm, at mile post 61.3. Eleven cars that time. It had rained for nine days and the grade washed out from under the ties. Jean-Luc Bouchard was the engineer, from St. Boniface, and he rode the engine down into the slough and climbed out with his pipe still lit.
I told him it was his railway now, he was the one sitting in it. Then the blizzard. In January 1964 Jean-Luc and I were snowed in at the tool house at mile post 70, two nights, with one can of sardines and a coal stove. I was foreman at Speers by then, since 1963, at two dollars and seventeen cents an hour. We burned the handles off the shovels.
""".strip().splitlines()  # fmt: skip

HOBO = """Walked eight miles of track and looked at it, that's what one did. Mr. Whitcombe, the inspector, came every fall. In 1966 a hobo named Lester froze his foot, and I hid him in the bunk car for three weeks and signed for his coal, and when Whitcombe asked I lied to his face. Keep that between us."""

AFTERWARDS = """
The section house at Speers, painted that CNR red, and it went with the job. Three rooms, a pump in the kitchen, and the main line thirty feet from the bed.
Did I tell you about the blizzard? In 1966, it was, me and Jean-Luc stuck in the tool house at mile post 70 for two nights, with one can of sardines. We burned the shovel handles to keep alive.
We went on strike in August 1973, the whole non-op crowd, and Kevin O'Brien and I walked the picket in Saskatoon with a sign that Anne painted. She spelled railway wrong.
""".strip().splitlines()  # fmt: skip

EDITH = "My sister Edith was two years older and she had to carry the bread baskets."
WEDDING = "I married Harold Pickering in 1961 at St Mary's church. It rained so hard that the cake got wet in the car."
CHILDREN = (
    "We had two children, Jean and Peter. We lived in Leeds until Harold retired from the railway."
)
JEAN = "Jean does not speak to me any more. Keep that between us."
QUIET = "My husband Harold was a quiet man who never raised his voice."
TOM = "My brother Tom stole money from the shop in 1955 and went to prison."


def bound(record: Record) -> dict[str, bool]:
    """What is kept back, by its words: True where it is sure."""
    texts = {
        (turn.session, turn.id): turn.text
        for each in record.sessions()
        for turn in record.session(each.id).turns
    }
    return {texts[row.place]: row.sure for row in keeping_back.rows(record.read) if row.told}


def in_the_book(record: Record) -> str:
    return " ".join(each.text + each.note for each in gather(source.read(record, "Ida")).told)


def free_all(record: Record, *, but: Collection[str] = ()) -> None:
    for each in sharing.spread_to(record):
        if each.text not in but:
            assert (sharing.let_go(record, (each.session, each.turn))) is not None


async def test_a_secret_of_a_railwayman_locks_no_other_story_of_the_railway(tmp_path: Path) -> None:
    weights("minilm-int8")
    weights("mpnet-int8")
    again, stories = load_again(load()), load_stories(load())
    assert again is not None and stories is not None
    telling = Joined(again, stories, 1.0)
    with Record.open(tmp_path) as record:
        answers = await told(record, 1, [*RAILWAY, HOBO], telling=telling)
        assert "what you just told me" in answers[-1] and "Jean-Luc" not in answers[-1]
        await told(record, 2, AFTERWARDS, telling=telling)
        found = bound(record)
        assert [text for text, sure in found.items() if sure] == [HOBO]
        # what may belong to it, by what it means alone, leads to nothing further
        assert len(found) <= 2
        free_all(record)
        assert [*bound(record)] == [HOBO]
        assert "Lester" not in in_the_book(record) and "sardines" in in_the_book(record)


async def test_a_few_words_that_name_somebody_do_not_surely_mean_the_turn_before_them(
    tmp_path: Path,
) -> None:
    married = "no, it was 1962 that I married"
    with Record.open(tmp_path) as record:
        answers = await told(record, 1, [EDITH, WEDDING, CHILDREN, JEAN, married])
        # the neighbours of a secret are no name for it
        assert not [word for word in ("Peter", "railway", "Leeds") if word in answers[3]]
        found = bound(record)
        assert [text for text, sure in found.items() if sure] == [JEAN]
        assert not found[CHILDREN] and EDITH not in found
        free_all(record)
        assert [*bound(record)] == [JEAN]
        book = in_the_book(record)
        assert "two children" in book and "1962" in book and "speak to me" not in book


async def test_what_is_only_put_right_of_a_secret_is_as_secret(tmp_path: Path) -> None:
    right = "no, it was 1956"
    with Record.open(tmp_path) as record:
        await told(record, 1, [QUIET, TOM, "keep that between us", right])
        assert [text for text, sure in bound(record).items() if sure] == [TOM, right]
        free_all(record, but=[right])  # what stood beside it in the talk, and is another story
        book = in_the_book(record)
        assert "quiet man" in book and "1956" not in book and "Tom" not in book
        claims = memory_tables.claims(record.read)
        assert not [c for c in claims if c.edtf == "1956" and c.privacy == OPEN]
        shown = [each for each in sharing.stories(record) if each.privacy == OPEN]
        assert [each.text for each in shown] == [QUIET]
        (session,) = record.sessions()
        assert "1956" not in session.summary


async def test_what_is_put_right_of_a_secret_in_a_later_talk_is_as_secret(tmp_path: Path) -> None:
    right = "It was not 1955 that my brother Tom stole money from the shop, it was 1956."
    with Record.open(tmp_path) as record:
        await told(record, 1, [QUIET, TOM, "keep that between us"])
        await told(record, 2, [right])
        assert right in bound(record) and "1956" not in in_the_book(record)


async def test_an_answer_that_only_goes_on_is_kept_with_it_until_it_is_freed(
    tmp_path: Path,
) -> None:
    more = "He was let out after a year and had a beard."
    with Record.open(tmp_path) as record:
        await told(record, 1, [QUIET, TOM, "keep that between us", more, EDITH])
        assert more in bound(record) and EDITH not in bound(record)
        (waiting,) = [each for each in sharing.spread_to(record) if each.text == more]
        freed = sharing.let_go(record, (waiting.session, waiting.turn))
        assert freed is not None and freed.free
        await told(record, 2, [WEDDING])
        assert more not in bound(record) and "beard" in in_the_book(record)


async def test_a_story_that_was_announced_is_kept_back_when_it_is_told_again(
    tmp_path: Path,
) -> None:
    again = "Tom sat in prison for the money out of the shop, the year they shut the pier."
    with Record.open(tmp_path) as record:
        await told(
            record, 1, [EDITH, "I will tell you something, but keep it to yourself.", TOM, WEDDING]
        )
        await told(record, 2, [again, CHILDREN])
        assert again in bound(record) and CHILDREN not in bound(record)
