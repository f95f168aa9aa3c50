"""The reader: a small CNN, a transformer over its map, and two heads that read the same features.

slots - ten queries, one for each character; their attention is taught by the rendered characters' centres
ctc   - the map's rows folded to two and laid end to end: the upper line's steps, then the lower line's"""

import math

import torch
import torch.nn as nn
import torch.nn.functional as F

from .alphabet import COLUMNS, LONGEST_TEXT

INPUT_HEIGHT, INPUT_WIDTH = 64, 192
MAP_HEIGHT, MAP_WIDTH = 4, 48


def conv(inputs: int, outputs: int, stride=1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class Residual(nn.Module):
    def __init__(self, channels: int):
        super().__init__()
        self.first = conv(channels, channels)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x):
        return F.relu(x + self.second(self.first(x)))


class Attention(nn.Module):
    """Written out where the weights are wanted and for the export, which has no fused form in opset 17; fused in training, where most of the time goes here."""

    def __init__(self, width: int, heads: int):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))

    def forward(self, x, memory, wants_weights=False):
        batch, length, width = x.shape
        split = lambda t: t.view(batch, t.shape[1], self.heads, width // self.heads).transpose(1, 2)
        query, key, value = split(self.query(x)), split(self.key(memory)), split(self.value(memory))
        if self.training and not wants_weights:
            mixed = F.scaled_dot_product_attention(query, key, value)
            return self.out(mixed.transpose(1, 2).reshape(batch, length, width)), None
        weights = torch.softmax((query @ key.transpose(2, 3)).float() / math.sqrt(width // self.heads), -1)
        mixed = (weights.to(value.dtype) @ value).transpose(1, 2).reshape(batch, length, width)
        return self.out(mixed), weights


class Block(nn.Module):
    def __init__(self, width: int, heads: int, looks_at_map: bool, dropout: float = 0.1):
        super().__init__()
        self.norm_self, self.self_attention = nn.LayerNorm(width), Attention(width, heads)
        self.looks_at_map = looks_at_map
        if looks_at_map:
            self.norm_map, self.map_attention = nn.LayerNorm(width), Attention(width, heads)
        self.norm_feed, self.feed = nn.LayerNorm(width), nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width))
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, memory=None):
        normed = self.norm_self(x)
        x = x + self.dropout(self.self_attention(normed, normed)[0])
        weights = None
        if self.looks_at_map:
            seen, weights = self.map_attention(self.norm_map(x), memory, wants_weights=True)
            x = x + self.dropout(seen)
        return x + self.dropout(self.feed(self.norm_feed(x))), weights


class Reader(nn.Module):
    def __init__(self, channels=(32, 64, 128), width=192, encoder_blocks=3, decoder_blocks=2, heads=6):
        super().__init__()
        low, middle, high = channels
        self.cnn = nn.Sequential(
            conv(1, low, 2), conv(low, low), conv(low, middle, 2), Residual(middle),
            conv(middle, high, (2, 1)), Residual(high), Residual(high), conv(high, width, (2, 1)),
        )
        self.position = nn.Parameter(torch.randn(1, MAP_HEIGHT * MAP_WIDTH, width) * 0.02)
        self.encoder = nn.ModuleList([Block(width, heads, False) for _ in range(encoder_blocks)])
        self.norm_encoded = nn.LayerNorm(width)
        self.fold, self.ctc = nn.Linear(2 * width, width), nn.Linear(width, COLUMNS)
        self.queries = nn.Parameter(torch.randn(1, LONGEST_TEXT, width) * 0.2)
        self.decoder = nn.ModuleList([Block(width, heads, True) for _ in range(decoder_blocks)])
        self.norm_decoded, self.slots = nn.LayerNorm(width), nn.Linear(width, COLUMNS)

    def forward(self, x):
        """Logits of the slots, logits of the CTC steps, and where each slot looked in each decoder block."""
        features = self.cnn(x).flatten(2).transpose(1, 2) + self.position
        for block in self.encoder:
            features, _ = block(features)
        features = self.norm_encoded(features)
        batch, _, width = features.shape
        rows = features.view(batch, 2, 2, MAP_WIDTH, width).permute(0, 1, 3, 2, 4).reshape(batch, 2 * MAP_WIDTH, 2 * width)
        steps = self.ctc(F.relu(self.fold(rows)))
        slots, looks = self.queries.expand(batch, -1, -1), []
        for block in self.decoder:
            slots, weights = block(slots, features)
            looks.append(weights)
        return self.slots(self.norm_decoded(slots)), steps, looks


def normalized(pixels):
    """From 0..1."""
    return (pixels - 0.5) / 0.25


class ExportedReader(nn.Module):
    """Bytes in, probabilities out: what the product runs."""

    def __init__(self, reader: Reader):
        super().__init__()
        self.reader = reader

    def forward(self, pixels):
        slots, steps, _ = self.reader(normalized(pixels / 255.0))
        return torch.softmax(slots, -1), torch.softmax(steps, -1)
