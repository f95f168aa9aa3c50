"""ONNX files of the models. Weights are stored as float16 behind a Cast: half the size, the same arithmetic, no reading changes."""

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from .reader_model import INPUT_HEIGHT, INPUT_WIDTH, ExportedReader

OPSET = 17
SMALLEST_STORED_AS_HALF = 256


def store_as_float16(path: str) -> None:
    model = onnx.load(path)
    graph = model.graph
    casts, kept = [], []

    def stored(name: str, values: np.ndarray) -> None:
        kept.append(numpy_helper.from_array(values.astype(np.float16), f"{name}_half"))
        casts.append(helper.make_node("Cast", [f"{name}_half"], [name], to=TensorProto.FLOAT))

    def is_large(values: np.ndarray) -> bool:
        return values.dtype == np.float32 and values.size >= SMALLEST_STORED_AS_HALF and float(np.abs(values).max()) < 6e4

    for tensor in graph.initializer:
        values = numpy_helper.to_array(tensor)
        if is_large(values):
            stored(tensor.name, values)
        else:
            kept.append(tensor)
    nodes = []
    for node in graph.node:
        if node.op_type == "Constant" and node.attribute[0].name == "value":
            values = numpy_helper.to_array(node.attribute[0].t)
            if is_large(values):
                stored(node.output[0], values)
                continue
        nodes.append(node)
    del graph.initializer[:]
    graph.initializer.extend(kept)
    del graph.node[:]
    graph.node.extend(casts + nodes)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def _export(module, example, path: str, **names) -> None:
    torch.onnx.export(module.eval(), example, path, opset_version=OPSET, dynamo=False, **names)
    store_as_float16(path)


def export_reader(reader, path: str) -> None:
    batched = {name: {0: "n"} for name in ("image", "slots", "ctc")}
    example = torch.zeros(1, 1, INPUT_HEIGHT, INPUT_WIDTH)
    _export(ExportedReader(reader), example, path, input_names=["image"], output_names=["slots", "ctc"], dynamic_axes=batched)


def export_detector(exported, size: tuple[int, int], path: str) -> None:
    height, width = size
    _export(exported, torch.zeros(1, 3, height, width), path, input_names=["image"], output_names=["pred"])
