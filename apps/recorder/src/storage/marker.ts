import { join } from 'node:path';
import { createFileOnce, fileFault, openRegularFile, syncFolder } from '@holdfast/kit';

export const MARKER_NAME = '.holdfast-storage.json';
const MAX_MARKER_BYTES = 4096;

export interface Marker {
  storageId: string;
  marker: string;
}

export type MarkerReading = { kind: 'absent' } | { kind: 'garbled' } | ({ kind: 'found' } & Marker);

/** Throws when the disk does not answer the question; that is not the same as "no marker". */
export async function readMarker(root: string): Promise<MarkerReading> {
  const handle = await openRegularFile(join(root, MARKER_NAME)).catch((err: unknown) => {
    if (fileFault(err) === 'ENOENT') return undefined;
    if (fileFault(err) === 'ELOOP' || fileFault(err) === 'ENOTFILE') return 'garbled' as const;
    throw err;
  });
  if (handle === undefined) return { kind: 'absent' };
  if (handle === 'garbled') return { kind: 'garbled' };
  try {
    if ((await handle.stat()).size > MAX_MARKER_BYTES) return { kind: 'garbled' };
    return parseMarker(await handle.readFile('utf8'));
  } finally {
    await handle.close();
  }
}

function parseMarker(text: string): MarkerReading {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return { kind: 'garbled' };
  }
  if (typeof said !== 'object' || said === null) return { kind: 'garbled' };
  const { storage_id: storageId, marker } = said as Record<string, unknown>;
  if (typeof storageId !== 'string' || typeof marker !== 'string') return { kind: 'garbled' };
  return { kind: 'found', storageId, marker };
}

/** Appears whole or not at all, and never over another marker; false when there is one already. */
export async function writeMarker(root: string, { storageId, marker }: Marker): Promise<boolean> {
  const text = `${JSON.stringify({ storage_id: storageId, marker })}\n`;
  const made = await createFileOnce(join(root, MARKER_NAME), text, { mode: 0o640 });
  if (made) await syncFolder(root);
  return made;
}
