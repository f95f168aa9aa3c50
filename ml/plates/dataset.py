"""The photographs: labels, the split into training and validation, and plates on a canvas of one size."""

import collections
import dataclasses
import hashlib
import json
import os

import numpy as np
from PIL import Image

from .alphabet import CHARACTERS, LONGEST_TEXT

# What the shipped detector found beside the labels of training pictures, judged by eye: plates, and what is neither plate nor background.
FOUND_BY_DETECTOR = os.path.join(os.path.dirname(__file__), "..", "found-by-detector.jsonl")
# A plate fills the inner part of its canvas; the rest is what surrounds it.
CANVAS_HEIGHT, CANVAS_WIDTH, MARGIN_X, MARGIN_Y = 108, 260, 22, 9
PLATE_WIDTH, PLATE_HEIGHT = CANVAS_WIDTH - 2 * MARGIN_X, CANVAS_HEIGHT - 2 * MARGIN_Y

VALIDATION_PERCENT = 12
WIDE_VALIDATION_PERCENT = {"us": 36}
# The only Brazilian plates among the photographs, found by eye; the labels give "other" as their region.
BRAZILIAN_TEXTS = {"AFA1968", "APG0491", "AXZ6185", "BYZ7000", "GLN4639", "KSE3581"}


@dataclasses.dataclass
class PlateLabel:
    crop: str
    source: str
    original: str
    box: tuple[float, float, float, float]
    plate_width: int
    text: str
    lines: int
    region: str
    is_sure: bool


def read_lines(path: str) -> list[dict]:
    with open(path) as file:
        return [json.loads(line) for line in file if line.strip()]


def read_labels(data: str) -> list[PlateLabel]:
    """Plates that can be read and written with our characters."""
    labels = []
    for row in read_lines(f"{data}/crops/labels.jsonl"):
        text = row["text"]
        if row["q"] == "no" or not text or len(text) > LONGEST_TEXT or not set(text) <= set(CHARACTERS):
            continue
        labels.append(
            PlateLabel(
                crop=row["crop"], source=row["source"], original=row["original"], box=tuple(row["box"]),
                plate_width=row["plate_w"], text=text, lines=row["lines"], region="br" if text in BRAZILIAN_TEXTS else row["region"], is_sure=row["q"] == "sure",
            )
        )
    return labels


def is_validation(text: str, region: str, wide: bool) -> bool:
    """Decided by the text alone, so that every picture of a car falls on the same side."""
    if wide and text in BRAZILIAN_TEXTS:
        return True
    percent = WIDE_VALIDATION_PERCENT.get(region, VALIDATION_PERCENT) if wide else VALIDATION_PERCENT
    return int(hashlib.md5(text.encode()).hexdigest(), 16) % 100 < percent


def nearly_same(one: str, other: str) -> bool:
    """At most one character replaced, or one added."""
    if len(one) == len(other):
        return sum(a != b for a, b in zip(one, other)) <= 1
    shorter, longer = sorted((one, other), key=len)
    if len(longer) - len(shorter) > 1:
        return False
    return any(longer[:i] + longer[i + 1 :] == shorter for i in range(len(longer)))


def split(labels: list[PlateLabel], wide: bool) -> tuple[list[PlateLabel], list[PlateLabel]]:
    """Training and validation. Another frame of a validation car, read one character differently, is in neither."""
    # A text is of one region in one picture and of another in the next where people disagreed: any of them counts.
    held = {label.text for label in labels if is_validation(label.text, label.region, wide)}
    validation = [label for label in labels if label.text in held]
    texts_of_source = collections.defaultdict(set)
    for label in validation:
        texts_of_source[label.source].add(label.text)
    training = [
        label
        for label in labels
        if label.text not in held
        and (len(label.text) < 5 or not any(nearly_same(label.text, text) for text in texts_of_source[label.source]))
    ]
    return training, validation


def sampling_weights(training: list[PlateLabel]) -> list[float]:
    """Cars with many frames count less each; doubtful labels less, rare regions and two lines more."""
    frames = collections.Counter(label.text for label in training)
    region_weight = {"us": 2.5, "in": 1.3}
    return [
        (1.0 if label.is_sure else 0.3)
        / frames[label.text] ** 0.5
        * region_weight.get(label.region, 1.0)
        * (1.5 if label.lines == 2 else 1.0)
        for label in training
    ]


def canvas_of(data: str, label: PlateLabel) -> np.ndarray:
    """The plate, grey, its box on the inner part of a canvas."""
    picture = Image.open(f"{data}/crops/{label.crop}").convert("L")
    left, top, right, bottom = label.box
    margin_x = (right - left) * MARGIN_X / PLATE_WIDTH
    margin_y = (bottom - top) * MARGIN_Y / PLATE_HEIGHT
    border = 64
    padded = Image.fromarray(np.pad(np.asarray(picture), border, mode="edge"))
    area = (
        max(0, left - margin_x + border),
        max(0, top - margin_y + border),
        min(padded.width, right + margin_x + border),
        min(padded.height, bottom + margin_y + border),
    )
    return np.asarray(padded.resize((CANVAS_WIDTH, CANVAS_HEIGHT), Image.BILINEAR, box=area))


def aspect_of(label: PlateLabel) -> float:
    left, top, right, bottom = label.box
    return (right - left) / max(1.0, bottom - top)


def crop_for_reader(data: str, label: PlateLabel, size: tuple[int, int], margin: float = 0.0, shift=(0, 0, 0, 0)) -> np.ndarray:
    """As the product cuts it: the box, widened by a share of its size, resized without keeping its shape."""
    picture = Image.open(f"{data}/crops/{label.crop}").convert("L")
    left, top, right, bottom = label.box
    width, height = right - left, bottom - top
    area = (
        max(0, left + (shift[0] - margin) * width),
        max(0, top + (shift[1] - margin) * height),
        min(picture.width, right + (shift[2] + margin) * width),
        min(picture.height, bottom + (shift[3] + margin) * height),
    )
    return np.asarray(picture.resize(size, Image.BILINEAR, box=area))


@dataclasses.dataclass
class Scene:
    """A whole picture with its plates, and regions that are neither plate nor background."""

    path: str
    source: str
    boxes: list[tuple[float, float, float, float]]
    ignore: list[tuple[float, float, float, float]]
    is_validation: bool


def read_scenes(data: str, wide: bool) -> list[Scene]:
    held = {
        (row["source"], row["original"])
        for row in read_lines(f"{data}/crops/labels.jsonl")
        if row["text"] and is_validation(row["text"], row["region"], wide)
    }
    corrections = collections.defaultdict(list)
    for row in read_lines(f"{data}/detector/corrections.jsonl") + read_lines(FOUND_BY_DETECTOR):
        corrections[row["image"]].append((tuple(row["box"]), row["kind"]))
    scenes = []
    for row in read_lines(f"{data}/detector/boxes.jsonl"):
        added = corrections[row["image"]]
        scenes.append(
            Scene(
                path=os.path.join(data, "detector", "images", row["image"]),
                source=row["source"],
                boxes=[tuple(box) for box in row["boxes"]] + [box for box, kind in added if kind == "plate"],
                ignore=[box for box, kind in added if kind == "ignore"],
                is_validation=(row["source"], row["original"]) in held,
            )
        )
    return scenes
