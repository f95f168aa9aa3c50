import { until } from '@holdfast/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { childEnv } from '../ffmpeg/child-env.ts';
import { rtpPacket } from '../fragment/testing/rtp-packets.ts';
import type { MediaTrack } from '../rtp/sdp.ts';
import { FRAME_TICKS, StreamSound, type TimedSound } from './stream-sound.ts';

const track: MediaTrack = {
  media: 'audio',
  codec: 'pcma',
  payloadType: 8,
  clockRate: 8_000,
  channels: 1,
  format: undefined,
  control: undefined,
};
const PACKET_TICKS = 160;
const RATIO = 90_000 / 8_000;

let open: StreamSound | undefined;
afterEach(() => open?.end());

function start({ ffmpegPath = 'ffmpeg', fromTicks = 0 } = {}) {
  let sequence = 0;
  const sound = StreamSound.open({
    track,
    tool: { ffmpegPath, env: childEnv(process.env) },
    ticksAt: (rtpTime) => fromTicks + rtpTime * RATIO,
    onFrames: () => {},
  }) as StreamSound;
  open = sound;
  /** This many seconds of a tone, from this time on. */
  const send = (fromRtp: number, seconds: number) => {
    for (let at = 0; at < seconds * 8_000; at += PACKET_TICKS) {
      const payload = Buffer.alloc(PACKET_TICKS, 0);
      for (let i = 0; i < PACKET_TICKS; i += 1) payload[i] = 0x55 ^ (((at + i) * 37) & 0x7f);
      sound.packet(rtpPacket({ sequence: sequence++, rtpTime: fromRtp + at, marker: false, payload }));
    }
  };
  return { sound, send };
}

describe('the sound of a stream', () => {
  it('is placed frame by frame on the ticks of the video, with gaps filled', async () => {
    const { sound, send } = start({ fromTicks: 1_000_000 });
    send(0, 2);
    // Half a second is missing.
    send(2.5 * 8_000, 1.5);
    await sound.end();
    const taken: TimedSound[] = [];
    for (let ticks = 1_000_000; ticks < 1_000_000 + 6 * 90_000; ticks += 90_000) {
      const part = sound.takeUntil(ticks);
      if (part) taken.push(part);
    }
    expect(taken[0]?.startTicks).toBe(1_000_000);
    for (const [i, { startTicks }] of taken.slice(1).entries())
      expect(startTicks).toBe((taken[i]?.startTicks ?? 0) + (taken[i]?.frames.length ?? 0) * FRAME_TICKS);
    const seconds = taken.reduce((sum, { frames }) => sum + frames.length, 0) * (1_024 / 48_000);
    expect(seconds).toBeGreaterThan(3.9);
    expect(seconds).toBeLessThan(4.2);
  });

  it('is placed where it starts, an hour after the pictures, without filling the time before', async () => {
    const { sound, send } = start();
    expect(sound.takeUntil(3_599 * 90_000)).toBeUndefined();
    send(3_600 * 8_000, 2);
    await sound.end();
    const taken = sound.takeUntil(3_604 * 90_000);
    expect(taken?.startTicks).toBe(3_600 * 90_000);
    expect((taken?.frames.length ?? 0) * (1_024 / 48_000)).toBeLessThan(2.3);
  });

  it('is kept when more than eight seconds of it arrive at once, with a jump', async () => {
    const { sound, send } = start();
    send(0, 9.5);
    send(12.5 * 8_000, 3);
    await sound.end();
    expect(sound.state).toBe('ok');
    const seconds = (sound.takeUntil(20 * 90_000)?.frames.length ?? 0) * (1_024 / 48_000);
    expect(seconds).toBeGreaterThan(15.3);
  });

  it('restarts after a long silence instead of filling it', async () => {
    const { sound, send } = start();
    send(0, 1.5);
    await until(() => sound.state === 'ok');
    send(3_600 * 8_000, 1.5);
    await sound.end();
    const starts: number[] = [];
    for (let part = sound.takeUntil(Number.MAX_SAFE_INTEGER); part; part = sound.takeUntil(Number.MAX_SAFE_INTEGER))
      starts.push(part.startTicks);
    expect(starts.at(-1)).toBeGreaterThan(3_599 * 90_000);
    expect(starts.length).toBeLessThanOrEqual(2);
  });

  it('that cannot be encoded is not waited for', async () => {
    const { sound, send } = start({ ffmpegPath: '/nowhere/ffmpeg' });
    send(0, 2);
    await until(() => sound.state === 'died');
    const nowMs = performance.now();
    expect(sound.awaits(90_000, { nowMs, wokeMs: nowMs })).toBe(false);
    expect(sound.takeUntil(90_000)).toBeUndefined();
  });
});
