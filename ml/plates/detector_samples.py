"""Training pictures, made on the GPU: a photograph under a random affine map or four in a mosaic, patches pasted in, then light and noise."""

import math
import random

import torch
import torch.nn.functional as F

STORED = 448  # photographs are kept on a square of this size
OUT_HEIGHT, OUT_WIDTH = 352, 512
NONE, PLATE, IGNORE = 0, 1, 2


class Sampler:
    def __init__(self, *, photographs, boxes, kinds, areas, is_backdrop, weights, plates, distractions, device: str):
        """photographs [n, 3, STORED, STORED]; boxes [n, m, 4] and kinds [n, m] in its pixels; areas: where the photograph lies on its square."""
        self.photographs, self.boxes, self.kinds, self.areas, self.weights = photographs, boxes, kinds, areas, weights
        self.backdrops = is_backdrop.nonzero()[:, 0]
        self.patches = {True: self._stack(plates), False: self._stack(distractions)}
        self.device = device
        self.type = torch.float16 if device == "cuda" else torch.float32
        y, x = torch.meshgrid(torch.arange(OUT_HEIGHT, device=device), torch.arange(OUT_WIDTH, device=device), indexing="ij")
        self.x, self.y = x, y
        self.places = torch.stack([x + 0.5, y + 0.5], -1).view(1, -1, 2).float()

    def _stack(self, patches):
        pixels = torch.stack([torch.from_numpy(pixels.copy()) for pixels, _ in patches]).permute(0, 3, 1, 2).to(self.weights.device)
        # A smaller form beside it, or far plates would flicker.
        small = F.avg_pool2d(pixels.float(), 3, 3, padding=1).byte()
        return (pixels, small), torch.tensor([aspect for _, aspect in patches], device=self.weights.device).float()

    def uniform(self, count: int, low: float, high: float):
        return torch.rand(count, device=self.device) * (high - low) + low

    def chance(self, count: int, share: float):
        return torch.rand(count, device=self.device) < share

    @torch.no_grad()
    def batch(self, count: int):
        """Pictures 0..1, boxes [count, n, 4], which are plates and which are to be ignored."""
        pictures = self.ground(count)
        mosaic = self.chance(count, 0.5)
        whole = lambda size: torch.full((count,), float(size), device=self.device)
        cut_x = torch.where(mosaic, self.uniform(count, 0.3, 0.7) * OUT_WIDTH, whole(OUT_WIDTH))
        cut_y = torch.where(mosaic, self.uniform(count, 0.3, 0.7) * OUT_HEIGHT, whole(OUT_HEIGHT))
        boxes, kinds = [], []
        for quarter in range(4):
            chosen = torch.arange(count, device=self.device) if quarter == 0 else mosaic.nonzero()[:, 0]
            if len(chosen) == 0:
                continue
            zero, right, bottom = torch.zeros(len(chosen), device=self.device), whole(OUT_WIDTH)[chosen], whole(OUT_HEIGHT)[chosen]
            x0, x1 = (zero, cut_x[chosen]) if quarter % 2 == 0 else (cut_x[chosen], right)
            y0, y1 = (zero, cut_y[chosen]) if quarter < 2 else (cut_y[chosen], bottom)
            found_boxes, found_kinds = self.place_photographs(pictures, chosen, mosaic[chosen], (x0, y0, x1, y1))
            all_boxes = torch.zeros(count, found_boxes.shape[1], 4, device=self.device)
            all_kinds = torch.zeros(count, found_boxes.shape[1], dtype=torch.long, device=self.device)
            all_boxes[chosen], all_kinds[chosen] = found_boxes, found_kinds
            boxes.append(all_boxes)
            kinds.append(all_kinds)
        boxes, kinds = torch.cat(boxes, 1), torch.cat(kinds, 1)
        for share in (0.45, 0.25):
            boxes, kinds = self.paste(pictures, boxes, kinds, share)
        order = (kinds > 0).float().topk(min(16, kinds.shape[1]), 1)[1]
        boxes, kinds = boxes.gather(1, order[..., None].expand(-1, -1, 4)), kinds.gather(1, order)
        return photographic(pictures.float() / 255, self), boxes, kinds == PLATE, kinds == IGNORE

    def ground(self, count: int):
        """What shows where no photograph lies: the upper part of some picture that has no plate there, or the letterbox's grey."""
        chosen = self.backdrops[torch.randint(0, len(self.backdrops), (count,), device=self.device)]
        area = self.areas[chosen]
        across, down = self.x / OUT_WIDTH, self.y / OUT_HEIGHT
        place = lambda at, length, from_, share, fraction: (at.view(-1, 1, 1) + length.view(-1, 1, 1) * (from_.view(-1, 1, 1) + share.view(-1, 1, 1) * fraction[None])) / STORED * 2 - 1
        x = place(area[:, 0], area[:, 2], self.uniform(count, 0, 0.5), self.uniform(count, 0.35, 0.5), across)
        y = place(area[:, 1], area[:, 3] * 0.45, self.uniform(count, 0, 0.3), self.uniform(count, 0.5, 0.7), down)
        pictures = F.grid_sample(self.photographs[chosen].to(self.type), torch.stack([x, y], -1).to(self.type), align_corners=False, padding_mode="border")
        return torch.where(self.chance(count, 0.3).view(-1, 1, 1, 1), torch.full_like(pictures, 114.0), pictures)

    def place_photographs(self, pictures, chosen, in_mosaic, area):
        """Draws one photograph each into an area of the pictures, moved, scaled, turned, and mostly around one of its plates."""
        x0, y0, x1, y1 = area
        count = len(chosen)
        index = torch.multinomial(self.weights, count, True)
        scale = torch.where(in_mosaic, torch.exp(self.uniform(count, math.log(0.28), math.log(1.1))), torch.exp(self.uniform(count, math.log(0.45), math.log(1.7))))
        angle, shear = self.uniform(count, -0.16, 0.16) * self.chance(count, 0.5), self.uniform(count, -0.12, 0.12) * self.chance(count, 0.6)
        stretch, mirror = torch.exp(self.uniform(count, -0.15, 0.15)), torch.where(self.chance(count, 0.3), -1.0, 1.0)
        kinds, boxes = self.kinds[index], self.boxes[index]
        is_plate = kinds == PLATE
        which = (torch.rand(count, boxes.shape[1], device=self.device) * is_plate).argmax(1)
        plate = boxes[torch.arange(count, device=self.device), which]
        focused = (self.chance(count, 0.6) & is_plate.any(1))[:, None]
        middle = torch.full((count, 2), STORED / 2.0, device=self.device)
        source = torch.where(focused, (plate[:, :2] + plate[:, 2:]) / 2, middle)
        anywhere = torch.stack([x0 + (x1 - x0) * self.uniform(count, 0.1, 0.9), y0 + (y1 - y0) * self.uniform(count, 0.1, 0.9)], -1)
        central = torch.stack([(x0 + x1) / 2 + self.uniform(count, -60, 60), (y0 + y1) / 2 + self.uniform(count, -50, 50)], -1)
        target = torch.where(focused, anywhere, central)
        cos, sin = torch.cos(angle), torch.sin(angle)
        forward = torch.stack(
            [torch.stack([scale * stretch * cos * mirror, -scale * sin + scale * shear], -1), torch.stack([scale * stretch * sin * mirror, scale * cos], -1)], 1
        )
        places = ((self.places - target[:, None]) @ torch.linalg.inv(forward).transpose(1, 2) + source[:, None]) / STORED * 2 - 1
        places = places.view(count, OUT_HEIGHT, OUT_WIDTH, 2)
        drawn = F.grid_sample(self.photographs[index].to(self.type), places.to(self.type), align_corners=False, padding_mode="zeros")
        bounds = self.areas[index]
        edge = lambda value: (value / STORED * 2 - 1).view(-1, 1, 1)
        inside = (places[..., 0] > edge(bounds[:, 0])) & (places[..., 0] < edge(bounds[:, 0] + bounds[:, 2])) & (places[..., 1] > edge(bounds[:, 1])) & (places[..., 1] < edge(bounds[:, 1] + bounds[:, 3]))
        at = lambda value: value.view(-1, 1, 1)
        inside &= (self.x[None] >= at(x0)) & (self.x[None] < at(x1)) & (self.y[None] >= at(y0)) & (self.y[None] < at(y1))
        pictures[chosen] = torch.where(inside.unsqueeze(1), drawn, pictures[chosen])
        corners = torch.stack([boxes[..., [0, 1]], boxes[..., [2, 1]], boxes[..., [2, 3]], boxes[..., [0, 3]]], 2)
        corners = (corners - source[:, None, None]) @ forward.transpose(1, 2)[:, None] + target[:, None, None]
        low, high = corners.amin(2), corners.amax(2)
        area_before = (high - low).prod(-1)
        low, high = torch.max(low, torch.stack([x0, y0], -1)[:, None]), torch.min(high, torch.stack([x1, y1], -1)[:, None])
        visible = (high - low).clamp_min(0).prod(-1) / area_before.clamp_min(1)
        is_good = is_plate & (visible > 0.65) & ((high - low)[..., 0] > 10) & ((high - low)[..., 1] > 4.5)
        # A plate that is cut off or too small is neither plate nor background.
        return torch.cat([low, high], -1), torch.where(is_good, PLATE, torch.where((kinds > 0) & (visible > 0.08), IGNORE, NONE))

    def paste(self, pictures, boxes, kinds, share: float):
        """Pastes a plate or a distraction where no plate is."""
        total = len(pictures)
        chosen = self.chance(total, share).nonzero()[:, 0]
        count = len(chosen)
        if count == 0:
            return boxes, kinds
        is_plate = self.chance(count, 0.45)
        width = torch.exp(self.uniform(count, math.log(22), math.log(190)))
        pick = {kind: torch.randint(0, len(self.patches[kind][1]), (count,), device=self.device) for kind in (True, False)}
        aspect = torch.where(is_plate, self.patches[True][1][pick[True]], self.patches[False][1][pick[False]]) * torch.exp(self.uniform(count, -0.12, 0.12))
        height = (width / aspect).clamp_min(5)
        angle, shear = self.uniform(count, -0.14, 0.14) * self.chance(count, 0.6), self.uniform(count, -0.25, 0.25) * self.chance(count, 0.4)
        centre = torch.stack([self.uniform(count, 10, OUT_WIDTH - 10), self.uniform(count, 10, OUT_HEIGHT - 10)], -1)
        cos, sin = torch.cos(angle), torch.sin(angle)
        to_pixels = torch.stack([torch.stack([width / 2 * cos, -height / 2 * sin], -1), torch.stack([width / 2 * (sin + shear), height / 2 * cos], -1)], 1)
        square = torch.tensor([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]], device=self.device)
        corners = square[None] @ to_pixels.transpose(1, 2) + centre[:, None]
        low, high = corners.amin(1), corners.amax(1)
        touches = ((torch.min(high[:, None], boxes[chosen][..., 2:]) - torch.max(low[:, None], boxes[chosen][..., :2])).amin(-1) > -1) & (kinds[chosen] > 0)
        fits = ~touches.any(1) & (low[:, 0] > 0) & (low[:, 1] > 0) & (high[:, 0] < OUT_WIDTH) & (high[:, 1] < OUT_HEIGHT)
        for kind in (True, False):
            for level, of_level in enumerate((width > 75, width <= 75)):
                some = (fits & of_level & (is_plate == kind)).nonzero()[:, 0]
                if len(some) == 0:
                    continue
                places = ((self.places - centre[some][:, None]) @ torch.linalg.inv(to_pixels[some]).transpose(1, 2)).view(len(some), OUT_HEIGHT, OUT_WIDTH, 2).to(self.type)
                patch = self.patches[kind][0][level][pick[kind][some]].to(self.type)
                cover = F.grid_sample(patch[:, 3:], places, align_corners=False, padding_mode="zeros") / 255
                colour = F.grid_sample(patch[:, :3], places, align_corners=False, padding_mode="border")
                gain = self.uniform(len(some), 0.5, 1.05).view(-1, 1, 1, 1).to(self.type)
                at = chosen[some]
                pictures[at] = pictures[at] * (1 - cover) + colour * gain * cover
        new_boxes, new_kinds = torch.zeros(total, 1, 4, device=self.device), torch.zeros(total, 1, dtype=torch.long, device=self.device)
        new_boxes[chosen, 0] = torch.cat([low, high], -1)
        new_kinds[chosen, 0] = torch.where(fits & is_plate, torch.where(width <= 24, IGNORE, PLATE), NONE)
        return torch.cat([boxes, new_boxes], 1), torch.cat([kinds, new_kinds], 1)


def photographic(x, sampler: Sampler):
    """Colour, gamma, contrast, night, blur and noise."""
    count = len(x)
    each = lambda values: values.view(-1, 1, 1, 1)
    grey = x.mean(1, keepdim=True)
    colour = torch.where(sampler.chance(count, 0.2), torch.zeros(count, device=x.device), sampler.uniform(count, 0.5, 1.4))
    x = grey + (x - grey) * each(colour)
    x = x * (1 + (torch.rand(count, 3, 1, 1, device=x.device) - 0.5) * 0.2 * each(colour.clamp(0, 1)))
    x = x.clamp(0, 1).pow(torch.exp(each(sampler.uniform(count, -0.55, 0.7))))
    mean = x.mean((1, 2, 3), keepdim=True)
    x = (x - mean) * torch.exp(each(sampler.uniform(count, -0.5, 0.3))) + mean + each(sampler.uniform(count, -0.18, 0.18))
    x = x * torch.where(each(sampler.chance(count, 0.16)), each(sampler.uniform(count, 0.15, 0.6)), torch.ones(1, device=x.device))
    parts = []
    for part in x.split(max(1, count // 8)):
        if random.random() < 0.35:
            sigma = random.uniform(0.4, 1.5)
            kernel = torch.exp(-((torch.arange(7, device=x.device) - 3).float() ** 2) / (2 * sigma * sigma))
            kernel = kernel / kernel.sum()
            part = F.conv2d(F.pad(part, (3, 3, 3, 3), mode="replicate"), kernel.view(1, 1, 1, -1).expand(3, 1, 1, 7), groups=3)
            part = F.conv2d(part, kernel.view(1, 1, -1, 1).expand(3, 1, 7, 1), groups=3)
        parts.append(part)
    x = torch.cat(parts)
    return (x + torch.randn_like(x) * each(sampler.uniform(count, 0, 1) ** 3 * 0.08)).clamp(0, 1)
