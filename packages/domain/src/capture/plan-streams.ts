import { type EventService, eventServiceOf } from '../camera-events/event-service.ts';
import type { Polygon } from '../geometry/polygon.ts';
import type { WatchingSource } from '../motion/motion-source.ts';
import type { MotionSettings } from '../motion/motion-state.ts';
import type { Behavior } from '../policy/behavior.ts';
import { reasonCode } from '../reason/reason.ts';
import { isScheduledOn } from './schedule.ts';
import type { StreamName } from './stream.ts';

/** The facts that decide what is recorded of a camera. */
export interface CaptureCamera {
  id: string;
  enabled: boolean;
  /** Addresses with their passwords. */
  mainUrl: string;
  subUrl: string | null;
  /** Null follows the policy. */
  recordAudio: boolean | null;
  /** Transcode its video to H.264, because it sends neither H.264 nor H.265. */
  convertVideo: boolean;
  motion: {
    pixel: boolean;
    detector: boolean;
    hub: boolean;
    /** The camera's own events. */
    camera: boolean;
    /** Its ONVIF service, if it is not at the usual place. */
    onvifUrl: string | null;
    mask: readonly Polygon[];
    detectorCameraName: string | null;
  };
  policy: Pick<
    Behavior,
    | 'mode'
    | 'recordStream'
    | 'recordAudio'
    | 'schedule'
    | 'liveStorageId'
    | 'motionPreSeconds'
    | 'motionPostSeconds'
    | 'motionSensitivity'
    | 'motionThreshold'
  >;
}

/** A stream that the restream offers. Connected permanently if it is recorded, otherwise on demand. */
export interface WantedSource {
  cameraId: string;
  stream: StreamName;
  url: string;
  when: 'always' | 'on-demand';
  convert: boolean;
}

export interface WantedRecording {
  key: string;
  cameraId: string;
  stream: StreamName;
  storageId: string;
  audio: boolean;
  /** In motion mode a gate decides what is kept. */
  mode: 'continuous' | 'motion';
}

/** A camera whose motion sources run: in every mode but off. In motion mode they also decide what stays. */
export interface WatchedCamera {
  cameraId: string;
  motion: MotionSettings;
  /** Undefined where pixels are not analysed. */
  pixel: { stream: StreamName; mask: readonly Polygon[]; threshold: number | null } | undefined;
  detectorCameraName: string | null;
  /** Undefined where the camera's own events are not used. With the login of its stream. */
  events: EventService | undefined;
}

/** A stream that is deliberately not recorded. */
export interface UnrecordedStream {
  cameraId: string;
  stream: StreamName;
  detail: string;
}

export interface StreamPlan {
  sources: WantedSource[];
  recordings: WantedRecording[];
  off: UnrecordedStream[];
  watched: WatchedCamera[];
}

/**
 * The streams to offer and those to record. Sources, and the keys of recordings, are equal exactly when nothing relevant changed,
 * so that only affected parts are restarted: an address affects the connection, storage and audio affect the recording.
 */
export function planStreams(
  cameras: readonly CaptureCamera[],
  { nowMs, timeZone }: { nowMs: number; timeZone: string },
): StreamPlan {
  const plan: StreamPlan = { sources: [], recordings: [], off: [], watched: [] };
  for (const camera of cameras) {
    const recorded = recordedStreams(camera);
    const off = offDetail(camera, { nowMs, timeZone });
    for (const stream of recorded) {
      if (off !== undefined) plan.off.push({ cameraId: camera.id, stream, detail: off });
      else plan.recordings.push(recordingOf(camera, stream));
    }
    if (off === undefined) plan.watched.push(watchedCamera(camera));
    if (!camera.enabled) continue;
    for (const [stream, url] of streamUrls(camera)) {
      // The hours of a schedule do not change this, so that live view continues when recording pauses.
      const when = camera.policy.mode !== 'off' && recorded.includes(stream) ? 'always' : 'on-demand';
      plan.sources.push({
        cameraId: camera.id,
        stream,
        url,
        when,
        convert: camera.convertVideo,
      });
    }
  }
  return plan;
}

function watchedCamera({ id, mainUrl, subUrl, motion, policy }: CaptureCamera): WatchedCamera {
  const sources: [WatchingSource, boolean][] = [
    ['pixel', motion.pixel],
    ['detector', motion.detector],
    ['hub', motion.hub],
    ['camera', motion.camera],
  ];
  return {
    cameraId: id,
    motion: {
      preMs: policy.motionPreSeconds * 1000,
      postMs: policy.motionPostSeconds * 1000,
      enabled: sources.flatMap(([source, isEnabled]) => (isEnabled ? [source] : [])),
    },
    pixel: motion.pixel
      ? {
          stream: subUrl === null ? 'main' : 'sub',
          mask: motion.mask,
          threshold: policy.motionSensitivity === 'manual' ? policy.motionThreshold : null,
        }
      : undefined,
    detectorCameraName: motion.detectorCameraName,
    events: motion.camera ? eventServiceOf({ mainUrl, onvifUrl: motion.onvifUrl }) : undefined,
  };
}

const streamUrls = ({ mainUrl, subUrl }: CaptureCamera): [StreamName, string][] =>
  subUrl === null
    ? [['main', mainUrl]]
    : [
        ['main', mainUrl],
        ['sub', subUrl],
      ];

/** Fail open: if the wanted sub stream does not exist, the main stream is recorded. */
function recordedStreams({ subUrl, policy }: CaptureCamera): StreamName[] {
  if (subUrl === null) return ['main'];
  return policy.recordStream === 'both' ? ['main', 'sub'] : [policy.recordStream];
}

function offDetail(
  { enabled, policy }: CaptureCamera,
  { nowMs, timeZone }: { nowMs: number; timeZone: string },
): string | undefined {
  if (!enabled) return reasonCode('camera-disabled');
  if (policy.mode === 'off') return reasonCode('policy-is-off');
  if (policy.schedule === null || isScheduledOn(policy.schedule, { nowMs, timeZone })) return undefined;
  return reasonCode('schedule-pauses');
}

function recordingOf(camera: CaptureCamera, stream: StreamName): WantedRecording {
  const { mode, liveStorageId: storageId, recordAudio } = camera.policy;
  const audio = camera.recordAudio ?? recordAudio;
  const gated = mode === 'motion' ? 'motion' : 'continuous';
  const key = JSON.stringify([camera.id, stream, storageId, audio, gated]);
  return { key, cameraId: camera.id, stream, storageId, audio, mode: gated };
}
