/** What can start a recording in motion mode. */
export const motionSources = ['pixel', 'detector', 'hub', 'camera', 'manual'] as const;
export type MotionSource = (typeof motionSources)[number];

/** Those that watch by themselves and can fail. A request by hand cannot. */
export type WatchingSource = Exclude<MotionSource, 'manual'>;

/** `able`: can give a verdict right now. Everything else is a reason to record. */
export type SourceHealth = { kind: 'able' } | { kind: 'unable'; sinceMs: number; reason: string };
