import type { Access } from '@holdfast/contract';
import type { Caller } from '@holdfast/db';
import type { FastifyRequest } from 'fastify';

/** Who a media route serves: the holder of a media token may see just its camera, and only while the user may. */
export type MediaCaller = Caller & { onlyCameraId?: string };

/** A plate worker: one that the operator runs may send for any camera, one of our own for its camera alone. */
export interface WorkerCaller {
  onlyCameraId: string | undefined;
}

export const mayWorkFor = ({ onlyCameraId }: WorkerCaller, cameraId: string): boolean =>
  onlyCameraId === undefined || onlyCameraId === cameraId;

export type CallerFor<A extends Access> = A extends 'public' | 'metrics'
  ? undefined
  : A extends 'ingest'
    ? WorkerCaller
    : A extends 'media'
      ? MediaCaller
      : Caller;

/** Decides who calls, or refuses. One for each kind of access; `mount` asks the right one. */
export type AnyCaller = MediaCaller | WorkerCaller | undefined;
export type Guard = (request: FastifyRequest) => Promise<AnyCaller> | AnyCaller;
export type Guards = Record<Access, Guard>;
