import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { PlateReading } from '@holdfast/domain';
import { cutCrop, encodeCrop, type FullPicture } from '@holdfast/media';

const LINE_SHARE = 0.004;
const BRIGHT = 235;

/** Draws a frame around each plate into the picture itself, which is not used again. */
function drawBoxes(picture: FullPicture, readings: readonly PlateReading<undefined>[]): void {
  const { width, height, luma } = picture;
  const thick = Math.max(1, Math.round(Math.max(width, height) * LINE_SHARE));
  const fill = (left: number, top: number, right: number, bottom: number) => {
    for (let y = Math.max(0, top); y < Math.min(height, bottom); y += 1)
      luma.fill(BRIGHT, y * width + Math.max(0, left), y * width + Math.min(width, right));
  };
  for (const { box } of readings) {
    const [left, top] = [Math.round(box[0] * width) - thick, Math.round(box[1] * height) - thick];
    const [right, bottom] = [
      left + Math.round(box[2] * width) + 2 * thick,
      top + Math.round(box[3] * height) + 2 * thick,
    ];
    fill(left, top, right, top + thick);
    fill(left, bottom - thick, right, bottom);
    fill(left, top, left + thick, bottom);
    fill(right - thick, top, right, bottom);
  }
}

/** Writes pictures with a frame around each plate; the texts are in the file name, because no font is available. */
export function createAnnotator({ folder, ffmpegPath }: { folder: string; ffmpegPath: string }) {
  let written = 0;
  return async (file: string, picture: FullPicture, readings: readonly PlateReading<undefined>[]): Promise<void> => {
    if (readings.length === 0) return;
    await mkdir(folder, { recursive: true });
    drawBoxes(picture, readings);
    const jpeg = await encodeCrop(cutCrop(picture, [0, 0, 1, 1], Number.POSITIVE_INFINITY), { ffmpegPath });
    if (jpeg === undefined) return;
    written += 1;
    const texts = readings.map(({ candidates: [{ text }] }) => text).join('-');
    const name = `${String(written).padStart(5, '0')}-${basename(file)}-${texts}`
      .replace(/[^\w.-]/g, '_')
      .slice(0, 120);
    await writeFile(join(folder, `${name}.jpg`), jpeg);
  };
}
