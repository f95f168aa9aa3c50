import type { StreamStatusRow } from '@holdfast/db';
import { type Interval, type StreamFootage, type StreamRef, type StreamState, streamKey } from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import type { SegmentSummary } from '../segments/segment-summary.ts';
import type { StreamReport } from './stream-report.ts';

interface Entry {
  ref: StreamRef;
  state: StreamState;
  detail: string | null;
  /** Shown as the detail while the stream has no fault. */
  remark: string | null;
  sinceMs: number;
  restarts: number;
  lastSegmentEndMs: number | null;
  holes: Interval[];
  picture: Picture | null;
  bytes: { total: number; atMs: number } | null;
  bitrateBps: number | null;
}

interface Picture {
  codecs: string;
  width: number | null;
  height: number | null;
  fps: number | null;
  audioCodec: string | null;
}

export interface StreamBoard extends StreamReport {
  /** Sets the streams and removes all others. Only this turns a stream off or on, whatever is reported. */
  setStreams(streams: readonly (StreamRef & { off: string | null })[]): void;
  /** Total bytes received since the stream was opened. */
  noteBytes(ref: StreamRef, total: number): void;
  rows(): StreamStatusRow[];
  /** Whether footage of any stream of the camera is being written. */
  isRecorded(cameraId: string): boolean;
  /** The footage of a stream since this process started. */
  footageOf(ref: StreamRef): StreamFootage;
}

/** Shorter than the pause between two pictures of a slow camera. */
const MIN_HOLE_MS = 100;
/** Of an outage that is never reported as ended, only the newest holes are remembered. */
const MAX_HOLES = 1_000;

/** The state of every stream as the console shows it. Changes are passed to `onChange`. */
export function createStreamBoard({
  clock,
  onChange,
  onRemark,
  onForgotten,
}: {
  clock: Clock;
  onChange: (ref: StreamRef, change: { state: StreamState; detail: string | null; atMs: number }) => void;
  onRemark?: (ref: StreamRef, remark: string) => void;
  onForgotten?: (ref: StreamRef) => void;
}): StreamBoard {
  const entries = new Map<string, Entry>();
  const add = ({ cameraId, stream }: StreamRef, state: StreamState, detail: string | null) => {
    const ref = { cameraId, stream };
    const sinceMs = clock.now();
    entries.set(streamKey(ref), {
      ref,
      state,
      detail,
      remark: null,
      sinceMs,
      restarts: 0,
      lastSegmentEndMs: null,
      holes: [],
      picture: null,
      bytes: null,
      bitrateBps: null,
    });
    onChange(ref, { state, detail, atMs: sinceMs });
  };
  const setState = (entry: Entry, state: StreamState, detail: string | null) => {
    const before = entry.state;
    entry.detail = detail;
    if (before === state) return;
    const nowMs = clock.now();
    Object.assign(entry, { state, sinceMs: nowMs });
    // A fault starts where the footage ended, before it was detected. A setting takes effect when it is changed.
    const isNoticedLate = before === 'recording' && state !== 'off';
    const atMs = isNoticedLate ? Math.min(nowMs, entry.lastSegmentEndMs ?? nowMs) : nowMs;
    onChange(entry.ref, { state, detail, atMs });
  };
  return {
    state(ref, state, detail) {
      const entry = entries.get(streamKey(ref));
      // A recording that is stopping may still report, but its stream is off.
      if (entry && entry.state !== 'off') setState(entry, state, detail);
    },
    remark(ref, remark) {
      const entry = entries.get(streamKey(ref));
      if (!entry || entry.remark === remark) return;
      entry.remark = remark;
      if (remark !== null) onRemark?.(entry.ref, remark);
    },
    restarted(ref) {
      const entry = entries.get(streamKey(ref));
      if (entry) entry.restarts += 1;
    },
    published(ref, { preciseStartMs, endMs, summary }) {
      const entry = entries.get(streamKey(ref));
      if (!entry) return;
      // What an earlier process recorded is not known here.
      const lastMs = entry.lastSegmentEndMs ?? Number.NEGATIVE_INFINITY;
      if (preciseStartMs - lastMs >= MIN_HOLE_MS) entry.holes.push({ startMs: lastMs, endMs: preciseStartMs });
      if (entry.holes.length > MAX_HOLES) entry.holes.shift();
      entry.lastSegmentEndMs = endMs;
      entry.picture = pictureOf(summary);
    },
    isRecorded: (cameraId) =>
      [...entries.values()].some(({ ref, state }) => ref.cameraId === cameraId && state === 'recording'),
    footageOf(ref) {
      const entry = entries.get(streamKey(ref));
      return { endMs: entry?.lastSegmentEndMs ?? null, holes: entry?.holes ?? [] };
    },
    setStreams(streams) {
      const wanted = new Set(streams.map(streamKey));
      for (const [key, { ref }] of entries) {
        if (wanted.has(key)) continue;
        entries.delete(key);
        onForgotten?.(ref);
      }
      for (const { off, ...ref } of streams) {
        const entry = entries.get(streamKey(ref));
        if (!entry) add(ref, off === null ? 'connecting' : 'off', off);
        else if (off !== null) setState(entry, 'off', off);
        else if (entry.state === 'off') setState(entry, 'connecting', null);
      }
    },
    noteBytes(ref, total) {
      const entry = entries.get(streamKey(ref));
      if (entry) measureBitrate(entry, { total, atMs: performance.now() });
    },
    rows() {
      const nowMs = clock.now();
      return [...entries.values()].map((entry) => rowOf(entry, nowMs));
    },
  };
}

function measureBitrate(entry: Entry, now: NonNullable<Entry['bytes']>): void {
  const past = entry.bytes;
  // A reopened source counts from zero.
  if (past && now.total >= past.total && now.atMs > past.atMs)
    entry.bitrateBps = Math.round(((now.total - past.total) * 8000) / (now.atMs - past.atMs));
  entry.bytes = now;
}

const MAX_LAG_MS = 2 ** 31 - 1;

function rowOf(entry: Entry, nowMs: number): StreamStatusRow {
  const { ref, state, remark, sinceMs, restarts, lastSegmentEndMs, picture, bitrateBps } = entry;
  const isWell = state === 'recording' || state === 'idle';
  const detail = entry.detail ?? (isWell ? remark : null);
  const lagMs = lastSegmentEndMs === null ? null : Math.max(0, Math.round(nowMs - lastSegmentEndMs));
  return {
    ...ref,
    state,
    detail,
    since: new Date(sinceMs),
    bitrateBps,
    lastSegmentEndTs: lastSegmentEndMs === null ? null : new Date(lastSegmentEndMs),
    segmentLagMs: lagMs === null ? null : Math.min(lagMs, MAX_LAG_MS),
    restarts,
    codecs: picture?.codecs ?? null,
    width: picture?.width ?? null,
    height: picture?.height ?? null,
    fps: picture?.fps ?? null,
    audioCodec: picture?.audioCodec ?? null,
    updatedAt: new Date(nowMs),
  };
}

function pictureOf({ tracks }: Pick<SegmentSummary, 'tracks'>): Picture {
  const video = tracks.find(({ format }) => format.kind === 'video');
  const audio = tracks.find(({ format }) => format.kind === 'audio');
  const size = video?.format.kind === 'video' ? video.format : undefined;
  return {
    codecs: tracks.map(({ format }) => format.codec).join(','),
    width: size?.widthPx ?? null,
    height: size?.heightPx ?? null,
    fps: video && video.durationMs > 0 ? Math.round((video.samples * 100_000) / video.durationMs) / 100 : null,
    audioCodec: audio?.format.codec ?? null,
  };
}
