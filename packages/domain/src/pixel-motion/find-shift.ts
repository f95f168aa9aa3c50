const MAX_SHIFT_PX = 4;

/** How far the camera moved: the offset of the background at which a sample of the pixels fits best. */
export function findShift(
  contrast: Float32Array,
  mean: Float32Array,
  { width, height }: { width: number; height: number },
): { dx: number; dy: number } {
  const fit = (dx: number, dy: number) => {
    let sum = 0;
    for (let y = MAX_SHIFT_PX; y < height - MAX_SHIFT_PX; y += 3)
      for (let x = MAX_SHIFT_PX + (y % 3); x < width - MAX_SHIFT_PX; x += 5)
        sum += Math.min(
          0.5,
          Math.abs((contrast[y * width + x] as number) - (mean[(y + dy) * width + x + dx] as number)),
        );
    return sum;
  };
  let best = { dx: 0, dy: 0, sum: fit(0, 0) };
  const still = best.sum;
  for (let turn = 0; turn < MAX_SHIFT_PX; turn += 1) {
    const around = best;
    for (const [stepX, stepY] of STEPS) {
      const dx = around.dx + stepX;
      const dy = around.dy + stepY;
      if (Math.abs(dx) > MAX_SHIFT_PX || Math.abs(dy) > MAX_SHIFT_PX) continue;
      const sum = fit(dx, dy);
      if (sum < best.sum) best = { dx, dy, sum };
    }
    if (best === around) break;
  }
  // An object that crosses the picture shifts the fit slightly; only a much better fit means that the camera moved.
  return best.sum < 0.8 * still ? { dx: best.dx, dy: best.dy } : { dx: 0, dy: 0 };
}

const STEPS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
] as const;
