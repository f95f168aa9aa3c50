import type { MotionInput, WatchedCamera, WatchingSource } from '@holdfast/domain';
import { type FootageSpan, keepEverything, type RecordingGate } from '../recording/recording-gate.ts';
import { CameraMotion, type SeenMotion } from './camera-motion.ts';

/** A motion source of one camera. */
export interface RunningSource {
  /** Applies new settings in place; false if the source has to be restarted. */
  change(camera: WatchedCamera): boolean;
  stop(): void;
}

export type StartSource = (camera: WatchedCamera, motion: CameraMotion) => RunningSource;

export interface SourceReport {
  cameraId: string;
  source: WatchingSource;
  able: boolean;
  reason: string | null;
  sinceMs: number;
}

export interface MotionCameras {
  /** Watches exactly these cameras. */
  set(cameras: readonly WatchedCamera[]): void;
  gateOf(recording: { cameraId: string; mode: 'continuous' | 'motion' }): RecordingGate;
  seenIn(cameraId: string, span: FootageSpan): SeenMotion;
  /** Input from sources that serve many cameras. */
  step(cameraId: string, input: MotionInput): void;
  watched(): readonly WatchedCamera[];
  reports(): SourceReport[];
  /** Cameras that record everything because their sources have failed. */
  failingOpen(): { cameraId: string; reason: string }[];
  stop(): void;
}

/** Sources that serve a single camera, with their settings if the camera has them. */
const ownSources = { pixels: ({ pixel }: WatchedCamera) => pixel, events: ({ events }: WatchedCamera) => events };
type OwnSource = keyof typeof ownSources;
const names = Object.keys(ownSources) as OwnSource[];

interface Entry {
  camera: WatchedCamera;
  motion: CameraMotion;
  running: Partial<Record<OwnSource, RunningSource>>;
  ableSinceMs: Map<WatchingSource, number>;
}

/** Motion detection of all watched cameras: state, recording gate, and the camera's own sources. */
export function createMotionCameras({
  startPixels,
  startEvents,
  nowMs,
}: {
  startPixels: StartSource;
  startEvents: StartSource;
  nowMs: () => number;
}): MotionCameras {
  const start: Record<OwnSource, StartSource> = { pixels: startPixels, events: startEvents };
  const entries = new Map<string, Entry>();
  const follow = ({ camera, motion, running }: Entry, name: OwnSource) => {
    const isWanted = ownSources[name](camera) !== undefined;
    if (isWanted && running[name]?.change(camera)) return;
    running[name]?.stop();
    delete running[name];
    if (isWanted) running[name] = start[name](camera, motion);
  };
  const stop = ({ running }: Entry) => {
    for (const name of names) running[name]?.stop();
  };
  const add = (camera: WatchedCamera) => {
    const motion = new CameraMotion(camera.motion, nowMs);
    const entry: Entry = { camera, motion, running: {}, ableSinceMs: new Map() };
    entries.set(camera.cameraId, entry);
    for (const name of names) follow(entry, name);
  };
  const change = (entry: Entry, camera: WatchedCamera) => {
    if (JSON.stringify(entry.camera) === JSON.stringify(camera)) return;
    entry.camera = camera;
    entry.motion.step({ kind: 'settings', settings: camera.motion });
    for (const name of names) follow(entry, name);
  };
  return {
    set(cameras) {
      const wanted = new Set(cameras.map(({ cameraId }) => cameraId));
      for (const [cameraId, entry] of entries) {
        if (wanted.has(cameraId)) continue;
        stop(entry);
        entries.delete(cameraId);
      }
      for (const camera of cameras) {
        const entry = entries.get(camera.cameraId);
        if (entry) change(entry, camera);
        else add(camera);
      }
    },
    // Fail open: a camera without motion detection records everything.
    gateOf: ({ cameraId, mode }) =>
      (mode === 'motion' ? entries.get(cameraId)?.motion.gate : undefined) ?? keepEverything,
    seenIn: (cameraId, span) => entries.get(cameraId)?.motion.seenIn(span) ?? { hasMotion: false, grid: null },
    step: (cameraId, input) => entries.get(cameraId)?.motion.step(input),
    watched: () => [...entries.values()].map(({ camera }) => camera),
    reports() {
      return [...entries.values()].flatMap(({ camera, motion, ableSinceMs }) =>
        [...motion.health()].map(([source, health]) => {
          if (health.kind === 'unable') {
            ableSinceMs.delete(source);
            return { cameraId: camera.cameraId, source, able: false, reason: health.reason, sinceMs: health.sinceMs };
          }
          const sinceMs = ableSinceMs.get(source) ?? nowMs();
          ableSinceMs.set(source, sinceMs);
          return { cameraId: camera.cameraId, source, able: true, reason: null, sinceMs };
        }),
      );
    },
    failingOpen: () =>
      [...entries.values()].flatMap(({ camera: { cameraId }, motion }) => {
        const reason = motion.failOpenReason();
        return reason === undefined ? [] : [{ cameraId, reason }];
      }),
    stop() {
      for (const entry of entries.values()) stop(entry);
      entries.clear();
    },
  };
}
