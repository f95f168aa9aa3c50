"""Joint decoding as in the product (`packages/domain/src/plate-engine/decode-plate.ts`): every head proposes, every head judges."""

import numpy as np

from .alphabet import CHARACTERS, INDEX, NOTHING, text_of_ctc, text_of_slots

TINY, IMPOSSIBLE = 1e-9, -1e9


def log_of_slots(slots: np.ndarray, text: str) -> float:
    if len(text) > len(slots):
        return IMPOSSIBLE
    columns = [INDEX[character] for character in text] + [NOTHING] * (len(slots) - len(text))
    return float(np.log(slots[np.arange(len(slots)), columns] + TINY).sum())


def log_of_ctc(steps: np.ndarray, text: str) -> float:
    labels = np.array([NOTHING] + [column for character in text for column in (INDEX[character], NOTHING)])
    skip = np.zeros(len(labels), bool)
    skip[2:] = (labels[2:] != NOTHING) & (labels[2:] != labels[:-2])
    forward, total = np.zeros(len(labels)), 0.0
    for number, step in enumerate(steps):
        if number == 0:
            paths = (np.arange(len(labels)) < 2).astype(float)
        else:
            paths = forward + np.r_[0, forward[:-1]] + np.where(skip, np.r_[0, 0, forward[:-2]][: len(labels)], 0)
        forward = paths * (step[labels] + TINY)
        scale = forward.sum()
        if scale == 0:
            return IMPOSSIBLE
        forward, total = forward / scale, total + np.log(scale)
    return float(total + np.log(forward[-2:].sum() + 1e-300))


def second_choices(slots: np.ndarray) -> list[str]:
    text, columns = text_of_slots(slots.argmax(1)), slots.argmax(1)
    texts, place = [], 0
    for row, column in enumerate(columns):
        if column == NOTHING:
            continue
        others = slots[row].copy()
        others[[column, NOTHING]] = 0
        if others.max() > 0.02:
            texts.append(text[:place] + CHARACTERS[int(others.argmax())] + text[place + 1 :])
        place += 1
    return texts


def decode(crops: list[tuple[np.ndarray, np.ndarray]]) -> tuple[str, float]:
    """(slots, ctc) probabilities of each crop of one plate -> its text and the logarithm of its probability."""
    all_slots = [slots for slots, _ in crops]
    proposals = all_slots + ([np.mean(all_slots, 0)] if len(crops) > 1 else [])
    texts = {text_of_ctc(steps.argmax(1)) for _, steps in crops}
    for slots in proposals:
        texts |= {text_of_slots(slots.argmax(1)), *second_choices(slots)}
    judged = {
        text: float(np.mean([(log_of_slots(slots, text) + log_of_ctc(steps, text)) / 2 for slots, steps in crops])) for text in texts if text
    }
    if not judged:
        return "", -20.0
    best = max(judged, key=judged.get)
    return best, judged[best]
