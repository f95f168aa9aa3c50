import { join } from 'node:path';
import { nextStart, type SegmentStart } from '@holdfast/domain';
import {
  emptyIndex,
  FRAME_TICKS,
  fileHead,
  fileIndex,
  fragmentHead,
  type IndexedPart,
  type InitFacts,
  type PictureFragment,
  type PictureSetup,
  readInitFacts,
  type SoundRun,
  type SoundSetup,
  TICKS_PER_SECOND,
  type TimedSound,
} from '@holdfast/media';
import type { ReadySegment } from './ready-segment.ts';
import type { SegmentDisk, SpoolHandle } from './segment-disk.ts';
import { spoolName } from './spool.ts';

/** One connection to a camera: where its ticks lie on a clock that is never set. */
export interface FragmentRun {
  timeAt(ticks: number): number | undefined;
}

export interface RunFragment {
  run: FragmentRun;
  picture: PictureFragment;
  /** Given where the recording has a sound track, whether there is sound for this fragment or not. */
  sound?: SoundSetup | undefined;
  soundRun?: TimedSound | undefined;
}

/** The last name given in a stream, so that the next one is another. */
export interface SegmentNaming {
  last: SegmentStart | undefined;
  /** Where the last segment ended, and the wall clock against the one that is never set at that time. */
  lastEnd?: { endMs: number; clockMs: number };
}

/** A file that was closed, and its pictures' span, for whoever decides whether it stays. */
export interface ClosedSegment extends ReadySegment {
  written: NonNullable<ReadySegment['written']>;
}

interface OpenFile {
  path: string;
  handle: SpoolHandle;
  start: SegmentStart;
  /** Where the segment before ended, if this one follows on it. */
  isChained: boolean;
  /** The wall clock against the one that is never set, when the file began. */
  clockMs: number;
  border: number;
  run: FragmentRun;
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
}

/** Beyond this the clock was set: what follows is dated anew. */
const CLOCK_STEP_MS = 1_000;
/** How much of its length the end of a segment may be moved by, towards what the arrivals tell. */
const SLEW = 0.1;
/** More than any delay explains. */
const MAX_OVERLAP_MS = 60_000;
/** How far the first segment of a run may be moved when it closes. */
const MAX_FIRST_SHIFT_MS = 5_000;
/** No picture was taken after it arrived: a segment whose camera's clock runs ahead ends at most this much after that. */
const MAX_AHEAD_MS = 1_000;
/** A network that holds pictures back catches up again. One that is this far behind for this long has a clock that runs slow. */
const MAX_BEHIND_MS = 8_000;
const BEHIND_FOR_MS = 60_000;
const SOUND_SAMPLES_PER_TICK = 48_000 / TICKS_PER_SECOND;

/**
 * Writes fragments into spool files, each appended as soon as it is there, and begins a new file at the first keyframe
 * behind each border of the clock, where the pictures change, and where some are missing. For one place on one disk;
 * calls follow each other.
 */
export class SegmentWriter {
  readonly #folder: string;
  readonly #run: string;
  readonly #disk: SegmentDisk;
  readonly #segmentMs: number;
  readonly #naming: SegmentNaming;
  readonly #wallMs: (monotonicMs: number) => number;
  readonly #onClosed: (segment: ClosedSegment) => void;
  #open: OpenFile | undefined;
  #last: { run: FragmentRun; endTicks: number; endMs: number; clockMs: number } | undefined;
  /** The run whose segments are dated behind their arrival, and since when. */
  #behind: { run: FragmentRun; sinceMs: number } | undefined;
  #number = 0;

  constructor({
    folder,
    run,
    disk,
    segmentMs,
    naming,
    wallMs,
    onClosed,
  }: {
    folder: string;
    /** Makes the names of this writer unlike those of all others. */
    run: string;
    disk: SegmentDisk;
    segmentMs: number;
    naming: SegmentNaming;
    wallMs: (monotonicMs: number) => number;
    onClosed: (segment: ClosedSegment) => void;
  }) {
    this.#folder = folder;
    this.#run = run;
    this.#disk = disk;
    this.#segmentMs = segmentMs;
    this.#naming = naming;
    this.#wallMs = wallMs;
    this.#onClosed = onClosed;
  }

  /** False for a fragment that no file can begin with. Throws when the disk refuses; the fragment is then not written. */
  async write(fragment: RunFragment): Promise<boolean> {
    const { picture } = fragment;
    if (this.#open && this.#cuts(this.#open, fragment)) this.close();
    if (this.#open === undefined) {
      if (picture.start === 'none') return false;
      await this.#begin(fragment);
    }
    const open = this.#open as unknown as OpenFile;
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
    return true;
  }

  /** The open file is as long as it gets. */
  close(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return;
    const { bornMs, endMs } = this.#date(open);
    this.#last = { run: open.run, endTicks: open.endTicks, endMs, clockMs: open.clockMs };
    this.#naming.lastEnd = { endMs, clockMs: open.clockMs };
    const durationTicks = open.endTicks - open.startTicks;
    const durationMs = Math.round((durationTicks / TICKS_PER_SECOND) * 1_000);
    this.#onClosed({
      path: open.path,
      bornMs,
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
        ...finishing(open, bornMs, this.#disk),
      },
    });
  }

  #cuts(open: OpenFile, { run, picture, sound }: RunFragment): boolean {
    if (open.run !== run || !picture.isContinuous || picture.startTicks !== open.endTicks) return true;
    if (picture.start === 'none') return false;
    if (open.shape !== picture.setup.shape || open.sound?.channels !== sound?.channels) return true;
    return this.#borderAt(this.#wallAt(run, picture.startTicks)) !== open.border;
  }

  async #begin({ run, picture, sound }: RunFragment): Promise<void> {
    const { bornMs, isChained } = this.#beginning(run, picture);
    const start = nextStart(bornMs, this.#naming.last);
    const path = join(this.#folder, spoolName(start, { run: this.#run, number: this.#number }));
    const head = headOf(picture.setup, sound);
    const handle = await this.#disk.create(path);
    this.#number += 1;
    this.#naming.last = start;
    this.#open = {
      path,
      handle,
      start,
      isChained,
      clockMs: this.#wallMs(0),
      border: this.#borderAt(this.#wallAt(run, picture.startTicks)),
      run,
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
    };
    const pieces = [head.bytes, emptyIndex()];
    try {
      await handle.append(pieces);
    } catch (err) {
      await this.#abandonTail(this.#open);
      throw err;
    }
    this.#open.sizeBytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  }

  /** Each segment of a run begins where the one before it ends, whatever the network did to its first picture. */
  #beginning(run: FragmentRun, picture: PictureFragment): { bornMs: number; isChained: boolean } {
    const last = this.#last;
    const follows = last?.run === run && last.endTicks === picture.startTicks;
    if (follows && !this.#isSetSince(last.clockMs)) return { bornMs: last.endMs, isChained: true };
    return { bornMs: this.#notBefore(Math.round(this.#wallAt(run, picture.startTicks))), isChained: false };
  }

  /** Footage that seems to begin before what was recorded last came with less delay: only a clock that was set goes back. */
  #notBefore(bornMs: number): number {
    const { lastEnd } = this.#naming;
    if (lastEnd === undefined || this.#isSetSince(lastEnd.clockMs)) return bornMs;
    return lastEnd.endMs - bornMs > MAX_OVERLAP_MS ? bornMs : Math.max(bornMs, lastEnd.endMs);
  }

  /**
   * When a file begins and ends. The first of a run is dated when it closes: only then it is known how its camera's clock
   * runs. Later ones last as long as the camera's clock tells, and follow what the arrivals tell slowly: a delay that comes
   * and goes moves no border. Only a camera's clock that cannot be right is overruled. A clock that was set while the file
   * was open does not count for it.
   */
  #date({ run, start, isChained, clockMs, startTicks, endTicks }: OpenFile): { bornMs: number; endMs: number } {
    const lastsMs = (run.timeAt(endTicks) ?? 0) - (run.timeAt(startTicks) ?? 0);
    const setByMs = this.#isSetSince(clockMs) ? this.#wallMs(0) - clockMs : 0;
    const arrivedMs = this.#wallAt(run, endTicks) - setByMs;
    const mostMs = isChained ? SLEW * lastsMs : MAX_FIRST_SHIFT_MS;
    const offMs = arrivedMs - start.bornMs - lastsMs;
    const slewedMs = Math.max(-mostMs, Math.min(mostMs, offMs));
    const leastMs = this.#runsSlow(run, offMs, arrivedMs) ? offMs - MAX_BEHIND_MS / 2 : Number.NEGATIVE_INFINITY;
    const movedMs = Math.min(offMs + MAX_AHEAD_MS, Math.max(leastMs, slewedMs));
    const bornMs = isChained ? start.bornMs : this.#notBefore(Math.round(start.bornMs + movedMs));
    return { bornMs, endMs: Math.max(bornMs + 1, Math.round(start.bornMs + movedMs + lastsMs)) };
  }

  #runsSlow(run: FragmentRun, offMs: number, arrivedMs: number): boolean {
    if (this.#behind?.run !== run) this.#behind = undefined;
    const isOverruled = this.#behind !== undefined && arrivedMs - this.#behind.sinceMs >= BEHIND_FOR_MS;
    if (isOverruled) return true;
    if (offMs <= MAX_BEHIND_MS) this.#behind = undefined;
    else this.#behind ??= { run, sinceMs: arrivedMs };
    return false;
  }

  #isSetSince(clockMs: number): boolean {
    return Math.abs(this.#wallMs(0) - clockMs) > CLOCK_STEP_MS;
  }

  #wallAt(run: FragmentRun, ticks: number): number {
    return this.#wallMs(run.timeAt(ticks) ?? 0);
  }

  #borderAt(wallMs: number): number {
    return Math.floor(wallMs / this.#segmentMs);
  }

  #placeSound(open: OpenFile, { soundRun }: RunFragment): SoundRun | undefined {
    if (open.sound === undefined || soundRun === undefined) return undefined;
    // What began before the file belongs to the one before it, which is closed.
    const early = Math.max(0, Math.ceil((open.startTicks - soundRun.startTicks) / FRAME_TICKS));
    const frames = soundRun.frames.slice(early);
    const startTicks = soundRun.startTicks + early * FRAME_TICKS;
    const startSamples = Math.round((startTicks - open.startTicks) * SOUND_SAMPLES_PER_TICK);
    return frames.length === 0 ? undefined : { startSamples, frames };
  }

  /** What was written of a fragment is no fragment; those before it stay. */
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

/** The same for every file of a stream until its pictures change. */
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

function finishing(open: OpenFile, bornMs: number, disk: SegmentDisk) {
  let isFinished = false;
  let handle: SpoolHandle | undefined = open.handle;
  const release = async () => {
    const closing = handle;
    handle = undefined;
    await closing?.close().catch(() => {});
  };
  /** Writes the index and makes the file durable; repeated until it has worked, then never again. */
  const finish = async () => {
    if (isFinished) return;
    // A disk that went away and came back does not know the old handle any more.
    handle ??= await disk.reopen(open.path);
    try {
      await handle.writeAt(fileIndex({ parts: open.parts }), open.headBytes);
      await handle.dateTo(bornMs);
      await handle.sync();
      isFinished = true;
    } finally {
      await release();
    }
  };
  return { finish, release };
}
