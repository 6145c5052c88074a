"""
Everything that can go wrong, on one page. Each error is written for the person in front of it: what
happened, what is safe, what to do next.

* VoiceAgentError
  x SettingsError           a settings file or variable says something we do not understand
  x ScenarioError           a scenario file says something we do not understand
  x FloorError              the floor was asked for an impossible move: our bug
  x ModelError              weights
    + ModelMissing
    + ModelDamaged
    + FetchFailed
  x DeviceError             sound in and out
    + NoMicrophone
    + NoLoudspeaker
    + UnknownDevice
    + DeviceLost
  x SoundFileError          a recording that cannot be read
  x EngineError             an engine failed while doing its job
    + EngineUnavailable     ... or could not be started at all
    + NotSent               ... or was not asked: the request would have held what is kept back
    + AnswerUnfit           ... or answered, but not with anything we can use
  x RecordError             what was said, on disk
    + DiskFull
    + StateUnwritable
    + RecordDamaged
    + AlreadyRunning
    + NoSuchSession
    + OutOfOrder            something was recorded before what it rests on: our bug
  x ClockError              the wall clock jumped further than a session can explain
  x ScheduleError           a planned time or a calendar file that cannot be understood
  x AccountRefused          a name, a password or an invitation that does not open the door
  x BrokerAway              Home Assistant's broker does not answer, or does not let us in
  x FenceError              a host that the service must reach cannot be named, found or let out
  x PinRefused              the narrator's words were asked for without the narrator's PIN
  x UpdateRefused           a version that cannot be installed, or gone back to
  x MemoryRefused           something offered to memory that must not be stored
  x NotLent                 something that another program in the house asked of our engines
  x BookRefused             a page of the book that nobody may have: nothing supports it, or nobody approved it
"""

import traceback


class VoiceAgentError(Exception):
    """Base of every error this package raises on purpose."""

    def __init__(self, what: str, *, safe: str = "", mend: str = "") -> None:
        """`what` happened; what is `safe` in spite of it; how to `mend` it. Whole sentences."""
        super().__init__(what)
        self.what = what
        self.safe = safe
        self.mend = mend


class SettingsError(VoiceAgentError):
    """A settings file or environment variable is wrong; names file, key and the nearest right one."""


class ScenarioError(VoiceAgentError):
    """A scenario file cannot be read or held; names file, line and what may stand there."""


class FloorError(VoiceAgentError):
    """The floor was asked to move in a way conversation does not allow: a bug, never bad luck."""


class ModelError(VoiceAgentError):
    """Weights are not as models/models.toml describes them."""


class ModelMissing(ModelError):
    """The files are not there."""


class ModelDamaged(ModelError):
    """The files are there but their checksum or length is wrong."""


class FetchFailed(ModelError):
    """The files could not be fetched; what was fetched so far is kept."""


class DeviceError(VoiceAgentError):
    """A microphone or loudspeaker will not do what was asked."""


class NoMicrophone(DeviceError):
    """There is no sound input on this machine."""


class NoLoudspeaker(DeviceError):
    """There is no sound output on this machine."""


class UnknownDevice(DeviceError):
    """The settings name a device that is not there."""


class DeviceLost(DeviceError):
    """A device vanished while it was in use."""


class DeviceHung(DeviceLost):
    """A device, or the sound system behind it, does not answer; the call to it is still waiting."""


class SoundFileError(VoiceAgentError):
    """A sound file is missing, empty or not sound."""


class EngineError(VoiceAgentError):
    """A speech or language engine failed while doing its job."""

    def __init__(
        self, engine: str, what: str, *, retryable: bool, safe: str = "", mend: str = ""
    ) -> None:
        super().__init__(f"{engine}: {what}", safe=safe, mend=mend)
        self.engine = engine
        self.retryable = retryable


class EngineUnavailable(EngineError):
    """The engine cannot be reached or started at all."""


class NotSent(EngineError):
    """A request would have held what is kept back, or nobody could tell: it was not made."""


class AnswerUnfit(EngineError):
    """The engine is well, but what it wrote is empty, unfinished or of the wrong form."""


class RecordError(VoiceAgentError):
    """What was said could not be written or read."""


class DiskFull(RecordError):
    """No room is left where the record is kept."""

    def __init__(self, what: str, *, kept: bool = False, safe: str = "", mend: str = "") -> None:
        """`kept`: what was being written is on the disk all the same, in space set aside for it."""
        super().__init__(what, safe=safe, mend=mend)
        self.kept = kept


class StateUnwritable(RecordError):
    """The state directory cannot be written."""


class RecordDamaged(RecordError):
    """The record is there but cannot be read as it stands."""


class AlreadyRunning(RecordError):
    """Another interviewer holds this state directory."""


class NoSuchSession(RecordError):
    """There is no session of that name."""


class OutOfOrder(RecordError):
    """Something was to be recorded before what it rests on, or twice: a bug, never bad luck."""


class ClockError(VoiceAgentError):
    """The wall clock jumped further than a session can explain."""


class ScheduleError(VoiceAgentError):
    """A planned time or a calendar file cannot be understood, or asks for what must not be."""


class AccountRefused(VoiceAgentError):
    """A name, a password or an invitation does not open the door of the house's pages."""


class BrokerAway(VoiceAgentError):
    """Home Assistant's broker cannot be reached, does not let us in, or went; talks are held all the same."""


class FenceError(VoiceAgentError):
    """A host that the fenced service must reach for a message cannot be named or found."""


class PinRefused(VoiceAgentError):
    """Somebody asked for the narrator's words without the narrator's PIN."""


class KeyRefused(VoiceAgentError):
    """What should open a backup is no key, another house's, or the backup is damaged."""


class UpdateRefused(VoiceAgentError):
    """A version cannot be installed, or not be gone back to; the one in use goes on."""


class NotLent(VoiceAgentError):
    """What another program in the house asked of our engines is not done."""

    def __init__(
        self,
        what: str,
        *,
        status: int,
        code: str,
        param: str = "",
        safe: str = "",
        mend: str = "",
        again: int = 0,
    ) -> None:
        """`status` as HTTP numbers it; `code` and `param` (what was wrong with which field) for that program, which may ask

        `again` after so many seconds; 0: not the same."""
        super().__init__(what, safe=safe, mend=mend)
        self.status, self.code, self.param, self.again = status, code, param, again


class MemoryRefused(VoiceAgentError):
    """Memory was offered something that it must not store."""


def first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return the error that a task group carried out; a person can act on one at a time.

    The group itself where anything in it is none of ours. (Not `except*`: what is raised within comes out in a group again, on Python 3.11.2.)
    """
    ours, others = group.split(VoiceAgentError)
    if ours is None or others is not None:
        return group
    error: BaseException = ours
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def kinds(error: BaseException) -> str:
    """What kinds of error a task group carried out; never what they say, for that may hold somebody's words."""
    return ", ".join(type(each).__name__ for each in _single(error))


def traced(error: BaseException) -> str:
    """The same, each under the lines of code that led to it."""
    return "\n".join(
        f"{''.join(traceback.format_tb(each.__traceback__))}{type(each).__name__}"
        for each in _single(error)
    )


def _single(error: BaseException) -> list[BaseException]:
    if not isinstance(error, BaseExceptionGroup):
        return [error]
    group: BaseExceptionGroup[BaseException] = error
    return [single for each in group.exceptions for single in _single(each)]


class BookRefused(VoiceAgentError):
    """A page of the book rests on nothing that was said, or was not approved, or is not for this reader."""
