import { SlabPool } from '@holdfast/media';
import { expect, it } from 'vitest';
import { madeCamera } from '../testing/made-fragments.ts';
import { SoundJoiner } from './sound-joiner.ts';

const MIB = 1024 * 1024;
const SECOND_MS = 1_000;

it('gives pictures the whole time for their sound again after the process was frozen', () => {
  const camera = madeCamera({ pool: new SlabPool(), startMs: 0 });
  const wokenMs: number[] = [];
  let joined = 0;
  const joiner = new SoundJoiner({
    sound: {
      source: { clockRate: 8_000, channels: 1, head: Buffer.alloc(0) },
      awaits: (_ticks, { wokeMs }) => wokenMs.push(wokeMs) > 0,
      takeUntil: () => undefined,
    },
    onJoined: () => {
      joined += 1;
    },
  });
  const startMs = performance.now();
  joiner.add(camera.fragment({ ms: SECOND_MS }).picture);
  const wakesMs = startMs + 60 * SECOND_MS;
  for (let s = 0; s <= 5; s += 1) joiner.check(wakesMs + s * SECOND_MS);
  expect(joined).toBe(0);
  expect(wokenMs.at(-1)).toBe(wakesMs);
  joiner.check(wakesMs + 6 * SECOND_MS + 1);
  expect(joined).toBe(1);
});

it('lets pictures wait for sound, but not more than 16 MiB of them', () => {
  const camera = madeCamera({ pool: new SlabPool(), startMs: 0 });
  let joined = 0;
  const joiner = new SoundJoiner({
    sound: {
      source: { clockRate: 8_000, channels: 1, head: Buffer.alloc(0) },
      awaits: () => true,
      takeUntil: () => undefined,
    },
    onJoined: () => {
      joined += 1;
    },
  });
  for (let i = 0; i < 16; i += 1) joiner.add(camera.fragment({ ms: 1_000, bytes: MIB }).picture);
  expect(joined).toBe(0);
  for (let i = 0; i < 16; i += 1) joiner.add(camera.fragment({ ms: 1_000, bytes: MIB }).picture);
  expect(joined).toBe(16);
  joiner.end();
  expect(joined).toBe(32);
});
