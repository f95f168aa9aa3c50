import { buffer } from 'node:stream/consumers';
import { redactLogLine } from '@holdfast/kit';
import yazl from 'yazl';
import { hideHosts } from './hide-hosts.ts';

/**
 * A ZIP file in memory. Texts of other programs are quoted in some files, so secrets and hosts are removed from all of them
 * once more.
 */
export async function zipFiles(
  { files, hosts }: { files: Readonly<Record<string, unknown>>; hosts: readonly string[] },
  mtime: Date,
): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files)) {
    const text = typeof content === 'string' ? content : `${JSON.stringify(content, withoutSecrets, 1)}\n`;
    zip.addBuffer(Buffer.from(hideHosts(text, hosts)), name, { mtime });
  }
  zip.end();
  return buffer(zip.outputStream);
}

/** Each text by itself: within JSON, a text that is JSON has escaped quotes, which hide its fields from the filter. */
const withoutSecrets = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? redactLogLine(value) : value;
