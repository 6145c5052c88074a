"""A language model's yes or no about a reply, where one is configured; where none is, it is said and nothing fails for it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from voice_agent import assemble
from voice_agent.backends import LanguageModel, Message
from voice_agent.errors import EngineError
from voice_agent.language.gate import Purpose
from voice_agent.scenarios.expectations import Finding
from voice_agent.settings import Settings

NOBODY = "There is no language model to judge it."

PROMPT = """You check one reply of a program that interviews old people about their lives.
You are given what the old person said, the reply, and a question about the reply.
Answer the question by the reply alone. Answer yes only where it is plainly so."""

SCHEMA = {
    "type": "object",
    "properties": {
        "holds": {"type": "boolean"},
        "why": {"type": "string", "maxLength": 160},
    },
    "required": ["holds", "why"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class Judge:
    """Asks one model. `model` None: nobody is asked."""

    model: LanguageModel | None
    close: Callable[[], None] = lambda: None

    async def look(self, findings: Sequence[Finding]) -> tuple[Finding, ...]:
        """The same findings, with a verdict where one is wanted and can be had."""
        return tuple([await self._one(each) if each.judge else each for each in findings])

    async def _one(self, finding: Finding) -> Finding:
        if self.model is None:
            return replace(finding, came=NOBODY)
        asked = (
            f"They said: {finding.line}\nThe reply: {finding.came}\nThe question: {finding.judge}"
        )
        messages = (Message("system", PROMPT), Message("user", asked))
        try:
            verdict = await self.model.json(messages, SCHEMA, limit=120)
        except EngineError as error:
            return replace(finding, came=f"It could not be judged: {error.what}")
        said = "yes" if verdict["holds"] else "no"
        return replace(
            finding,
            holds=bool(verdict["holds"]),
            came=f"{self.model.name}: {said}, {verdict['why']} | {finding.came}",
        )


async def judge(settings: Settings, tell: Callable[[str], None]) -> Judge:
    """The language model of the settings, once it is ready. What it is shown is invented, so no leave is asked for."""
    smith = await assemble.wordsmith(settings, tell, None)
    if smith is None:
        return Judge(None)
    await smith.gate.settle()
    if not smith.gate.ready:
        return Judge(None)
    return Judge(smith.gate.to(Purpose.MEASURING), smith.gate.close)
