"""Plate lettering drawn with a pen of one width along rounded corners. Dies of number plates look like this (Brazil, many US states),
and free fonts hardly do: there an O is an oval, on a plate it is a rectangle with round corners, close to D, Q and 0."""

import random

import numpy as np
from PIL import Image, ImageDraw

from .alphabet import CHARACTERS

HEIGHT, OVERSAMPLING = 64, 4
CURVE_STEPS = 8

# Paths over a unit square, y downwards. A vertex is (x, y) with the face's radius or (x, y, share of it); "closed" ends where it starts.
M = 0.47  # where the upper and lower halves meet
SHARP = 0.0
FLAT_FOOT = [[(0, 1), (1, 1)]]
PATHS: dict[str, list[list]] = {
    "O": [["closed", (0, 0), (1, 0), (1, 1), (0, 1)]],
    "D": [["closed", (0, 0, 0.08), (1, 0), (1, 1), (0, 1, 0.08)]],
    "Q": [["closed", (0, 0), (1, 0), (1, 1), (0, 1)], [(0.58, 0.72), (1.03, 1.06)]],
    "C": [[(1, 0.3), (1, 0), (0, 0), (0, 1), (1, 1), (1, 0.7)]],
    "G": [[(1, 0.28), (1, 0), (0, 0), (0, 1), (1, 1), (1, 0.54, SHARP), (0.55, 0.54)]],
    "U": [[(0, 0), (0, 1), (1, 1), (1, 0)]],
    "J": [[(1, 0), (1, 1), (0, 1), (0, 0.68)]],
    "S": [[(1, 0.27), (1, 0), (0, 0), (0, M), (1, M), (1, 1), (0, 1), (0, 0.73)]],
    "B": [["closed", (0, 0, SHARP), (0.94, 0), (0.94, M), (0, M, SHARP)], ["closed", (0, M, SHARP), (1, M), (1, 1), (0, 1, SHARP)]],
    "P": [[(0, 1), (0, 0, SHARP), (1, 0), (1, 0.55), (0, 0.55)]],
    "R": [[(0, 1), (0, 0, SHARP), (1, 0), (1, 0.52), (0, 0.52)], [(0.5, 0.52), (1, 1)]],
    "A": [[(0, 1), (0.5, 0, SHARP), (1, 1)], [(0.2, 0.66), (0.8, 0.66)]],
    "E": [[(1, 0), (0, 0, SHARP), (0, 1, SHARP), (1, 1)], [(0, M), (0.85, M)]],
    "F": [[(1, 0), (0, 0, SHARP), (0, 1)], [(0, M), (0.85, M)]],
    "H": [[(0, 0), (0, 1)], [(1, 0), (1, 1)], [(0, M), (1, M)]],
    "I": [[(0.5, 0), (0.5, 1)]],
    "K": [[(0, 0), (0, 1)], [(1, 0), (0.05, 0.58)], [(0.35, 0.42), (1, 1)]],
    "L": [[(0, 0), (0, 1, SHARP), (1, 1)]],
    "M": [[(0, 1), (0, 0, SHARP), (0.5, 0.55, SHARP), (1, 0, SHARP), (1, 1)]],
    "N": [[(0, 1), (0, 0, SHARP), (1, 1, SHARP), (1, 0)]],
    "T": [[(0, 0), (1, 0)], [(0.5, 0), (0.5, 1)]],
    "V": [[(0, 0), (0.5, 1, SHARP), (1, 0)]],
    "W": [[(0, 0), (0.24, 1, SHARP), (0.5, 0.3, SHARP), (0.76, 1, SHARP), (1, 0)]],
    "X": [[(0, 0), (1, 1)], [(1, 0), (0, 1)]],
    "Y": [[(0, 0), (0.5, 0.5, SHARP), (1, 0)], [(0.5, 0.5), (0.5, 1)]],
    "Z": [[(0, 0), (1, 0, SHARP), (0, 1, SHARP), (1, 1)]],
    "0": [["closed", (0, 0), (1, 0), (1, 1), (0, 1)]],
    "1": [[(0.1, 0.22), (0.6, 0, SHARP), (0.6, 1)]],
    "2": [[(0, 0.3), (0, 0), (1, 0), (1, 0.45, 0.7), (0, 1, SHARP), (1, 1)]],
    "3": [[(0, 0.25), (0, 0), (1, 0), (1, M), (0.4, M)], [(0.4, M), (1, M), (1, 1), (0, 1), (0, 0.75)]],
    "4": [[(0.72, 1), (0.72, 0, SHARP), (0, 0.7, SHARP), (1.05, 0.7)]],
    "5": [[(0.95, 0), (0.06, 0, SHARP), (0.03, 0.44, SHARP), (1, 0.4), (1, 1), (0, 1), (0, 0.75)]],
    "6": [[(1, 0.25), (1, 0), (0, 0), (0, 1), (1, 1), (1, 0.43), (0, 0.43)]],
    "7": [[(0, 0), (1, 0, SHARP), (0.38, 1)]],
    "8": [["closed", (0.05, 0), (0.95, 0), (0.95, M), (0.05, M)], ["closed", (0, M), (1, M), (1, 1), (0, 1)]],
    "9": [[(0, 0.75), (0, 1), (1, 1), (1, 0), (0, 0), (0, 0.57), (1, 0.57)]],
}
# Other ways in which dies draw the same character.
VARIANTS: dict[str, list[list[list]]] = {
    "0": [PATHS["0"] + [[(0.25, 0.75), (0.75, 0.25)]]],
    "1": [[[(0.5, 0), (0.5, 1)]], PATHS["1"] + FLAT_FOOT],
    "I": [PATHS["I"] + [[(0, 0), (1, 0)]] + FLAT_FOOT],
    "3": [[[(0, 0), (1, 0, SHARP), (0.45, 0.42, SHARP), (1, 0.42), (1, 1), (0, 1), (0, 0.75)]]],
    "4": [[[(0.1, 0), (0, 0.62, SHARP), (1, 0.62)], [(0.75, 0.3), (0.75, 1)]]],
    "6": [[[(0.75, 0), (0, 0.55), (0, 1), (1, 1), (1, 0.45), (0.1, 0.45)]]],
    "9": [[[(0.25, 1), (1, 0.45), (1, 0), (0, 0), (0, 0.55), (0.9, 0.55)]]],
    "A": [[[(0, 1), (0.34, 0, 0.4), (0.66, 0, 0.4), (1, 1)], [(0.15, 0.66), (0.85, 0.66)]], [[(0, 1), (0, 0), (1, 0), (1, 1)], [(0, 0.6), (1, 0.6)]]],
    "J": [[[(0.4, 0), (1, 0, SHARP), (1, 1), (0, 1), (0, 0.68)]]],
    "M": [[[(0, 1), (0.08, 0, SHARP), (0.5, 1, SHARP), (0.92, 0, SHARP), (1, 1)]]],
    "Q": [[PATHS["O"][0], [(0.5, 0.6), (0.95, 0.95)]], [PATHS["O"][0], [(0.7, 0.85), (0.95, 1.15)]]],
    "R": [[[(0, 1), (0, 0, SHARP), (1, 0), (1, 0.52), (0, 0.52)], [(0.55, 0.52), (1, 0.6, 0.8), (1, 1)]]],
    "W": [[[(0, 0), (0.1, 1, SHARP), (0.5, 0.35, SHARP), (0.9, 1, SHARP), (1, 0)]]],
}
RELATIVE_WIDTH = {"I": 0.35, "1": 0.5, "M": 1.15, "W": 1.25, "E": 0.92, "F": 0.92, "L": 0.9, "J": 0.9}

# Brazilian plates until 2018 in millimetres: characters are 63 high, drawn with a pen of 10, and each has a width of its own. O, D and Q differ
# in two corners and a tail alone.
BRAZILIAN_HEIGHT, BRAZILIAN_PEN = 63, 10
BRAZILIAN_WIDTHS = {
    "A": 54, "B": 44, "C": 44, "D": 43, "E": 40, "F": 40, "G": 45, "H": 45, "I": 11, "J": 36, "K": 49, "L": 40, "M": 54, "N": 47, "O": 45, "P": 44, "Q": 45, "R": 46,
    "S": 46, "T": 44, "U": 45, "V": 49, "W": 54, "X": 49, "Y": 47, "Z": 40, "0": 38, "1": 18, "2": 37, "3": 37, "4": 40, "5": 37, "6": 37, "7": 36, "8": 37, "9": 37,
}
BRAZILIAN_PATHS = {
    "Q": [[PATHS["O"][0], [(0.6, 0.7), (1.13, 1.04)]], [PATHS["O"][0], [(0.66, 0.66), (1.1, 0.98)]], [PATHS["O"][0], [(0.55, 0.75), (1.0, 1.05)]]],
    "1": [PATHS["1"], VARIANTS["1"][0], [[(0.2, 0.16), (0.75, 0, SHARP), (0.75, 1)]]],
    "I": [PATHS["I"]],
}


def rounded(path: list, radius: float, scale: tuple[float, float]) -> list[tuple[float, float]]:
    """Points in pixels along a path whose corners are quarter curves."""
    closed = path[0] == "closed"
    vertices = [(vertex[0] * scale[0], vertex[1] * scale[1], vertex[2] if len(vertex) > 2 else 1.0) for vertex in path[closed:]]
    count, points = len(vertices), []
    for index, (x, y, share) in enumerate(vertices):
        if not closed and index in (0, count - 1):
            points.append((x, y))
            continue
        towards = lambda other, reach: (x + (other[0] - x) * reach, y + (other[1] - y) * reach)
        before, after = vertices[index - 1], vertices[(index + 1) % count]
        length = lambda other: max(1e-6, float(np.hypot(other[0] - x, other[1] - y)))
        start, end = (towards(other, min(0.5, radius * share / length(other))) for other in (before, after))
        for step in range(CURVE_STEPS + 1):
            t = step / CURVE_STEPS
            points.append(tuple((1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c for a, b, c in zip(start, (x, y), end)))
    return points + points[:1] if closed else points


def draw_glyph(paths: list, width: float, pen: float, radius: float) -> np.ndarray:
    size = HEIGHT * OVERSAMPLING
    thick = pen * size
    scale = (max(1.0, width * size - thick), size - thick)
    mask = Image.new("L", (int(scale[0] * 1.2 + 3 * thick), int(size * 1.2 + 2 * thick)), 0)
    canvas, offset = ImageDraw.Draw(mask), thick
    for path in paths:
        points = [(x + offset, y + offset) for x, y in rounded(path, radius * size, scale)]
        canvas.line(points, fill=255, width=max(1, round(thick)), joint="curve")
        for x, y in points:
            canvas.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), fill=255)
    mask = mask.crop(mask.getbbox())
    return np.asarray(mask.resize((max(3, mask.width // OVERSAMPLING), max(3, mask.height // OVERSAMPLING)), Image.BOX))


def stroke_face(seed: int) -> dict[str, np.ndarray]:
    """All characters of one face; its proportions follow from the seed."""
    choose = random.Random(seed)
    width, pen, radius = choose.uniform(0.42, 0.72), choose.uniform(0.10, 0.19), choose.uniform(0.14, 0.36)
    pen = min(pen, width * 0.3)
    zero_width = choose.choice([1.0, 1.0, 0.85])
    glyphs = {}
    for character in CHARACTERS:
        paths = choose.choice([PATHS[character]] * 2 + VARIANTS.get(character, []))
        relative = zero_width if character == "0" else RELATIVE_WIDTH.get(character, 1.0)
        glyphs[character] = draw_glyph(paths, max(width * relative, pen * 1.05), pen, radius)
    return glyphs


def brazilian_face(seed: int) -> dict[str, np.ndarray]:
    """The proportions of the regulation, as makers of dies vary them."""
    choose = random.Random(f"brazil {seed}")
    wide, radius = choose.uniform(0.88, 1.08), choose.uniform(0.16, 0.36)
    pen = BRAZILIAN_PEN / BRAZILIAN_HEIGHT * choose.uniform(0.85, 1.2)
    glyphs = {}
    for character in CHARACTERS:
        paths = choose.choice(BRAZILIAN_PATHS.get(character) or [PATHS[character]] * 3 + VARIANTS.get(character, []))
        width = BRAZILIAN_WIDTHS[character] / BRAZILIAN_HEIGHT * wide * choose.uniform(0.96, 1.04)
        glyphs[character] = draw_glyph(paths, max(width, pen * 1.05), pen, radius)
    return glyphs


def brazilian_faces(seeds: range) -> dict[str, dict[str, np.ndarray]]:
    return {f"brazil-{seed}": brazilian_face(seed) for seed in seeds}


def stroke_faces(seeds: range) -> dict[str, dict[str, np.ndarray]]:
    return {f"stroke-{seed}": stroke_face(seed) for seed in seeds}
