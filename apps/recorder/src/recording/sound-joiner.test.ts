import { SlabPool } from '@holdfast/media';
import { expect, it } from 'vitest';
import { madeCamera } from '../testing/made-fragments.ts';
import { SoundJoiner } from './sound-joiner.ts';

const MIB = 1024 * 1024;

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
