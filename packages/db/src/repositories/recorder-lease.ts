import { sql } from 'kysely';
import type { Conn } from '../connect.ts';
import { prepared } from '../prepared-statements.ts';

/**
 * Takes the lease when it is free, expired, or held under the caller's own name by a dead process. The epoch grows each time,
 * so that an earlier holder can always be distinguished from the current one.
 */
export const takeRecorderLease = async (
  conn: Conn,
  { holder, lengthMs }: { holder: string; lengthMs: number },
): Promise<number | undefined> => {
  const taken = await conn
    .updateTable('recorderLease')
    .set((eb) => ({ epoch: eb('epoch', '+', 1), holder, expiresAt: expiry(lengthMs) }))
    .where((eb) =>
      eb.or([
        eb('holder', 'is', null),
        eb('expiresAt', 'is', null),
        eb('expiresAt', '<', sql<Date>`now()`),
        eb('holder', '=', holder),
      ]),
    )
    .returning('epoch')
    .executeTakeFirst();
  return taken?.epoch;
};

/** False when another recorder has taken it since. An expired lease can still be renewed if no recorder took it. */
export const renewRecorderLease = async (
  conn: Conn,
  { epoch, lengthMs }: { epoch: number; lengthMs: number },
): Promise<boolean> => {
  const renewed = await conn
    .updateTable('recorderLease')
    .set({ expiresAt: expiry(lengthMs) })
    .where('epoch', '=', epoch)
    .returning('epoch')
    .executeTakeFirst();
  return renewed !== undefined;
};

export interface RecorderBeat {
  epoch: number;
  lengthMs: number;
  /** Of the current session. */
  sessionId: number;
  startedAt: Date;
  beatAt: Date;
  version: string;
}

/**
 * Renews the lease, extends the session and writes the heartbeat, as one statement: this happens all the time, and each
 * commit waits for the disk. False, and nothing is written, when another recorder has taken the lease since.
 */
export const beatRecorder = async (
  conn: Conn,
  { epoch, lengthMs, sessionId, startedAt, beatAt, version }: RecorderBeat,
): Promise<boolean> => {
  const { rows } = await sql`${prepared('recorder-beat')}
    with renewed as (
      update recorder_lease set expires_at = ${expiry(lengthMs)} where epoch = ${epoch} returning epoch
    ), extended as (
      update recorder_run set beat_at = ${beatAt} from renewed where id = ${sessionId}
    )
    insert into process_heartbeat as held (process, started_at, beat_at, version)
    select 'recorder', ${startedAt}::timestamptz, ${beatAt}::timestamptz, ${version}::text from renewed
    on conflict (process) do update set
      started_at = excluded.started_at, beat_at = excluded.beat_at, version = excluded.version
    returning held.process`.execute(conn);
  return rows.length > 0;
};

export const giveUpRecorderLease = (conn: Conn, epoch: number) =>
  conn.updateTable('recorderLease').set({ holder: null, expiresAt: null }).where('epoch', '=', epoch).execute();

// The database's clock on both sides of the comparison: clocks of two machines may differ.
const expiry = (lengthMs: number) => sql<Date>`now() + ${lengthMs} * interval '1 millisecond'`;

/** The newest time at which a recorder trusted the system clock, in this session or an earlier one. */
export const findBelievedClock = async (conn: Conn): Promise<Date | undefined> => {
  const lease = await conn.selectFrom('recorderLease').select('clockBelievedAt').executeTakeFirst();
  return lease?.clockBelievedAt ?? undefined;
};

export const saveBelievedClock = async (conn: Conn, believedAt: Date): Promise<void> => {
  await conn.updateTable('recorderLease').set({ clockBelievedAt: believedAt }).execute();
};
