import { ApiProblem, problemOf } from '@holdfast/client';
import { watchedFetch } from '../api/api.ts';
import { limitConcurrency } from '../parts/pictures/limit-concurrency.ts';

/** As many as the server renders at once: requests that wait here can still be cancelled. */
const atOnce = limitConcurrency(4);

/** A picture of a clip. The server renders it on the first request, so clips that are only scrolled past must not send one. */
export const loadClipPicture = (path: string, signal: AbortSignal): Promise<Blob> =>
  atOnce(async () => {
    signal.throwIfAborted();
    const response = await watchedFetch(path, { signal });
    if (!response.ok) throw await problemOf(response);
    return response.blob();
  });

export const isWithoutFootage = (err: unknown): boolean => err instanceof ApiProblem && err.code === 'no-footage';

export const isBusyServer = (err: unknown): boolean => err instanceof ApiProblem && err.code === 'too-many-clips';
