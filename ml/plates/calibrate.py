"""Platt scaling of the reader's probabilities, in two folds over the validation photographs. Its two numbers go into the model's description.

python -m plates.calibrate --data DATA --reader work/reader.onnx [--wide]"""

import argparse

import numpy as np

from .alphabet import fold_look_alikes
from .read_validation import read_validation


def fit(logits: np.ndarray, right: np.ndarray, ridge: float = 0.5) -> np.ndarray:
    """Offset and slope by Newton's method; a little ridge on the slope."""
    features = np.stack([np.ones_like(logits), logits], 1)
    weights = np.zeros(2)
    for _ in range(60):
        guess = 1 / (1 + np.exp(-features @ weights))
        gradient = features.T @ (guess - right) + ridge * np.r_[0, weights[1]]
        curvature = (features * (guess * (1 - guess))[:, None]).T @ features + ridge * np.eye(2)
        weights -= np.linalg.solve(curvature, gradient)
    return weights


def calibration_error(confidence: np.ndarray, right: np.ndarray, bins: int = 10) -> float:
    bin_of = np.minimum(bins - 1, (confidence * bins).astype(int))
    return float(sum((bin_of == b).mean() * abs(confidence[bin_of == b].mean() - right[bin_of == b].mean()) for b in range(bins) if (bin_of == b).any()))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--reader", required=True)
    parser.add_argument("--wide", action="store_true")
    options = parser.parse_args()
    reads = [(text, label.text, p) for label, text, p in read_validation(options.data, options.reader, options.wide) if label.is_sure]
    right = np.array([fold_look_alikes(text) == fold_look_alikes(truth) for text, truth, _ in reads], float)
    probability = np.clip([p for _, _, p in reads], 1e-4, 1 - 1e-4)
    logits = np.log(probability / (1 - probability))
    fold = np.random.default_rng(0).permutation(len(reads)) % 2
    confidence = np.empty(len(reads))
    for side in (0, 1):
        offset, slope = fit(logits[fold != side], right[fold != side])
        confidence[fold == side] = 1 / (1 + np.exp(-(offset + slope * logits[fold == side])))
    offset, slope = fit(logits, right)
    print(f'"calibration": {{ "offset": {offset:.3f}, "slope": {slope:.3f} }}   error in two folds {calibration_error(confidence, right):.4f}')


if __name__ == "__main__":
    main()
