"""Figures of exported models on the validation photographs, for the model cards.

python -m plates.evaluate --data DATA --reader work/reader.onnx --detector work/detector.onnx [--glyphs work/glyphs.pkl.xz] [--wide]"""

import argparse
import collections

import numpy as np
import onnxruntime

from . import dataset
from .alphabet import fold_look_alikes
from .decode import decode
from .detector_model import points
from .detector_validation import judge_boxes, letterboxed, suppress_overlaps
from .read_validation import read_validation
from .rendered_validation import STYLES, rendered_validation


def reader_figures(data: str, reader: str, wide: bool) -> None:
    groups = collections.defaultdict(list)
    for label, text, _ in read_validation(data, reader, wide):
        right = fold_look_alikes(text) == fold_look_alikes(label.text)
        groups["all"].append(right)
        if label.is_sure:
            groups["sure"].append(right)
            groups[f"sure, {label.lines} line(s)"].append(right)
            groups[f"sure, region {label.region}"].append(right)
            groups[f"sure, source {label.source}"].append(right)
    for name, right in sorted(groups.items()):
        print(f"reader, {name}: {np.mean(right):.4f} of {len(right)}")


def rendered_figures(glyphs: str, reader: str, count: int) -> None:
    session = onnxruntime.InferenceSession(reader, providers=["CPUExecutionProvider"])
    for style in STYLES:
        pixels, texts = rendered_validation(glyphs, style, count)
        right = []
        for crop, text in zip(pixels, texts):
            slots, steps = session.run(["slots", "ctc"], {"image": crop[None, None]})
            right.append(fold_look_alikes(decode([(slots[0], steps[0])])[0]) == fold_look_alikes(text))
        print(f"reader, rendered {style}: {np.mean(right):.4f} of {count}")


def detector_figures(data: str, detector: str, wide: bool) -> None:
    session = onnxruntime.InferenceSession(detector, providers=["CPUExecutionProvider"])
    (image,) = session.get_inputs()
    takes_bytes = image.type == "tensor(uint8)"
    height, width = image.shape[1:3] if takes_bytes else image.shape[2:]
    places = np.asarray(points(height, width))
    scenes = [scene for scene in dataset.read_scenes(data, wide) if scene.is_validation]
    found = []
    for scene in scenes:
        pixels, boxes, ignore = letterboxed(scene, (width, height))
        pixels = pixels.transpose(1, 2, 0) if takes_bytes else pixels.astype(np.float32)
        output = session.run(["pred"], {"image": pixels[None]})[0][0]
        corners = np.stack([places[:, 0] - output[:, 1], places[:, 1] - output[:, 2], places[:, 0] + output[:, 3], places[:, 1] + output[:, 4]], 1)
        kept = suppress_overlaps(corners, output[:, 0], lowest_score=0.03)
        found.append((corners[kept], output[kept, 0], boxes, ignore))
    for name, value in judge_boxes(found).items():
        print(f"detector, {name}: {value}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--reader")
    parser.add_argument("--detector")
    parser.add_argument("--glyphs", help="rendered plates too")
    parser.add_argument("--rendered", type=int, default=1000, help="so many of each style")
    parser.add_argument("--wide", action="store_true")
    options = parser.parse_args()
    if options.reader:
        reader_figures(options.data, options.reader, options.wide)
        if options.glyphs:
            rendered_figures(options.glyphs, options.reader, options.rendered)
    if options.detector:
        detector_figures(options.data, options.detector, options.wide)


if __name__ == "__main__":
    main()
