import type { AppliedMigration } from '../migrations.ts';

/**
 * A backup is gzip over lines: a header, then for every table its own line, its rows as PostgreSQL's COPY text and a line that
 * ends them, then the sequences, then a trailer with a checksum of everything before it.
 */
export const PRODUCT = 'holdfast';
export const FORMAT_VERSION = 1;

/** COPY escapes every backslash in a value, so no row can look like this. */
export const END_OF_ROWS = Buffer.from('\\.\n');

export interface BackupHeader {
  product: typeof PRODUCT;
  format: typeof FORMAT_VERSION;
  taken_at: string;
  migrations: AppliedMigration[];
}

export interface BackupTable {
  table: string;
  columns: string[];
}

export interface BackupSequence {
  name: string;
  last_value: string;
  is_called: boolean;
}

export interface BackupTrailer {
  rows: Record<string, number>;
  sha256: string;
}

export const jsonLine = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

export function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isListOf = <T>(value: unknown, isOne: (item: unknown) => item is T): value is T[] =>
  Array.isArray(value) && value.every(isOne);
const isText = (value: unknown): value is string => typeof value === 'string';

const isMigration = (value: unknown): value is AppliedMigration =>
  isRecord(value) && isText(value.name) && isText(value.checksum);

/** Accepts any version of the format, so that an error can name an unknown one. */
export const isHeader = (value: unknown): value is Omit<BackupHeader, 'format'> & { format: number } =>
  isRecord(value) &&
  value.product === PRODUCT &&
  typeof value.format === 'number' &&
  isText(value.taken_at) &&
  isListOf(value.migrations, isMigration) &&
  value.migrations.length > 0;

export const isTable = (value: unknown): value is BackupTable =>
  isRecord(value) && isText(value.table) && isListOf(value.columns, isText) && value.columns.length > 0;

const isSequence = (value: unknown): value is BackupSequence =>
  isRecord(value) && isText(value.name) && isText(value.last_value) && typeof value.is_called === 'boolean';

export const isSequences = (value: unknown): value is { sequences: BackupSequence[] } =>
  isRecord(value) && isListOf(value.sequences, isSequence);

export const isTrailer = (value: unknown): value is BackupTrailer =>
  isRecord(value) && isRecord(value.rows) && isText(value.sha256);
