import { type Reason, reasonCode } from '../reason/reason.ts';

/**
 * The behaviour of a recording policy as one list. Validation, equality, SQL, the wire and the console all iterate over it, so
 * a new column is added only here and in a migration.
 */

type Column =
  | { kind: 'enum'; values: readonly string[]; fallback: string }
  | { kind: 'flag'; fallback: boolean }
  | { kind: 'integer'; min: number; max: number; fallback: number | null; nullable: boolean }
  | { kind: 'fraction'; fallback: null; nullable: true }
  | { kind: 'storage'; nullable: boolean }
  | { kind: 'week'; fallback: null; nullable: true };

const MAX_HOURS = 876_000;
const bytes = { kind: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER, fallback: null, nullable: true } as const;
const optionalHours = { kind: 'integer', min: 1, max: MAX_HOURS, fallback: null, nullable: true } as const;

export const behaviorColumns = {
  mode: { kind: 'enum', values: ['continuous', 'motion', 'off'], fallback: 'continuous' },
  recordStream: { kind: 'enum', values: ['main', 'sub', 'both'], fallback: 'main' },
  recordAudio: { kind: 'flag', fallback: false },
  liveStorageId: { kind: 'storage', nullable: false },
  liveRetentionHours: { kind: 'integer', min: 1, max: MAX_HOURS, fallback: 168, nullable: false },
  liveMaxBytes: bytes,
  archiveEnabled: { kind: 'flag', fallback: false },
  archiveStorageId: { kind: 'storage', nullable: true },
  archiveAfterHours: optionalHours,
  archiveRetentionHours: optionalHours,
  archiveMaxBytes: bytes,
  minFreeBytes: bytes,
  maxRetentionDays: { kind: 'integer', min: 1, max: 36_500, fallback: null, nullable: true },
  motionPreSeconds: { kind: 'integer', min: 0, max: 60, fallback: 5, nullable: false },
  motionPostSeconds: { kind: 'integer', min: 0, max: 600, fallback: 10, nullable: false },
  motionSensitivity: { kind: 'enum', values: ['dynamic', 'manual'], fallback: 'dynamic' },
  motionThreshold: { kind: 'fraction', fallback: null, nullable: true },
  schedule: { kind: 'week', fallback: null, nullable: true },
} as const satisfies Record<string, Column>;

export type BehaviorColumns = typeof behaviorColumns;
export type BehaviorColumn = keyof BehaviorColumns;

/** The value a column holds, by its kind. */
export type ColumnValue<C> =
  | (C extends { kind: 'enum'; values: readonly (infer V)[] } ? V : never)
  | (C extends { kind: 'flag' } ? boolean : never)
  | (C extends { kind: 'integer' | 'fraction' } ? number : never)
  | (C extends { kind: 'storage' } ? string : never)
  | (C extends { kind: 'week' } ? string[] : never)
  | (C extends { nullable: true } ? null : never);

export type Behavior = { -readonly [C in BehaviorColumn]: ColumnValue<BehaviorColumns[C]> };

export const behaviorColumnNames = Object.keys(behaviorColumns) as BehaviorColumn[];

/** The initial values of a policy; only the storage depends on the install. */
export function defaultBehavior(liveStorageId: string): Behavior {
  const values = behaviorColumnNames.map((name) => {
    const column = behaviorColumns[name];
    if (column.kind === 'storage') return [name, column.nullable ? null : liveStorageId];
    return [name, column.fallback];
  });
  return Object.fromEntries(values) as Behavior;
}

/** Only the behaviour of an object that has more, such as a row. */
export const behaviorOf = (source: Behavior): Behavior =>
  Object.fromEntries(behaviorColumnNames.map((name) => [name, source[name]])) as Behavior;

const sameValue = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) ? a.length === b.length && a.every((value, i) => value === b[i]) : a === b;

/** Null-safe: two absent values are equal. */
export const sameBehavior = (a: Behavior, b: Behavior): boolean =>
  behaviorColumnNames.every((name) => sameValue(a[name], b[name]));

export interface BehaviorFault {
  column: BehaviorColumn;
  reason: Reason;
}

/** Faults of combinations of columns. */
export function behaviorFaults(behavior: Behavior): BehaviorFault[] {
  const faults: BehaviorFault[] = [];
  if (behavior.archiveEnabled && behavior.archiveStorageId === null)
    faults.push({ column: 'archiveStorageId', reason: reasonCode('required-for-archive') });
  if (behavior.archiveEnabled && behavior.archiveAfterHours === null)
    faults.push({ column: 'archiveAfterHours', reason: reasonCode('required-for-archive') });
  if (behavior.motionSensitivity === 'manual' && behavior.motionThreshold === null)
    faults.push({ column: 'motionThreshold', reason: reasonCode('required-for-sensitivity') });
  return faults;
}
