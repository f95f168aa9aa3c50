import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { frontDoor } from './front-door.ts';
import { renderScene } from './render-scene.ts';

const short = { ...frontDoor, seconds: 2 };
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scenes-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));
const render = (name: string, ffmpegPath = 'ffmpeg') =>
  renderScene({ scene: short, ffmpegPath, target: join(folder, name) });

describe('rendering a scene', () => {
  it('produces the same bytes each time, with picture and sound', async () => {
    await render('one.mp4');
    await render('two.mp4');
    const [one, two] = await Promise.all(['one.mp4', 'two.mp4'].map((name) => readFile(join(folder, name))));
    expect(one?.equals(two ?? Buffer.alloc(0))).toBe(true);
    const { stdout } = await promisify(execFile)('ffprobe', [
      ...['-v', 'error', '-count_frames', '-show_entries', 'stream=codec_name,nb_read_frames', '-of', 'csv=p=0'],
      join(folder, 'one.mp4'),
    ]);
    expect(stdout).toContain(`h264,${short.fps * short.seconds}`);
    expect(stdout).toContain('aac');
  });

  it('uses an existing file', async () => {
    await writeFile(join(folder, 'kept.mp4'), 'mine');
    await render('kept.mp4');
    expect(await readFile(join(folder, 'kept.mp4'), 'utf8')).toBe('mine');
  });

  it('leaves no file behind if it fails', async () => {
    await expect(render('never.mp4', 'false')).rejects.toThrow('could not render the scene front-door');
    expect(await readdir(folder)).toEqual([]);
  });
});
