"""Trains the reader on rendered, recombined and photographed plates.

python -m plates.train_reader --data DATA --glyphs work/glyphs.pkl.xz --out work --seconds 530 [--start-from READER.onnx] [--wide] [--seed 0]"""

import argparse
import json
import math
import os
import random
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from . import dataset
from .alphabet import COLUMNS, LONGEST_TEXT, NOTHING, encode, fold_look_alikes, text_of_ctc, text_of_slots
from .export_onnx import export_reader
from .plate_source import PlateSource
from .reader_augment import ReaderAugment
from .reader_model import INPUT_HEIGHT, INPUT_WIDTH, MAP_HEIGHT, MAP_WIDTH, Reader, normalized
from .recombine import Recombiner
from .rendered_validation import STYLES, rendered_validation
from .start_from import load_weights, restore_statistics


def parse_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--glyphs", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--seconds", type=float, default=530)
    parser.add_argument("--steps", type=int, help="ends earlier, for a trial run")
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--workers", type=int, default=14)
    parser.add_argument("--pool", type=int, default=1_200_000, help="plates kept on the GPU")
    parser.add_argument("--first", type=int, default=16_000, help="plates to wait for before the first step")
    parser.add_argument("--photographed", type=float, default=0.25, help="share of photographs in a batch")
    parser.add_argument("--recombined", type=float, default=0.3, help="share of recombined plates among the others")
    parser.add_argument("--learning-rate", type=float, default=2e-3)
    parser.add_argument("--last-rate", type=float, default=0.005, help="share of the learning rate that is left at the end")
    parser.add_argument("--evaluate-every", type=float, default=60)
    parser.add_argument("--start-from", help="an exported reader, or the reader.pt of a training, to go on from with a smaller --learning-rate")
    parser.add_argument("--wide", action="store_true", help="holds back more US texts; not for a reader that started from one trained without it")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


class Validation:
    """Photographs whose texts are never trained on, cut as boxes really are: exact, wider, and off by chance."""

    def __init__(self, data: str, labels, glyphs: str, device: str):
        self.labels = [label for label in labels if label.is_sure]
        chance = random.Random(3)
        off = lambda: tuple(chance.gauss(mean, spread) for mean, spread in ((-0.01, 0.035), (-0.01, 0.06), (0.01, 0.035), (0.01, 0.06)))
        cuts = {"exact": lambda: {}, "wider": lambda: {"margin": 0.05}, "off": lambda: {"shift": off()}}
        self.inputs = {
            name: torch.from_numpy(
                np.stack([dataset.crop_for_reader(data, label, (INPUT_WIDTH, INPUT_HEIGHT), **cut()) for label in self.labels])
            ).to(device).float().unsqueeze(1) / 255
            for name, cut in cuts.items()
        }
        self.rendered = {}
        for style in STYLES:
            pixels, texts = rendered_validation(glyphs, style, 500)
            self.rendered[style] = torch.from_numpy(pixels).to(device).unsqueeze(1) / 255, [fold_look_alikes(text) for text in texts]

    @torch.no_grad()
    def judge(self, model: Reader) -> dict:
        model.eval()
        truth = [label.text for label in self.labels]
        result = {}
        for name, inputs in self.inputs.items():
            slots, steps = (torch.cat(parts) for parts in zip(*(model(normalized(part))[:2] for part in inputs.split(256))))
            for head, texts in (("slots", map(text_of_slots, slots.argmax(-1).tolist())), ("ctc", map(text_of_ctc, steps.argmax(-1).tolist()))):
                right = [text == wanted for text, wanted in zip(texts, truth)]
                result[f"{head} {name}"] = sum(right) / len(right)
                if head == "slots" and name == "wider":
                    regions = sorted({label.region for label in self.labels})
                    result["regions"] = {
                        region: [round(float(np.mean([r for r, label in zip(right, self.labels) if label.region == region])), 3), sum(label.region == region for label in self.labels)]
                        for region in regions
                    }
        photographed = float(np.mean([value for key, value in result.items() if key != "regions"]))
        for style, (inputs, texts) in self.rendered.items():
            slots = torch.cat([model(normalized(part))[0] for part in inputs.split(256)])
            right = [fold_look_alikes(text_of_slots(columns)) == text for columns, text in zip(slots.argmax(-1).tolist(), texts)]
            result[f"rendered {style}"] = sum(right) / len(right)
        # Photographs are few but real; rendered plates stand for styles that they lack.
        result["score"] = 0.8 * photographed + 0.2 * float(np.mean([result[f"rendered {style}"] for style in STYLES]))
        return result


def main() -> None:
    options = parse_options()
    os.makedirs(options.out, exist_ok=True)
    random.seed(options.seed)
    np.random.seed(options.seed)
    training, validation = dataset.split(dataset.read_labels(options.data), options.wide)
    canvases = [dataset.canvas_of(options.data, label) for label in training]
    weights = dataset.sampling_weights(training)
    centres = {row["crop"]: row["x"] for row in dataset.read_lines(f"{options.data}/crops/centres.jsonl")}
    recombine = Recombiner(
        (canvas, label.text, centres.get(label.crop), dataset.aspect_of(label), label.region, label.lines, label.plate_width, weight)
        for canvas, label, weight in zip(canvases, training, weights)
    )
    source = PlateSource(workers=options.workers, glyphs=options.glyphs, recombine=recombine, recombined_share=options.recombined, seed=options.seed)
    try:
        train(options, source, training, canvases, weights, validation)
    finally:
        source.close()


def copied_state(model) -> dict:
    return {name: value.detach().clone() for name, value in model.state_dict().items()}


def train(options, source: PlateSource, training, canvases, weights, validation) -> None:
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(options.seed)
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    photo_canvases = torch.from_numpy(np.stack(canvases)).to(device)
    photo_texts = torch.tensor([encode(label.text) for label in training], device=device)
    photo_aspects = torch.tensor([dataset.aspect_of(label) for label in training], device=device).float()
    photo_weights = torch.tensor(weights, device=device).float()
    judge = Validation(options.data, validation, options.glyphs, device)
    model = Reader().to(device).to(memory_format=torch.channels_last)
    is_exported = bool(options.start_from) and options.start_from.endswith(".onnx")
    if is_exported:
        load_weights(model, options.start_from, torch.zeros(1, 1, INPUT_HEIGHT, INPUT_WIDTH, device=device))
    elif options.start_from:
        model.load_state_dict(torch.load(options.start_from, map_location=device))
    average = Reader().to(device)
    parameters = list(model.parameters())
    optimizer = torch.optim.AdamW(
        [{"params": [p for p in parameters if p.ndim > 1], "weight_decay": 0.05}, {"params": [p for p in parameters if p.ndim <= 1], "weight_decay": 0.0}],
        lr=options.learning_rate, betas=(0.9, 0.98), fused=device == "cuda",
    )
    augment = torch.compile(ReaderAugment(device).__call__, dynamic=False)
    trained = torch.compile(model, dynamic=False)
    source.open_pool(options.pool, device)
    while source.filled < options.first:
        source.refill()
        time.sleep(0.2)
    photo_count = int(options.batch * options.photographed)
    made_count = options.batch - photo_count
    column_centres = ((torch.arange(MAP_WIDTH, device=device) + 0.5) / MAP_WIDTH).repeat(MAP_HEIGHT)
    row_centres = ((torch.arange(MAP_HEIGHT, device=device) + 0.5) / MAP_HEIGHT).repeat_interleave(MAP_WIDTH)
    step_counts = torch.full((options.batch,), 2 * MAP_WIDTH, dtype=torch.long)
    no_centres = torch.zeros(photo_count, LONGEST_TEXT, 2, device=device)
    print("parameters", sum(p.numel() for p in parameters), "photographs", len(training), "validation", len(judge.labels), "device", device, flush=True)

    def next_batch():
        made = torch.randint(0, source.filled, (made_count,), device=device)
        photos = torch.multinomial(photo_weights, photo_count, True)
        aux = source.aux[made]
        recombined = aux[:, 0] < 0
        photographed = torch.cat([recombined, torch.ones(photo_count, dtype=torch.bool, device=device)])
        with torch.no_grad():
            inputs, centres = augment(
                torch.cat([source.canvases[made], photo_canvases[photos]]), torch.cat([aux[:, 0].abs(), photo_aspects[photos]]),
                torch.cat([aux[:, 1:].view(made_count, LONGEST_TEXT, 2), no_centres]), photographed,
            )
        return normalized(inputs).contiguous(memory_format=torch.channels_last), centres, torch.cat([source.texts[made], photo_texts[photos]]), recombined

    if is_exported:
        restore_statistics(model, (next_batch()[0] for _ in range(8)))
    average.load_state_dict(model.state_dict())
    average.eval()
    at_start = copied_state(model)
    curve, best = [], (-1.0, None)
    started, evaluated, step = time.time(), time.time(), 0

    def evaluate() -> None:
        nonlocal best
        result = judge.judge(average) | {"seconds": round(time.time() - started, 1), "step": step, "generated": source.generated}
        curve.append(result)
        print("EVALUATION", json.dumps(result), flush=True)
        with open(f"{options.out}/reader-curve.json", "w") as file:
            json.dump(curve, file)
        if result["score"] >= best[0]:
            best = (result["score"], copied_state(average))

    if options.start_from:
        evaluate()
        best = (-1.0, None)
    while True:
        progress = (time.time() - started) / options.seconds
        if progress >= 1 or (options.steps and step >= options.steps):
            break
        rate = options.learning_rate * min(1, (step + 1) / 500) * (0.5 * (1 + math.cos(math.pi * progress)) * (1 - options.last_rate) + options.last_rate)
        for group in optimizer.param_groups:
            group["lr"] = rate
        if step % 24 == 0:
            source.refill()
        inputs, centres, truth, recombined = next_batch()
        lengths = (truth < NOTHING).sum(1)
        model.train()
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
            slots, steps, looks = trained(inputs)
        slot_loss = F.cross_entropy(slots.float().reshape(-1, COLUMNS), truth.view(-1), label_smoothing=0.01)
        log_steps = torch.log_softmax(steps.float(), -1).transpose(0, 1)
        ctc_loss = (F.ctc_loss(log_steps, truth, step_counts, lengths.cpu(), blank=NOTHING, reduction="none", zero_infinity=True) / lengths).mean()
        # Each slot should look where its character was drawn; taught in the beginning alone.
        distance = ((column_centres - centres[:made_count, :, 0:1]) * MAP_WIDTH / 1.6) ** 2 + ((row_centres - centres[:made_count, :, 1:2]) * MAP_HEIGHT) ** 2
        wanted = torch.exp(-0.5 * distance)
        counts = (truth[:made_count] < NOTHING).float() * (~recombined).float()[:, None]
        look_loss = sum(-(torch.log((look[:made_count].mean(1) * wanted).sum(-1) + 1e-4) * counts).sum() / counts.sum().clamp_min(1) for look in looks)
        loss = slot_loss + 0.5 * ctc_loss + max(0.0, 1 - progress / 0.6) * 0.15 * look_loss
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(parameters, 2.0)
        optimizer.step()
        step += 1
        with torch.no_grad():
            keep = min(0.999, (1 + step) / (10 + step))
            torch._foreach_lerp_(list(average.parameters()), parameters, 1 - keep)
            for kept, current in zip(average.buffers(), model.buffers()):
                kept.copy_(current)
        if step % 250 == 0 or step == 3:
            print(step, round(time.time() - started, 1), "s slots", round(slot_loss.item(), 4), "ctc", round(ctc_loss.item(), 4), "generated", source.generated, flush=True)
        if time.time() - evaluated > options.evaluate_every:
            evaluated = time.time()
            evaluate()
    evaluate()
    if is_exported:
        # Halfway between start and end often generalizes better than either.
        average.load_state_dict({name: (value + at_start[name]) / 2 if value.is_floating_point() else value for name, value in average.state_dict().items()})
        evaluate()
    average.load_state_dict(best[1])
    torch.save(average.state_dict(), f"{options.out}/reader.pt")
    export_reader(average.float().eval().cpu(), f"{options.out}/reader.onnx")
    print("best", round(best[0], 4), "bytes", os.path.getsize(f"{options.out}/reader.onnx"), flush=True)


if __name__ == "__main__":
    main()
