import type { Migration } from '../migrations.ts';
import type { BackupHeader } from './backup-format.ts';
import { BackupRefused } from './backup-refused.ts';
import { damaged, readBackup } from './read-backup.ts';

export interface VerifiedBackup {
  path: string;
  header: BackupHeader;
  rows: Record<string, number>;
  sha256: string;
}

/** Reads the whole file and throws unless its checksum is correct. */
export async function verifyBackup(path: string, signal?: AbortSignal): Promise<VerifiedBackup> {
  let header: BackupHeader | undefined;
  let end: { rows: Record<string, number>; sha256: string } | undefined;
  for await (const part of readBackup(path)) {
    signal?.throwIfAborted();
    if (part.kind === 'header') header = part.header;
    if (part.kind === 'end') end = part;
  }
  if (!header || !end) throw damaged(path, 'its end is missing');
  return { path, header, rows: end.rows, sha256: end.sha256 };
}

/** Splits the migrations of this version into those that the backup already has and those still to apply. */
export function migrationsOfBackup(
  { path, header }: VerifiedBackup,
  known: readonly Migration[],
): { already: readonly Migration[]; pending: readonly Migration[] } {
  for (const [index, { name, checksum }] of header.migrations.entries()) {
    const ours = known[index];
    if (ours === undefined)
      throw new BackupRefused(
        'version',
        `${path} was taken by a newer version of Holdfast (it has ${name}): restore it with that version.`,
      );
    if (ours.name !== name || ours.checksum !== checksum)
      throw new BackupRefused(
        'version',
        `${path} was taken by another build of Holdfast (${name} is not the same): restore it with that build.`,
      );
  }
  return { already: known.slice(0, header.migrations.length), pending: known.slice(header.migrations.length) };
}
