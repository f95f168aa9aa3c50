import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import {
  type BackupHeader,
  type BackupSequence,
  countLines,
  END_OF_ROWS,
  FORMAT_VERSION,
  isHeader,
  isSequences,
  isTable,
  isTrailer,
} from './backup-format.ts';
import { BackupRefused } from './backup-refused.ts';
import { wholeLines } from './whole-lines.ts';

export type BackupPart =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'table'; table: string; columns: string[] }
  | { kind: 'rows'; bytes: Buffer }
  | { kind: 'end-of-rows'; rows: number }
  | { kind: 'sequences'; sequences: BackupSequence[] }
  /** Reached only when everything before it is as it was written. */
  | { kind: 'end'; rows: Record<string, number>; sha256: string };

export const damaged = (path: string, what: string, cause?: unknown) =>
  new BackupRefused('damaged', `${path} is not a whole Holdfast backup: ${what}.`, { cause });

const END_AFTER_ROW = Buffer.concat([Buffer.from('\n'), END_OF_ROWS]);

/** The parts of a backup file in order. It ends with `end` or throws; the caller discards everything if it throws. */
export async function* readBackup(path: string): AsyncGenerator<BackupPart> {
  const hash = createHash('sha256');
  const counted: Record<string, number> = {};
  let expected: 'header' | 'table' | 'rows' | 'trailer' | 'nothing' = 'header';
  let table = '';
  let rows = 0;

  for await (const block of wholeLines(unzipped(path), path)) {
    for (let at = 0; at < block.length; ) {
      if (expected === 'rows') {
        const end = endOfRows(block, at);
        const bytes = block.subarray(at, end ?? block.length);
        if (bytes.length > 0) {
          hash.update(bytes);
          rows += countLines(bytes);
          yield { kind: 'rows', bytes };
        }
        at += bytes.length;
        if (end === undefined) continue;
        hash.update(END_OF_ROWS);
        at += END_OF_ROWS.length;
        counted[table] = rows;
        expected = 'table';
        yield { kind: 'end-of-rows', rows };
        continue;
      }
      const line = block.subarray(at, block.indexOf(10, at) + 1);
      at += line.length;
      const value = parseLine(path, line);
      if (expected === 'header' || expected === 'table') hash.update(line);
      if (expected === 'header' && isHeader(value)) {
        if (value.format !== FORMAT_VERSION)
          throw new BackupRefused(
            'version',
            `${path} was written by a newer version of Holdfast (format ${value.format}): restore it with that version.`,
          );
        expected = 'table';
        yield { kind: 'header', header: { ...value, format: FORMAT_VERSION } };
      } else if (expected === 'table' && isTable(value)) {
        expected = 'rows';
        table = value.table;
        rows = 0;
        yield { kind: 'table', ...value };
      } else if (expected === 'table' && isSequences(value)) {
        expected = 'trailer';
        yield { kind: 'sequences', ...value };
      } else if (expected === 'trailer' && isTrailer(value)) {
        expected = 'nothing';
        if (value.sha256 !== hash.digest('hex') || JSON.stringify(value.rows) !== JSON.stringify(counted))
          throw damaged(path, 'its contents have changed since it was written');
        yield { kind: 'end', ...value };
      } else {
        throw damaged(path, expected === 'header' ? 'it does not begin like one' : 'it holds something unknown');
      }
    }
  }
  if (expected !== 'nothing') throw damaged(path, 'its end is missing');
}

async function* unzipped(path: string): AsyncGenerator<Buffer> {
  try {
    yield* pipeline(createReadStream(path), createGunzip(), () => {});
  } catch (err) {
    const { code = '', message } = err as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new BackupRefused('file', `There is no file ${path}.`);
    if (code === 'Z_BUF_ERROR') throw damaged(path, 'its end is missing', err);
    if (code.startsWith('Z_')) throw damaged(path, 'it cannot be unpacked', err);
    throw new BackupRefused('file', `${path} cannot be read: ${message}.`, { cause: err });
  }
}

/** The position of the line that ends the rows, if it is in this block; `at` is the beginning of a line. */
function endOfRows(block: Buffer, at: number): number | undefined {
  if (block.subarray(at, at + END_OF_ROWS.length).equals(END_OF_ROWS)) return at;
  const found = block.indexOf(END_AFTER_ROW, at);
  return found === -1 ? undefined : found + 1;
}

function parseLine(path: string, line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch (err) {
    throw damaged(path, 'it holds something unknown', err);
  }
}
