import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Canvas, drawNumberPlate, street } from '@holdfast/scenes';
import type { PlateCrop, PlateScene, PlateSet } from './plate-sets.ts';

const formats = ['ABC1234', 'AB12CDE', '1234BCD', 'ABC123', 'AB123CD'];
const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ';

/** Plates of a few formats, the same in every run. */
const plateOf = (i: number): string =>
  [...(formats[i % formats.length] ?? '')]
    .map((character, at) => {
      const n = i * 31 + at * 17 + (i % 7) * at;
      return /\d/.test(character) ? String(n % 10) : letters.charAt(n % letters.length);
    })
    .join('');

const CROP = { width: 240, height: 80 };
const PLATE_WIDTHS = [64, 96, 140, 200];

/** A small set of drawn plates: it shows that the engine works and how fast, not how well it reads photographs. */
export async function drawGeneratedSet(
  folder: string,
  { crops, scenes }: { crops: number; scenes: number },
): Promise<PlateSet> {
  const madeCrops: PlateCrop[] = [];
  for (let i = 0; i < crops; i += 1) {
    const text = plateOf(i);
    const width = PLATE_WIDTHS[i % PLATE_WIDTHS.length] ?? 96;
    const canvas = new Canvas(CROP.width, CROP.height);
    canvas.rect({ x: 0, y: 0, ...CROP }, [70 + (i % 9) * 12, 74, 80]);
    drawNumberPlate(canvas, text, { x: CROP.width / 2, y: CROP.height / 2, width });
    const path = join(folder, `crop-${i}.png`);
    await writePicture(canvas, path);
    const height = width * 0.22;
    const box = [
      0.5 - width / 2 / CROP.width,
      0.5 - height / 2 / CROP.height,
      width / CROP.width,
      height / CROP.height,
    ] as const;
    madeCrops.push({ path, boxIn: () => box, text, lines: 1, region: 'drawn', isSure: true });
  }
  const madeScenes: PlateScene[] = [];
  for (let i = 0; i < scenes; i += 1) {
    const text = i % 3 === 2 ? undefined : plateOf(1_000 + i);
    const pass = { plate: text ?? '', paint: [60 + i * 7, 90, 120] as const, facing: 'us' as const, startSecond: 0 };
    const scene = street({
      name: 'bench',
      light: i % 2 === 0 ? 'day' : 'night',
      passes: text === undefined ? [] : [pass],
    });
    const canvas = new Canvas(scene.width, scene.height);
    scene.draw(canvas, Math.round((5 + (i % 4) * 0.4) * scene.fps));
    const path = join(folder, `scene-${i}.png`);
    await writePicture(canvas, path);
    madeScenes.push({ path, source: 'drawn', boxes: [], ignore: [], text });
  }
  return { title: 'a small set that is drawn', crops: madeCrops, scenes: madeScenes };
}

async function writePicture(canvas: Canvas, path: string): Promise<void> {
  const size = `${canvas.width}x${canvas.height}`;
  const input = ['-f', 'rawvideo', '-pixel_format', 'rgb24', '-video_size', size, '-i', 'pipe:0'];
  const child = spawn('ffmpeg', ['-v', 'error', '-y', ...input, '-frames:v', '1', path], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(Buffer.from(canvas.pixels));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`ffmpeg could not write ${path}`);
}
