"""The detector: anchor-free, three strides, 1.27 million parameters. Each point of a map predicts whether a plate is there and how far its sides are."""

import torch
import torch.nn as nn
import torch.nn.functional as F

STRIDES = (8, 16, 32)
INPUT_HEIGHT, INPUT_WIDTH = 288, 512


def conv(inputs: int, outputs: int, kernel: int = 3, stride: int = 1, groups: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class Residual(nn.Module):
    def __init__(self, channels: int):
        super().__init__()
        self.first, self.second = conv(channels, channels), conv(channels, channels)

    def forward(self, x):
        return x + self.second(self.first(x))


class Split(nn.Module):
    """Half of the channels go through residual steps; all intermediate results are mixed at the end."""

    def __init__(self, inputs: int, outputs: int, steps: int = 1):
        super().__init__()
        self.half = outputs // 2
        self.enter, self.leave = conv(inputs, outputs, 1), conv(self.half * (2 + steps), outputs, 1)
        self.steps = nn.ModuleList([Residual(self.half) for _ in range(steps)])

    def forward(self, x):
        x = self.enter(x)
        parts = [x[:, : self.half], x[:, self.half :]]
        for step in self.steps:
            parts.append(step(parts[-1]))
        return self.leave(torch.cat(parts, 1))


class WideView(nn.Module):
    """Looks at larger and larger surroundings of each point."""

    def __init__(self, channels: int):
        super().__init__()
        self.enter, self.leave, self.pool = conv(channels, channels // 2, 1), conv(channels * 2, channels, 1), nn.MaxPool2d(5, 1, 2)

    def forward(self, x):
        near = self.enter(x)
        wider = self.pool(near)
        widest = self.pool(wider)
        return self.leave(torch.cat([near, wider, widest, self.pool(widest)], 1))


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(conv(3, 16, 3, 2), conv(16, 32, 3, 2), Split(32, 32))
        self.at8 = nn.Sequential(conv(32, 64, 3, 2), Split(64, 64, 2))
        self.at16 = nn.Sequential(conv(64, 128, 3, 2), Split(128, 128, 2))
        self.at32 = nn.Sequential(conv(128, 160, 3, 2), Split(160, 160), WideView(160))
        self.up16, self.mix16 = conv(160, 96, 1), Split(128 + 96, 96)
        self.up8, self.mix8 = conv(96, 64, 1), Split(64 + 64, 64)
        self.down16, self.out16 = conv(64, 64, 3, 2), Split(64 + 96, 96)
        self.down32, self.out32 = conv(96, 96, 3, 2), Split(96 + 96, 128)
        self.heads = nn.ModuleList([self._head(channels) for channels in (64, 96, 128)])

    @staticmethod
    def _head(channels: int) -> nn.Sequential:
        head = nn.Sequential(
            conv(channels, channels, 3, 1, channels), conv(channels, 64, 1), conv(64, 64, 3, 1, 64), conv(64, 64, 1), nn.Conv2d(64, 5, 1)
        )
        nn.init.constant_(head[-1].bias[:1], -4.5)  # plates are rare
        nn.init.constant_(head[-1].bias[1:], 1.0)
        return head

    def forward(self, x):
        """[batch, points, 5]: logit, then the distances to left, top, right and bottom in pixels."""
        fine = self.at8(self.stem(x))
        middle = self.at16(fine)
        coarse = self.up16(self.at32(middle))
        larger = lambda t: F.interpolate(t, scale_factor=2.0, mode="nearest")
        middle = self.mix16(torch.cat([middle, larger(coarse)], 1))
        fine = self.mix8(torch.cat([fine, larger(self.up8(middle))], 1))
        middle = self.out16(torch.cat([self.down16(fine), middle], 1))
        coarse = self.out32(torch.cat([self.down32(middle), coarse], 1))
        outputs = []
        for features, head, stride in zip((fine, middle, coarse), self.heads, STRIDES):
            values = head(features).flatten(2).transpose(1, 2)
            outputs.append(torch.cat([values[..., :1], F.softplus(values[..., 1:]) * stride], -1))
        return torch.cat(outputs, 1)


class ExportedDetector(nn.Module):
    def __init__(self, detector: Detector):
        super().__init__()
        self.detector = detector

    def forward(self, pixels):
        output = self.detector(pixels / 255.0)
        return torch.cat([torch.sigmoid(output[..., :1]), output[..., 1:]], -1)


def points(height: int, width: int, strides=STRIDES) -> list[tuple[float, float, float]]:
    """x, y and stride of every point, in the order of the output."""
    return [
        ((column + 0.5) * stride, (row + 0.5) * stride, float(stride))
        for stride in strides
        for row in range(height // stride)
        for column in range(width // stride)
    ]


def corners_of(output, places):
    """The boxes of an output as left, top, right, bottom."""
    x, y = places[:, 0], places[:, 1]
    return torch.stack([x - output[..., 1], y - output[..., 2], x + output[..., 3], y + output[..., 4]], -1)


def overlap(one, other):
    """Intersection over union, and the union."""
    low, high = torch.max(one[..., :2], other[..., :2]), torch.min(one[..., 2:], other[..., 2:])
    area = lambda box: (box[..., 2:] - box[..., :2]).clamp_min(0).prod(-1)
    shared = (high - low).clamp_min(0).prod(-1)
    union = area(one) + area(other) - shared + 1e-6
    return shared / union, union


def detector_loss(output, places, boxes, is_plate, is_ignored):
    """boxes [batch, n, 4]. The ten points that fit a plate best learn it, each by how well it does; points on ignored regions learn nothing."""
    where, strides = places[:, :2], places[:, 2]
    found, score = corners_of(output, places), output[..., 0]
    with torch.no_grad():
        middles = (boxes[..., :2] + boxes[..., 2:]) / 2
        point, stride = where[None, None], strides[None, None]
        near = ((point - middles[:, :, None]).abs() < 2.5 * stride[..., None]).all(-1)
        inside = ((point > boxes[:, :, None, :2]) & (point < boxes[:, :, None, 2:])).all(-1)
        size = (boxes[..., 2:] - boxes[..., :2]).amax(-1)[:, :, None]
        right_level = ((size > 2.0 * stride) & (size < 24 * stride)) | ((stride == 8) & (size <= 16)) | ((stride == 32) & (size >= 256))
        candidate = near & (inside | (size < 2.2 * stride)) & right_level & is_plate[:, :, None]
        fit, _ = overlap(found[:, None], boxes[:, :, None])
        ignored = ((inside | (near & (size < 2.2 * stride))) & is_ignored[:, :, None]).any(1)
        quality = torch.sigmoid(score)[:, None].clamp_min(1e-3).pow(0.5) * fit.clamp_min(1e-4).pow(4) * candidate
        best, best_at = quality.topk(min(10, output.shape[1]), -1)
        chosen = torch.zeros_like(candidate).scatter(-1, best_at, best > 0) & candidate
        plate_of = (quality * chosen).argmax(1)  # a point learns one plate
        chosen = chosen & F.one_hot(plate_of, boxes.shape[1]).permute(0, 2, 1).bool()
        learns = chosen.any(1)
        target = boxes.gather(1, plate_of[..., None].expand(-1, -1, 4))
        chosen_quality = quality * chosen
        wanted = (chosen_quality / chosen_quality.amax(-1, keepdim=True).clamp_min(1e-9) * (fit * chosen).amax(-1, keepdim=True)).amax(1)
        weight = torch.where(learns, torch.ones_like(wanted), torch.sigmoid(score).pow(2) * (~ignored))
    score_loss = (F.binary_cross_entropy_with_logits(score, wanted, reduction="none") * weight).sum()
    total = wanted.sum().clamp_min(1.0)
    fit, union = overlap(found, target)
    hull = (torch.max(found[..., 2:], target[..., 2:]) - torch.min(found[..., :2], target[..., :2])).clamp_min(0).prod(-1) + 1e-6
    box_loss = ((1 - (fit - (hull - union) / hull)) * wanted * learns).sum()
    return score_loss / total + 2.5 * box_loss / total
