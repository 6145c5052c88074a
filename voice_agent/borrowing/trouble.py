"""What goes wrong with a server that lends an engine, in sentences for the people of the house. None quotes what it sent."""

from voice_agent.errors import EngineError

ENGINE = "lent"


class Trouble(EngineError):
    """A server did not do what it was asked."""

    def __init__(
        self, says: str, *, mend: str = "", retryable: bool = True, rest: float = 0.0
    ) -> None:
        """`says`: one sentence. Not `retryable`: it is never asked again. `rest`: seconds that it asked to be left alone."""
        super().__init__(ENGINE, says, retryable=retryable, mend=mend)
        self.says = says
        self.rest = rest


def nobody(where: str) -> Trouble:
    """Nothing listens there."""
    return Trouble(f"No server answers at {where}.")


def unknown_name(where: str) -> Trouble:
    """No address belongs to the name."""
    return Trouble(f"Nobody in this network is called {where}.")


def outside(where: str) -> Trouble:
    """The name of a server leads out of the house."""
    return Trouble(
        f"The server {where} is not in this house, and nothing is sent there.",
        mend=MAY_LEAVE,
        retryable=False,
    )


MAY_LEAVE = 'Whoever may decide that writes elsewhere = "yes" under [borrowing].'


def overheard(where: str) -> Trouble:
    """The name of a server leads out of the house, and nothing seals what is sent there."""
    return Trouble(
        f"What is sent to {where} could be heard on the way, so nothing is.",
        mend=SEALED,
        retryable=False,
    )


SEALED = "Outside the house an address begins with https."


def untrusted(where: str) -> Trouble:
    """TLS with a certificate that nobody here knows."""
    return Trouble(
        f"The certificate of the server at {where} is not known here, so nothing is sent to it.",
        mend="Copy that certificate to this computer and name the file under borrowing.certificate.",
    )


def silent(where: str) -> Trouble:
    """It took the request, and no answer came in time."""
    return Trouble(f"The server at {where} does not answer in time.")


def broken_off(where: str) -> Trouble:
    """The connection ended in the middle."""
    return Trouble(f"The connection to the server at {where} broke off.")


def rubbish(where: str) -> Trouble:
    """What came back is not what was asked for."""
    return Trouble(
        f"The server at {where} sent something that cannot be an answer.",
        mend="See that the address in the settings belongs to a server that lends this.",
    )


def too_much(where: str) -> Trouble:
    """It sends and sends."""
    return Trouble(f"The server at {where} sent far more than an answer can have.")


def other_model(where: str) -> Trouble:
    """Its embedder is another one than ours: what it makes of a sentence lies elsewhere."""
    return Trouble(
        f"The server at {where} compares meanings with another model than this house, so it is not asked again.",
        mend="Name the model of memory.embedder there under borrowing.embedding_model, or take the address away.",
        retryable=False,
    )


def refused(where: str, status: int, rest: float, *, key: bool = True) -> Trouble:
    """It answered with an error; `status` is HTTP's, `rest` the seconds after which it wants to be asked again, `key`: it was
    sent one."""
    if 300 <= status < 400:
        return Trouble(
            f"The server at {where} wants to send us on to another address, and nothing is sent there.",
            mend="Write the address that it means into the settings, if you trust it.",
        )
    if status in (401, 403) and not key:
        return Trouble(
            f"The server at {where} wants a key and there is none for it here, so it is not asked again.",
            mend="Write its host, a space and its key into borrowing.key_file, and start the program anew.",
            retryable=False,
        )
    if status in (401, 403):
        return Trouble(
            f"The server at {where} does not take the key of this house, so it is not asked again.",
            mend="Put the right key into borrowing.key_file, and start the program anew.",
            retryable=False,
        )
    if status in (404, 405):
        return Trouble(
            f"The server at {where} does not lend what was asked for, or not under that name.",
            mend="See to the address and to the name of the model in the settings.",
        )
    if status in (429, 503):
        return Trouble(f"The server at {where} is busy.", rest=rest)
    if status < 500:
        return Trouble(f"The server at {where} refused what was asked.")
    return Trouble(f"The server at {where} has failed.")
