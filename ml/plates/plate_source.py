"""Rendered and recombined plates from other processes, through memory that is shared: rendering is for the processors, training for the GPU."""

import mmap
import multiprocessing
import os
import random

import numpy as np
import torch

from .alphabet import LONGEST_TEXT, encode
from .dataset import CANVAS_HEIGHT, CANVAS_WIDTH
from .render_plate import Atlas, render, training_faces

AUX_COLUMNS = 1 + 2 * LONGEST_TEXT  # the aspect, negative for photographed plates, then the centres


class Ring:
    """Plates of one process, the oldest overwritten."""

    def __init__(self, size: int):
        self.size = size
        self._memory = [mmap.mmap(-1, bytes_) for bytes_ in (size * CANVAS_HEIGHT * CANVAS_WIDTH, size * LONGEST_TEXT, size * AUX_COLUMNS * 4, 8)]
        self.canvases = np.frombuffer(self._memory[0], np.uint8).reshape(size, CANVAS_HEIGHT, CANVAS_WIDTH)
        self.texts = np.frombuffer(self._memory[1], np.uint8).reshape(size, LONGEST_TEXT)
        self.aux = np.frombuffer(self._memory[2], np.float32).reshape(size, AUX_COLUMNS)
        self.made = np.frombuffer(self._memory[3], np.int64)
        self.taken = 0


def _make_plates(ring: Ring, glyphs: str, recombine, recombined_share: float, seed: int, process: int) -> None:
    os.nice(10)
    atlas, chooser, numbers = Atlas(glyphs, training_faces(process)), random.Random(seed), np.random.default_rng(seed)
    made = 0
    while True:
        is_photographed = chooser.random() < recombined_share
        plate = recombine(chooser) if is_photographed else render(atlas, chooser, numbers)
        if plate is None:
            continue
        canvas, text, aspect, centres = plate
        at = made % ring.size
        ring.canvases[at], ring.texts[at], ring.aux[at] = canvas, encode(text), 0
        ring.aux[at, 0] = -aspect if is_photographed else aspect
        ring.aux[at, 1 : 1 + 2 * len(centres)] = np.asarray(centres, np.float32).reshape(-1)
        made += 1
        ring.made[0] = made


class PlateSource:
    """A pool of plates on the GPU that is refreshed as new ones come. Start it before CUDA: its processes are forks."""

    def __init__(self, *, workers: int, glyphs: str, recombine, recombined_share: float, seed: int, ring_size: int = 6_000):
        self.rings = [Ring(ring_size) for _ in range(workers)]
        context = multiprocessing.get_context("fork")
        self.processes = [
            context.Process(target=_make_plates, args=(ring, glyphs, recombine, recombined_share, 1000 * (seed + 1) + number, number), daemon=True)
            for number, ring in enumerate(self.rings)
        ]
        for process in self.processes:
            process.start()

    def open_pool(self, size: int, device: str) -> None:
        self.size, self.device, self.filled, self.next, self.generated = size, device, 0, 0, 0
        self.canvases = torch.empty((size, CANVAS_HEIGHT, CANVAS_WIDTH), dtype=torch.uint8, device=device)
        self.texts = torch.empty((size, LONGEST_TEXT), dtype=torch.long, device=device)
        self.aux = torch.empty((size, AUX_COLUMNS), device=device)

    def refill(self) -> None:
        for ring in self.rings:
            made = int(ring.made[0])
            at = max(ring.taken, made - ring.size + 64)
            while at < made:
                place = at % ring.size
                count = min(made - at, ring.size - place, self.size - self.next)
                target = slice(self.next, self.next + count)
                self.canvases[target] = torch.from_numpy(ring.canvases[place : place + count]).to(self.device)
                self.texts[target] = torch.from_numpy(ring.texts[place : place + count]).long().to(self.device)
                self.aux[target] = torch.from_numpy(ring.aux[place : place + count]).to(self.device)
                self.next = (self.next + count) % self.size
                self.generated += count
                self.filled = min(self.size, self.generated)
                at += count
            ring.taken = made

    def close(self) -> None:
        for process in self.processes:
            process.kill()
