"""New plates out of photographed ones: the left part of one and the right part of another, cut at the gaps between characters."""

import math

import numpy as np

from .alphabet import LONGEST_TEXT
from .dataset import CANVAS_HEIGHT, CANVAS_WIDTH, MARGIN_X, PLATE_WIDTH

FURTHEST_APART = 8  # pixels between the two cuts


class Recombiner:
    """Only plates of the same region, polarity, shape and sharpness are joined."""

    def __init__(self, plates):
        """plates: (canvas, text, centres as fractions of the plate or None, aspect, region, lines, width in pixels, weight)"""
        self.plates, self.alike, weights = [], {}, []
        for canvas, text, centres, aspect, region, lines, width, weight in plates:
            if centres is None or lines != 1 or len(centres) < 3 or len(centres) != len(text):
                continue
            canvas = canvas.astype(np.float32)
            core = canvas[30:80, MARGIN_X + 8 : CANVAS_WIDTH - MARGIN_X - 8]
            key = (region, bool(core.mean() > np.median(core)), round(math.log(max(1.0, aspect)) / 0.16), int(np.digitize(width, (85, 150))))
            places = [MARGIN_X + x * PLATE_WIDTH for x in centres]
            self.alike.setdefault(key, []).append(len(self.plates))
            self.plates.append((canvas, text, places, aspect, key, float(core.mean()), float(core.std()) + 1))
            weights.append(weight)
        self.cumulated = list(np.cumsum(weights))

    def __call__(self, random):
        """A canvas, its text, its aspect and the centres, or None where nothing fits."""
        if not self.plates:
            return None
        canvas, text, places, aspect, key, mean, spread = self.plates[random.choices(range(len(self.plates)), cum_weights=self.cumulated)[0]]
        others = self.alike[key]
        if len(others) < 3:
            return None
        joined = False
        for _ in range(1 if random.random() < 0.6 else 2):
            if len(text) < 2:
                return None
            cut = random.randrange(1, len(text))
            x = (places[cut - 1] + places[cut]) / 2
            match = self._match(random, others, text, x)
            if match is None:
                continue
            other, other_cut, other_x = match
            shift = round(x) - round(other_x)
            light = (other[0] - other[5]) * min(2.0, max(0.5, spread / other[6])) + mean
            light = np.pad(light, ((0, 0), (10, 10)), mode="edge")[:, 10 - shift : 10 - shift + CANVAS_WIDTH]
            share = np.clip((np.arange(CANVAS_WIDTH) - round(x)) / 4 + 0.5, 0, 1)[None]
            moved = [place + shift for place in other[2]]
            if random.random() < 0.5:
                canvas = canvas * (1 - share) + light * share
                text, places = text[:cut] + other[1][other_cut:], places[:cut] + moved[other_cut:]
            else:
                canvas = canvas * share + light * (1 - share)
                text, places = other[1][:other_cut] + text[cut:], moved[:other_cut] + places[cut:]
            joined = True
        if not joined or not 3 <= len(text) <= LONGEST_TEXT:
            return None
        return np.clip(canvas, 0, 255).astype(np.uint8), text, aspect, [(x, CANVAS_HEIGHT / 2) for x in places]

    def _match(self, random, others, text, x):
        for _ in range(8):
            other = self.plates[random.choice(others)]
            middle = lambda cut: (other[2][cut - 1] + other[2][cut]) / 2
            cut = min(range(1, len(other[1])), key=lambda cut: abs(middle(cut) - x))
            if abs(middle(cut) - x) < FURTHEST_APART and other[1] != text:
                return other, cut, middle(cut)
        return None
