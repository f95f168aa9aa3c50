import { randomUUID } from 'node:crypto';
import { open, readFile, readlink, rename } from 'node:fs/promises';
import { join } from 'node:path';

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
  await writeHolder(path, { holder, place });
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

async function writeHolder(path: string, said: Holder): Promise<void> {
  const draft = `${path}.draft`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(said));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}
