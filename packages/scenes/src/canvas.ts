export type Colour = readonly [red: number, green: number, blue: number];
export type Point = readonly [x: number, y: number];

/** An 8-bit RGB picture. Shapes are clipped at its borders. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8ClampedArray;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8ClampedArray(width * height * 3);
  }

  copyFrom(other: Canvas): void {
    this.pixels.set(other.pixels);
  }

  rect({ x, y, width, height }: { x: number; y: number; width: number; height: number }, colour: Colour): void {
    this.polygon(
      [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
      ],
      colour,
    );
  }

  /** Even-odd fill with anti-aliasing: exact horizontally, four samples per pixel vertically. */
  polygon(points: readonly Point[], colour: Colour): void {
    const top = Math.max(0, Math.floor(Math.min(...points.map(([, y]) => y))));
    const bottom = Math.min(this.height - 1, Math.ceil(Math.max(...points.map(([, y]) => y))));
    const left = Math.max(0, Math.floor(Math.min(...points.map(([x]) => x))));
    const right = Math.min(this.width, Math.ceil(Math.max(...points.map(([x]) => x))) + 1);
    const cover = new Float32Array(this.width);
    for (let row = top; row <= bottom; row += 1) {
      cover.fill(0, left, right);
      for (let part = 0; part < 4; part += 1) addCrossings(cover, points, row + (part + 0.5) / 4);
      for (let x = left; x < right; x += 1) {
        const share = (cover[x] ?? 0) / 4;
        if (share > 0) this.blend(x, row, colour, Math.min(1, share));
      }
    }
  }

  circle({ x, y, radius }: { x: number; y: number; radius: number }, colour: Colour): void {
    this.#around({ x, y, radius: radius + 1 }, (px, py) => {
      const share = Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(px - x, py - y)));
      if (share > 0) this.blend(px, py, colour, share);
    });
  }

  /** A line with round ends. */
  stroke([fromX, fromY]: Point, [toX, toY]: Point, thickness: number, colour: Colour): void {
    const half = thickness / 2;
    const [dx, dy] = [toX - fromX, toY - fromY];
    const squared = dx * dx + dy * dy || 1;
    const reach = Math.hypot(dx, dy) / 2 + half + 1;
    this.#around({ x: (fromX + toX) / 2, y: (fromY + toY) / 2, radius: reach }, (px, py) => {
      const along = Math.min(1, Math.max(0, ((px - fromX) * dx + (py - fromY) * dy) / squared));
      const away = Math.hypot(px - fromX - along * dx, py - fromY - along * dy);
      const share = Math.min(1, Math.max(0, half + 0.5 - away));
      if (share > 0) this.blend(px, py, colour, share);
    });
  }

  /** Additive light that fades towards its border. */
  glow(
    { x, y, radius, strength }: { x: number; y: number; radius: number; strength: number },
    [red, green, blue]: Colour,
  ): void {
    this.#around({ x, y, radius }, (px, py) => {
      const near = 1 - Math.hypot(px - x, py - y) / radius;
      if (near <= 0) return;
      const light = near * near * strength;
      const at = (py * this.width + px) * 3;
      this.pixels[at] = (this.pixels[at] ?? 0) + red * light;
      this.pixels[at + 1] = (this.pixels[at + 1] ?? 0) + green * light;
      this.pixels[at + 2] = (this.pixels[at + 2] ?? 0) + blue * light;
    });
  }

  blend(x: number, y: number, [red, green, blue]: Colour, share: number): void {
    const at = (y * this.width + x) * 3;
    const rest = 1 - share;
    this.pixels[at] = (this.pixels[at] ?? 0) * rest + red * share;
    this.pixels[at + 1] = (this.pixels[at + 1] ?? 0) * rest + green * share;
    this.pixels[at + 2] = (this.pixels[at + 2] ?? 0) * rest + blue * share;
  }

  #around({ x, y, radius }: { x: number; y: number; radius: number }, visit: (px: number, py: number) => void): void {
    const [left, right] = [Math.max(0, Math.floor(x - radius)), Math.min(this.width - 1, Math.ceil(x + radius))];
    const [top, bottom] = [Math.max(0, Math.floor(y - radius)), Math.min(this.height - 1, Math.ceil(y + radius))];
    for (let py = top; py <= bottom; py += 1) for (let px = left; px <= right; px += 1) visit(px, py);
  }
}

/** Coverage of each pixel of one row. */
function addCrossings(cover: Float32Array, points: readonly Point[], y: number): void {
  const crossings: number[] = [];
  points.forEach(([x1, y1], i) => {
    const [x2, y2] = points[(i + 1) % points.length] ?? [x1, y1];
    if (y1 <= y !== y2 <= y) crossings.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
  });
  crossings.sort((a, b) => a - b);
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    const left = Math.max(0, crossings[i] ?? 0);
    const right = Math.min(cover.length, crossings[i + 1] ?? 0);
    for (let x = Math.floor(left); x < right; x += 1)
      cover[x] = (cover[x] ?? 0) + Math.min(right, x + 1) - Math.max(left, x);
  }
}
