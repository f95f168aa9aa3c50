import type { StorageHealth, StreamState } from '@holdfast/domain';

/** Sentences for users. The detail, for administrators, has the exact reason. */
export const streamSentences: Record<StreamState | 'unknown', string> = {
  recording: 'Recording.',
  idle: 'Watching: nothing moves, so nothing is recorded.',
  connecting: 'Connecting to the camera.',
  offline: 'The camera does not answer.',
  rejected: 'The camera refuses the connection or sends a stream that cannot be recorded.',
  stalled: 'The camera is connected but sends no picture.',
  disk_full: 'Not recording: the disk is full.',
  storage_missing: 'Not recording: the storage is missing.',
  off: 'Not recording: switched off by its policy, its schedule or by hand.',
  unknown: 'Not known: the recorder is not running.',
};

export const storageSentences: Record<StorageHealth | 'unknown', string> = {
  ok: 'Works.',
  missing: 'The folder is missing; is the disk mounted?',
  foreign: 'Another disk is mounted in its place; nothing is written to it.',
  unwritable: 'Cannot be written.',
  no_links: 'Its file system cannot make hard links, which recordings need; nothing is written to it.',
  full: 'Full: nothing is recorded here until space is free.',
  unknown: 'Not known: the recorder has not looked.',
};

export const hubSentences = {
  off: 'No smart-home hub is in use.',
  starting: 'Connecting to the smart-home hub.',
  ok: 'Works.',
  unreachable: 'The smart-home hub does not answer; cameras with its sensors record everything.',
  unknown: 'Not known: the recorder is not running.',
} as const;
