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
  policy: Pick<Behavior, 'mode' | 'recordStream' | 'recordAudio' | 'schedule' | 'liveStorageId'>;
}

/** A stream that the restream offers. Connected permanently if it is recorded, otherwise on demand. */
export interface WantedSource {
  key: string;
  cameraId: string;
  stream: StreamName;
  url: string;
  when: 'always' | 'on-demand';
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
}

/**
 * Which streams to offer and which to record. Keys are equal exactly when nothing relevant to the stream changed, so that only
 * affected parts are restarted: an address affects the connection, storage and audio affect the recording.
 */
export function planStreams(
  cameras: readonly CaptureCamera[],
  { nowMs, timeZone }: { nowMs: number; timeZone: string },
): StreamPlan {
  const plan: StreamPlan = { sources: [], recordings: [], off: [] };
  for (const camera of cameras) {
    const recorded = recordedStreams(camera);
    const off = offDetail(camera, { nowMs, timeZone });
    for (const stream of recorded) {
      if (off !== undefined) plan.off.push({ cameraId: camera.id, stream, detail: off });
      else plan.recordings.push(recordingOf(camera, stream));
    }
    if (!camera.enabled) continue;
    for (const [stream, url] of streamUrls(camera)) {
      // The hours of a schedule do not change this, so that live view continues when recording pauses.
      const when = camera.policy.mode !== 'off' && recorded.includes(stream) ? 'always' : 'on-demand';
      plan.sources.push({
        key: JSON.stringify([camera.id, stream, url, when]),
        cameraId: camera.id,
        stream,
        url,
        when,
      });
    }
  }
  return plan;
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
