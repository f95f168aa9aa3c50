import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rtpPacket } from '../fragment/testing/rtp-packets.ts';
import type { MediaTrack } from '../rtp/sdp.ts';
import { StreamSound } from './stream-sound.ts';

const base = { media: 'audio', payloadType: 97, channels: 1, control: undefined } as const;
const alaw: MediaTrack = { ...base, codec: 'pcma', clockRate: 8_000, format: undefined };
const aac: MediaTrack = {
  ...base,
  codec: 'aac',
  clockRate: 16_000,
  format: 'config=1408; sizelength=13; indexlength=3; indexdeltalength=3',
};

let folder: string;
let sound: StreamSound | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sound-'));
});
afterEach(async () => {
  sound?.stop();
  await rm(folder, { recursive: true });
});

/** An encoder that notes each start, and swallows its input. */
async function start(track: MediaTrack, { feedMs = 50 } = {}) {
  const ffmpegPath = join(folder, 'encoder');
  const starts = join(folder, 'starts');
  await writeFile(ffmpegPath, `#!/bin/sh\necho started >> ${starts}\nexec /bin/cat > /dev/null\n`);
  await chmod(ffmpegPath, 0o755);
  const opened = StreamSound.open({
    track,
    tool: { ffmpegPath, env: {} },
    ticksAt: (rtpTime) => (rtpTime * 90_000) / track.clockRate,
    onFrames: () => {},
    feedMs,
  });
  if (opened === undefined) throw new Error('unsupported');
  sound = opened;
  const started = async () => (await readFile(starts, 'utf8').catch(() => '')).split('\n').length - 1;
  return { sound: opened, started };
}

it('is not silent because the process was frozen, but because nothing came after that', async () => {
  const feedMs = 1_000;
  const { sound } = await start(alaw, { feedMs });
  sound.packet(rtpPacket({ sequence: 0, rtpTime: 0, marker: false, payload: Buffer.alloc(160, 0x55) }));
  const cameMs = performance.now();
  const nowMs = cameMs + 60 * feedMs;
  expect(sound.awaits(90_000, { nowMs, wokeMs: cameMs })).toBe(false);
  expect(sound.awaits(90_000, { nowMs, wokeMs: nowMs - feedMs })).toBe(true);
  expect(sound.awaits(90_000, { nowMs, wokeMs: nowMs - 3 * feedMs })).toBe(false);
});

describe('the sound of a hostile camera', () => {
  it('may have any number of samples in a second: an error in the timer would end the process', async () => {
    const { sound } = await start(aac, { feedMs: 60_000 });
    const UNITS = 64;
    const payload = Buffer.alloc(2 + 3 * UNITS);
    payload.writeUInt16BE(16 * UNITS, 0);
    for (let unit = 0; unit < UNITS; unit += 1) payload.writeUInt16BE(1 << 3, 2 + 2 * unit);
    for (let i = 0; i < 8_000; i += 1)
      sound.packet(rtpPacket({ sequence: i, rtpTime: i * UNITS * 1_024, marker: true, payload }));
    await sound.end();
  });

  it('starts few encoders, however its timestamps jump', async () => {
    const { sound, started } = await start(alaw);
    for (let i = 0; i < 100; i += 1) {
      const rtpTime = (i % 2) * 8_000 * 60 + i * 160;
      sound.packet(rtpPacket({ sequence: i, rtpTime, marker: false, payload: Buffer.alloc(160, 0x55) }));
    }
    await sleep(400);
    expect(await started()).toBeLessThanOrEqual(4);
  });
});
