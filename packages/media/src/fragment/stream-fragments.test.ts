import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bytesSource } from '../mp4/byte-source.ts';
import { readSegment } from '../mp4/segment-facts.ts';
import type { PictureFragment } from './picture-fragment.ts';
import { fileBytes } from './testing/file-bytes.ts';
import { fragmentsOf } from './testing/fragments-of.ts';
import { mangledPackets, packetFates } from './testing/mangled-packets.ts';
import { rtpPackets } from './testing/rtp-packets.ts';

const PICTURES = 60;
const GROUP = 12;
const STEP = 4_500;
const hex = (text: string) => Buffer.from(text, 'hex');
const SPS = hex('6742c016da0280bfe5c044000003000400000300a03c58ba80');
const PPS = hex('68ce3c80');
const filled = (header: string, length: number, seed: number) =>
  Buffer.concat([hex(header), Buffer.from(Array.from({ length }, (_, i) => ((i * 31 + seed * 17) % 200) + 20))]);

const packets = rtpPackets(
  Array.from({ length: PICTURES }, (_, i) => ({
    nals: i % GROUP === 0 ? [SPS, PPS, filled('658880', 700, i)] : [filled('419880', 10 + ((i * 97) % 900), i)],
    rtpTime: i * STEP,
  })),
  { codec: 'h264', mtu: 250 },
);

const picturesIn = (fragments: readonly PictureFragment[]) =>
  fragments.reduce((sum, { samples }) => sum + samples.length, 0);

it('writes playable files with a right index, each from a keyframe on, whatever the network does', async () => {
  expect(picturesIn(fragmentsOf('h264', packets))).toBe(PICTURES);
  await fc.assert(
    fc.asyncProperty(packetFates(packets.length), async (fates) => {
      const fragments = fragmentsOf('h264', mangledPackets(packets, fates));
      expect(picturesIn(fragments)).toBeLessThanOrEqual(PICTURES);
      const starts = fragments.map(({ isContinuous }, index) => index === 0 || !isContinuous);
      for (const [index, { startTicks, endTicks, start }] of fragments.entries()) {
        expect(endTicks).toBeGreaterThan(startTicks);
        // The recorder begins another file there, which only a keyframe can.
        if (starts[index]) expect(start).not.toBe('none');
        else expect(startTicks).toBe(fragments[index - 1]?.endTicks);
      }
      for (let from = 0; from < fragments.length; ) {
        const next = starts.indexOf(true, from + 1);
        const own = fragments.slice(from, next === -1 ? undefined : next);
        const reading = await readSegment(bytesSource(fileBytes(own)));
        if (reading.kind !== 'segment') throw new Error(reading.kind);
        expect(reading.facts.finished).toBe(true);
        expect(reading.facts.tracks.map(({ sidx }) => sidx)).toEqual([{ kind: 'right' }]);
        from += own.length;
      }
    }),
    { numRuns: 40 },
  );
});
