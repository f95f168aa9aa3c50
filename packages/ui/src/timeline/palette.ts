import type { GapReason } from '@holdfast/domain';

/** The timeline's colours, as CSS values. */
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
  detection: string;
  opening: string;
  plate: string;
  found: string;
  /** By family of reasons. */
  wanted: string;
  away: string;
  fault: string;
  deleted: string;
}

export type ReasonFamily = 'wanted' | 'away' | 'fault' | 'deleted';

/** Groups gap reasons into families: decided by people, caused by a camera, caused by a fault here, deleted later. */
export const familyOf: Record<GapReason, ReasonFamily> = {
  off: 'wanted',
  maintenance: 'wanted',
  restart: 'wanted',
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
