import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

/** Until when a user has marked all clips as viewed. Evaluated once per statement. */
export const viewedUntil = (userId: string) =>
  sql`(select coalesce(max(viewed_until), '-infinity') from clip_mark where user_id = ${userId})`;

/** A mark of its own has priority over the one for all. Conditions name the clip `one`. */
export const isViewed = (userId: string, ts: ReturnType<typeof sql>) => sql`
  coalesce((select viewed from clip_view where user_id = ${userId} and clip_id = one.id), ${ts} <= ${viewedUntil(userId)})`;

/** The clips that the user has marked as not viewed. */
export const clipsMarkedUnviewed = (userId: string) =>
  sql`array(select clip_id from clip_view where user_id = ${userId} and not viewed)`;

/** Marks one by one up to then are dropped: the mark for all has the same effect. */
export async function markAllViewed(conn: Conn, { userId, until }: { userId: string; until: Date }): Promise<void> {
  await sql`
    with marked as (
      insert into clip_mark as known (user_id, viewed_until) values (${userId}, ${until})
      on conflict (user_id) do update set viewed_until = greatest(known.viewed_until, excluded.viewed_until)
    )
    delete from clip_view
     where user_id = ${userId}
       and (exists (select from event where id = clip_id and ts <= ${until})
            or exists (select from plate_read where id = clip_id and ts <= ${until})
            or exists (select from bookmark where id = clip_id and start_ts <= ${until}))`.execute(conn);
}

/** Marks of clips that no longer exist. */
export async function pruneClipViews(conn: Conn, { most }: { most: number }): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from clip_view where (user_id, clip_id) in (
      select user_id, clip_id from clip_view
       where not exists (select from event where id = clip_id) and not exists (select from plate_read where id = clip_id)
         and not exists (select from bookmark where id = clip_id) limit ${most})`.execute(conn);
  return Number(numAffectedRows ?? 0);
}
