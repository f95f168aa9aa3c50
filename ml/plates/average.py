"""A model between a shipped one and one that was fine-tuned from it: often better than either on pictures that neither has seen.

python -m plates.average --kind reader --start SHIPPED.onnx --end work/reader.onnx --share 0.5 --out work/reader-between.onnx"""

import argparse

import torch

from . import detector_model, reader_model
from .detector_model import Detector, ExportedDetector
from .export_onnx import export_detector, export_reader
from .reader_model import Reader
from .start_from import load_weights

DETECTOR_SIZE = detector_model.INPUT_HEIGHT, detector_model.INPUT_WIDTH
INPUTS = {"reader": (1, 1, reader_model.INPUT_HEIGHT, reader_model.INPUT_WIDTH), "detector": (1, 3, *DETECTOR_SIZE)}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kind", required=True, choices=INPUTS)
    parser.add_argument("--start", required=True)
    parser.add_argument("--end", required=True)
    parser.add_argument("--share", type=float, default=0.5, help="0 is the start, 1 the end")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    start, end = (Reader() if options.kind == "reader" else Detector() for _ in range(2))
    for model, path in ((start, options.start), (end, options.end)):
        load_weights(model, path, torch.zeros(INPUTS[options.kind]))
    other = end.state_dict()
    start.load_state_dict({name: torch.lerp(value, other[name], options.share) if value.is_floating_point() else value for name, value in start.state_dict().items()})
    if options.kind == "reader":
        export_reader(start.eval(), options.out)
    else:
        export_detector(ExportedDetector(start.eval()), DETECTOR_SIZE, options.out)


if __name__ == "__main__":
    main()
