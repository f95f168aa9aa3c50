import { randomUUID } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '@holdfast/kit';

/**
 * The name under which the lease was last taken from this folder, and the boot and network namespace it was taken in.
 */
interface Holder {
  holder: string;
  place: string;
}

const fileName = 'lease-holder.json';

/**
 * The scope within which the folder lock is reliable: one boot of one machine in one network namespace. Whoever holds
 * the lock there knows that every earlier holder has exited.
 */
async function readPlace(): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  const network = await readlink('/proc/self/ns/net').catch(() => '');
  return `${boot.trim()} ${network}`;
}

/**
 * The holder name for the lease. It stays the same as long as the folder lock proves that the earlier holder has
 * exited, so a recorder that was killed is replaced at once instead of after its lease expires. Call it with the lock
 * held.
 */
export async function nameHolder(folder: string): Promise<string> {
  const place = await readPlace();
  const path = join(folder, fileName);
  const earlier = await readFile(path, 'utf8').then(readHolder, () => undefined);
  if (earlier?.place === place) return earlier.holder;
  const holder = randomUUID();
  const current: Holder = { holder, place };
  await replaceFile(path, JSON.stringify(current), { mode: 0o600 });
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
