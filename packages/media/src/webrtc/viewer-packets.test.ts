import { expect, it } from 'vitest';
import { makeRtpPacket } from '../rtp/rtp.ts';
import { createViewerPackets } from './viewer-packets.ts';

const VIDEO = 0;
const REPORTS = 1;
const AUDIO = 2;

const packet = (channel: number, timestamp: number, bytes = 100, marker = false) => {
  const framed = makeRtpPacket({
    ...{ channel, payloadType: 96, sequence: 7, timestamp, ssrc: 1 },
    payload: Buffer.alloc(bytes, 0x61),
  });
  if (marker) framed[5] = (framed[5] ?? 0) | 0x80;
  return framed;
};

it('compresses the cached pictures before the newest one, without their sound', () => {
  const packets = createViewerPackets({ video: VIDEO, audio: AUDIO });
  const group = [0, 3_000, 6_000].flatMap((time) => [packet(VIDEO, time), packet(AUDIO, time), packet(VIDEO, time)]);
  const first = packets([packet(REPORTS, 0), ...group]);
  expect(first.map(({ media, timestamp }) => [media, timestamp])).toEqual(
    [5_820, 5_820, 5_910, 5_910, 6_000, 6_000].map((time) => ['video', time]),
  );
  const next = packets([packet(VIDEO, 9_000), packet(AUDIO, 800), packet(REPORTS, 0)]);
  expect(next.map(({ media, timestamp, sequence }) => [media, timestamp, sequence])).toEqual([
    ['video', 9_000, 6],
    ['audio', 800, 0],
  ]);
});

it('continues across the wrap of the clock', () => {
  const packets = createViewerPackets({ video: VIDEO, audio: undefined });
  expect(packets([packet(VIDEO, 0xffff_ff00), packet(VIDEO, 10)]).map(({ timestamp }) => timestamp)).toEqual([
    0x1_0000_0000 - 80,
    10,
  ]);
});

it('splits what does not fit into a datagram and marks only its end', () => {
  const packets = createViewerPackets({ video: VIDEO, audio: undefined });
  const sent = packets([packet(VIDEO, 0, 5_000, true), packet(VIDEO, 1, 1_390, true)]);
  expect(sent.every(({ payload }) => payload.length <= 1_400)).toBe(true);
  expect(sent.map(({ marker }) => marker)).toEqual([false, false, false, false, true, true]);
  expect(sent.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3, 4, 5]);
});

it('leaves out invalid packets', () => {
  const packets = createViewerPackets({ video: VIDEO, audio: undefined });
  expect(packets([Buffer.from([0x24, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])])).toEqual([]);
});
