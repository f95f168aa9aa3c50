import type { Capability } from '@holdfast/domain';

/**
 * Who may call a route. Every route names exactly one; the guard and the tests are driven by it.
 * - `public`: nobody needs to be known
 * - `user`: a user's token
 * - a capability: a user's token whose role holds it (`admin` holds all)
 * - `media`: a user's token, or a media token of the very camera in the path, also as `?token=`
 * - `download`: a user's token, or a download token of the very export in the path as `?token=`
 * - `ingest`: the plate worker's token
 * - `metrics`: the metrics token, or a caller on this machine when bound to loopback
 */
export type Access = 'public' | 'user' | 'media' | 'download' | 'ingest' | 'metrics' | Exclude<Capability, 'actuators'>;
