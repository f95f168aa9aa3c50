import { execFileSync } from 'node:child_process';
import { type CropCheck, checkCropJpeg } from '@holdfast/domain';
import { describe, expect, it } from 'vitest';
import { createPictureCutter } from './cut-picture.ts';

const cut = createPictureCutter({ ffmpegPath: 'ffmpeg', timeoutMs: 60_000 });

/** Dark, with a bright box at a quarter of its width and half of its height. */
const picture = (size: string, box: string) =>
  execFileSync('ffmpeg', [
    ...['-loglevel', 'error', '-f', 'lavfi', '-i', `color=c=black:s=${size}`],
    ...['-vf', `drawbox=${box}:color=white:t=fill`, '-frames:v', '1', '-f', 'image2pipe', '-c:v', 'mjpeg', 'pipe:1'],
  ]);

/** Mean brightness of a picture, 0 to 255. */
const brightness = (jpeg: Buffer): number => {
  const pixels = execFileSync(
    'ffmpeg',
    ['-loglevel', 'error', '-f', 'mjpeg', '-i', 'pipe:0', '-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1'],
    { input: jpeg },
  );
  return pixels.reduce((sum, value) => sum + value, 0) / pixels.length;
};
const sizeOf = (check: CropCheck) => (check.kind === 'jpeg' ? [check.width, check.height] : check.reason);

describe('cropping a picture', () => {
  it('returns exactly the box', async () => {
    const jpeg = picture('800x600', 'x=200:y=300:w=160:h=60');
    const result = await cut({ jpeg, box: [0.25, 0.5, 0.2, 0.1] });
    expect(result.kind).toBe('ok');
    if (result.kind !== 'ok') return;
    expect(sizeOf(checkCropJpeg(result.jpeg))).toEqual([160, 60]);
    expect(brightness(result.jpeg)).toBeGreaterThan(230);
    const beside = await cut({ jpeg, box: [0.5, 0.5, 0.2, 0.1] });
    expect(beside.kind === 'ok' && brightness(beside.jpeg)).toBeLessThan(25);
  });

  it.each([
    ['a box smaller than a pixel', [0.9999, 0.9999, 0.0001, 0.0001], [16, 16]],
    ['the whole frame, made narrower', [0, 0, 1, 1], [1280, 720]],
  ] as const)('handles %s', async (_title, box, size) => {
    const result = await cut({ jpeg: picture('1920x1080', 'x=0:y=0:w=10:h=10'), box });
    expect(result.kind === 'ok' && sizeOf(checkCropJpeg(result.jpeg))).toEqual(size);
  });

  it('fails if the input is not a picture', async () => {
    expect(await cut({ jpeg: Buffer.from('#EXTM3U\nfile:///etc/passwd'), box: [0, 0, 1, 1] })).toEqual({
      kind: 'unreachable',
      reason: 'picture-unreadable',
    });
  });
});
