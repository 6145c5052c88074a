"""spaCy: which words are names, and what each word is. The only importer of spacy.

Weights: spacy-en in models/models.toml (en_core_web_sm 3.8, MIT). 3 ms a sentence on one core.
"""

import sys
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.memory.reading import Named, NameKind, Reading, Tag, Tagged

ENGINE = "spaCy"

LONGEST_TEXT_CHARACTERS = 100_000
"""Characters read at once; spaCy's parser wants about 1 GB for ten times as many."""

_KINDS = {
    "PERSON": NameKind.PERSON,
    "GPE": NameKind.PLACE,
    "LOC": NameKind.PLACE,
    "FAC": NameKind.PLACE,
    "ORG": NameKind.GROUP,
}
_TAGS = {
    "VBD": Tag.PAST,
    "VBN": Tag.PARTICIPLE,
    "VBP": Tag.PRESENT,
    "VBZ": Tag.PRESENT,
    "VB": Tag.BASE,
    "VBG": Tag.BASE,
    "MD": Tag.BASE,
    "NN": Tag.NOUN,
    "NNS": Tag.NOUN,
    "NNP": Tag.NAME,
    "NNPS": Tag.NAME,
    "JJ": Tag.ADJECTIVE,
    "JJR": Tag.ADJECTIVE,
    "JJS": Tag.ADJECTIVE,
    "RB": Tag.ADVERB,
}


class SpacyReader:
    """A loaded spaCy pipeline behind `memory.reading.Reader`."""

    def __init__(self, weights: Path) -> None:
        """`weights` is the folder with config.cfg. Raises ModelMissing, ModelDamaged."""
        if not (weights / "config.cfg").is_file():
            raise ModelMissing(
                f"The weights for names are not in {weights}.",
                mend="Run `voice-agent models fetch spacy-en`.",
            )
        with _without_torch():
            import spacy  # a second; only those who read pay for it

        with warnings.catch_warnings():
            # spaCy warns when weights were made by another minor version; 3.8 is pinned
            warnings.simplefilter("ignore")
            try:
                self._read: Any = spacy.load(weights)
            except (OSError, ValueError, KeyError) as error:
                raise ModelDamaged(
                    f"The weights for names in {weights} cannot be loaded: {error}.",
                    mend="Run `voice-agent models fetch spacy-en`.",
                ) from error

    def read(self, text: str) -> Reading:
        """Names and words of `text`. Text beyond LONGEST_TEXT_CHARACTERS characters is not read."""
        document = self._read(text[:LONGEST_TEXT_CHARACTERS])
        names = tuple(
            Named(each.text, each.start_char, each.end_char, _KINDS[each.label_])
            for each in document.ents
            if each.label_ in _KINDS
        )
        words = tuple(
            Tagged(
                each.text,
                each.idx,
                each.idx + len(each.text),
                each.lemma_.lower(),
                _TAGS.get(each.tag_, Tag.OTHER),
            )
            for each in document
            if not each.is_space and not each.is_punct
        )
        return Reading(names, words)


@contextmanager
def _without_torch() -> Generator[None]:
    """Import what is inside as if torch were not installed.

    spaCy's machinery takes torch along wherever it finds it: 215 MB and two seconds, for pipelines of another
    kind than ours. Who needs torch imports it afterwards as ever.
    """
    if "torch" in sys.modules:
        yield
        return
    sys.modules["torch"] = None  # pyright: ignore[reportArgumentType]  # so Python marks what cannot be imported
    try:
        yield
    finally:
        del sys.modules["torch"]
