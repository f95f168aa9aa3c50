import { nextRemark, type Remark, reasonCode, remarkDetail, type StreamRef, type StreamSigns } from '@holdfast/domain';
import {
  ByteArena,
  isVideo,
  type OpenedStream,
  type PacketConsumer,
  type SlabPool,
  type SoundTool,
  type SourceStates,
  StreamFragments,
  StreamSound,
} from '@holdfast/media';
import type { ConnectionClock, TimedFragment } from '../segments/timed-fragment.ts';
import type { StreamReport } from '../status/stream-report.ts';
import { awaitSource } from './await-source.ts';
import { createPictureWatch } from './picture-watch.ts';
import type { FootageSpan } from './recording-gate.ts';
import { SoundJoiner } from './sound-joiner.ts';

export interface IntakeDeps {
  sources: SourceStates;
  openStream: (ref: StreamRef, signal: AbortSignal) => Promise<OpenedStream>;
  pool: SlabPool;
  report: StreamReport;
  /** Without a recordable frame for this long, the stream is not reported as recording. */
  quietMs: number;
  /** After this long the stream is reconnected. */
  stallMs: number;
  wallMs: (monotonicMs: number) => number;
  /** Only if sound is recorded. */
  soundTool: SoundTool | undefined;
  onFragment: (fragment: TimedFragment, span: FootageSpan) => void;
  /** Whether frames arrive steadily, checked every second. */
  onFlow: (isFlowing: boolean) => void;
}

const WATCH_MS = 1_000;
const NO_KEYFRAMES = reasonCode('camera-no-keyframes');
const NO_PICTURES = reasonCode('camera-sends-no-frames');

/** Reads a stream until aborted, reconnecting as needed, and turns it into fragments. */
export async function readStream(ref: StreamRef, deps: IntakeDeps, signal: AbortSignal): Promise<void> {
  let isStalled = false;
  while (!signal.aborted) {
    await awaitSource({ ref, sources: deps.sources, report: deps.report, isStalled, signal });
    if (signal.aborted) return;
    const opened = await deps.openStream(ref, signal);
    if (opened.kind !== 'open') continue;
    try {
      isStalled = await readConnection(ref, opened, deps, signal);
    } finally {
      opened.release();
    }
    if (!signal.aborted) deps.report.restarted(ref);
  }
}

/** Reads one connection from its first packet to its end; true if it was closed because of a stall. */
async function readConnection(
  ref: StreamRef,
  { live }: Extract<OpenedStream, { kind: 'open' }>,
  { pool, report, quietMs, stallMs, wallMs, soundTool, onFragment, onFlow }: IntakeDeps,
  signal: AbortSignal,
): Promise<boolean> {
  const track = live.tracks.findIndex(isVideo);
  const video = live.tracks.find(isVideo);
  if (video === undefined) return false;
  const ended = Promise.withResolvers<void>();
  const flowOf = createPictureWatch({ quietMs, stallMs, startedMs: performance.now() });
  let isStalled = false;
  const connection: ConnectionClock = { timeAt: (ticks) => fragments.timeAt(ticks) };
  const fragments = new StreamFragments({
    track: video,
    arena: new ByteArena(pool),
    onFragment: (picture) => {
      if (joiner) joiner.add(picture);
      else passOn({ connection, picture });
    },
  });
  const passOn = (fragment: TimedFragment) => {
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
  const joiner = sound && new SoundJoiner({ sound, onJoined: (joined) => passOn({ connection, ...joined }) });
  const consumer: PacketConsumer = {
    acceptsAnyShape: true,
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
  const remarks = createRemarks(() => signsOf(fragments, sound));
  const watchdog = setInterval(() => {
    joiner?.check();
    report.remark(ref, remarks.update(performance.now()));
    const flow = flowOf(performance.now(), fragments.lastPictureMs);
    onFlow(flow === 'flowing');
    if (flow === 'quiet') report.state(ref, 'stalled', NO_PICTURES);
    if (flow !== 'stalled') return;
    isStalled = true;
    const sendsPictures = live.lastKeyframeMs === undefined && live.sincePictureMs() < stallMs;
    report.state(ref, 'stalled', sendsPictures ? NO_KEYFRAMES : NO_PICTURES);
    // The next keyframe may be a minute away, and reconnecting would postpone it further. The restream reconnects after
    // several minutes.
    if (!sendsPictures) live.giveUp(NO_PICTURES);
  }, WATCH_MS);
  const stop = () => ended.resolve();
  signal.addEventListener('abort', stop, { once: true });
  live.join(consumer).begin();
  if (live.ended || signal.aborted) stop();
  await ended.promise;
  signal.removeEventListener('abort', stop);
  clearInterval(watchdog);
  report.remark(ref, null);
  onFlow(false);
  live.leave(consumer);
  fragments.end();
  await sound?.end();
  joiner?.end();
  return isStalled;
}

function signsOf(fragments: StreamFragments, sound: StreamSound | undefined): StreamSigns {
  const { dropped, isClockFrozen } = fragments.findings();
  const { incomplete, unsupported, 'too-large': tooLarge } = dropped;
  return { tooLarge, unsupported, incomplete, isClockFrozen, sound: sound?.state ?? 'none' };
}

/** Compares the current signs of trouble with those of the previous call. */
function createRemarks(signs: () => StreamSigns) {
  let before = signs();
  let remark: Remark | undefined;
  return {
    update: (nowMs: number): string | null => {
      const now = signs();
      remark = nextRemark(remark, { now, before, nowMs });
      before = now;
      return remarkDetail(remark);
    },
  };
}
