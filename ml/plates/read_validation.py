"""Runs an exported reader over the validation photographs as the product does: a second, wider crop where the first is unsure."""

import numpy as np
import onnxruntime

from . import dataset
from .decode import decode

SECOND_CROP_MARGIN = 0.05


def read_validation(data: str, reader: str, wide: bool, second_crop_below: float = 0.95):
    """(label, text, probability) of every validation plate."""
    session = onnxruntime.InferenceSession(reader, providers=["CPUExecutionProvider"])
    height, width = session.get_inputs()[0].shape[2:]

    def read(label, margin: float):
        crop = dataset.crop_for_reader(data, label, (width, height), margin=margin).astype(np.float32)
        slots, steps = session.run(["slots", "ctc"], {"image": crop[None, None]})
        return slots[0], steps[0]

    _, validation = dataset.split(dataset.read_labels(data), wide)
    for label in validation:
        crops = [read(label, 0.0)]
        text, log_probability = decode(crops)
        if np.exp(log_probability) < second_crop_below:
            crops.append(read(label, SECOND_CROP_MARGIN))
            text, log_probability = decode(crops)
        yield label, text, float(np.exp(log_probability))
