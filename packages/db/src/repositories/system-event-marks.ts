import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

/** Until when a user has seen the events; by default since their account was created. */
export const findSeenUntil = async (conn: Conn, userId: string): Promise<Date | undefined> => {
  const { rows } = await sql<{ seenUntil: Date }>`
    select coalesce(mark.seen_until, app_user.created_at) as seen_until
      from app_user left join system_event_mark mark on mark.user_id = app_user.id
     where app_user.id = ${userId}`.execute(conn);
  return rows[0]?.seenUntil;
};

/** Never backwards: another window may already be further. */
export const markSeen = (conn: Conn, { userId, seenUntil }: { userId: string; seenUntil: Date }) =>
  conn
    .insertInto('systemEventMark')
    .values({ userId, seenUntil })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ seenUntil: sql`greatest(system_event_mark.seen_until, excluded.seen_until)` }),
    )
    .execute();
