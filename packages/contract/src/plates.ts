import { MAX_RAW_PLATE_LENGTH, PLATE_MATCH_MODES } from '@holdfast/domain';
import { Type } from 'typebox';
import { CameraIds, Cursor, Limit, Page } from './pages.ts';
import { binary, route } from './route.ts';
import { Nullable, OneOf, Patch, Strict, Timestamp, Uuid } from './scalars.ts';

const Fraction = Type.Number({ minimum: 0, maximum: 1 });
export const AnyObject = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true });
/** Fractions of the frame: left, top, width, height. */
export const Box = Type.Array(Fraction, { minItems: 4, maxItems: 4 });

const Watched = Strict({
  id: Uuid,
  plate: Type.String(),
  label: Nullable(Type.String()),
  color: Nullable(Type.String()),
  distance: Type.Integer(),
});

export const PlateRead = Strict(
  {
    id: Uuid,
    camera_id: Uuid,
    ts: Timestamp,
    plate: Type.String(),
    plate_raw: Type.String(),
    confidence: Nullable(Type.Number()),
    region: Nullable(Type.String()),
    vehicle: Nullable(AnyObject),
    bbox: Nullable(Box),
    source_id: Type.String(),
    event_id: Nullable(Uuid),
    has_crop: Type.Boolean(),
    alerted: Type.Boolean(),
    /** The matching entry of the current watch list. */
    watch: Nullable(Watched),
    /** For a fuzzy search: number of differing characters, look-alikes aside. */
    distance: Type.Optional(Type.Integer()),
  },
  { $id: 'PlateRead' },
);

/** One of the two fields is set; the status distinguishes a new read (201) from a refinement (200). */
const IngestReply = Strict(
  {
    id: Type.Optional(Uuid),
    dropped: Type.Optional(OneOf(['engine-refuses', 'ignore-list'])),
  },
  { $id: 'PlateReadOutcome' },
);

const MEBIBYTE = 1024 * 1024;
/** Of the reads over time. */
export const MAX_SIGHTING_BUCKETS = 4096;

const wanted = {
  q: Type.String(),
  match: OneOf(PLATE_MATCH_MODES),
  camera_ids: CameraIds,
  source_id: Type.String({ minLength: 1, maxLength: 100 }),
  /** `external` is every source but the built-in reader, regardless of its id. */
  engine: OneOf(['native-alpr', 'external']),
};

const Dossier = Strict(
  {
    plate: Type.String(),
    /** Of the newest 100,000, as everything here. */
    reads: Type.Integer(),
    truncated: Type.Boolean(),
    first_seen: Nullable(Timestamp),
    last_seen: Nullable(Timestamp),
    /** The most frequent first. */
    cameras: Type.Array(Strict({ camera_id: Uuid, reads: Type.Integer(), last_seen: Timestamp })),
    /** Other plates that were read and are easily confused with it, the nearest first; each counted up to 1,000 reads. */
    similar: Type.Array(
      Strict({ plate: Type.String(), distance: Type.Integer(), reads: Type.Integer(), last_seen: Timestamp }),
    ),
    watch: Nullable(Watched),
    /** The matching entry of the ignore list: new reads of this plate are not stored. */
    ignored_by: Nullable(Watched),
  },
  { $id: 'PlateDossier' },
);

export const plates = {
  ingest: route({
    method: 'POST',
    path: '/lpr/reads',
    access: 'ingest',
    summary: 'Stores one read of the plate worker, or refines the one of the same provider_event_id',
    bodyLimitBytes: MEBIBYTE,
    body: Type.Interface(
      [
        Type.Partial(
          Type.Object({
            /** The original reading, if the country's formats corrected it; otherwise `plate` is both. */
            plate_raw: Type.String({ minLength: 1, maxLength: MAX_RAW_PLATE_LENGTH }),
            ts: Timestamp,
            region: Nullable(Type.String({ minLength: 1, maxLength: 100 })),
            vehicle: Nullable(AnyObject),
            bbox: Nullable(Box),
            /** Base64 of a JPEG of at most 512 KiB and 4096 pixels a side. */
            crop_jpeg: Nullable(Type.String({ minLength: 1 })),
          }),
        ),
      ],
      {
        camera_id: Uuid,
        plate: Type.String(),
        confidence: Fraction,
        provider_event_id: Type.String({ minLength: 1, maxLength: 200 }),
      },
      { additionalProperties: false },
    ),
    status: 201,
    alsoStatus: 200,
    reply: IngestReply,
  }),
  search: route({
    method: 'GET',
    path: '/plates',
    access: 'view_plates',
    summary: 'Reads of the cameras the caller may see, newest first; a fuzzy search gives the nearest plates first',
    query: Patch({ ...wanted, start: Timestamp, end: Timestamp, limit: Limit(200), cursor: Cursor }),
    reply: Page(PlateRead),
  }),
  get: route({
    method: 'GET',
    path: '/plates/{id}',
    access: 'view_plates',
    scope: 'camera',
    summary: 'One read',
    params: Strict({ id: Uuid }),
    reply: PlateRead,
  }),
  activity: route({
    method: 'GET',
    path: '/lpr/activity',
    access: 'view_plates',
    summary: 'How many reads of a search fall into each part of a range, over the newest 50,000',
    query: Strict({
      q: Type.Optional(wanted.q),
      match: Type.Optional(wanted.match),
      camera_ids: Type.Optional(wanted.camera_ids),
      source_id: Type.Optional(wanted.source_id),
      engine: Type.Optional(wanted.engine),
      start: Timestamp,
      end: Timestamp,
      /** Parts of equal length. */
      buckets: Type.Integer({ minimum: 1, maximum: MAX_SIGHTING_BUCKETS }),
    }),
    reply: Strict(
      {
        start: Timestamp,
        end: Timestamp,
        /** Without the empty parts. */
        buckets: Type.Array(Strict({ start: Timestamp, reads: Type.Integer() })),
        /** Older reads were not counted. */
        truncated: Type.Boolean(),
        /** So many plates contain the text that nothing was counted. */
        common: Type.Boolean(),
      },
      { $id: 'PlateActivity' },
    ),
  }),
  dossier: route({
    method: 'GET',
    path: '/lpr/dossier',
    access: 'view_plates',
    summary: 'When and where a plate was read, which other readings it may be confused with, and whether it is listed',
    query: Strict({ plate: Type.String({ minLength: 1 }) }),
    reply: Dossier,
  }),
  crop: route({
    method: 'GET',
    path: '/plates/{id}/crop',
    access: 'view_plates',
    scope: 'camera',
    summary: 'The stored picture of a read',
    params: Strict({ id: Uuid }),
    reply: binary('image/jpeg'),
  }),
  storage: route({
    method: 'GET',
    path: '/lpr/storage',
    access: 'user',
    summary: 'Storage used by plate reads',
    reply: Strict(
      {
        reads: Type.Integer(),
        crops: Type.Integer(),
        crop_bytes: Type.Integer(),
        /** Disk space of reads and pictures, indexes included. */
        database_bytes: Type.Integer(),
      },
      { $id: 'PlateStorage' },
    ),
  }),
};
