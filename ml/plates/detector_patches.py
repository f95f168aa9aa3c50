"""What is pasted into pictures: rendered plates, and lettering, signs, grilles and lamps that are no plates."""

import random

import numpy as np
from PIL import Image

from .dataset import CANVAS_HEIGHT, CANVAS_WIDTH, MARGIN_X, MARGIN_Y
from .formats import DIGITS, LETTERS
from .render_plate import Atlas, render, training_faces

PATCH_HEIGHT, PATCH_WIDTH = 64, 160


def any_colour(chance) -> np.ndarray:
    return np.array([chance.uniform(0, 255) for _ in range(3)] if chance.random() < 0.5 else [chance.uniform(0, 255)] * 3, np.float32)


def plate_patch(atlas: Atlas, chance, numbers):
    """RGBA, and the aspect it is shown at."""
    while (plate := render(atlas, chance, numbers)) is None:
        pass
    canvas, _, aspect, _ = plate
    face = canvas[MARGIN_Y - 3 : CANVAS_HEIGHT - MARGIN_Y + 3, MARGIN_X - 4 : CANVAS_WIDTH - MARGIN_X + 4].astype(np.float32)
    tint = np.ones(3, np.float32) if chance.random() < 0.55 else np.array([chance.uniform(0.6, 1.1) for _ in range(3)], np.float32)
    if chance.random() < 0.15:
        tint = np.array([1.05, 0.95, chance.uniform(0.2, 0.5)], np.float32)  # yellow
    colour = Image.fromarray(np.clip(face[..., None] * tint, 0, 255).astype(np.uint8)).resize((PATCH_WIDTH, PATCH_HEIGHT), Image.BILINEAR)
    return np.dstack([np.asarray(colour), np.full((PATCH_HEIGHT, PATCH_WIDTH), 255, np.uint8)]), aspect


def lettering(atlas: Atlas, chance) -> np.ndarray:
    """Words without a ground: watermarks, telephone numbers, names of cars."""
    if chance.random() < 0.15:
        return np.asarray(atlas.word(chance.choice(["slogan", "frame", "state"]), chance).resize((PATCH_WIDTH, PATCH_HEIGHT), Image.BILINEAR)).astype(np.float32) / 255
    characters = LETTERS if chance.random() < 0.7 else DIGITS
    text, font = [chance.choice(characters) for _ in range(chance.randint(4, 11))], chance.choice(atlas.fonts)
    mask = Image.new("L", (PATCH_WIDTH, PATCH_HEIGHT), 0)
    step = PATCH_WIDTH * 0.96 / len(text)
    for number, character in enumerate(text):
        mask.paste(atlas.glyph(font, character, 0).resize((max(2, int(step * 0.85)), int(PATCH_HEIGHT * 0.8))), (int(number * step), int(PATCH_HEIGHT * 0.1)))
    return np.asarray(mask).astype(np.float32) / 255


def distraction_patch(atlas: Atlas, chance):
    patch, kind = np.zeros((PATCH_HEIGHT, PATCH_WIDTH, 4), np.float32), chance.random()
    if kind < 0.45:
        patch[..., :3], patch[..., 3] = any_colour(chance), lettering(atlas, chance) * chance.uniform(120, 255)
        return patch.astype(np.uint8), chance.uniform(2.5, 8)
    ground = any_colour(chance)
    patch[..., :3], patch[..., 3] = ground, 255
    if kind < 0.80:  # a sign with lines of words
        ink, lines = (255 - ground if chance.random() < 0.6 else any_colour(chance)), chance.randint(2, 4)
        for line in range(lines):
            word = atlas.word(chance.choice(["slogan", "frame", "state", "br"]), chance)
            height = int(PATCH_HEIGHT / lines * chance.uniform(0.45, 0.85))
            width = min(PATCH_WIDTH - 8, max(8, int(word.width / word.height * height)))
            top, left = int(PATCH_HEIGHT * (line + 0.5) / lines - height / 2), chance.randint(2, PATCH_WIDTH - width - 2)
            cover = np.asarray(word.resize((width, height), Image.BILINEAR)).astype(np.float32)[..., None] / 255
            area = patch[top : top + height, left : left + width, :3]
            area[:] = area * (1 - cover) + ink * cover
        return np.clip(patch, 0, 255).astype(np.uint8), chance.uniform(0.8, 4)
    if chance.random() < 0.5:  # a grille
        step, bar = chance.randint(4, 14), any_colour(chance)
        patch[::step, :, :3] = bar
        if chance.random() < 0.6:
            patch[:, ::step, :3] = bar
    else:  # a lamp
        rows, columns = np.mgrid[0:PATCH_HEIGHT, 0:PATCH_WIDTH]
        spread = lambda: chance.uniform(0.02, 0.3)
        glow = np.exp(-((columns / PATCH_WIDTH - chance.uniform(0.2, 0.8)) ** 2 / spread() + (rows / PATCH_HEIGHT - chance.uniform(0.2, 0.8)) ** 2 / spread()))[..., None]
        patch[..., :3] = patch[..., :3] * (1 - glow) + chance.uniform(150, 255) * glow
    return np.clip(patch, 0, 255).astype(np.uint8), chance.uniform(1.6, 6)


def make_patches(arguments):
    """Plates and distractions, for one process of a pool."""
    glyphs, seed, process, count = arguments
    atlas, chance, numbers = Atlas(glyphs, training_faces(process)), random.Random(seed), np.random.default_rng(seed)
    return [plate_patch(atlas, chance, numbers) for _ in range(count)], [distraction_patch(atlas, chance) for _ in range(count)]
