import type { Access, Route } from '@holdfast/contract';
import type { Caller } from '@holdfast/db';
import type { FastifyRequest } from 'fastify';

/** The caller of a media route: with a media token limited to its camera, and only while the user may see it. */
export type MediaCaller = Caller & { onlyCameraId?: string };

/** A plate worker: one that the operator runs may send for any camera, one that we started only for its own. */
export interface WorkerCaller {
  onlyCameraId: string | undefined;
}

/** A visitor with a shared link. */
export interface ShareCaller {
  shareId: string;
}

export const mayServeCamera = ({ onlyCameraId }: WorkerCaller, cameraId: string): boolean =>
  onlyCameraId === undefined || onlyCameraId === cameraId;

export type CallerFor<A extends Access> = A extends 'public' | 'metrics'
  ? undefined
  : A extends 'ingest'
    ? WorkerCaller
    : A extends 'share'
      ? ShareCaller
      : A extends 'media'
        ? MediaCaller
        : Caller;

export type AnyCaller = MediaCaller | WorkerCaller | ShareCaller | undefined;
/** Identifies the caller or refuses. One per kind of access, chosen by `mount`. */
export type Guard = (request: FastifyRequest, route: Route) => Promise<AnyCaller> | AnyCaller;
export type Guards = Record<Access, Guard>;
