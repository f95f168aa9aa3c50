import { reasonCode } from '@holdfast/domain';
import {
  ByteArena,
  isVideo,
  type OpenedStream,
  type PacketTaker,
  type SlabPool,
  type SoundTool,
  StreamFragments,
  StreamSound,
} from '@holdfast/media';
import type { SourceBoard } from '../restream/source-board.ts';
import type { FragmentRun, RunFragment } from '../segments/segment-writer.ts';
import type { StreamRef } from '../segments/stream-ref.ts';
import type { StreamReport } from '../status/stream-report.ts';
import { awaitSource } from './await-source.ts';
import { createPictureWatch } from './picture-watch.ts';
import type { FootageSpan } from './recording-gate.ts';
import { SoundJoiner } from './sound-joiner.ts';

export interface IntakeDeps {
  sources: SourceBoard;
  openStream: (ref: StreamRef, signal: AbortSignal) => Promise<OpenedStream>;
  pool: SlabPool;
  report: StreamReport;
  /** Without a picture that can be recorded for this long, the stream is not shown as recording. */
  quietMs: number;
  /** And for this long, the camera is asked anew. */
  stallMs: number;
  wallMs: (monotonicMs: number) => number;
  /** Given where sound is recorded. */
  soundTool: SoundTool | undefined;
  onFragment: (fragment: RunFragment, span: FootageSpan) => void;
}

const WATCH_MS = 1_000;
const NO_KEYFRAMES = reasonCode('camera-no-keyframes');
const NO_PICTURES = reasonCode('camera-sends-no-frames');

/** Takes a stream's pictures in for as long as it is wanted, one connection after the other. */
export async function takeIn(ref: StreamRef, deps: IntakeDeps, signal: AbortSignal): Promise<void> {
  let isStalled = false;
  while (!signal.aborted) {
    await awaitSource({ ref, sources: deps.sources, report: deps.report, isStalled, signal });
    if (signal.aborted) return;
    const opened = await deps.openStream(ref, signal);
    if (opened.kind !== 'open') continue;
    try {
      isStalled = await takeRun(ref, opened, deps, signal);
    } finally {
      opened.release();
    }
    if (!signal.aborted) deps.report.restarted(ref);
  }
}

/** One connection, from its first packet to its end; true when it was given up because no picture came. */
async function takeRun(
  ref: StreamRef,
  { live }: Extract<OpenedStream, { kind: 'open' }>,
  { pool, report, quietMs, stallMs, wallMs, soundTool, onFragment }: IntakeDeps,
  signal: AbortSignal,
): Promise<boolean> {
  const track = live.tracks.findIndex(isVideo);
  const video = live.tracks.find(isVideo);
  if (video === undefined) return false;
  const ended = Promise.withResolvers<void>();
  const flowOf = createPictureWatch({ quietMs, stallMs, startedMs: performance.now() });
  let isStalled = false;
  const run: FragmentRun = { timeAt: (ticks) => fragments.timeAt(ticks) };
  const fragments = new StreamFragments({
    track: video,
    arena: new ByteArena(pool),
    onFragment: (picture) => {
      if (joiner) joiner.add(picture);
      else handOn({ run, picture });
    },
  });
  const handOn = (fragment: RunFragment) => {
    const { startTicks, endTicks } = fragment.picture;
    const startMs = wallMs(fragments.timeAt(startTicks) ?? performance.now());
    onFragment(fragment, { startMs, endMs: wallMs(fragments.timeAt(endTicks) ?? performance.now()) });
  };
  const soundAt = live.tracks.findIndex(({ media }) => media === 'audio');
  const soundTrack = live.tracks[soundAt];
  const sound =
    soundTool &&
    soundTrack &&
    StreamSound.open({
      track: soundTrack,
      tool: soundTool,
      ticksAt: (rtpTime) => {
        const pictureTime = live.pictureTimeAt(soundAt, rtpTime);
        return pictureTime === undefined ? undefined : fragments.ticksAt(pictureTime);
      },
      onFrames: () => joiner?.check(),
    });
  const joiner = sound && new SoundJoiner({ sound, onJoined: (joined) => handOn({ run, ...joined }) });
  const taker: PacketTaker = {
    takesAnyShape: true,
    take(packets) {
      const nowMs = performance.now();
      for (let at = 0; at < packets.length; ) {
        const end = at + 4 + packets.readUInt16BE(at + 2);
        if (packets[at + 1] === track * 2) fragments.packet(packets.subarray(at, end), nowMs);
        else if (packets[at + 1] === soundAt * 2) sound?.packet(packets.subarray(at, end));
        at = end;
      }
      return true;
    },
    sourceEnded: () => ended.resolve(),
  };
  const watchdog = setInterval(() => {
    joiner?.check();
    const flow = flowOf(performance.now(), fragments.lastPictureMs);
    if (flow === 'quiet') report.state(ref, 'stalled', NO_PICTURES);
    if (flow !== 'stalled') return;
    isStalled = true;
    const sendsPictures = live.lastKeyframeMs === undefined && live.sincePictureMs() < stallMs;
    report.state(ref, 'stalled', sendsPictures ? NO_KEYFRAMES : NO_PICTURES);
    // A keyframe may be a minute away: asking again would put it off. The restream does so after some minutes.
    if (!sendsPictures) live.giveUp(NO_PICTURES);
  }, WATCH_MS);
  const stop = () => ended.resolve();
  signal.addEventListener('abort', stop, { once: true });
  live.join(taker).begin();
  if (live.ended || signal.aborted) stop();
  await ended.promise;
  signal.removeEventListener('abort', stop);
  clearInterval(watchdog);
  live.leave(taker);
  fragments.end();
  await sound?.end();
  joiner?.end();
  return isStalled;
}
