"""Trains the detector. Pictures that hold a validation text are never trained on.

python -m plates.train_detector --data DATA --glyphs work/glyphs.pkl.xz --out work --seconds 520 [--start-from DETECTOR.onnx] [--wide] [--seed 0]"""

import argparse
import json
import math
import multiprocessing
import os
import random
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch
import torch.nn as nn
from PIL import Image

from . import dataset
from .detector_model import INPUT_HEIGHT, INPUT_WIDTH, Detector, ExportedDetector, corners_of, detector_loss, points
from .detector_patches import make_patches
from .detector_samples import IGNORE, OUT_HEIGHT, OUT_WIDTH, PLATE, STORED, Sampler
from .detector_validation import judge_boxes, letterboxed, suppress_overlaps
from .export_onnx import export_detector
from .start_from import load_weights, restore_statistics

SOURCE_WEIGHTS = {"lhqow": 2.0, "openimages": 1.6}
MOST_BOXES = 16


def parse_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--glyphs", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--seconds", type=float, default=520)
    parser.add_argument("--steps", type=int, help="ends earlier, for a trial run")
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--workers", type=int, default=14)
    parser.add_argument("--patches", type=int, default=420, help="of each kind and worker")
    parser.add_argument("--learning-rate", type=float, default=2e-3)
    parser.add_argument("--evaluate-every", type=float, default=60)
    parser.add_argument("--limit", type=int, help="only so many pictures, for a trial run")
    parser.add_argument("--start-from", help="an exported detector to go on from, with a smaller --learning-rate")
    parser.add_argument("--wide", action="store_true", help="holds back more US texts; not for a detector that started from one trained without it")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


def stored(scene):
    """A photograph on its square, its boxes there, their kinds, and the area that it takes."""
    picture = Image.open(scene.path).convert("RGB")
    scale = STORED / max(picture.size)
    width, height = round(picture.width * scale), round(picture.height * scale)
    left, top = (STORED - width) // 2, (STORED - height) // 2
    pixels = np.full((STORED, STORED, 3), 114, np.uint8)
    pixels[top : top + height, left : left + width] = np.asarray(picture.resize((width, height), Image.BILINEAR))
    boxes, kinds = np.zeros((MOST_BOXES, 4), np.float32), np.zeros(MOST_BOXES, np.int64)
    labelled = [(box, PLATE) for box in scene.boxes] + [(box, IGNORE) for box in scene.ignore]
    for number, (box, kind) in enumerate(labelled[:MOST_BOXES]):
        boxes[number] = box[0] * width + left, box[1] * height + top, box[2] * width + left, box[3] * height + top
        kinds[number] = kind
    is_backdrop = all(box[1] > 0.48 for box, _ in labelled)  # no plate in its upper part
    return pixels.transpose(2, 0, 1), boxes, kinds, (left, top, width, height), is_backdrop


@torch.no_grad()
def judge(model: Detector, validation, device: str) -> dict:
    model.eval()
    places = torch.tensor(points(INPUT_HEIGHT, INPUT_WIDTH), device=device)
    found = []
    for start in range(0, len(validation), 64):
        part = validation[start : start + 64]
        output = model(torch.from_numpy(np.stack([pixels for pixels, _, _ in part])).to(device).float() / 255).float()
        corners, scores = corners_of(output, places).cpu().numpy(), torch.sigmoid(output[..., 0]).cpu().numpy()
        for number, (_, boxes, ignored) in enumerate(part):
            kept = suppress_overlaps(corners[number], scores[number], lowest_score=0.03)
            found.append((corners[number][kept], scores[number][kept], boxes, ignored))
    return judge_boxes(found)


def main() -> None:
    options = parse_options()
    os.makedirs(options.out, exist_ok=True)
    random.seed(options.seed)
    np.random.seed(options.seed)
    pool = multiprocessing.get_context("fork").Pool(options.workers)
    pending = pool.map_async(make_patches, [(options.glyphs, 100 * options.seed + worker, worker, options.patches) for worker in range(options.workers)])
    scenes = dataset.read_scenes(options.data, options.wide)[: options.limit]
    with ThreadPoolExecutor(16) as threads:
        training = list(threads.map(stored, [scene for scene in scenes if not scene.is_validation]))
        validation = list(threads.map(lambda scene: letterboxed(scene, (INPUT_WIDTH, INPUT_HEIGHT)), [scene for scene in scenes if scene.is_validation]))
    patches = pending.get()
    pool.terminate()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(options.seed)
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    together = lambda column, kind=None: torch.from_numpy(np.stack([np.asarray(row[column]) for row in training])).to(device)
    sampler = Sampler(
        photographs=together(0), boxes=together(1), kinds=together(2), areas=together(3).float(), is_backdrop=together(4),
        weights=torch.tensor([SOURCE_WEIGHTS.get(scene.source, 1.0) for scene in scenes if not scene.is_validation], device=device),
        plates=[patch for some, _ in patches for patch in some], distractions=[patch for _, some in patches for patch in some], device=device,
    )
    train(options, sampler, validation, device)


def train(options, sampler: Sampler, validation, device: str) -> None:
    model = Detector().to(device)
    if options.start_from:
        load_weights(model, options.start_from, torch.zeros(1, 3, INPUT_HEIGHT, INPUT_WIDTH, device=device))
        restore_statistics(model, (sampler.batch(options.batch)[0] for _ in range(8)))
    average = Detector().to(device)
    average.load_state_dict(model.state_dict())
    average.eval()
    model = model.to(memory_format=torch.channels_last)
    parameters = list(model.parameters())
    optimizer = torch.optim.AdamW(
        [{"params": [p for p in parameters if p.ndim > 1], "weight_decay": 0.03}, {"params": [p for p in parameters if p.ndim <= 1], "weight_decay": 0.0}],
        lr=options.learning_rate,
    )
    places = torch.tensor(points(OUT_HEIGHT, OUT_WIDTH), device=device)
    print("parameters", sum(p.numel() for p in parameters), "pictures", len(sampler.photographs), "validation", len(validation), "device", device, flush=True)
    curve, started, evaluated, step = [], time.time(), time.time(), 0

    def evaluate() -> None:
        result = judge(average, validation, device) | {"seconds": round(time.time() - started, 1), "step": step}
        curve.append(result)
        print("EVALUATION", json.dumps(result), flush=True)
        with open(f"{options.out}/detector-curve.json", "w") as file:
            json.dump(curve, file)

    if options.start_from:
        evaluate()
    while True:
        progress = (time.time() - started) / options.seconds
        if progress >= 1 or (options.steps and step >= options.steps):
            break
        rate = options.learning_rate * min(1, (step + 1) / 300) * (0.5 * (1 + math.cos(math.pi * progress)) * 0.99 + 0.01)
        for group in optimizer.param_groups:
            group["lr"] = rate
        pictures, boxes, is_plate, is_ignored = sampler.batch(options.batch)
        model.train()
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
            output = model(pictures.contiguous(memory_format=torch.channels_last))
        loss = detector_loss(output.float(), places, boxes, is_plate, is_ignored)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(parameters, 5.0)
        optimizer.step()
        step += 1
        with torch.no_grad():
            keep = min(0.999, (1 + step) / (10 + step))
            for kept, current in zip(average.parameters(), parameters):
                kept.lerp_(current, 1 - keep)
            for kept, current in zip(average.buffers(), model.buffers()):
                kept.copy_(current)
        if step % 200 == 0 or step == 3:
            print(step, round(time.time() - started, 1), "s loss", round(loss.item(), 3), flush=True)
        if time.time() - evaluated > options.evaluate_every:
            evaluated = time.time()
            evaluate()
    evaluate()
    torch.save(average.state_dict(), f"{options.out}/detector.pt")
    export_detector(ExportedDetector(average.float().eval().cpu()), (INPUT_HEIGHT, INPUT_WIDTH), f"{options.out}/detector.onnx")
    print("bytes", os.path.getsize(f"{options.out}/detector.onnx"), flush=True)


if __name__ == "__main__":
    main()
