import { join } from 'node:path';
import { nextStart, type SegmentStart } from '@holdfast/domain';
import {
  emptyIndex,
  FRAME_TICKS,
  type FragmentSound,
  fileHead,
  fileIndex,
  fragmentHead,
  type IndexedPart,
  type InitFacts,
  type PictureFragment,
  type PictureSetup,
  readInitFacts,
  type SoundSetup,
  TICKS_PER_SECOND,
} from '@holdfast/media';
import type { ReadySegment } from './ready-segment.ts';
import type { SegmentDisk, SpoolHandle } from './segment-disk.ts';
import { spoolName } from './spool.ts';
import type { ConnectionClock, TimedFragment } from './timed-fragment.ts';

/** The last name used in a stream, so that the next one differs. */
export interface SegmentNaming {
  last: SegmentStart | undefined;
  /** End of the last segment, and the offset of the wall clock from the monotonic clock at that time. */
  lastEnd?: { endMs: number; clockMs: number };
}

/** A closed file with the span of its video, for the gate to decide about. */
export interface ClosedSegment extends ReadySegment {
  written: NonNullable<ReadySegment['written']>;
}

interface OpenFile {
  path: string;
  handle: SpoolHandle;
  start: SegmentStart;
  /** End of the previous segment, if this one continues it. */
  isChained: boolean;
  /** Offset of the wall clock from the monotonic clock when the file was opened. */
  clockMs: number;
  boundary: number;
  connection: ConnectionClock;
  shape: string;
  sound: SoundSetup | undefined;
  headBytes: number;
  init: InitFacts;
  startTicks: number;
  endTicks: number;
  parts: IndexedPart[];
  sizeBytes: number;
  samples: number;
  soundFrames: number;
  /** End of the sound so far, in samples since the start of the file. */
  soundEndSamples: number;
}

/** Beyond this the clock was set, and what follows gets new times. */
const CLOCK_STEP_MS = 1_000;
/** Maximum correction of a segment's end towards the arrival times, as a share of its length. */
const SLEW = 0.1;
/** Larger than any network delay. */
const MAX_OVERLAP_MS = 60_000;
/** Maximum shift of the first segment of a connection when it is closed. */
const MAX_FIRST_SHIFT_MS = 5_000;
/** Maximum time by which a segment may end after the arrival of its last picture, if the camera's clock runs ahead. */
const MAX_AHEAD_MS = 1_000;
/** A network delay is caught up with; segments dated this far before their arrival for this long mean a slow clock. */
const MAX_BEHIND_MS = 8_000;
const BEHIND_FOR_MS = 60_000;
/** The size limit of a file, for cameras that send no keyframe for hours: its index counts at most 2 GiB. */
const MAX_FILE_BYTES = 1024 ** 3;
const SOUND_SAMPLES_PER_TICK = 48_000 / TICKS_PER_SECOND;
const FRAME_SAMPLES = FRAME_TICKS * SOUND_SAMPLES_PER_TICK;

/**
 * Writes fragments to spool files as they arrive. Starts a new file at the first keyframe after each clock boundary,
 * when the video parameters change, and after a loss. For one stream on one storage; calls must not overlap.
 */
export class SegmentWriter {
  readonly #folder: string;
  readonly #recordingId: string;
  readonly #disk: SegmentDisk;
  readonly #segmentMs: number;
  readonly #maxBytes: number;
  readonly #naming: SegmentNaming;
  readonly #wallMs: (monotonicMs: number) => number;
  readonly #beforeFile: () => Promise<void>;
  readonly #onClosed: (segment: ClosedSegment) => void;
  #open: OpenFile | undefined;
  #last: { connection: ConnectionClock; endTicks: number; endMs: number; clockMs: number } | undefined;
  /** The connection whose segments are dated behind their arrival, and since when. */
  #behind: { connection: ConnectionClock; sinceMs: number } | undefined;
  #number = 0;

  constructor({
    folder,
    recordingId,
    disk,
    segmentMs,
    maxBytes = MAX_FILE_BYTES,
    naming,
    wallMs,
    beforeFile = async () => {},
    onClosed,
  }: {
    folder: string;
    /** Makes the file names of this writer unique. */
    recordingId: string;
    disk: SegmentDisk;
    segmentMs: number;
    maxBytes?: number;
    naming: SegmentNaming;
    wallMs: (monotonicMs: number) => number;
    /** Throws if no file may be created now. */
    beforeFile?: () => Promise<void>;
    onClosed: (segment: ClosedSegment) => void;
  }) {
    this.#folder = folder;
    this.#recordingId = recordingId;
    this.#disk = disk;
    this.#segmentMs = segmentMs;
    this.#maxBytes = maxBytes;
    this.#naming = naming;
    this.#wallMs = wallMs;
    this.#beforeFile = beforeFile;
    this.#onClosed = onClosed;
  }

  /** False if no file can start with this fragment. Throws on disk errors; the fragment is not written then. */
  async write(fragment: TimedFragment): Promise<boolean> {
    const { picture } = fragment;
    if (this.#open && this.#cuts(this.#open, fragment)) this.close();
    if (this.#open === undefined && picture.start === 'none') return false;
    const open = this.#open ?? (await this.#begin(fragment));
    const sound = this.#placeSound(open, fragment);
    const head = fragmentHead({
      fragment: picture,
      sequence: open.parts.length + 1,
      fileStartTicks: open.startTicks,
      sound,
    });
    const pieces = [head, ...picture.arena.pieces(picture.from, picture.to), ...(sound?.frames ?? [])];
    const sizeBytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
    try {
      await open.handle.append(pieces);
    } catch (err) {
      await this.#abandonTail(open);
      throw err;
    }
    open.parts.push({ sizeBytes, durationTicks: picture.endTicks - picture.startTicks, start: picture.start });
    open.sizeBytes += sizeBytes;
    open.endTicks = picture.endTicks;
    open.samples += picture.samples.length;
    open.soundFrames += sound?.frames.length ?? 0;
    if (sound) open.soundEndSamples = sound.startSamples + sound.frames.length * FRAME_SAMPLES;
    return true;
  }

  /** Closes the current file. */
  close(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return;
    const { preciseStartMs, endMs } = this.#date(open);
    this.#last = { connection: open.connection, endTicks: open.endTicks, endMs, clockMs: open.clockMs };
    this.#naming.lastEnd = { endMs, clockMs: open.clockMs };
    const durationTicks = open.endTicks - open.startTicks;
    const durationMs = Math.round((durationTicks / TICKS_PER_SECOND) * 1_000);
    this.#onClosed({
      path: open.path,
      preciseStartMs,
      startMs: open.start.startMs,
      written: {
        endMs,
        summary: {
          sizeBytes: open.sizeBytes,
          durationMs,
          parameterHash: open.init.parameterHash,
          tracks: open.init.tracks.map(({ format }) => ({
            format,
            samples: format.kind === 'video' ? open.samples : open.soundFrames,
            durationMs,
          })),
        },
        ...finishing(open, preciseStartMs, this.#disk),
      },
    });
  }

  #cuts(open: OpenFile, { connection, picture, sound }: TimedFragment): boolean {
    if (open.connection !== connection || !picture.isContinuous || picture.startTicks !== open.endTicks) return true;
    // Fragments until the next keyframe are lost then.
    if (open.sizeBytes >= this.#maxBytes) return true;
    if (picture.start === 'none') return false;
    if (open.shape !== picture.setup.shape || open.sound?.channels !== sound?.channels) return true;
    return this.#boundaryAt(this.#wallAt(connection, picture.startTicks)) !== open.boundary;
  }

  async #begin({ connection, picture, sound }: TimedFragment): Promise<OpenFile> {
    await this.#beforeFile();
    const { preciseStartMs, isChained } = this.#beginning(connection, picture);
    const start = nextStart(preciseStartMs, this.#naming.last);
    const path = join(this.#folder, spoolName(start, { recordingId: this.#recordingId, number: this.#number }));
    const head = headOf(picture.setup, sound);
    const handle = await this.#disk.create(path);
    this.#number += 1;
    this.#naming.last = start;
    const open: OpenFile = {
      path,
      handle,
      start,
      isChained,
      clockMs: this.#wallMs(0),
      boundary: this.#boundaryAt(this.#wallAt(connection, picture.startTicks)),
      connection,
      shape: picture.setup.shape,
      sound,
      headBytes: head.bytes.length,
      init: head.init,
      startTicks: picture.startTicks,
      endTicks: picture.startTicks,
      parts: [],
      sizeBytes: 0,
      samples: 0,
      soundFrames: 0,
      soundEndSamples: 0,
    };
    this.#open = open;
    const pieces = [head.bytes, emptyIndex()];
    try {
      await handle.append(pieces);
    } catch (err) {
      await this.#abandonTail(open);
      throw err;
    }
    open.sizeBytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
    return open;
  }

  /** Each segment of a connection starts where the previous one ends, regardless of the delay of its first frame. */
  #beginning(connection: ConnectionClock, picture: PictureFragment): { preciseStartMs: number; isChained: boolean } {
    const last = this.#last;
    const follows = last?.connection === connection && last.endTicks === picture.startTicks;
    if (follows && !this.#isSetSince(last.clockMs)) return { preciseStartMs: last.endMs, isChained: true };
    return {
      preciseStartMs: this.#notBefore(Math.round(this.#wallAt(connection, picture.startTicks))),
      isChained: false,
    };
  }

  /**
   * Footage that seems to start before the previous segment's end arrived with less delay. Only a clock that was set
   * back really goes back.
   */
  #notBefore(preciseStartMs: number): number {
    const { lastEnd } = this.#naming;
    if (lastEnd === undefined || this.#isSetSince(lastEnd.clockMs)) return preciseStartMs;
    return lastEnd.endMs - preciseStartMs > MAX_OVERLAP_MS ? preciseStartMs : Math.max(preciseStartMs, lastEnd.endMs);
  }

  /**
   * Start and end of a file. The first file of a connection is dated when it is closed, because only then the rate of the
   * camera's clock is known. Later ones last as long as by the camera's clock, corrected slowly towards the arrival
   * times, so that a varying delay does not move boundaries. A camera clock that cannot be right is overruled. A clock
   * step while the file was open is ignored for it.
   */
  #date({ connection, start, isChained, clockMs, startTicks, endTicks }: OpenFile): {
    preciseStartMs: number;
    endMs: number;
  } {
    const lastsMs = (connection.timeAt(endTicks) ?? 0) - (connection.timeAt(startTicks) ?? 0);
    const setByMs = this.#isSetSince(clockMs) ? this.#wallMs(0) - clockMs : 0;
    const arrivedMs = this.#wallAt(connection, endTicks) - setByMs;
    const maxMs = isChained ? SLEW * lastsMs : MAX_FIRST_SHIFT_MS;
    const offMs = arrivedMs - start.preciseStartMs - lastsMs;
    const slewedMs = Math.max(-maxMs, Math.min(maxMs, offMs));
    const minMs = this.#runsSlow(connection, offMs, arrivedMs) ? offMs - MAX_BEHIND_MS / 2 : Number.NEGATIVE_INFINITY;
    const movedMs = Math.min(offMs + MAX_AHEAD_MS, Math.max(minMs, slewedMs));
    const preciseStartMs = isChained
      ? start.preciseStartMs
      : this.#notBefore(Math.round(start.preciseStartMs + movedMs));
    return {
      preciseStartMs,
      endMs: Math.max(preciseStartMs + 1, Math.round(start.preciseStartMs + movedMs + lastsMs)),
    };
  }

  #runsSlow(connection: ConnectionClock, offMs: number, arrivedMs: number): boolean {
    if (this.#behind?.connection !== connection) this.#behind = undefined;
    const isOverruled = this.#behind !== undefined && arrivedMs - this.#behind.sinceMs >= BEHIND_FOR_MS;
    if (isOverruled) return true;
    if (offMs <= MAX_BEHIND_MS) this.#behind = undefined;
    else this.#behind ??= { connection, sinceMs: arrivedMs };
    return false;
  }

  #isSetSince(clockMs: number): boolean {
    return Math.abs(this.#wallMs(0) - clockMs) > CLOCK_STEP_MS;
  }

  #wallAt(connection: ConnectionClock, ticks: number): number {
    return this.#wallMs(connection.timeAt(ticks) ?? 0);
  }

  #boundaryAt(wallMs: number): number {
    return Math.floor(wallMs / this.#segmentMs);
  }

  #placeSound(open: OpenFile, { timedSound }: TimedFragment): FragmentSound | undefined {
    if (open.sound === undefined || timedSound === undefined) return undefined;
    const firstSamples = Math.round((timedSound.startTicks - open.startTicks) * SOUND_SAMPLES_PER_TICK);
    // Sound that starts before the file belongs to the previous file, which is closed. An encoder that was restarted
    // because the camera set its clock may repeat times, and times in a file only increase.
    const early = Math.max(0, Math.ceil((open.soundEndSamples - firstSamples) / FRAME_SAMPLES));
    const frames = timedSound.frames.slice(early);
    return frames.length === 0 ? undefined : { startSamples: firstSamples + early * FRAME_SAMPLES, frames };
  }

  /** Removes an incomplete fragment; the fragments before it stay. */
  async #abandonTail(open: OpenFile): Promise<void> {
    this.#open = open;
    await open.handle.truncate(open.sizeBytes).catch(() => {});
    if (open.parts.length > 0) {
      this.close();
      return;
    }
    this.#open = undefined;
    await open.handle.close().catch(() => {});
    await this.#disk.remove(open.path).catch(() => {});
  }
}

interface Head {
  bytes: Buffer;
  init: InitFacts;
}

const heads = new WeakMap<PictureSetup, Map<number, Head>>();

/** Cached for all files of a stream until its parameters change. */
function headOf(setup: PictureSetup, sound: SoundSetup | undefined): Head {
  const known = heads.get(setup) ?? new Map<number, Head>();
  heads.set(setup, known);
  const channels = sound?.channels ?? 0;
  const head = known.get(channels);
  if (head) return head;
  const bytes = fileHead({ setup, sound });
  const fresh = { bytes, init: readInitFacts(bytes) };
  known.set(channels, fresh);
  return fresh;
}

function finishing(open: OpenFile, preciseStartMs: number, disk: SegmentDisk) {
  let isFinished = false;
  let handle: SpoolHandle | undefined = open.handle;
  const release = async () => {
    const closing = handle;
    handle = undefined;
    await closing?.close().catch(() => {});
  };
  /** Writes the index and makes the file durable. Retried until it succeeds, then never repeated. */
  const finish = async () => {
    if (isFinished) return;
    // After the disk was remounted the old handle is invalid.
    handle ??= await disk.reopen(open.path);
    try {
      await handle.writeAt(fileIndex({ parts: open.parts }), open.headBytes);
      await handle.dateTo(preciseStartMs);
      await handle.sync();
      isFinished = true;
    } finally {
      await release();
    }
  };
  return { finish, release };
}
