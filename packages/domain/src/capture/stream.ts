export const streamNames = ['main', 'sub'] as const;
export type StreamName = (typeof streamNames)[number];
export const isStreamName = (text: string): text is StreamName => streamNames.some((name) => name === text);

export interface StreamRef {
  cameraId: string;
  stream: StreamName;
}

/** The key of a stream among those of all cameras. */
export const streamKey = ({ cameraId, stream }: StreamRef): string => `${cameraId}/${stream}`;

/** The current state of a stream, as the console shows it. */
export const streamStates = [
  'recording',
  // Motion mode: watching, nothing to record.
  'idle',
  'connecting',
  'offline',
  'rejected',
  'stalled',
  'disk_full',
  'storage_missing',
  'off',
] as const;
export type StreamState = (typeof streamStates)[number];

/**
 * The current state of a storage: `foreign` means another disk is mounted in its place, `no_links` that nothing can be
 * published there.
 */
export const storageHealths = ['ok', 'missing', 'foreign', 'unwritable', 'no_links', 'full'] as const;
export type StorageHealth = (typeof storageHealths)[number];
