"""Feelings by a text classifier of a model hub, for houses with a graphics card.

Any `transformers` sequence classifier whose labels are ours (the eleven of SemEval-2018) or GoEmotions' will do;
others are told so. It knows nothing of valence, arousal and dominance: those are the usual place of the
category (emotion/labels.py), times its share. This is the one module that asks transformers for a classifier.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from transformers import (  # pyright: ignore[reportPrivateImportUsage]
    AutoModelForSequenceClassification,  # pyright: ignore[reportPrivateImportUsage]
    AutoTokenizer,  # pyright: ignore[reportPrivateImportUsage]
)

from voice_agent.emotion.labels import CENTRES, MAPPING
from voice_agent.errors import EngineError, EngineUnavailable, ModelDamaged
from voice_agent.story import Emotion, Feeling

HEARD = 0.5
"""Share from which a multi-label model counts an emotion as heard; its makers' own."""

LONGEST_TURN_PIECES = 256
"""Word pieces; of longer turns the end is read: how it is told now."""


class Classifier:
    """An EmotionReader."""

    def __init__(self, folder: Path, *, device: str = "auto") -> None:
        """`folder` holds config.json, weights and tokenizer. Raises EngineUnavailable, ModelDamaged."""
        chosen = device
        if device == "auto":
            chosen = "cuda" if torch.cuda.is_available() else "cpu"
        try:
            self._pieces: Any = AutoTokenizer.from_pretrained(folder, local_files_only=True)
            self._model: Any = AutoModelForSequenceClassification.from_pretrained(
                folder, local_files_only=True
            )
            self._model.to(chosen).eval()
        except (OSError, ValueError, RuntimeError):
            raise EngineUnavailable(
                "emotion",
                f"The weights in {folder} cannot be read.",
                retryable=False,
                mend="`voice-agent models verify` says which file is wrong and how to mend it; or set "
                "[emotion] reader to “shipped”.",
            ) from None
        self._pieces.truncation_side = "left"
        self._device, self._name = chosen, f"emotion {folder.name}"
        names: dict[int, str] = self._model.config.id2label
        self._labels = [_ours(names[n]) for n in range(len(names))]
        if not any(label is not None and label is not Emotion.NEUTRAL for label in self._labels):
            raise ModelDamaged(
                f"The labels of {folder.name} are not feelings we know: {', '.join(names.values())}.",
                mend="Name a model with the labels of SemEval-2018 or of GoEmotions, or “shipped”.",
            )
        single = self._model.config.problem_type == "single_label_classification"
        self._single = single

    @property
    def name(self) -> str:
        """The folder's name."""
        return self._name

    def read(self, texts: Sequence[str]) -> list[Feeling]:
        """Return one feeling for each of `texts`."""
        spoken = [n for n, text in enumerate(texts) if text.strip()]
        out = [Feeling()] * len(texts)
        for n in spoken:
            out[n] = self._felt(self._shares(texts[n]))
        return out

    def _shares(self, text: str) -> NDArray[np.float64]:
        try:
            fed = self._pieces(
                text, truncation=True, max_length=LONGEST_TURN_PIECES, return_tensors="pt"
            )
            with torch.inference_mode():
                logits = self._model(**fed.to(self._device)).logits[0].float()
        except (
            RuntimeError,
            IndexError,
        ):  # out of graphics memory; a piece the model does not know
            raise EngineError(
                "emotion", "The reader of feelings gave up.", retryable=True
            ) from None
        shares = torch.softmax(logits, -1) if self._single else torch.sigmoid(logits)
        return shares.cpu().numpy().astype(np.float64)

    def _felt(self, shares: NDArray[np.float64]) -> Feeling:
        best: dict[Emotion, float] = {}
        for label, share in zip(self._labels, shares, strict=True):
            if label is not None:
                best[label] = max(best.get(label, 0.0), float(share))
        neutral = best.pop(Emotion.NEUTRAL, 0.0)
        ordered = sorted(best, key=lambda each: (-best[each], each))
        heard = [each for each in ordered if best[each] >= HEARD]
        if self._single:
            heard = [each for each in ordered[:1] if best[each] > neutral]
        if not heard:
            return Feeling()
        chief, share = heard[0], best[heard[0]]
        valence, arousal, dominance = (share * value for value in CENTRES[chief])
        return Feeling(chief, max(share, 0.05), valence, arousal, dominance, tuple(heard[1:]))


def _ours(label: str) -> Emotion | None:
    plain = label.strip().lower()
    if plain in set(Emotion):
        return Emotion(plain)
    return MAPPING.get(plain)
