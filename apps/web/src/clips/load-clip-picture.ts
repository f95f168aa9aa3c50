import { ApiProblem, problemOf } from '@holdfast/client';
import { watchedFetch } from '../api/api.ts';
import { limitConcurrency } from '../live/limit-concurrency.ts';

/** As many as the server makes at once: the others can still be called off while they wait here. */
const atOnce = limitConcurrency(4);

/** A picture of a clip. The server makes it when it is first asked for, so a scroll past must not ask. */
export const loadClipPicture = (path: string, signal: AbortSignal): Promise<Blob> =>
  atOnce(async () => {
    signal.throwIfAborted();
    const response = await watchedFetch(path, { signal });
    if (!response.ok) throw await problemOf(response);
    return response.blob();
  });

export const isWithoutFootage = (err: unknown): boolean => err instanceof ApiProblem && err.code === 'no-footage';

export const isBusyServer = (err: unknown): boolean => err instanceof ApiProblem && err.code === 'too-many-clips';
