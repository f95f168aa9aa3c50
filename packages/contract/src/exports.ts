import { exportStates, LAPSE_SPEED } from '@holdfast/domain';
import { Type } from 'typebox';
import { ById } from './identifiers.ts';
import { ReasonBody } from './reason.ts';
import { binary, noContent, route } from './route.ts';
import { Nullable, OneOf, Patch, Strict, Timestamp, Uuid } from './scalars.ts';

export const MAX_EXPORT_CAMERAS = 16;
/** A whole day, also one of 25 hours. */
export const MAX_EXPORT_HOURS = 25;

/** Footage of a range as a file: an MP4, or a ZIP of several. */
export const Export = Strict(
  {
    id: Uuid,
    state: OneOf(exportStates),
    /** From 0 to 1. */
    progress: Type.Number(),
    /** Why it failed. */
    failure: Nullable(Type.String()),
    /** `failure` as a code with values. */
    failure_reason: Nullable(ReasonBody),
    cameras: Type.Array(Strict({ id: Uuid, name: Type.String() })),
    start: Timestamp,
    end: Timestamp,
    burn_clock: Type.Boolean(),
    audio: Type.Boolean(),
    /** Of a time-lapse: how many times as fast as the footage; otherwise null. */
    speed: Nullable(Type.Integer()),
    /** Set once it is done. */
    file: Type.Unsafe<{ name: string; media_type: string; size_bytes: number } | null>({
      ...Strict({ name: Type.String(), media_type: Type.String(), size_bytes: Type.Integer() }),
      type: ['object', 'null'],
    }),
    /** Null once that user was deleted. */
    created_by: Nullable(Strict({ id: Uuid, username: Type.String() })),
    created_at: Timestamp,
    finished_at: Nullable(Timestamp),
    /** When its files are deleted. */
    expires_at: Timestamp,
  },
  { $id: 'Export' },
);

export const exports = {
  create: route({
    method: 'POST',
    path: '/exports',
    access: 'export',
    scope: 'camera',
    summary: `Makes a file of at most ${MAX_EXPORT_HOURS} hours of up to ${MAX_EXPORT_CAMERAS} cameras; copied bit for bit unless a clock in local time is burnt in or a time-lapse is made`,
    body: Strict({
      camera_ids: Type.Array(Uuid, { minItems: 1, maxItems: MAX_EXPORT_CAMERAS }),
      start: Timestamp,
      end: Timestamp,
      burn_clock: Type.Optional(Type.Boolean()),
      audio: Type.Optional(Type.Boolean()),
      /** Makes a time-lapse of the keyframes, without sound. */
      speed: Type.Optional(Type.Integer({ minimum: LAPSE_SPEED.min, maximum: LAPSE_SPEED.max })),
    }),
    status: 201,
    reply: Export,
  }),
  list: route({
    method: 'GET',
    path: '/exports',
    access: 'export',
    summary: 'The caller’s own exports, newest first; an administrator sees all',
    query: Patch({
      limit: Type.Integer({ minimum: 1, maximum: 500 }),
      cursor: Type.String({ maxLength: 200 }),
    }),
    reply: Strict({ items: Type.Array(Export), next_cursor: Nullable(Type.String()) }),
  }),
  verifier: route({
    method: 'GET',
    path: '/exports/verifier.html',
    access: 'export',
    summary: 'A page that verifies exported files against their manifest, offline',
    reply: binary('text/html'),
  }),
  get: route({
    method: 'GET',
    path: '/exports/{id}',
    access: 'export',
    scope: 'camera',
    summary: 'One export; 404 for callers who may no longer see all of its cameras',
    params: ById,
    reply: Export,
  }),
  remove: route({
    method: 'DELETE',
    path: '/exports/{id}',
    access: 'export',
    scope: 'camera',
    summary: 'Cancels an export that is not done; removes one that is, with its files',
    params: ById,
    reply: noContent,
  }),
  link: route({
    method: 'POST',
    path: '/exports/{id}/link',
    access: 'export',
    scope: 'camera',
    summary:
      'A download address for the file, valid for 15 minutes, for a plain link or a player; a running download continues',
    params: ById,
    status: 201,
    reply: Strict({ url: Type.String(), manifest_url: Type.String(), expires_at: Timestamp }, { $id: 'ExportLink' }),
  }),
  file: route({
    method: 'GET',
    path: '/exports/{id}/file',
    access: 'download',
    capability: 'export',
    scope: 'camera',
    summary: 'The MP4 or ZIP; supports range requests',
    params: ById,
    reply: binary('video/mp4'),
  }),
  manifest: route({
    method: 'GET',
    path: '/exports/{id}/manifest.json',
    access: 'download',
    capability: 'export',
    scope: 'camera',
    summary: 'Contents of the file with SHA-256 of each part, signed by this installation',
    params: ById,
    reply: binary('application/json'),
  }),
  signingKey: route({
    method: 'GET',
    path: '/config/signing-key',
    access: 'admin',
    summary: 'The public key that manifests of this installation are signed with',
    reply: Strict(
      { algorithm: OneOf(['Ed25519']), public_key: Type.String(), fingerprint: Type.String() },
      { $id: 'SigningKey' },
    ),
  }),
};
