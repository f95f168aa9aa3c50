import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface DemoPassword {
  text: string;
  file: string;
  /** Chosen by this very start. */
  isNew: boolean;
}

/**
 * The password of the demo's administrator, from its first start on. It is known before the product starts, so that the
 * administrator is there before anybody can call; and kept before it is used, so that nobody is locked out.
 */
export async function choosePassword(file: string): Promise<DemoPassword> {
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return { text: kept.trim(), file, isNew: false };
  const text = randomBytes(9).toString('base64url');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${text}\n`, { mode: 0o600 });
  return { text, file, isNew: true };
}
