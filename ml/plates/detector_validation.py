"""Judging boxes at the size that runs: recall at so many false boxes a picture."""

import numpy as np
from PIL import Image

GREY = 114


def letterboxed(scene, size: tuple[int, int]):
    """The picture as [3, height, width] bytes on grey, its plates and its ignored regions in pixels of it."""
    width, height = size
    picture = Image.open(scene.path).convert("RGB")
    scale = min(width / picture.width, height / picture.height)
    inner = round(picture.width * scale), round(picture.height * scale)
    left, top = (width - inner[0]) // 2, (height - inner[1]) // 2
    pixels = np.full((height, width, 3), GREY, np.uint8)
    pixels[top : top + inner[1], left : left + inner[0]] = np.asarray(picture.resize(inner, Image.BILINEAR))
    placed = lambda boxes: np.array(
        [[b[0] * inner[0] + left, b[1] * inner[1] + top, b[2] * inner[0] + left, b[3] * inner[1] + top] for b in boxes], np.float32
    ).reshape(-1, 4)
    return pixels.transpose(2, 0, 1), placed(scene.boxes), placed(scene.ignore)


def overlaps(box: np.ndarray, boxes: np.ndarray) -> np.ndarray:
    if len(boxes) == 0:
        return np.zeros(0)
    shared = np.clip(np.minimum(box[2:], boxes[:, 2:]) - np.maximum(box[:2], boxes[:, :2]), 0, None).prod(1)
    area = lambda b: np.clip(b[..., 2:] - b[..., :2], 0, None).prod(-1)
    return shared / (area(box) + area(boxes) - shared + 1e-6)


def suppress_overlaps(corners: np.ndarray, scores: np.ndarray, lowest_score: float, limit: float = 0.45, most: int = 12) -> list[int]:
    kept: list[int] = []
    for index in np.argsort(-scores):
        if scores[index] < lowest_score or len(kept) >= most:
            break
        if all(overlaps(corners[index], corners[other][None])[0] < limit for other in kept):
            kept.append(int(index))
    return kept


def judge_boxes(found) -> dict:
    """found: (corners, scores, plates, ignored) of each picture."""
    judged, plates = [], 0
    for corners, scores, boxes, ignored in found:
        plates += len(boxes)
        used: set[int] = set()
        for box, score in zip(corners, scores):
            fits = overlaps(box, boxes)
            best = int(fits.argmax()) if len(fits) else -1
            fit = float(fits[best]) if best >= 0 else 0.0
            if fit > 0.5 and best not in used:
                used.add(best)
                judged.append((float(score), True))
            elif fit <= 0.3 and not (len(ignored) and overlaps(box, ignored).max() > 0.15):
                judged.append((float(score), False))
    result = {"recall at 0.05 false a picture": (0.0, 1.0), "recall at 0.1 false a picture": (0.0, 1.0)}
    right = wrong = 0
    for score, is_plate in sorted(judged, reverse=True):
        right, wrong = right + is_plate, wrong + (not is_plate)
        for limit in (0.05, 0.1):
            if wrong / len(found) <= limit:
                result[f"recall at {limit} false a picture"] = (round(right / max(1, plates), 4), round(score, 3))
    return result | {"recall at any score": round(right / max(1, plates), 4), "pictures": len(found), "plates": plates}
