"""Plates of one style in faces that training never draws, through the same lens and light as in training, always the same ones.
For styles that the photographs lack: there are no Brazilian ones and few from the United States."""

import random

import numpy as np
import torch

from .reader_augment import ReaderAugment
from .render_plate import VALIDATION_FACES, Atlas, render

STYLES = ("us", "br", "mercosul", "eu")


def rendered_validation(glyphs: str, style: str, count: int):
    """(pixels 0..255 of [count, 64, 192], texts)"""
    atlas, chance, numbers = Atlas(glyphs, VALIDATION_FACES), random.Random(style), np.random.default_rng(7)
    plates = []
    while len(plates) < count:
        if plate := render(atlas, chance, numbers, style):
            plates.append(plate)
    torch.manual_seed(11)
    inputs, _ = ReaderAugment("cpu")(
        torch.from_numpy(np.stack([canvas for canvas, _, _, _ in plates])), torch.tensor([aspect for _, _, aspect, _ in plates]),
        torch.zeros(count, 1, 2), torch.zeros(count, dtype=torch.bool),
    )
    return (inputs[:, 0] * 255).numpy(), [text for _, text, _, _ in plates]
