import { BackupRefused } from './backup-refused.ts';

// Far longer than any row of ours; a file without line ends must not fill the memory.
const MAX_LINE_BYTES = 256 * 1024 * 1024;

/** The same bytes in blocks of whole lines, so that memory holds one block and never a table. */
export async function* wholeLines(source: AsyncIterable<Buffer>, path: string): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  let begunBytes = 0;
  for await (const chunk of source) {
    const end = chunk.lastIndexOf(10) + 1;
    if (end > 0) {
      yield begun.length === 0 ? chunk.subarray(0, end) : Buffer.concat([...begun, chunk.subarray(0, end)]);
      begun = [];
      begunBytes = 0;
    }
    if (end === chunk.length) continue;
    begun.push(chunk.subarray(end));
    begunBytes += chunk.length - end;
    if (begunBytes > MAX_LINE_BYTES)
      throw new BackupRefused('damaged', `${path} is not a whole Holdfast backup: a line of it does not end.`);
  }
  if (begunBytes > 0) throw new BackupRefused('damaged', `${path} is not a whole Holdfast backup: its end is missing.`);
}
