/** Sources that can start a recording in motion mode. */
export const motionSources = ['pixel', 'detector', 'hub', 'camera', 'manual'] as const;
export type MotionSource = (typeof motionSources)[number];

/** Automatic sources, which can fail. A manual request cannot. */
export type WatchingSource = Exclude<MotionSource, 'manual'>;

/** `able`: the source works. Anything else is a reason to record everything. */
export type SourceHealth = { kind: 'able' } | { kind: 'unable'; sinceMs: number; reason: string };
