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

interface Entry {
  camera: WatchedCamera;
  motion: CameraMotion;
  pixels: RunningSource | undefined;
  ableSinceMs: Map<WatchingSource, number>;
}

/** Motion detection of all watched cameras: state, recording gate, and the camera's own source. */
export function createMotionCameras({
  startPixels,
  nowMs,
}: {
  startPixels: StartSource;
  nowMs: () => number;
}): MotionCameras {
  const entries = new Map<string, Entry>();
  const add = (camera: WatchedCamera) => {
    const motion = new CameraMotion(camera.motion, nowMs);
    const pixels = camera.pixel && startPixels(camera, motion);
    entries.set(camera.cameraId, { camera, motion, pixels, ableSinceMs: new Map() });
  };
  const change = (entry: Entry, camera: WatchedCamera) => {
    if (JSON.stringify(entry.camera) === JSON.stringify(camera)) return;
    entry.camera = camera;
    entry.motion.step({ kind: 'settings', settings: camera.motion });
    if (camera.pixel && entry.pixels?.change(camera)) return;
    entry.pixels?.stop();
    entry.pixels = camera.pixel && startPixels(camera, entry.motion);
  };
  return {
    set(cameras) {
      const wanted = new Set(cameras.map(({ cameraId }) => cameraId));
      for (const [cameraId, { pixels }] of entries) {
        if (wanted.has(cameraId)) continue;
        pixels?.stop();
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
      for (const { pixels } of entries.values()) pixels?.stop();
      entries.clear();
    },
  };
}
