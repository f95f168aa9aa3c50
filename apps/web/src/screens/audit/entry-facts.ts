import { isSetting } from './field-words.ts';

/** A changed field; the values are null where they are not recorded or mean nothing to people, such as ids. */
export interface FieldChange {
  field: string;
  values: { from: unknown; to: unknown } | null;
}

export interface EntryFacts {
  changes: FieldChange[];
  /** How many more fields changed than are listed. */
  hidden: number;
  range: { start: string; end: string } | undefined;
  /** Of footage that was played within the range: where it began. Entries of older versions do not have it. */
  first: string | undefined;
  footage: { fate: 'keep' | 'delete' | 'none'; hours: number; bytes: number } | undefined;
  policy: string | undefined;
  cameras: number | undefined;
  added: number | undefined;
  /** Settings of many cameras that were changed at once; their earlier values are not listed. */
  settings: { field: string; to: unknown }[];
  hasMore: boolean;
  isFromEnvironment: boolean;
}

const MAX_CHANGES = 6;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const isMoment = (text: string | undefined): text is string => text !== undefined && !Number.isNaN(Date.parse(text));

/** Fields of an audit entry. Entries come from many versions; unknown fields are omitted. */
export function entryFacts(details: Readonly<Record<string, unknown>>): EntryFacts {
  const changes = changesIn(details.changes);
  const [start, end, first] = [textOf(details.start), textOf(details.end), textOf(details.first)];
  const fate = (['keep', 'delete', 'none'] as const).find((one) => one === details.footage);
  return {
    changes: changes.slice(0, MAX_CHANGES),
    hidden: Math.max(0, changes.length - MAX_CHANGES),
    range: isMoment(start) && isMoment(end) ? { start, end } : undefined,
    first: isMoment(first) ? first : undefined,
    footage: fate && { fate, hours: numberOf(details.hours) ?? 0, bytes: numberOf(details.bytes) ?? 0 },
    policy: textOf(details.policy),
    cameras: numberOf(details.count),
    added: numberOf(details.added),
    settings: settingsIn(details.settings),
    hasMore: details.more === true,
    isFromEnvironment: details.from === 'environment',
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const settingsIn = (settings: unknown): EntryFacts['settings'] =>
  isRecord(settings) ? Object.entries(settings).map(([field, to]) => ({ field, to })) : [];

/** Ids, and the hours of a week as digits. */
const isForMachines = (field: string): boolean => /_ids?$|^schedule$/.test(field);

function changesIn(changes: unknown): FieldChange[] {
  if (!isRecord(changes)) return [];
  const settings = Object.entries(changes).filter(([field]) => isSetting(field));
  return settings.map(([field, values]) => ({
    field,
    values:
      Array.isArray(values) && values.length === 2 && !isForMachines(field) ? { from: values[0], to: values[1] } : null,
  }));
}
