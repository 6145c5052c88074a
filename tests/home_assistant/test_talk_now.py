"""“Talk now” asks the room, as a planned talk does: nobody is listened to because somebody elsewhere pressed a button."""

from collections.abc import Callable

import anyio

from voice_agent.conversation.house import Controls
from voice_agent.serve.notify import Notify
from voice_agent.serve.service import WAITING, NoCalls, Service


class Room(NoCalls):
    """A calendar with nothing in it, and a narrator who comes or does not."""

    def __init__(self, comes: bool) -> None:
        self.comes, self.asked = comes, 0

    async def invite_unplanned(self, controls: Controls, beckoned: Callable[[], bool]) -> bool:
        self.asked += 1
        return self.comes


class House:
    def __init__(self, *, comes: bool) -> None:
        self.room, self.held = Room(comes), 0
        self.log = list[str]()
        self.service = Service(self.hold, Notify(), self.log.append, self.room)

    async def hold(self, controls: Controls) -> None:
        self.held += 1
        await anyio.sleep_forever()

    def evening(self, *presses: Callable[[], object]) -> None:
        """Do one after the other, each when the one before has had its effect."""

        async def run() -> None:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self.service.sessions)
                for press in presses:
                    press()
                    await anyio.wait_all_tasks_blocked()
                    await anyio.sleep(0.02)
                tasks.cancel_scope.cancel()

        anyio.run(run)


def test_where_nobody_answers_no_conversation_begins() -> None:
    house = House(comes=False)
    house.evening(lambda: house.service.knock(unplanned=True))
    assert (house.room.asked, house.held) == (1, 0)
    assert house.service.says == WAITING


def test_where_somebody_answers_it_begins() -> None:
    house = House(comes=True)
    house.evening(lambda: house.service.knock(unplanned=True))
    assert (house.room.asked, house.held) == (1, 1)


def test_in_a_conversation_a_press_changes_nothing() -> None:
    house = House(comes=True)

    def press() -> None:
        house.service.knock(unplanned=True)

    house.evening(press, press, press)
    assert (house.room.asked, house.held) == (1, 1)


def test_who_asks_in_the_room_itself_still_begins_at_once() -> None:
    house = House(comes=False)
    house.evening(lambda: house.service.answer("talk"))
    assert (house.room.asked, house.held) == (0, 1)


def test_a_planned_knock_is_still_the_planned_one() -> None:
    house = House(comes=True)
    house.evening(house.service.knock)
    assert (house.room.asked, house.held) == (0, 0)
