import {
  createFaultCounter,
  createMergeQueue,
  type Detection,
  type FaultCounter,
  readHttpEvent,
  readPayload,
} from '@holdfast/detector';
import type { FrameSize } from '@holdfast/domain';
import { type Clock, createWakeUp } from '@holdfast/kit';

const MAX_WAITING = 20_000;
const MAX_UNMAPPED = 50;

/** Parses the detector's messages and queues the detections of our cameras until they are stored. */
export class DetectionIntake {
  readonly faults: FaultCounter = createFaultCounter();
  readonly arrived = createWakeUp();
  readonly #clock: Clock;
  readonly #queue = createMergeQueue(MAX_WAITING);
  readonly #unmapped = new Set<string>();
  #cameras: ReadonlyMap<string, string> = new Map();
  #frames: ReadonlyMap<string, FrameSize> = new Map();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  setCameras(cameras: ReadonlyMap<string, string>): void {
    this.#cameras = cameras;
    for (const name of cameras.keys()) this.#unmapped.delete(name);
  }

  setFrameSizes(frames: ReadonlyMap<string, FrameSize>): void {
    this.#frames = frames;
  }

  cameraIdOf(detection: Detection): string | undefined {
    return this.#cameras.get(detection.cameraName);
  }

  unmappedCameras(): string[] {
    return [...this.#unmapped].sort();
  }

  addMqttMessage(payload: Buffer, about: { retained: boolean }, minScore: number): void {
    this.#add(readPayload(payload, about, this.#reading()), minScore);
  }

  addHttpEvent(entry: unknown, minScore: number): void {
    this.#add(readHttpEvent(entry, this.#reading()), minScore);
  }

  take(max: number): Detection[] {
    return this.#queue.take(max);
  }

  #reading() {
    return { nowMs: this.#clock.now(), frameOf: (name: string) => this.#frames.get(name) };
  }

  #add(read: ReturnType<typeof readHttpEvent>, minScore: number): void {
    const fault = read.kind === 'fault' ? read.fault : this.#refusalOf(read.detection, minScore);
    if (fault !== undefined) this.faults.count(fault);
    if (read.kind === 'detection' && fault === undefined) {
      // The event itself is stored all the same.
      if (read.detection.hasBadBox) this.faults.count('bad-box');
      if (!this.#queue.push(read.detection)) this.faults.count('queue-full');
      this.arrived.wake();
    }
  }

  #refusalOf(
    { cameraName, lifecycle, topScore, score, endsBeforeStart }: Detection,
    minScore: number,
  ): string | undefined {
    if (!this.#cameras.has(cameraName)) {
      if (this.#unmapped.size < MAX_UNMAPPED) this.#unmapped.add(cameraName);
      return 'unmapped-camera';
    }
    if (endsBeforeStart) return 'end-before-start';
    // An end is never dropped because of its score: an event that was stored before would stay open.
    const best = topScore ?? score;
    return lifecycle !== 'end' && best !== null && best < minScore ? 'low-score' : undefined;
  }
}
