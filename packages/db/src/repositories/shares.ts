import type { Capability } from '@holdfast/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Conn } from '../connect.ts';
import { overlaps } from './media-start.ts';

/** The user who asks: users see their own links, administrators all. */
export interface ShareReader {
  userId: string;
  isAdmin: boolean;
}

export interface NewShare {
  tokenDigest: Buffer;
  kind: 'clip' | 'export';
  subjectId: string;
  cameraIds: string[];
  cameraNames: string[];
  startTs: Date;
  endTs: Date;
  needs: Capability[];
  createdBy: string;
  createdAt: Date;
  expiresAt: Date;
  passwordHash: string | null;
}

export const insertShare = (conn: Conn, share: NewShare) =>
  conn.insertInto('share').values(share).returning('id').executeTakeFirstOrThrow();

/** Whether its content still exists: the event of the clip and some footage of it, or the export with its file. */
const hasSubject = (now: Date) => sql<boolean>`case share.kind
  when 'clip' then (
    exists (select from event one where one.id = share.subject_id)
    or exists (select from plate_read one where one.id = share.subject_id)
    or exists (select from bookmark one where one.id = share.subject_id)
  ) and exists (
    select from unnest(share.camera_ids) as shown (id) join segment on segment.camera_id = shown.id
     where segment.stream in ('main', 'sub')
       and ${overlaps(sql`shown.id`, { start: sql`share.start_ts`, end: sql`share.end_ts` })})
  else exists (
    select from footage_export part
     where part.id = share.subject_id and part.state = 'done' and part.expires_at > ${now})
  end`;

const visibleShares = (conn: Conn, { userId, isAdmin }: ShareReader, now: Date) =>
  conn
    .selectFrom('share')
    .leftJoin('appUser', 'appUser.id', 'share.createdBy')
    .selectAll('share')
    .select(['appUser.username', hasSubject(now).as('hasSubject')])
    .where((eb) => eb.or([eb.val(isAdmin), eb('share.createdBy', '=', userId)]));

/** Newest first. */
export const listShares = (
  conn: Conn,
  reader: ShareReader,
  { after, limit, now }: { after: { ts: Date; id: string } | undefined; limit: number; now: Date },
) =>
  visibleShares(conn, reader, now)
    .where(
      after
        ? sql<boolean>`(share.created_at, share.id) < (${after.ts}::timestamptz, ${after.id}::uuid)`
        : sql<boolean>`true`,
    )
    .orderBy('share.createdAt', 'desc')
    .orderBy('share.id', 'desc')
    .limit(limit)
    .execute();

export const findShare = (conn: Conn, reader: ShareReader, { id, now }: { id: string; now: Date }) =>
  visibleShares(conn, reader, now).where('share.id', '=', id).executeTakeFirst();

export type ShareRow = NonNullable<Awaited<ReturnType<typeof findShare>>>;

/** Links of a user that have not ended. */
export const countActiveShares = async (
  conn: Conn,
  { userId, now }: { userId: string; now: Date },
): Promise<number> => {
  const { count } = await conn
    .selectFrom('share')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('createdBy', '=', userId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirstOrThrow();
  return count;
};

export const revokeShare = (conn: Conn, { id, at }: { id: string; at: Date }) =>
  conn.updateTable('share').set({ revokedAt: at }).where('id', '=', id).where('revokedAt', 'is', null).execute();

/** Only while sharing is on, the link has not ended, and its creator still has the rights that it needs. */
const openShare = (conn: Conn, wanted: RawBuilder<boolean>, now: Date) =>
  conn
    .selectFrom('share')
    .innerJoin('appUser', 'appUser.id', 'share.createdBy')
    .innerJoin('role', 'role.id', 'appUser.roleId')
    .select([
      'share.id',
      'share.kind',
      'share.subjectId',
      'share.cameraIds',
      'share.cameraNames',
      'share.startTs',
      'share.endTs',
      'share.expiresAt',
      'share.passwordHash',
      'appUser.id as userId',
    ])
    .select(sql<Capability[]>`role.capabilities`.as('capabilities'))
    .where(wanted)
    .where('share.revokedAt', 'is', null)
    .where('share.expiresAt', '>', now)
    .where(sql<boolean>`share_is_allowed(share)`)
    .where(sql<boolean>`exists (select from server_settings where sharing_enabled)`)
    .executeTakeFirst();

export const findShareOfToken = (conn: Conn, digest: Buffer, now: Date) =>
  openShare(conn, sql<boolean>`share.token_digest = ${digest}`, now);

export const findOpenShare = (conn: Conn, id: string, now: Date) =>
  openShare(conn, sql<boolean>`share.id = ${id}`, now);

export type OpenShare = NonNullable<Awaited<ReturnType<typeof findOpenShare>>>;

export interface ShareOpening {
  openedAt: Date;
  clientAddress: string | null;
  userAgent: string | null;
}

export const recordShareOpening = async (conn: Conn, shareId: string, opening: ShareOpening): Promise<void> => {
  await conn
    .updateTable('share')
    .set({ openCount: sql`open_count + 1`, lastOpenedAt: opening.openedAt })
    .where('id', '=', shareId)
    .execute();
  await conn
    .insertInto('shareOpening')
    .values({ shareId, ...opening })
    .execute();
};

/** Newest first. */
export const listShareOpenings = (conn: Conn, { shareId, limit }: { shareId: string; limit: number }) =>
  conn
    .selectFrom('shareOpening')
    .select(['openedAt', 'clientAddress', 'userAgent'])
    .where('shareId', '=', shareId)
    .orderBy('openedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Deletes links that ended before a time, and of each other link all but its newest openings. */
export const pruneShares = async (
  conn: Conn,
  { endedBefore, keptOpenings }: { endedBefore: Date; keptOpenings: number },
): Promise<number> => {
  const { numDeletedRows } = await conn
    .deleteFrom('share')
    .where((eb) => eb.or([eb('expiresAt', '<', endedBefore), eb('revokedAt', '<', endedBefore)]))
    .executeTakeFirstOrThrow();
  await sql`
    delete from share_opening where id in (
      select id from (
        select id, row_number() over (partition by share_id order by opened_at desc, id desc) as position from share_opening
      ) ranked where position > ${keptOpenings})`.execute(conn);
  return Number(numDeletedRows);
};
