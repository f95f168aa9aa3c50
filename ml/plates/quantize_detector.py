"""Makes the detector that is shipped from one with floating-point weights: rearranged, and most of it in 8-bit integers.

python -m plates.quantize_detector --data DATA --detector weights/detector.onnx --out ../apps/worker/models/detector.onnx [--pictures 120] [--seed 0]

Ranges are measured on training pictures. The first layers stay in floating point, because their few channels gain nothing; so do the
heads, because scores and edges need the precision. Weights use 7 of 8 bits: on processors without VNNI sums of full ones overflow."""

import argparse
import os
import random
import tempfile

import numpy as np
import onnx
import onnxruntime
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static

from . import dataset
from .detector_validation import letterboxed
from .faster_graph import rearrange, take_interleaved_bytes

QUANTIZED_KINDS = ["Conv", "Concat", "Add", "MaxPool", "Resize"]
KEPT_IN_FLOAT = ("/stem/", "/heads")


def fold_constants(path: str, out: str) -> None:
    """Weights stored as float16 behind a Cast become plain float32 ones."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    options.optimized_model_filepath = out
    onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


class TrainingPictures(CalibrationDataReader):
    def __init__(self, data: str, size: tuple[int, int], count: int, seed: int):
        scenes = [scene for scene in dataset.read_scenes(data, wide=False) if not scene.is_validation]
        random.Random(seed).shuffle(scenes)
        self.pictures = ({"image": letterboxed(scene, size)[0][None].astype(np.float32)} for scene in scenes[:count])

    def get_next(self):
        return next(self.pictures, None)


def after_heads(model: onnx.ModelProto) -> list[str]:
    """What joins the outputs of the heads."""
    reached, names = set(), []
    for node in model.graph.node:
        if "/heads" in node.name or any(name in reached for name in node.input):
            reached.update(node.output)
            names.append(node.name)
    return names


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--detector", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--pictures", type=int, default=120)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        plain, quantized = os.path.join(folder, "plain.onnx"), os.path.join(folder, "quantized.onnx")
        fold_constants(options.detector, plain)
        model = onnx.load(plain)
        rearrange(model)
        onnx.save(model, plain)
        height, width = (size.dim_value for size in model.graph.input[0].type.tensor_type.shape.dim[2:])
        in_float = {node.name for node in model.graph.node if any(part in node.name for part in KEPT_IN_FLOAT)} | set(after_heads(model))
        quantize_static(
            plain, quantized, TrainingPictures(options.data, (width, height), options.pictures, options.seed),
            quant_format=QuantFormat.QDQ, per_channel=True, reduce_range=True, activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8,
            op_types_to_quantize=QUANTIZED_KINDS, nodes_to_exclude=sorted(in_float), calibrate_method=CalibrationMethod.MinMax,
        )
        model = onnx.load(quantized)
    take_interleaved_bytes(model)
    onnx.save(model, options.out)
    print("bytes", os.path.getsize(options.out))


if __name__ == "__main__":
    main()
