import { randomUUID } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '@holdfast/kit';

/** Who took the lease from here, and where "here" was. */
interface Holder {
  holder: string;
  place: string;
}

const fileName = 'lease-holder.json';

/**
 * The reach of the folder's lock: one start of one machine, seen from one network namespace. Within it, holding the lock
 * proves that every earlier holder is dead.
 */
async function readPlace(): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  const network = await readlink('/proc/self/ns/net').catch(() => '');
  return `${boot.trim()} ${network}`;
}

/**
 * The name under which this folder's recorder holds the lease. It stays the same for as long as the lock can tell that
 * there is no other bearer of it, so a recorder that was killed is followed at once. To be called under the lock.
 */
export async function nameHolder(folder: string): Promise<string> {
  const place = await readPlace();
  const path = join(folder, fileName);
  const earlier = await readFile(path, 'utf8').then(readHolder, () => undefined);
  if (earlier?.place === place) return earlier.holder;
  const holder = randomUUID();
  const said: Holder = { holder, place };
  await replaceFile(path, JSON.stringify(said), { mode: 0o600 });
  return holder;
}

function readHolder(text: string): Holder | undefined {
  try {
    const { holder, place } = JSON.parse(text) as Partial<Holder>;
    return typeof holder === 'string' && typeof place === 'string' ? { holder, place } : undefined;
  } catch {
    return undefined;
  }
}
