import { join } from 'node:path';
import { createFileOnce, fileFault, openRegularFile, syncFolder } from '@holdfast/kit';

export const MARKER_NAME = '.holdfast-storage.json';
const MAX_MARKER_BYTES = 4096;

export interface Marker {
  storageId: string;
  marker: string;
}

export type MarkerReading = { kind: 'absent' } | { kind: 'garbled' } | ({ kind: 'found' } & Marker);

/** Throws if the disk cannot be read, which is not the same as a missing marker. */
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
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { kind: 'garbled' };
  }
  if (typeof parsed !== 'object' || parsed === null) return { kind: 'garbled' };
  const { storage_id: storageId, marker } = parsed as Record<string, unknown>;
  if (typeof storageId !== 'string' || typeof marker !== 'string') return { kind: 'garbled' };
  return { kind: 'found', storageId, marker };
}

/** Written atomically, and never over another marker; false if there is one. */
export async function writeMarker(root: string, { storageId, marker }: Marker): Promise<boolean> {
  const text = `${JSON.stringify({ storage_id: storageId, marker })}\n`;
  const made = await createFileOnce(join(root, MARKER_NAME), text, { mode: 0o640 });
  if (made) await syncFolder(root);
  return made;
}
