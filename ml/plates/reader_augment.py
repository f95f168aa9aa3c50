"""What happens to a plate between the street and the file: the view, the lens, the sensor, the codec, the light. On the GPU, for
each plate on its own, always at the same sizes."""

import math

import torch
import torch.nn.functional as F

from .dataset import CANVAS_HEIGHT, CANVAS_WIDTH, MARGIN_X, MARGIN_Y
from .reader_model import INPUT_HEIGHT as H
from .reader_model import INPUT_WIDTH as W

# The luminance table of the JPEG standard, annex K.
QUANTIZATION = [16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
                18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99]


def homography(source, target):
    """For each of a batch, the matrix that takes four points to four others."""
    x, y, u, v = source[..., 0], source[..., 1], target[..., 0], target[..., 1]
    one, zero = torch.ones_like(x), torch.zeros_like(x)
    rows_u = torch.stack([x, y, one, zero, zero, zero, -u * x, -u * y], -1)
    rows_v = torch.stack([zero, zero, zero, x, y, one, -v * x, -v * y], -1)
    solved = torch.linalg.solve(torch.cat([rows_u, rows_v], 1), torch.cat([u, v], 1)[..., None])[..., 0]
    return torch.cat([solved, torch.ones(len(solved), 1, device=solved.device)], 1).view(-1, 3, 3)


class ReaderAugment:
    def __init__(self, device: str):
        self.device = device
        self.dct = torch.tensor(
            [[math.cos((2 * x + 1) * u * math.pi / 16) * (math.sqrt(0.125) if u == 0 else 0.5) for x in range(8)] for u in range(8)], device=device
        )
        self.quantization = torch.tensor(QUANTIZATION, device=device).view(8, 8).float() / 255
        self.columns, self.rows = torch.arange(W, device=device).float(), torch.arange(H, device=device).float()
        y, x = torch.meshgrid((self.rows + 0.5) / H * 2 - 1, (self.columns + 0.5) / W * 2 - 1, indexing="ij")
        self.x, self.y = x[None, None], y[None, None]
        self.grid = torch.stack([x, y, torch.ones_like(x)], -1).view(1, -1, 3)

    def uniform(self, count: int, low: float, high: float):
        return torch.rand(count, device=self.device) * (high - low) + low

    def chance(self, count: int, share):
        return torch.rand(count, device=self.device) < share

    def __call__(self, canvases, aspects, centres, photographed):
        """Plates as the reader sees them, 0..1, and the centres as fractions of them. Photographs are changed less: they have been through it once."""
        x = canvases.float().unsqueeze(1) / 255
        x = torch.where(each(self.chance(len(x), 0.03)), 1 - x, x)
        x, centres = self.view(x, centres, photographed)
        x = self.camera(x, aspects, photographed)
        return self.light(x, photographed).clamp(0, 1), centres

    def view(self, x, centres, photographed):
        """Tilt and turn, and a box that is not exact on any side."""
        count = len(x)
        mild = 1 - 0.45 * photographed.float()
        turn = self.uniform(count, -0.38, 0.38) * self.chance(count, 0.6) * mild
        lean = self.uniform(count, -0.14, 0.14) * mild
        turn_right, turn_left, lean_right, lean_left = turn.clamp_min(0), (-turn).clamp_min(0), lean.clamp_min(0), (-lean).clamp_min(0)
        corners = torch.stack(
            [
                torch.stack([-1 + 2 * lean_right, -1 + 2 * turn_left], -1), torch.stack([1 - 2 * lean_left, -1 + 2 * turn_right], -1),
                torch.stack([1 - 2 * lean_right, 1 - 2 * turn_left], -1), torch.stack([-1 + 2 * lean_left, 1 - 2 * turn_right], -1),
            ], 1,
        )
        corners = corners + (torch.rand(count, 4, 2, device=self.device) - 0.5) * 0.12
        loose = lambda: torch.stack([self.uniform(count, -0.045, 0.12), self.uniform(count, -0.07, 0.16)], -1)
        before, after = loose(), loose()
        tight = self.chance(count, 0.3)[:, None]
        before, after = torch.where(tight, before * 0.25, before), torch.where(tight, after * 0.25, after)
        far = self.chance(count, 0.1)[:, None]
        before, after = torch.where(far, before * 1.7, before), torch.where(far, after * 1.7, after)
        corners = ((corners + 1) / 2 + before[:, None]) / (1 + before + after)[:, None] * 2 - 1
        side_x, side_y = 1 - 2 * MARGIN_X / CANVAS_WIDTH, 1 - 2 * MARGIN_Y / CANVAS_HEIGHT
        plate = torch.tensor([[-side_x, -side_y], [side_x, -side_y], [side_x, side_y], [-side_x, side_y]], device=self.device).expand(count, 4, 2)
        to_canvas, to_input = homography(corners, plate), homography(plate, corners)
        places = self.grid @ to_canvas.transpose(1, 2)
        places = (places[..., :2] / places[..., 2:].clamp_min(0.05)).view(count, H, W, 2)
        x = F.grid_sample(x, places, align_corners=False, padding_mode="border")
        at = torch.stack([centres[..., 0] / CANVAS_WIDTH * 2 - 1, centres[..., 1] / CANVAS_HEIGHT * 2 - 1, torch.ones_like(centres[..., 0])], -1) @ to_input.transpose(1, 2)
        return x, (at[..., :2] / at[..., 2:].clamp_min(0.05) + 1) / 2

    def camera(self, x, aspects, photographed):
        """Few pixels, a soft or moving lens, noise, sharpening and JPEG, then back to the reader's size."""
        count = len(x)
        one = torch.ones(count, device=self.device)
        fewest = torch.where(photographed, 64 * one, 42 * one)
        width = torch.exp(torch.log(fewest) + torch.rand(count, device=self.device) * (math.log(230) - torch.log(fewest)))
        width = torch.where(self.chance(count, torch.where(photographed, 0.5 * one, 0.8 * one)), width, 230 * one)
        height = (width / (aspects * self.uniform(count, 0.85, 1.15)).clamp(1, 5)).clamp(12, H).round()
        width = width.clamp(24, W).round()
        soft = self.chance(count, torch.where(photographed, 0.3 * one, 0.5 * one)).float()
        shrink_x, shrink_y = W / width, H / height
        blur_x = (0.35 * (shrink_x - 1)).clamp_min(0.05) + soft * self.uniform(count, 0, 1) * (0.9 * shrink_x).clamp_max(3)
        blur_y = (0.35 * (shrink_y - 1)).clamp_min(0.05) + soft * self.uniform(count, 0, 1) * (0.9 * shrink_y).clamp_max(2.5)
        motion_x = 0.3 + self.chance(count, 0.16).float() * self.uniform(count, 2, 12)
        motion_y = 0.3 + self.chance(count, 0.08).float() * self.uniform(count, 1.5, 6)
        x = self.blur(self.blur(x, blur_x, motion_x, 3, 7), blur_y, motion_y, 2, 5)
        small_x = ((self.columns[None] + 0.5) / width[:, None]).clamp(max=1.0) * 2 - 1
        small_y = ((self.rows[None] + 0.5) / height[:, None]).clamp(max=1.0) * 2 - 1
        x = self.sample(x, small_x, small_y)
        # At night the light is weak before the sensor adds its noise; what follows brightens both.
        is_night = self.chance(count, 0.12 - 0.06 * photographed.float())
        mean = x.mean((2, 3), keepdim=True)
        x = torch.where(each(is_night), (x - mean) * each(self.uniform(count, 0.3, 0.8)) + mean, x)
        noise = self.uniform(count, 0, 1) ** 2 * 0.07 * (1 - 0.4 * photographed.float()) + is_night * self.uniform(count, 0, 0.06)
        x = x + torch.randn_like(x) * each(noise)
        smooth = F.avg_pool2d(F.pad(x, (1, 1, 1, 1), mode="replicate"), 3, 1)
        x = (x + (x - smooth) * each(self.uniform(count, 0.3, 1.8) * self.chance(count, 0.25))).clamp(0, 1)
        x = torch.where(each(self.chance(count, 0.55)), self.jpeg(x, self.uniform(count, 16, 90)), x)
        back_x = torch.minimum(((self.columns[None] + 0.5) / W * width[:, None] - 0.5).clamp_min(0), width[:, None] - 1)
        back_y = torch.minimum(((self.rows[None] + 0.5) / H * height[:, None] - 0.5).clamp_min(0), height[:, None] - 1)
        return self.sample(x, (back_x + 0.5) / W * 2 - 1, (back_y + 0.5) / H * 2 - 1)

    def sample(self, x, columns, rows):
        count = len(x)
        places = torch.stack([columns[:, None, :].expand(count, H, W), rows[:, :, None].expand(count, H, W)], -1)
        return F.grid_sample(x, places, align_corners=False, padding_mode="border")

    def blur(self, x, sigma, length, dimension, reach):
        """A box of some length, softened by a Gaussian, along one dimension."""
        taps = torch.arange(-reach, reach + 1, device=self.device).float()[None]
        scale, half = sigma.clamp_min(0.15)[:, None] * math.sqrt(2), length[:, None] / 2
        weights = torch.erf((taps + half) / scale) - torch.erf((taps - half) / scale)
        weights = weights / weights.sum(1, keepdim=True)
        padded = F.pad(x, (reach, reach, 0, 0) if dimension == 3 else (0, 0, reach, reach), mode="replicate")
        size = x.shape[dimension]
        return sum(padded.narrow(dimension, tap, size) * each(weights[:, tap]) for tap in range(2 * reach + 1))

    def jpeg(self, x, quality):
        scale = torch.where(quality < 50, 50 / quality, 2 - quality / 50).view(-1, 1, 1, 1, 1)
        steps = (self.quantization * scale).clamp_min(1 / 255)
        blocks = (x - 0.5).view(len(x), H // 8, 8, W // 8, 8).permute(0, 1, 3, 2, 4)
        coefficients = torch.round(self.dct @ blocks @ self.dct.t() / steps) * steps
        return (self.dct.t() @ coefficients @ self.dct).permute(0, 1, 3, 2, 4).reshape(len(x), 1, H, W) + 0.5

    def light(self, x, photographed):
        """Gamma, contrast, gradients, shadows, reflections, and something in front."""
        count = len(x)
        one = torch.ones(count, device=self.device)
        x = x.clamp(1e-4, 1).pow(each(torch.exp(self.uniform(count, -0.6, 0.6))))
        mean = x.mean((2, 3), keepdim=True)
        contrast = torch.exp(self.uniform(count, -1.2, 0.4) * torch.where(photographed, 0.7 * one, one))
        x = (x - mean) * each(contrast) + mean + each(self.uniform(count, -0.25, 0.25) * self.chance(count, 0.6))
        slope = self.chance(count, 0.5)
        x = x + self.x * each(self.uniform(count, -0.3, 0.3) * slope) + self.y * each(self.uniform(count, -0.3, 0.3) * slope)
        shadow = (self.y - each(self.uniform(count, -1.2, 1.2)) - each(self.uniform(count, -2, 2)) * self.x) > 0
        x = x * (1 - shadow.float() * each(self.chance(count, 0.14) * self.uniform(count, 0.2, 0.6)))
        glare = ((self.x - each(self.uniform(count, -1, 1))) / each(self.uniform(count, 0.1, 0.6))) ** 2
        glare = torch.exp(-(glare + ((self.y - each(self.uniform(count, -1, 1))) / each(self.uniform(count, 0.2, 1))) ** 2))
        x = x + glare * each(self.chance(count, 0.10) * self.uniform(count, 0.2, 0.8))
        hidden = ((self.x - each(self.uniform(count, -1, 1))).abs() < each(self.uniform(count, 0.01, 0.06))) & (
            (self.y - each(self.uniform(count, -1, 1))).abs() < each(self.uniform(count, 0.03, 0.2))
        )
        return torch.where(hidden & each(self.chance(count, 0.15)), each(torch.rand(count, device=self.device)), x)


def each(values):
    """One value for each plate of a batch."""
    return values.view(-1, 1, 1, 1)
