import { problemOf } from '@holdfast/client';
import { PICTURE_TIME_HEADER } from '@holdfast/contract';
import { watchedFetch } from './api.ts';

export interface LoadedPicture {
  jpeg: Blob;
  /** When it was taken, which may be seconds before it was requested. */
  takenAtMs: number;
}

/** A picture with its time, which the server sends as a header. */
export async function loadPicture(path: string, signal: AbortSignal): Promise<LoadedPicture> {
  const response = await watchedFetch(path, { signal });
  if (!response.ok) throw await problemOf(response);
  const takenAtMs = Date.parse(response.headers.get(PICTURE_TIME_HEADER) ?? '');
  if (Number.isNaN(takenAtMs)) throw new Error('a picture without its time');
  return { jpeg: await response.blob(), takenAtMs };
}
