"""A wish binds the tellings of its own story and does not creep from there through a whole life.

The life is invented. Its narrator speaks broadly: to whoever reads meanings, each of her stories sounds like every other.
"""

from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from heard import weights
from tellings import NOON, sitting, told

from voice_agent.archive import book_copies, keeping_back, spreading
from voice_agent.archive.keeping_back import KeptBack
from voice_agent.archive.record import Record
from voice_agent.assemble.loading import load_again, load_stories
from voice_agent.language.joined import Joined
from voice_agent.memory.privacy import Privacy
from voice_agent.memory.same_story import Place, Read
from voice_agent.settings import load
from voice_agent.story import SessionId, TurnId

ONE, TWO, THREE = (f"2026-11-2{day}T12-00-00Z-000{day}" for day in (1, 2, 3))

BEFORE = """
Ah wor born at Threlkeld in t'back bedroom, wi' t'snow up to t'sill an' t'midwife fetched ower on a hay sledge.
Mi father wor a quarryman at Bramcrag an' 'e coughed every mornin' afore 'e lit t'fire, an' we lay an' listened to it.
Mother baked o' a Thursday, an' we came 'ome from school by t'smell o' it, our Edwin runnin' in front o' me.
Edwin an' me dammed t'beck wi' turf one summer an' flooded Mr Tyson's turnips, an' mi father 'ad to go an' say sorry.
Ah went to t'little school at t'crossroads, one room an' one stove, an' Miss Arkle hit us wi' t'blackboard pointer.
Miss Arkle 'ad a sweetheart 'at went dahn wi' t'Hood, an' she never missed a day, she only wore a black band.
We'd a sow called Duchess, an' when they killed 'er Ah hid in t'wash 'ouse wi' mi apron ower mi ears.
Our Edwin joined up at seventeen an' telt them 'e wor nineteen, an' Mother walked to Keswick to fetch 'im back an' came 'ome by herself.
'E sent me a silk scarf from Alexandria, an' it 'ad a camel on it 'at looked like t'vicar.
Ah started on t'post in 1950, on a red bicycle, twenty-two mile a day an' every gate o' it stiff.
T'dog at Burns Farm bit me four times, always t'left leg, an' in t'end Ah wrapped it in lino.
Ah took owd Mrs Fearon 'er letters an' read them to 'er, an' made up t'bits 'at would have hurt.
In t'winter o' 1963 Ah walked t'round on top o' t'walls, for there wor no road to be seen until March.
Ah met Harry at a sheepdog trial in Patterdale, where 'is dog sat dahn in t'middle an' wouldn't stir for anybody.
'E proposed on t'bus, an' t'conductor said, well, answer t'lad, there's folk want to get off.
We married at St Mary's in a thunderstorm, an' t'organ failed, so t'quarry choir hummed us dahn t'aisle.
Our first 'ouse 'ad a tap in t'yard an' a family o' jackdaws in t'chimney 'at we hadn't t'heart to smoke aht.
Susan wor born in t'Jubilee week an' Ah could hear t'band through t'hospital window, playin' it all flat.
Then Peter came, three weeks early, in t'front o' t'coal lorry, an' t'coalman held mi hand an' looked at t'road.
There wor a mornin' at t'sortin' office when Ah steamed open a letter 'at wor meant for Jean Bowness. It wor from Canada. Ah read it, an' Ah put it in t'stove.
""".strip().splitlines()  # fmt: skip

STORY = "That Canada letter o' Jean Bowness's, 'at Ah steamed an' put in t'stove at t'sortin' office, it wor a lad askin' 'er to come aht an' marry 'im, an' she waited for 'at letter till she wor grey."
"""Told again, with the wish beside it: nobody is to hear of it."""

AFTER = """
Harry built a wireless aht o' a biscuit tin, an' t'first voice we ever got on it wor a Dutchman readin' prices o' fish.
We went to Morecambe for a week every August, t'same boardin' 'ouse, t'same egg, an' t'rain came wi' us.
Susan learned t'cornet an' we wor asked by t'neighbours if she could learn it in Penrith.
Peter 'ad t'measles an' t'doctor put 'im in a dark room, an' Harry sat there three neets an' telt 'im all t'football 'e knew.
Ah won t'cup for mi leeks in 1971, an' Mr Tyson wouldn't speak to me until after Christmas.
T'quarry shut t'year after 'at, an' Harry came in at ten in t'mornin' an' hung 'is cap up an' said, well, 'at's 'at.
'E went on t'roads then, wi' a shovel, an' Ah think 'e minded it more than ever 'e said.
Mi mother came to live wi' us at t'finish, an' she called me by 'er sister's name an' asked me when t'tram wor.
She died in t'sprin' wi' t'window open, because she wanted to hear t'lambs.
Ah 'ad a fall off t'red bicycle in 1979 by t'chapel, an' t'letters blew all dahn t'field, an' twelve people picked them up.
Susan went off to Leeds to be a nurse, an' t''ouse wor 'at quiet 'at Ah left t'wireless on for t'company.
She married a lad from Ghana, Kofi, an' 'is mother sent me a cloth, an' Ah wear it o' a Sunday to this day.
Peter took up climbin' an' Ah took up prayin', Ah said to t'vicar, one for every rope.
'E fell on Scafell in 1984 an' broke 'is back, an' they carried 'im dahn eleven hours, an' 'e walked again by t'bracken time.
We'd a parrot off a sailor's widow 'at said only, shut 'at door, an' Harry shut it every time.
Ah gave up t'post in 1988, an' they gave me a clock, an' Ah'd been up at four for thirty-eight years without one.
Harry an' me went on an aeroplane at last, to Jersey, an' 'e held on to t'seat in front as if 'e wor drivin'.
We grew early potatoes for t'show, an' t'secret wor seaweed, 'at Kofi carried up from Workington in 'is car.
T'grandbairns came at Easter an' rolled their eggs dahn t'same bank 'at Edwin an' me rolled ours.
Edwin turned up in 1991 on t'doorstep, after eleven years wi' not a word, an' 'e said, is there any tea in 'at pot?
Harry's chest got bad 'at winter, it wor t'quarry dust, an' t'doctor listened to it a long time wi' 'is eyes shut.
'E died in t'Cottage Hospital wi' 'is hand in mine, an' Ah telt 'im t'sheepdog story to t'end.
Ah couldn't sleep in our bed after, so Ah slept in t'chair wi' 'is coat on, till Susan came an' made me get up.
Ah learned to swim at seventy, in Keswick baths, wi' a rubber rin' an' nine women 'at wor all frightened as well.
There's a lad comes to do t'grass, an' 'e asks me about t'war, an' Ah tell 'im about t'sow.
""".strip().splitlines()  # fmt: skip

LATER = "Jean Bowness died last back end, an' Ah stood at t'grave an' Ah thought o' 'at letter from Canada goin' brown in t'stove at t'sortin' office."


def meanings() -> Read | None:
    """What texts mean, as shipped."""
    weights("minilm-int8")
    weights("mpnet-int8")
    again, stories = load_again(load()), load_stories(load())
    assert again is not None and stories is not None
    return Joined(again, stories, 1.0).embed


READERS = [pytest.param(lambda: None, id="by words alone"), pytest.param(meanings, id="as shipped")]


def tell(record: Record, session: str, lines: Sequence[str]) -> list[Place]:
    record.begin(sitting(session))
    for number, line in enumerate(lines, 1):
        record.turn(told(number, line, session=session))
    return [(SessionId(session), TurnId(number)) for number in range(1, len(lines) + 1)]


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.long
def test_however_often_a_life_is_gone_through_the_other_stories_stay_open(
    reader: Callable[[], Read | None], tmp_path: Path
) -> None:
    read = reader()
    with Record.open(tmp_path) as record:
        before = tell(record, ONE, BEFORE)
        (wish,) = tell(record, TWO, [STORY])
        keeping_back.put(record, [KeptBack(wish, Privacy(but=frozenset({"ann"})), wish)], NOON)
        clock = NOON
        record.begin(sitting(THREE))
        for number, line in enumerate((*AFTER, LATER), 1):
            record.turn(told(number, line, session=THREE))
            place = (SessionId(THREE), TurnId(number))
            clock += timedelta(minutes=1)
            spreading.spread(record, clock, among=[place])
        for _ in range(2):
            clock += timedelta(minutes=1)
            spreading.spread(record, clock, read=read)
        bound = keeping_back.bound(record.read).keys()
        assert {before[-1], wish, (SessionId(THREE), TurnId(len(AFTER) + 1))} <= bound
        assert len(bound) - 3 <= 2  # of 44 other stories


def test_a_copy_on_the_device_goes_with_a_telling_that_is_found(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        before = tell(record, ONE, BEFORE)
        hers, his = tmp_path / "ann.epub", tmp_path / "tom.epub"
        for path, reader in ((hers, "ann"), (his, "tom")):
            path.write_text(BEFORE[-1])
            book_copies.made(record, "epub", path, reader, [before[-1]], NOON)
        (wish,) = tell(record, TWO, [STORY])
        keeping_back.put(record, [KeptBack(wish, Privacy(but=frozenset({"ann"})), wish)], NOON)
        (found,) = spreading.spread(record, NOON + timedelta(minutes=1))
        assert found.place == before[-1]
        assert not hers.exists() and his.exists()


def test_a_story_that_was_told_a_minute_after_its_wish_is_found_again(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        before = tell(record, ONE, BEFORE)
        wish, story = tell(record, TWO, ["Keep to thysen what Ah tell thee now.", STORY])
        limit = Privacy(private=True)
        keeping_back.put(record, [KeptBack(wish, limit, wish, told=False)], NOON)
        clock = NOON + timedelta(minutes=1)
        keeping_back.put(record, [KeptBack(story, limit, wish)], clock)
        (found,) = spreading.spread(record, clock + timedelta(minutes=1))
        assert found.place == before[-1]
