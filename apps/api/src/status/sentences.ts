import type { StorageHealth, StreamState } from '@holdfast/domain';

/** Sentences for users. The detail, for administrators, has the exact reason. */
export const streamSentences: Record<StreamState | 'unknown', string> = {
  recording: 'Recording.',
  idle: 'Watching: nothing moves, so nothing is recorded.',
  connecting: 'Connecting to the camera.',
  offline: 'The camera is not responding.',
  rejected: 'The camera rejects the connection, or its stream cannot be recorded.',
  stalled: 'The camera is connected but sends no picture.',
  disk_full: 'Not recording: the disk is full.',
  storage_missing: 'Not recording: the storage is missing.',
  off: 'Not recording: turned off by its policy, its schedule or manually.',
  unknown: 'Unknown: the recorder is not running.',
};

export const storageSentences: Record<StorageHealth | 'unknown', string> = {
  ok: 'OK.',
  missing: 'The folder is missing. Is the disk mounted?',
  foreign: 'A different disk is mounted in its place. Nothing is written to it.',
  unwritable: 'Read-only: nothing can be recorded here.',
  no_links: 'Its file system does not support hard links, which recording requires. Nothing is written to it.',
  full: 'Full: nothing is recorded here until space is free.',
  unknown: 'Unknown: the recorder has not checked it yet.',
};

export const hubSentences = {
  off: 'No smart-home hub is in use.',
  starting: 'Connecting to the smart-home hub.',
  ok: 'OK.',
  unreachable: 'The smart-home hub is not responding. Cameras with its sensors record everything.',
  unknown: 'Unknown: the recorder is not running.',
} as const;
