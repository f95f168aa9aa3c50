import type { CameraEvent, CameraEventLabel, WatchedCamera } from '@holdfast/domain';
import type { OutboundRule } from '@holdfast/kit';
import { followCameraEvents } from '@holdfast/media';
import type { CameraMotion } from './camera-motion.ts';
import type { RunningSource } from './motion-cameras.ts';
import {
  CAMERA_SOURCE_ID,
  type EventSubject,
  MOTION_SOURCE_ID,
  type MotionEvents,
  type OpenMotionEvent,
} from './motion-events.ts';

/** The duration of events without an end, such as a crossed line. */
const MOMENT_MS = 5_000;

/** Uses what a camera notices itself as a motion source. It costs no decoding. */
export function startCameraEventSource(
  camera: WatchedCamera,
  motion: CameraMotion,
  { outbound, events, nowMs }: { outbound: OutboundRule; events: MotionEvents; nowMs: () => number },
): RunningSource {
  const { cameraId, events: service } = camera;
  const active = new Map<string, CameraEvent>();
  const moments = new Map<string, NodeJS.Timeout>();
  /** One for each label: cameras report the same motion on several topics. */
  const rows = new Map<CameraEventLabel, OpenMotionEvent>();

  const writeRows = () => {
    const labels = new Set([...active.values()].map(({ label }) => label));
    for (const [label, row] of rows) {
      if (labels.has(label)) continue;
      row.end(nowMs());
      rows.delete(label);
    }
    for (const label of labels)
      if (!rows.has(label)) rows.set(label, events.begin(cameraId, nowMs(), subjectOf(label)));
  };
  const start = (event: CameraEvent) => {
    active.set(event.key, event);
    motion.step({ kind: 'start', source: 'camera', key: event.key });
  };
  const end = (key: string) => {
    active.delete(key);
    motion.step({ kind: 'stop', source: 'camera', key });
  };
  const endLater = (key: string) => {
    clearTimeout(moments.get(key));
    const timer = setTimeout(() => {
      moments.delete(key);
      end(key);
      writeRows();
    }, MOMENT_MS);
    moments.set(key, timer);
  };
  const forgetAll = () => {
    for (const timer of moments.values()) clearTimeout(timer);
    moments.clear();
    active.clear();
    writeRows();
  };
  const following =
    service &&
    followCameraEvents({
      service,
      outbound,
      nowMs,
      onAble: (now) => {
        for (const key of active.keys()) if (!moments.has(key)) active.delete(key);
        for (const event of now) active.set(event.key, event);
        motion.step({ kind: 'able', source: 'camera', active: [...active.keys()] });
        writeRows();
      },
      onUnable: (reason) => {
        motion.step({ kind: 'unable', source: 'camera', reason });
        forgetAll();
      },
      onEvent: (event) => {
        if (event.state === 'ended') end(event.key);
        else start(event);
        if (event.state === 'happened') endLater(event.key);
        writeRows();
      },
    });

  return {
    change: (next) => JSON.stringify(next.events) === JSON.stringify(service),
    stop() {
      void following?.stop();
      forgetAll();
    },
  };
}

/** Plain motion is the same kind of event for every source. */
const subjectOf = (label: CameraEventLabel): EventSubject => ({
  sourceId: label === 'motion' ? MOTION_SOURCE_ID : CAMERA_SOURCE_ID,
  key: `camera ${label}`,
  label,
  subLabel: null,
});
