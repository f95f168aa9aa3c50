import type { Access } from '@holdfast/contract';
import type { Caller } from '@holdfast/db';
import type { FastifyRequest } from 'fastify';

/** Who a media route serves: the holder of a media token may see just its camera, and only while the user may. */
export type MediaCaller = Caller & { onlyCameraId?: string };

export type CallerFor<A extends Access> = A extends 'public' | 'ingest' | 'metrics'
  ? undefined
  : A extends 'media'
    ? MediaCaller
    : Caller;

/** Decides who calls, or refuses. One for each kind of access; `mount` asks the right one. */
export type Guard = (request: FastifyRequest) => Promise<MediaCaller | undefined> | MediaCaller | undefined;
export type Guards = Record<Access, Guard>;
