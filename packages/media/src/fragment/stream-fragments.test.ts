import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bytesSource } from '../mp4/byte-source.ts';
import { readSegment } from '../mp4/segment-facts.ts';
import type { VideoCodec } from '../rtp/sdp.ts';
import type { PictureFragment } from './picture-fragment.ts';
import { fileBytes } from './testing/file-bytes.ts';
import { fragmentsOf } from './testing/fragments-of.ts';
import { mangledPackets, packetFates } from './testing/mangled-packets.ts';
import { rtpPackets } from './testing/rtp-packets.ts';

const PICTURES = 60;
const GROUP = 13;
const STEP = 4_500;
const hex = (text: string) => Buffer.from(text, 'hex');
const filled = (header: string, length: number, seed: number) =>
  Buffer.concat([hex(header), Buffer.from(Array.from({ length }, (_, i) => ((i * 31 + seed * 17) % 200) + 20))]);

const forms = {
  h264: {
    sets: ['6742c016da0280bfe5c044000003000400000300a03c58ba80', '68ce3c80'],
    keyframe: '658880',
    other: '419880',
  },
  h265: {
    sets: [
      '40010c01ffff01600000030090000003000003007895980900',
      '420101016000000300900000030000030078a003c0801107cb965654a4c2f0168080000003008000000a04',
      '4401c172b46240',
    ],
    keyframe: '2601a080',
    other: '0201c080',
  },
} as const;
/** The second and third of three frames are shown before the first. */
const SHOWN_LATER = [2, -1, -1];

const packetsOf = (codec: VideoCodec, { isReordered }: { isReordered: boolean }) => {
  const { sets, keyframe, other } = forms[codec];
  const shownAt = (i: number) => (isReordered && i % GROUP !== 0 ? i + (SHOWN_LATER[((i % GROUP) - 1) % 3] ?? 0) : i);
  return rtpPackets(
    Array.from({ length: PICTURES }, (_, i) => ({
      nals: i % GROUP === 0 ? [...sets.map(hex), filled(keyframe, 700, i)] : [filled(other, 10 + ((i * 97) % 900), i)],
      rtpTime: shownAt(i) * STEP,
    })),
    { codec, mtu: 250 },
  );
};

const picturesIn = (fragments: readonly PictureFragment[]) =>
  fragments.reduce((sum, { samples }) => sum + samples.length, 0);

it.each([
  ['H.264', 'h264', false],
  ['H.265', 'h265', false],
  ['H.265 with reordered frames', 'h265', true],
] as const)(
  '%s: files with a right index, each from a keyframe on, whatever the network does',
  async (_title, codec, isReordered) => {
    const packets = packetsOf(codec, { isReordered });
    expect(picturesIn(fragmentsOf(codec, packets))).toBe(PICTURES);
    await fc.assert(
      fc.asyncProperty(packetFates(packets.length), async (fates) => {
        const fragments = fragmentsOf(codec, mangledPackets(packets, fates));
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
  },
);
