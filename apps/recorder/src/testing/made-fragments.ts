import { ByteArena, type PictureFragment, type PictureSetup, type SlabPool } from '@holdfast/media';
import type { ConnectionClock, TimedFragment } from '../segments/timed-fragment.ts';

const hex = (text: string) => Buffer.from(text, 'hex');
const SPS = hex('6742c016da0280bfe5c044000003000400000300a03c58ba80');
const PPS = hex('68ce3c80');

export const madeSetup = (shape = 'one'): PictureSetup => ({
  codec: 'h264',
  shape,
  picture: {
    profile: 66,
    level: 22,
    chroma: 1,
    bitDepths: '8 8',
    fields: 'progressive',
    widthPx: 640,
    heightPx: 360,
  },
  sequence: {
    id: 0,
    shape: {
      profile: 66,
      level: 22,
      chroma: 1,
      bitDepths: '8 8',
      fields: 'progressive',
      widthPx: 640,
      heightPx: 360,
    },
    chroma: 1,
    bitDepthLuma: 8,
    bitDepthChroma: 8,
    pixelAspect: undefined,
    colours: undefined,
    reorderDepth: 0,
    slices: undefined,
    layers: undefined,
  },
  sets: { video: [], sequence: [SPS], picture: [PPS] },
});

const TICKS = 90;

/** A camera with simulated ticks: `rate` is that of its clock relative to ours. */
export function madeCamera({ pool, startMs, rate = 1 }: { pool: SlabPool; startMs: number; rate?: number }) {
  const arena = new ByteArena(pool);
  const connection: ConnectionClock = { timeAt: (ticks) => startMs + ticks / TICKS / rate };
  let endTicks = 0;
  let isFirst = true;
  const fragment = ({
    ms,
    bytes = 1_000,
    start = 'closed',
    setup = madeSetup(),
    skipMs = 0,
  }: {
    ms: number;
    bytes?: number;
    start?: PictureFragment['start'];
    setup?: PictureSetup;
    /** Missing time before it. */
    skipMs?: number;
  }): TimedFragment => {
    const from = arena.end;
    arena.append(Buffer.alloc(bytes, 1));
    const startTicks = endTicks + skipMs * TICKS * rate;
    endTicks = startTicks + ms * TICKS * rate;
    const picture: PictureFragment = {
      arena,
      from,
      to: arena.end,
      samples: [
        { sizeBytes: bytes, durationTicks: endTicks - startTicks, offsetTicks: 0, isKeyframe: start !== 'none' },
      ],
      start,
      setup,
      startTicks,
      endTicks,
      isContinuous: !isFirst && skipMs === 0,
    };
    isFirst = false;
    return { connection, picture };
  };
  return { connection, fragment };
}
