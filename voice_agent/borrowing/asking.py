"""One question to the servers of one engine: the first good answer counts, and nobody waits longer than was agreed.

The first that is awake is asked; where it fails, or takes longer than it usually does, the next one is asked too, once.
So a question costs two requests at most. What comes when somebody else has answered is never looked at: its connection
is closed. Where no good answer comes, whoever asked goes on with our own engine. Nor does anybody wait for an answer that is
made to be read for ever.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

import anyio
from anyio import create_task_group, move_on_after, to_thread
from anyio.from_thread import start_blocking_portal

from voice_agent.borrowing import line, trouble
from voice_agent.borrowing.line import Question
from voice_agent.borrowing.servers import Server
from voice_agent.borrowing.trouble import Trouble
from voice_agent.endpoints import Endpoints

T = TypeVar("T")

AT_MOST = 2
"""Servers that are asked one question."""


Read = Callable[[bytes, str], T]
"""What makes something of a body and where it is from. Raises Trouble where it is no answer; any other error is taken for that."""


async def answered(server: Server, question: Question, read: Read[T]) -> T:
    """Ask one server and read its answer, in a thread that is left to itself where nobody waits any more. Raises Trouble."""
    body = await line.send(server, question)
    try:
        return await to_thread.run_sync(read, body, server.where, abandon_on_cancel=True)
    except Trouble:
        raise
    except Exception:  # whatever strange bytes do to a library that reads them, the talk goes on
        raise trouble.rubbish(server.where) from None


class Asking:
    """Asks the servers of one engine. Used from several threads."""

    def __init__(self, endpoints: Endpoints[Server], patience: float) -> None:
        """`patience`: seconds that a question may take in all."""
        self.endpoints = endpoints
        self._patience = patience

    def ask(self, question: Question, read: Read[T]) -> T:
        """Return what `read` makes of the first good answer. Blocking. Raises Trouble."""
        servers = self.endpoints.awake()[:AT_MOST]
        if not servers:
            raise Trouble("No server that lends this is awake.")
        # in a thread of its own: whoever asks may be the thread of a loop already
        with start_blocking_portal() as portal:
            return portal.call(self._asked, question, read, servers)

    async def _asked(self, question: Question, read: Read[T], servers: Sequence[Server]) -> T:
        endpoints, began = self.endpoints, anyio.current_time()
        good, faults = list[T](), list[Trouble]()
        waiting = set[Server]()
        patience = max(endpoints.known(each).waited_for(self._patience) for each in servers)
        with move_on_after(patience):
            async with create_task_group() as tasks:

                async def one(server: Server, over: anyio.Event) -> None:
                    waiting.add(server)
                    began = anyio.current_time()
                    try:
                        answer = await answered(server, question, read)
                    except Trouble as fault:
                        waiting.discard(server)
                        faults.append(fault)
                        endpoints.failed(server, fault)
                    else:
                        waiting.discard(server)
                        endpoints.answered(server, anyio.current_time() - began)
                        good.append(answer)
                        tasks.cancel_scope.cancel()
                    finally:
                        over.set()

                first = anyio.Event()
                tasks.start_soon(one, servers[0], first)
                if servers[1:]:
                    with move_on_after(endpoints.known(servers[0]).hedge):
                        await first.wait()
                    if not good:
                        tasks.start_soon(one, servers[1], anyio.Event())
        for server in waiting:
            if good:
                endpoints.slow(server, anyio.current_time() - began)
            else:
                faults.append(trouble.silent(server.where))
                endpoints.failed(server, faults[-1])
        if good:
            return good[0]
        raise faults[0]
