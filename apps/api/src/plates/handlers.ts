import type { Routes, StaticOf } from '@holdfast/contract';
import {
  countReadsOverTime,
  type Database,
  type FoundReads,
  findVisibleCrop,
  findVisibleRead,
  listNewestReads,
  type NearReadRow,
  readPlateStorage,
  readVisiblePlateStorage,
  searchNearReads,
  searchReads,
} from '@holdfast/db';
import { holds, type PlateQuery, parsePlateQuery, plateFaultReason, reasonCode } from '@holdfast/domain';
import type { Clock, Logger } from '@holdfast/kit';
import type { Alerts } from '../alerts/alerts.ts';
import { mayServeCamera } from '../http/caller.ts';
import { pageOf, readNearCursor, readTimeCursor, writeCursor, writeTimeCursor } from '../http/cursor.ts';
import { AlsoStatus, type Handlers } from '../http/mount.ts';
import { invalidField, Problem, ProgramProblem } from '../http/problem.ts';
import { readTimeRange } from '../http/time-range.ts';
import { dossierOf } from './dossier-of.ts';
import { createIngester, type IngestOutcome } from './ingest-plate-read.ts';
import { judgeAt } from './judge.ts';
import type { PlateCrops } from './plate-crops.ts';
import { requirePlate } from './plate-field.ts';
import { presentRead } from './present.ts';
import { readEventOf } from './read-event.ts';
import type { Watchlists } from './watchlists.ts';

const RETRY_SECONDS = 2;
const DEFAULT_LIMIT = 50;
const ACTIVITY_READS = 50_000;

export function plateHandlers(deps: {
  db: Database;
  clock: Clock;
  log: Logger;
  watchlists: Watchlists;
  alerts: Alerts;
  crops: PlateCrops;
}): Handlers<Routes['plates']> {
  const { db, clock, watchlists, crops } = deps;
  const ingest = createIngester(deps);
  return {
    ingest: async ({ body, caller }) => {
      if (!mayServeCamera(caller, body.camera_id.toLowerCase()))
        throw new ProgramProblem('not-found', 'There is no camera of that camera_id.');
      return replyTo(await ingest(readEventOf(body, clock.now())));
    },

    search: async ({ query, caller }) => {
      const limit = query.limit ?? DEFAULT_LIMIT;
      const wanted = requireQuery(query);
      const filter = {
        userId: caller.userId,
        cameraIds: query.camera_ids,
        ...readTimeRange(query),
        sourceId: query.source_id,
        engine: query.engine,
        limit: limit + 1,
      };
      const { rows, matching } = await find(db, { wanted, filter, cursor: query.cursor });
      const judge = await judgeAt(db, watchlists, matching);
      return pageOf(rows, limit, { present: (read) => presentRead(read, judge), cursor: cursorOf });
    },

    get: async ({ params, caller }) => {
      const { rows, matching } = await findVisibleRead(db, { id: params.id, userId: caller.userId });
      const [read] = rows;
      if (!read) throw new Problem('not-found');
      return presentRead(read, await judgeAt(db, watchlists, matching));
    },

    activity: async ({ query, caller }) => {
      readTimeRange(query);
      const [start, end] = [new Date(query.start), new Date(query.end)];
      const { buckets, truncated, common } = await countReadsOverTime(db, requireQuery(query), {
        userId: caller.userId,
        cameraIds: query.camera_ids,
        sourceId: query.source_id,
        engine: query.engine,
        start,
        end,
        buckets: query.buckets,
        maxReads: ACTIVITY_READS,
      });
      const bucketMs = (end.getTime() - start.getTime()) / query.buckets;
      return {
        start: start.toISOString(),
        end: end.toISOString(),
        buckets: buckets.map(({ bucket, reads }) => ({
          start: new Date(start.getTime() + bucket * bucketMs).toISOString(),
          reads,
        })),
        truncated,
        common,
      };
    },

    dossier: ({ query, caller }) =>
      dossierOf({ db, watchlists }, { plate: requirePlate(query.plate, '/query/plate'), userId: caller.userId }),

    crop: async ({ params, caller }) => {
      const source = await findVisibleCrop(db, { id: params.id, userId: caller.userId });
      const crop = source && (await crops.of(source));
      if (!crop || crop.kind === 'none') throw new Problem('not-found');
      if (crop.kind === 'failed')
        // The reason may name the host of the detector.
        throw new Problem('snapshot-unavailable', holds(caller.capabilities, 'admin') ? { reason: crop.reason } : {});
      return { bytes: crop.jpeg };
    },

    storage: async ({ caller: { userId, capabilities } }) => {
      // Any user may ask; one who may not see plates gets no counts.
      if (!holds(capabilities, 'view_plates')) return { reads: 0, crops: 0, crop_bytes: 0, database_bytes: 0 };
      const { reads, crops, cropBytes, databaseBytes } = holds(capabilities, 'admin')
        ? await readPlateStorage(db)
        : await readVisiblePlateStorage(db, userId);
      return { reads, crops, crop_bytes: cropBytes, database_bytes: databaseBytes };
    },
  };
}

type Wanted = Exclude<PlateQuery, { kind: 'refused' }>;

function requireQuery(query: Parameters<typeof parsePlateQuery>[0]): Wanted {
  const wanted = parsePlateQuery(query);
  if (wanted.kind === 'refused') throw invalidField('/query/q', plateFaultReason(wanted.reason));
  return wanted;
}

type Row = Omit<NearReadRow, 'distance'> & { distance?: number };

const cursorOf = ({ ts, id, distance }: Row) =>
  distance === undefined ? writeTimeCursor({ ts, id }) : writeCursor(distance, ts.getTime(), id);

async function find(
  db: Database,
  {
    wanted,
    filter,
    cursor,
  }: {
    wanted: Wanted;
    filter: Parameters<typeof listNewestReads>[1];
    cursor: string | undefined;
  },
): Promise<FoundReads<Row>> {
  switch (wanted.kind) {
    case 'all':
      return listNewestReads(db, { ...filter, after: readTimeCursor(cursor) });
    case 'fuzzy':
      return searchNearReads(db, { ...filter, plate: wanted.plate, after: readNearCursor(cursor) });
    case 'exact':
    case 'prefix':
    case 'contains':
      return searchReads(db, { ...filter, match: wanted.kind, plate: wanted.plate, after: readTimeCursor(cursor) });
  }
}

type Reply = StaticOf<Routes['plates']['ingest']['reply']>;

function replyTo(outcome: IngestOutcome): Reply | AlsoStatus<Reply> {
  switch (outcome.kind) {
    case 'stored':
      return { id: outcome.id };
    case 'refined':
      return new AlsoStatus({ id: outcome.id });
    case 'unavailable':
      throw new Problem('database-unavailable', { retryAfterSeconds: RETRY_SECONDS });
    case 'not-a-plate':
      throw invalidField('/plate', plateFaultReason(outcome.fault));
    case 'wrong-time':
      throw invalidField(
        '/ts',
        outcome.fault === 'in-the-future' ? reasonCode('in-the-future') : reasonCode('plate-too-old'),
      );
    case 'other-camera':
      throw new ProgramProblem('event-of-another-camera', 'Send another provider_event_id for another camera.');
    case 'dropped':
      return replyToDropped(outcome.reason);
  }
}

function replyToDropped(reason: Extract<IngestOutcome, { kind: 'dropped' }>['reason']): AlsoStatus<Reply> {
  switch (reason) {
    case 'plates-disabled':
      throw new Problem('plates-disabled');
    case 'unknown-camera':
      throw new ProgramProblem('not-found', 'There is no camera of that camera_id.');
    case 'engine-refuses':
    case 'ignore-list':
      return new AlsoStatus({ dropped: reason });
  }
}
