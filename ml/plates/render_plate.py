"""Grey plates of many countries, drawn from the glyph atlas: what surrounds the plate, the plate, its registration and its dirt."""

import lzma
import pickle
import random as random_module

import numpy as np
from PIL import Image, ImageFilter

from .alphabet import LONGEST_TEXT
from .dataset import CANVAS_HEIGHT, CANVAS_WIDTH, MARGIN_X, MARGIN_Y, PLATE_HEIGHT, PLATE_WIDTH
from .formats import PATTERNS, STYLE_WEIGHTS, fill, tokens
from .stroke_face import brazilian_faces, stroke_faces

TWO_LINES = {"us": 0, "eu": 0.10, "gb": 0.12, "br": 0.10, "mercosul": 0.15, "pk": 0.5, "in": 0.15, "other": 0.25}
DARK_GROUND = {"us": 0.13, "eu": 0.06, "gb": 0.1, "br": 0.18, "mercosul": 0.03, "pk": 0.4, "in": 0.15, "other": 0.35}
ASPECT = {"us": (1.9, 2.15), "eu": (4.1, 4.9), "gb": (4.2, 4.9), "br": (2.8, 3.3), "mercosul": (2.8, 3.3), "pk": (1.7, 4.4), "in": (3.6, 4.6), "other": (1.6, 5)}
# Faces drawn by ourselves; validation has others than training, and every process that renders has its own.
VALIDATION_FACES, FIRST_TRAINING_FACE, FACES_OF_A_PROCESS = range(0, 48), 100, 80
FACE_WEIGHTS = (("stroke", 0), ("brazil", 0), ("serif", 0.5), ("osp-din", 8), ("routed", 5), ("nationalpark", 4), ("narrow", 2.5), ("cond", 2.5), ("bebas", 2.5), ("yanone", 2.5), ("mono", 0.8))


STROKE_SHARE = {"br": 0.25, "mercosul": 0.45, "us": 0.4}
BRAZILIAN_SHARE, EVERY_BRAZILIAN_FACE = 0.55, 4


def training_faces(process: int) -> range:
    first = FIRST_TRAINING_FACE + process * FACES_OF_A_PROCESS
    return range(first, first + FACES_OF_A_PROCESS)


class Atlas:
    """Glyphs and words as masks; thickened glyphs are made once."""

    def __init__(self, path: str, faces: range):
        with open(path, "rb") as file:
            packed = pickle.loads(lzma.decompress(file.read()))
        self.glyphs = {font: {c: mask * 17 for c, mask in glyphs.items()} for font, glyphs in packed["glyphs"].items()}
        # Atlases that were drawn earlier call the country's letters by another name.
        self.words = {{"cc": "country"}.get(kind, kind): [mask * 17 for mask in masks] for kind, masks in packed["words"].items()}
        self.drawn = sorted(drawn := stroke_faces(faces))
        # As many as are enough for the one country.
        self.brazilian = sorted(brazilian := brazilian_faces(faces[::EVERY_BRAZILIAN_FACE]))
        self.glyphs |= drawn | brazilian
        self.fonts = sorted(self.glyphs)
        self.weights = [next((w for part, w in FACE_WEIGHTS if part in font.lower()), 1.2) for font in self.fonts]
        self.narrow = self._named("osp-din", "narrow", "cond", "bebas", "yanone", "routed")
        self.bold = self._named("bold", "heavy", "demi", "osp-din")
        self._made: dict = {}
        self._thickest: dict = {}

    def _named(self, *parts: str) -> list[str]:
        return [font for font in self.fonts if any(part in font.lower() for part in parts)] or self.fonts

    def glyph(self, font: str, character: str, thickness: int) -> Image.Image:
        key = (font, character, thickness)
        if key not in self._made:
            mask = Image.fromarray(self.glyphs[font][character])
            if thickness > 0:
                mask = Image.fromarray(np.pad(np.asarray(mask), thickness)).filter(ImageFilter.MaxFilter(2 * thickness + 1))
            if thickness < 0:
                mask = mask.filter(ImageFilter.MinFilter(3))
            if thickness >= 2:  # rounded corners, as a die leaves them
                mask = mask.filter(ImageFilter.GaussianBlur(2)).point(lambda v: max(0, min(255, (v - 110) * 6)))
            area = mask.getbbox()
            self._made[key] = mask.crop(area) if area else mask
        return self._made[key]

    def thickest(self, font: str) -> int:
        """The largest thickness that keeps the holes of 8, B and 0 open."""
        if font not in self._thickest:
            cover = lambda t: np.mean([np.asarray(self.glyph(font, c, t)).mean() / 255 for c in "8B0"])
            self._thickest[font] = max(t for t in (0, 1, 2, 3, 4) if t == 0 or cover(t) < 0.63)
        return self._thickest[font]

    def word(self, kind: str, random) -> Image.Image:
        return Image.fromarray(random.choice(self.words[kind]))


class Plate:
    """The face of a plate that can be drawn on."""

    def __init__(self, atlas: Atlas, ground: float, squeeze: float):
        self.atlas = atlas
        self.squeeze = squeeze  # a plate of any shape is drawn on the same face
        self.face = np.full((PLATE_HEIGHT, PLATE_WIDTH), ground, np.float32)

    def paste(self, mask: Image.Image, x: float, y: float, width: float, height: float, value: float, emboss: float = 0.0) -> None:
        width, height, x, y = max(2, round(width)), max(3, round(height)), round(x), round(y)
        cover = np.asarray(mask.resize((width, height), Image.BILINEAR)).astype(np.float32) / 255
        left, top, right, bottom = max(0, x), max(0, y), min(PLATE_WIDTH, x + width), min(PLATE_HEIGHT, y + height)
        if right <= left or bottom <= top:
            return
        cover = cover[top - y : bottom - y, left - x : right - x]
        if emboss and right < PLATE_WIDTH and bottom < PLATE_HEIGHT:
            self.face[top + 1 : bottom + 1, left + 1 : right + 1] += cover * emboss
        area = self.face[top:bottom, left:right]
        area += cover * (value - area)

    def rect(self, left: float, top: float, right: float, bottom: float, value: float) -> None:
        self.face[max(0, int(top)) : max(0, int(bottom)), max(0, int(left)) : max(0, int(right))] = value

    def oval(self, x: float, y: float, radius_x: float, radius_y: float, value: float, share: float = 1.0) -> None:
        left, right = max(0, int(x - radius_x)), min(PLATE_WIDTH, int(x + radius_x) + 2)
        top, bottom = max(0, int(y - radius_y)), min(PLATE_HEIGHT, int(y + radius_y) + 2)
        if right <= left or bottom <= top:
            return
        rows, columns = np.ogrid[top:bottom, left:right]
        inside = ((columns - x) / max(radius_x, 0.5)) ** 2 + ((rows - y) / max(radius_y, 0.5)) ** 2 < 1
        area = self.face[top:bottom, left:right]
        area[inside] = area[inside] * (1 - share) + value * share

    def word(self, kind: str, random, x: float, y: float, height: float, value: float, widest: float = 0.8) -> None:
        mask = self.atlas.word(kind, random)
        width = min(PLATE_WIDTH * widest, mask.width / mask.height * height * self.squeeze)
        self.paste(mask, x - width / 2, y - height / 2, width, height, value)

    def blob(self, random, x: float, y: float, radius_x: float, radius_y: float, value: float) -> None:
        """A logo, the outline of a state, a fruit."""
        for _ in range(random.randint(1, 4)):
            self.oval(
                x + random.uniform(-0.5, 0.5) * radius_x, y + random.uniform(-0.5, 0.5) * radius_y,
                radius_x * random.uniform(0.4, 1), radius_y * random.uniform(0.4, 1), float(np.clip(value + random.uniform(-60, 60), 0, 255)),
            )


def draw_line(plate: Plate, display: str, area, random, font: str, thickness: int, value: float, style: dict, centres: list) -> None:
    """One line of characters inside (left, right, top, bottom); appends (character, x, y) of each that counts."""
    left, right, top, bottom = area
    height, squeeze, atlas = bottom - top, plate.squeeze, plate.atlas
    marks = tokens(display)
    natural = lambda c: height * atlas.glyph(font, c, thickness).width / max(30, atlas.glyph(font, c, thickness).height) * style["stretch"] * squeeze

    def width_of(kind: str, text: str) -> float:
        if kind in ("space", "dash", "dot", "seal"):
            return style[kind] * height * squeeze
        if kind == "stack":
            return 0.36 * height * squeeze * style["stretch"]
        if kind == "badge":
            return 0.22 * height * squeeze * style["stretch"]
        if style["mono"] and not (text in "I1" and style["narrow_one"]):
            return max(natural(text), height * 0.52 * style["stretch"] * squeeze)
        return natural(text)

    widths = [width_of(kind, text) for kind, text in marks]
    gap = style["gap"] * height * squeeze
    total = sum(widths) + gap * (len(widths) - 1)
    room = right - left
    scale = room / total if total > room else min(room / total, 1.6) if style["fill"] else 1.0
    x = left + (room - total * scale) * style["align"]
    for (kind, text), width in zip(marks, widths):
        width *= scale
        if kind == "dash":
            plate.rect(x + width * 0.15, top + height * 0.45, x + width * 0.85, top + height * 0.45 + max(2, height * style["dash_height"]), value)
        elif kind == "dot":
            radius = style["dot_size"] * height
            plate.oval(x + width / 2, top + height * style["dot_y"], radius * squeeze, radius, value)
        elif kind == "seal":
            plate.blob(random, x + width / 2, top + height * style["seal_y"], min(width * 0.6, style["seal_size"] * height * squeeze), style["seal_size"] * height, random.uniform(0, 255))
        elif kind in ("stack", "badge"):
            for row, character in enumerate(text):
                small = height / len(text) * 0.9
                mask = atlas.glyph(font, character, thickness)
                glyph_width = min(width, small * mask.width / max(30, mask.height) * squeeze * style["stretch"] * 1.2)
                y = top + height * row / len(text)
                plate.paste(mask, x + (width - glyph_width) / 2, y, glyph_width, small, value)
                if kind == "stack":
                    centres.append((character, x + width / 2, y + small / 2))
        elif kind == "char":
            # On many plates O and 0, I and 1 are one and the same die.
            shown = {"O": style["zero_as"] or "O", "0": style["zero_as"] or "0", "I": "I", "1": "I" if style["one_as_i"] else "1"}.get(text, text)
            mask = atlas.glyph(font, shown, thickness)
            glyph_width = min(width, natural(shown) * scale * style["mono_slack"]) if style["mono"] else width
            tilt = random.uniform(-1.5, 1.5) if style["crooked"] else 0.0
            if style["crooked"]:
                mask = mask.rotate(random.uniform(-3, 3), resample=Image.BILINEAR)
            plate.paste(mask, x + (width - glyph_width) / 2, top + tilt, glyph_width, height, value, style["emboss"])
            centres.append((text, x + width / 2, top + height / 2))
        x += width + gap * scale


def draw_furniture(plate: Plate, style_name: str, random, ground: float, value: float, two_lines: bool):
    """What a plate shows beside its registration; returns where that has room: left, right, top, bottom as fractions."""
    uniform, chance = random.uniform, random.random
    width, height = PLATE_WIDTH, PLATE_HEIGHT
    margin = uniform(0.02, 0.06)
    left, right, top, bottom = margin, 1 - margin, uniform(0.10, 0.2), uniform(0.80, 0.90)
    pale = lambda: float(np.clip(value + uniform(-30, 90) * (1 if value < ground else -1), 0, 255))
    if style_name == "us":
        top, bottom = uniform(0.22, 0.32), uniform(0.72, 0.84)
        if chance() < 0.3:
            plate.rect(0, 0, width, height * uniform(0.16, 0.25), float(np.clip(ground + uniform(-140, 30), 0, 255)))
        if chance() < 0.88:
            plate.word("state", random, width * uniform(0.4, 0.6), height * uniform(0.08, 0.16), height * uniform(0.09, 0.19), pale())
        if chance() < 0.65:
            plate.word(random.choice(["slogan", "slogan", "state", "frame"]), random, width * uniform(0.4, 0.6), height * uniform(0.87, 0.93), height * uniform(0.06, 0.13), pale())
        for x, y in random.sample([(0.07, 0.1), (0.92, 0.1), (0.07, 0.9), (0.92, 0.9)], random.randint(0, 2)):  # stickers
            plate.rect(width * (x - 0.06), height * (y - 0.08), width * (x + 0.06), height * (y + 0.08), uniform(0, 255))
            plate.word("short", random, width * x, height * y, height * 0.09, uniform(0, 255), 0.12)
        if chance() < 0.16:  # a picture at one end
            share, at_left = uniform(0.12, 0.24), chance() < 0.6
            x = width * (share / 2 + 0.02 if at_left else 0.98 - share / 2)
            plate.blob(random, x, height * uniform(0.35, 0.7), width * share * uniform(0.2, 0.5), height * uniform(0.1, 0.3), uniform(0, 255))
            left, right = (share + 0.03, right) if at_left else (left, 0.97 - share)
    elif style_name == "mercosul":
        band = uniform(0.18, 0.26)
        plate.rect(0, 0, width, height * band, uniform(20, 110))
        plate.word("short", random, width * 0.5, height * band / 2, height * band * 0.7, uniform(190, 255), 0.4)
        top, bottom = band + uniform(0.03, 0.08), uniform(0.88, 0.95)
    elif style_name == "br":
        top, bottom = uniform(0.24, 0.33), uniform(0.82, 0.92)
        plate.word("br", random, width * uniform(0.44, 0.56), height * uniform(0.11, 0.18), height * uniform(0.10, 0.15), pale() if chance() < 0.7 else value)
    elif style_name == "eu" or (style_name in ("in", "other", "gb") and chance() < 0.35):
        if chance() < 0.8:  # the band with the country's letters
            band = width * uniform(0.05, 0.10)
            plate.rect(0, 0, band, height, uniform(15, 120))
            left = (band + width * uniform(0.005, 0.03)) / width
            plate.word("country", random, band / 2, height * uniform(0.62, 0.82), height * uniform(0.14, 0.26), uniform(190, 255), 0.08)
            plate.oval(band / 2, height * uniform(0.2, 0.35), band * 0.33, height * 0.13, uniform(120, 240), 0.7)
        top, bottom = uniform(0.08, 0.22), uniform(0.80, 0.93)
    elif style_name == "gb" and chance() < 0.5:
        plate.word("frame", random, width * uniform(0.45, 0.55), height * uniform(0.91, 0.95), height * uniform(0.05, 0.09), pale(), 0.5)
        top, bottom = uniform(0.08, 0.16), uniform(0.78, 0.86)
    elif style_name == "pk" and not two_lines and chance() < 0.6:
        plate.word("pk", random, width * uniform(0.4, 0.6), height * uniform(0.82, 0.92), height * uniform(0.09, 0.16), pale(), 0.6)
        top, bottom = uniform(0.15, 0.34), uniform(0.66, 0.76)
    return left, right, top, bottom


def lines_of(style_name: str, random, two_lines: bool) -> list[str]:
    stacked = style_name == "us" and random.random() < 0.18
    display = fill(random.choice(PATTERNS["us-stacked" if stacked else style_name]), random)
    if not two_lines:
        return [display]
    parts = [part for part in display.replace("-", " ").replace(".", " ").replace("~", " ").split(" ") if part]
    if len(parts) > 1:
        cut = 1 if style_name == "gb" else random.randint(1, len(parts) - 1)
        return [" ".join(parts[:cut]), " ".join(parts[cut:])]
    cut = min(len(display) - 1, random.choice([2, 3]))
    return [display[:cut], display[cut:]]


def choose_face(atlas: Atlas, style_name: str, random) -> tuple[str, int]:
    usual = random.choices(atlas.fonts, atlas.weights)[0]
    if style_name == "br" and random.random() < BRAZILIAN_SHARE:
        return (font := random.choice(atlas.brazilian)), min(random.choice([0, 0, 0, 1]), atlas.thickest(font))
    if atlas.drawn and random.random() < STROKE_SHARE.get(style_name, 0.2):
        return (font := random.choice(atlas.drawn)), min(random.choice([0, 0, 0, 1]), atlas.thickest(font))
    if style_name in ("eu", "mercosul") and random.random() < 0.6:
        font = random.choice(atlas.narrow)
    elif style_name == "br" and random.random() < 0.7:
        font = random.choice(atlas.bold + atlas.narrow)
    elif style_name == "gb" and random.random() < 0.75:
        font = random.choice(atlas.bold)
    else:
        font = usual
    return font, min(random.choice([0, 0, 0, 1, 1, 2, 3, -1]), atlas.thickest(font))


def line_style(style_name: str, random) -> dict:
    uniform, chance = random.uniform, random.random
    return {
        "mono": chance() < (0.7 if style_name == "us" else 0.45), "narrow_one": chance() < 0.5, "mono_slack": uniform(1, 1.25),
        "stretch": uniform(0.75, 1.05) if style_name == "us" else uniform(0.8, 1.2),
        "gap": uniform(0.02, 0.12) if style_name == "us" else uniform(0.03, 0.18),
        "space": uniform(0.15, 0.5), "dash": uniform(0.2, 0.45), "dash_height": uniform(0.05, 0.12),
        "dot": uniform(0.16, 0.4), "dot_size": uniform(0.05, 0.09), "dot_y": uniform(0.4, 0.6),
        "seal": random.choice([uniform(0.12, 0.25), uniform(0.3, 0.6)]), "seal_size": random.choice([uniform(0.04, 0.1), uniform(0.12, 0.4)]), "seal_y": uniform(0.3, 0.6),
        "zero_as": random.choice([None, None, None, "O", "0"]) if style_name != "gb" else random.choice(["O", "O", None]),
        "one_as_i": chance() < {"gb": 0.5, "br": 0.3}.get(style_name, 0.12), "crooked": chance() < 0.12,
        "emboss": uniform(-22, 22) if chance() < 0.5 else 0.0, "fill": chance() < 0.7, "align": 0.5,
    }


def render(atlas: Atlas, random: random_module.Random, numbers: np.random.Generator, style_name: str | None = None):
    """A plate on its canvas, its text, its true aspect, and the centre of each character on the canvas."""
    style_name = style_name or random.choices(list(STYLE_WEIGHTS), list(STYLE_WEIGHTS.values()))[0]
    uniform, chance = random.uniform, random.random
    two_lines = chance() < TWO_LINES[style_name]
    aspect = uniform(1.1, 2.1) if two_lines else uniform(*ASPECT[style_name])
    ground, value = uniform(165, 255), uniform(0, 75)
    if chance() < 0.25:  # faded
        ground = uniform(105, 210)
        value = max(0.0, ground - uniform(45, 130))
    if chance() < DARK_GROUND[style_name]:
        ground, value = uniform(0, 105), uniform(150, 255)
    plate = Plate(atlas, ground, PLATE_WIDTH / (PLATE_HEIGHT * aspect))
    if chance() < (0.55 if style_name == "us" else 0.08):  # scenery behind the characters
        rows, columns = np.linspace(0, 1, PLATE_HEIGHT)[:, None], np.linspace(0, 1, PLATE_WIDTH)[None]
        plate.face += (uniform(-55, 35) * np.sin(rows * uniform(1, 6) + uniform(0, 6)) * np.sin(columns * uniform(1, 7) + uniform(0, 6))).astype(np.float32)
    if chance() < (0.35 if style_name == "us" else 0.7):
        line = random.randint(1, 3)
        for box in ((0, 0, PLATE_WIDTH, line), (0, PLATE_HEIGHT - line, PLATE_WIDTH, PLATE_HEIGHT), (0, 0, line, PLATE_HEIGHT), (PLATE_WIDTH - line, 0, PLATE_WIDTH, PLATE_HEIGHT)):
            plate.rect(*box, value)
    left, right, top, bottom = draw_furniture(plate, style_name, random, ground, value, two_lines)
    font, thickness = choose_face(atlas, style_name, random)
    style = line_style(style_name, random)
    centres: list = []
    lines = lines_of(style_name, random, two_lines)
    # Plates of motorcycles in South America keep the strip with the place above both lines.
    first, last = (top, bottom) if style_name in ("br", "mercosul") else (uniform(0.08, 0.14), uniform(0.86, 0.93))
    middle = first + (last - first) * uniform(0.46, 0.52)
    for number, display in enumerate(lines):
        rows = (top, bottom) if len(lines) == 1 else (first, middle - 0.03) if number == 0 else (middle + 0.02, last)
        area = (PLATE_WIDTH * left, PLATE_WIDTH * right, PLATE_HEIGHT * rows[0], PLATE_HEIGHT * rows[1])
        draw_line(plate, display, area, random, font, thickness, value, style, centres)
    if chance() < 0.5:  # bolts
        for x in random.choice([[0.12, 0.88], [0.25, 0.75], [0.5], [0.08, 0.92]]):
            size = uniform(1.5, 4)
            plate.oval(PLATE_WIDTH * x, PLATE_HEIGHT * random.choice([0.09, 0.92]), size * max(0.7, plate.squeeze), size, uniform(0, 230))
    if chance() < 0.12:  # dirt
        spots = np.asarray(Image.fromarray(numbers.normal(0, 1, (9, 18)).astype(np.float32)).resize((PLATE_WIDTH, PLATE_HEIGHT), Image.BICUBIC))
        plate.face += np.clip((spots - uniform(0.6, 1.6)) * 2, 0, 1) * uniform(-60, 40)
    text = "".join(character for character, _, _ in centres)
    if not 2 <= len(text) <= LONGEST_TEXT:
        return None
    canvas = surround(plate.face, style_name, random, numbers)
    return canvas, text, aspect, [(x + MARGIN_X, y + MARGIN_Y) for _, x, y in centres]


def surround(face: np.ndarray, style_name: str, random, numbers) -> np.ndarray:
    """The car around the plate, and the holder that may cover its edge."""
    uniform = random.uniform
    coarse = numbers.normal(uniform(10, 220), uniform(2, 45), (5, 8)).astype(np.float32)
    canvas = np.asarray(Image.fromarray(coarse).resize((CANVAS_WIDTH, CANVAS_HEIGHT), Image.BICUBIC)).copy()
    if random.random() < 0.3:
        canvas[:] = uniform(0, 60)
    canvas[MARGIN_Y : CANVAS_HEIGHT - MARGIN_Y, MARGIN_X : CANVAS_WIDTH - MARGIN_X] = face
    if random.random() < (0.5 if style_name == "us" else 0.3):
        value = uniform(0, 90) if random.random() < 0.75 else uniform(90, 240)
        out_x, out_y = random.randint(2, 8), random.randint(2, 8)
        over_top, over_bottom = (random.randint(0, 7), random.randint(0, 11)) if style_name == "us" else (random.randint(0, 2), random.randint(0, 3))
        over_x = random.randint(0, 4)
        x0, x1, y0, y1 = MARGIN_X - out_x, CANVAS_WIDTH - MARGIN_X + out_x, MARGIN_Y - out_y, CANVAS_HEIGHT - MARGIN_Y + out_y
        canvas[y0 : MARGIN_Y + over_top, x0:x1] = value
        canvas[CANVAS_HEIGHT - MARGIN_Y - over_bottom : y1, x0:x1] = value
        canvas[y0:y1, x0 : MARGIN_X + over_x] = value
        canvas[y0:y1, CANVAS_WIDTH - MARGIN_X - over_x : x1] = value
    return np.clip(canvas, 0, 255).astype(np.uint8)
