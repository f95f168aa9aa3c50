import type { GapReason } from '@holdfast/domain';

/** The colours a timeline is painted with, as CSS writes them. */
export interface TimelinePalette {
  ground: string;
  lane: string;
  line: string;
  text: string;
  quiet: string;
  run: string;
  motion: string;
  mark: string;
  onMark: string;
  surface: string;
  live: string;
  bookmark: string;
  event: string;
  /** One for each family of reasons. */
  wanted: string;
  away: string;
  fault: string;
  deleted: string;
}

export type ReasonFamily = 'wanted' | 'away' | 'fault' | 'deleted';

/** What people decided, what a camera did, what went wrong here, and what was there once: told apart at a glance. */
export const familyOf: Record<GapReason, ReasonFamily> = {
  off: 'wanted',
  maintenance: 'wanted',
  idle: 'wanted',
  clock_step: 'wanted',
  offline: 'away',
  stalled: 'away',
  recorder_down: 'fault',
  vanished: 'fault',
  storage_missing: 'fault',
  disk_full: 'fault',
  retention: 'deleted',
  evicted: 'deleted',
};
