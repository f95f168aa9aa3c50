import { createHash } from 'node:crypto';

/** `detector`: the detector's own clip. */
const clipForms = ['preview', 'full', 'download', 'gif', 'webp', 'thumbnail', 'detector'] as const;
export type ClipForm = (typeof clipForms)[number];

/** Everything that decides the bytes of a file. */
export interface ClipName {
  cameraId: string;
  clipId: string;
  form: ClipForm;
  startMs: number;
  endMs: number;
  /** Its event had not ended yet. */
  isOngoing: boolean;
  /** Of the footage. */
  fingerprint: string;
}

export const clipExtensions: Record<ClipForm, string> = {
  preview: 'mp4',
  full: 'mp4',
  download: 'mp4',
  gif: 'gif',
  webp: 'webp',
  thumbnail: 'jpg',
  detector: 'mp4',
};

export const printClipName = ({ clipId, form, startMs, endMs, isOngoing, fingerprint }: ClipName): string =>
  `${clipId}_${form}_${startMs}-${endMs}${isOngoing ? '-ongoing' : ''}_${fingerprint}.${clipExtensions[form]}`;

const NAME =
  /^([0-9a-f-]{36})_(preview|full|download|gif|webp|thumbnail|detector)_(\d+)-(\d+)(-ongoing)?_([0-9a-f]{32})\.(?:mp4|gif|webp|jpg)$/;

/** Undefined for a file that is not ours. */
export function parseClipName(cameraId: string, text: string): ClipName | undefined {
  const [, clipId, form, startMs, endMs, ongoing, fingerprint] = NAME.exec(text) ?? [];
  if (clipId === undefined || fingerprint === undefined) return undefined;
  return {
    cameraId,
    clipId,
    form: form as ClipForm,
    startMs: Number(startMs),
    endMs: Number(endMs),
    isOngoing: ongoing !== undefined,
    fingerprint,
  };
}

/** Changes with every segment that is added or deleted, so that an old file is never taken for the current one. */
export const footageFingerprint = (segmentIds: readonly number[]): string =>
  createHash('sha256')
    .update(JSON.stringify([...segmentIds].sort((a, b) => a - b)))
    .digest('hex')
    .slice(0, 32);
