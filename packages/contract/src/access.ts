import type { Capability } from '@holdfast/domain';

/**
 * The access that a route requires. Every route declares exactly one; the guard and the tests use it.
 * - `public`: no authentication
 * - `user`: a user's token
 * - a capability: a user's token whose role holds it (`admin` holds all)
 * - `media`: a user's token, or a media token for the camera in the path, also as `?token=`
 * - `download`: a user's token, or a download token for the export in the path, as `?token=`
 * - `share`: the cookie that opening a link sets, for the link in the path
 * - `ingest`: the plate worker's token
 * - `metrics`: the metrics token, or a caller on this machine when bound to loopback
 */
export type Access =
  | 'public'
  | 'user'
  | 'media'
  | 'download'
  | 'share'
  | 'ingest'
  | 'metrics'
  | Exclude<Capability, 'actuators'>;
