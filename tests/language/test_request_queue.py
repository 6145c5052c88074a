"""Nobody waits for a summary while a person waits for an answer."""

import pytest
from anyio import (
    CancelScope,
    Event,
    create_task_group,
    move_on_after,
    sleep_forever,
    wait_all_tasks_blocked,
)
from anyio.lowlevel import checkpoint

from voice_agent.language.request_queue import RequestQueue

pytestmark = pytest.mark.anyio


async def test_work_behind_gives_way_at_once_and_is_done_afterwards():
    request_queue, log, done = RequestQueue(), [], Event()

    async def work() -> str:
        log.append("begun")
        if len(log) == 1:
            await done.wait()
        return "summary"

    async def behind() -> None:
        log.append(await request_queue.background(work))

    async with create_task_group() as tasks:
        tasks.start_soon(behind)
        await wait_all_tasks_blocked()
        async with request_queue.live():
            log.append("reply")
    assert log == ["begun", "reply", "begun", "summary"]


async def test_two_replies_wait_for_one_another_in_order():
    request_queue, log = RequestQueue(), []

    async def reply(name: str) -> None:
        async with request_queue.live():
            log.append(f"{name} begins")
            await checkpoint()
            log.append(f"{name} ends")

    async with create_task_group() as tasks:
        tasks.start_soon(reply, "first")
        tasks.start_soon(reply, "second")
    assert log == ["first begins", "first ends", "second begins", "second ends"]


async def test_work_behind_waits_until_no_reply_is_wanted_any_more():
    request_queue, log = RequestQueue(), []

    async def work() -> None:
        log.append("summary")

    async with create_task_group() as tasks:
        await request_queue.enter()
        tasks.start_soon(request_queue.background, work)
        tasks.start_soon(_reply, request_queue, log)
        await wait_all_tasks_blocked()
        request_queue.leave()
    assert log == ["reply", "summary"]


async def _reply(request_queue: RequestQueue, log: list[str]) -> None:
    async with request_queue.live():
        log.append("reply")


async def test_a_reply_given_up_while_waiting_does_not_block_the_road():
    request_queue = RequestQueue()
    await request_queue.enter()
    with move_on_after(0):
        await request_queue.enter()
    request_queue.leave()
    with move_on_after(1) as scope:
        assert await request_queue.background(_nothing) is None
    assert not scope.cancelled_caught


async def _nothing() -> None:
    await checkpoint()


async def test_work_behind_that_is_cancelled_from_outside_stays_cancelled():
    request_queue, begun = RequestQueue(), []

    async def work() -> None:
        begun.append(1)
        await Event().wait()

    with move_on_after(0.01):
        await request_queue.background(work)
    async with request_queue.live():
        await checkpoint()
    assert begun == [1]


async def test_a_failure_of_work_behind_is_its_callers_to_hear():
    request_queue = RequestQueue()

    async def work() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await request_queue.background(work)
    async with request_queue.live():
        await checkpoint()


async def test_what_is_read_ahead_is_given_up_when_a_reply_is_wanted():
    request_queue, log = RequestQueue(), []

    async def read() -> None:
        log.append("reading")
        await sleep_forever()

    async with create_task_group() as tasks:
        tasks.start_soon(request_queue.ahead, read)
        await wait_all_tasks_blocked()
        await _reply(request_queue, log)
    assert log == ["reading", "reply"]


async def test_what_is_read_ahead_goes_before_work_behind_and_after_a_reply():
    request_queue, log = RequestQueue(), []

    async def behind(name: str) -> None:
        log.append(name)
        if log == [name]:
            await sleep_forever()

    async def read() -> None:
        log.append("reading")

    async with create_task_group() as tasks:
        tasks.start_soon(request_queue.background, lambda: behind("summary"))
        await wait_all_tasks_blocked()
        tasks.start_soon(request_queue.background, lambda: behind("chapter"))
        await wait_all_tasks_blocked()
        tasks.start_soon(request_queue.ahead, read)
        await wait_all_tasks_blocked()
        async with request_queue.live():
            tasks.start_soon(request_queue.ahead, read)
            await wait_all_tasks_blocked()
            log.append("reply")
    assert log[:2] == ["summary", "reading"]
    assert log.index("reply") < len(log) - 1 and log.count("reading") == 2
    assert sorted(log[2:]) == ["chapter", "reading", "reply", "summary"]


async def test_a_reply_that_comes_while_work_behind_gives_way_is_not_kept_waiting_by_a_reading():
    request_queue, log, free = RequestQueue(), [], Event()

    async def behind() -> None:
        with CancelScope(shield=True):
            await free.wait()
        log.append("summary")

    async def read() -> None:
        log.append("reading")

    async with create_task_group() as tasks:
        tasks.start_soon(request_queue.background, behind)
        await wait_all_tasks_blocked()
        tasks.start_soon(request_queue.ahead, read)
        await wait_all_tasks_blocked()
        tasks.start_soon(_reply, request_queue, log)
        await wait_all_tasks_blocked()
        free.set()
    assert log == ["summary", "reply"]
