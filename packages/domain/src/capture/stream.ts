export const streamNames = ['main', 'sub'] as const;
export type StreamName = (typeof streamNames)[number];

/** How a stream does right now, in the words that the console shows. */
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

/** How a storage does right now: `foreign` is another disk mounted in its place, `no_links` one that nothing can be published on. */
export const storageHealths = ['ok', 'missing', 'foreign', 'unwritable', 'no_links', 'full'] as const;
export type StorageHealth = (typeof storageHealths)[number];
