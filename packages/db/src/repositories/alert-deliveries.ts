import { CLIP_PICTURE_WAIT_SECONDS } from '@holdfast/domain';
import { type RawBuilder, sql } from 'kysely';
import type { DeliveryState, JsonObject } from '../column-types.ts';
import type { Conn } from '../connect.ts';
import type { ChannelRow } from './alert-channels.ts';

/** A channel with an owner receives what the owner may see, and events of the system itself only when the owner is an admin. */
const mayReceive = ({
  cameraId,
  needsPlates,
}: {
  cameraId: RawBuilder<unknown>;
  needsPlates: RawBuilder<unknown>;
}) => sql<boolean>`
  (c.owner_user_id is null or exists (
    select from app_user u join role r on r.id = u.role_id
     where u.id = c.owner_user_id
       and ('admin' = any (r.capabilities) or (
         exists (select from camera_scope s where s.user_id = u.id and s.camera_id = ${cameraId})
         and (not ${needsPlates} or 'view_plates' = any (r.capabilities))))))`;

/** Queues one delivery for each enabled channel that may receive the event; returns how many. */
export async function queueDeliveries(
  tx: Conn,
  event: { systemEventId: string; cameraId: string | null; needsPlates: boolean; now: Date },
): Promise<number> {
  const isAllowed = mayReceive({
    cameraId: sql`${event.cameraId}::uuid`,
    needsPlates: sql`${event.needsPlates}::boolean`,
  });
  // Until the footage of its picture is there.
  const wait = event.needsPlates
    ? sql`make_interval(secs => case c.attach_clip when 'moving' then ${CLIP_PICTURE_WAIT_SECONDS.moving}::integer
            when 'thumbnail' then ${CLIP_PICTURE_WAIT_SECONDS.thumbnail}::integer else 0 end)`
    : sql`interval '0'`;
  const { numAffectedRows } = await sql`
    insert into alert_delivery (system_event_id, channel_id, next_try_at, created_at)
    select ${event.systemEventId}::uuid, c.id, ${event.now}::timestamptz + ${wait}, ${event.now}::timestamptz
      from notification_channel c where c.enabled and ${isAllowed}
    on conflict (system_event_id, channel_id) do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

export interface ClaimedDelivery {
  id: string;
  channelId: string;
}

/** Claims the longest-due delivery of each channel that is not busy here. Skips rows that another process is claiming. */
export async function claimDeliveries(
  conn: Conn,
  { now, claimedUntil, busyChannelIds }: { now: Date; claimedUntil: Date; busyChannelIds: readonly string[] },
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with due as materialized (
      select next.id from notification_channel c
       cross join lateral (
         select d.id from alert_delivery d
          where d.channel_id = c.id and d.state = 'pending' and d.next_try_at <= ${now}
            and (d.claimed_until is null or d.claimed_until <= ${now})
          order by d.next_try_at limit 1 for update skip locked
       ) next
       where c.id <> all (${[...busyChannelIds]}::uuid[])
    )
    update alert_delivery set claimed_until = ${claimedUntil} where id in (select id from due)
    returning id, channel_id`.execute(conn);
  return rows;
}

/** Whether any delivery waits for its time, or for a process that claimed it. */
export const hasPendingDeliveries = async (conn: Conn): Promise<boolean> =>
  (await conn.selectFrom('alertDelivery').select('id').where('state', '=', 'pending').limit(1).executeTakeFirst()) !==
  undefined;

export interface DeliveryJob {
  failedTries: number;
  /** False when the channel's owner lost access to this event since it was queued. */
  mayReceive: boolean;
  channel: ChannelRow;
  event: {
    eventKey: string;
    ts: Date;
    detail: string;
    data: JsonObject;
    plateReadId: string | null;
    camera: { id: string; name: string } | null;
  };
}

/** Undefined when the channel or the event was removed in the meantime. */
export async function findDeliveryJob(conn: Conn, id: string): Promise<DeliveryJob | undefined> {
  const isAllowed = mayReceive({ cameraId: sql`e.camera_id`, needsPlates: sql`(e.event_key = 'plate_watchlist_hit')` });
  const { rows } = await sql<
    Omit<ChannelRow, 'id' | 'name'> & {
      failedTries: number;
      mayReceive: boolean;
      channelId: string;
      channelName: string;
      eventKey: string;
      ts: Date;
      detail: string;
      data: JsonObject;
      plateReadId: string | null;
      cameraId: string | null;
      cameraName: string | null;
    }
  >`
    select d.failed_tries, ${isAllowed} as may_receive, c.*, c.id as channel_id, c.name as channel_name,
           e.event_key, e.ts, e.detail, e.data, e.plate_read_id, e.camera_id, camera.name as camera_name
      from alert_delivery d
      join notification_channel c on c.id = d.channel_id
      join system_event e on e.id = d.system_event_id
      left join camera on camera.id = e.camera_id
     where d.id = ${id}`.execute(conn);
  const [row] = rows;
  if (!row) return undefined;
  const { cameraId, cameraName } = row;
  return {
    failedTries: row.failedTries,
    mayReceive: row.mayReceive,
    channel: {
      id: row.channelId,
      name: row.channelName,
      nameKey: row.nameKey,
      kind: row.kind,
      enabled: row.enabled,
      baseUrl: row.baseUrl,
      target: row.target,
      secret: row.secret,
      attachImage: row.attachImage,
      attachClip: row.attachClip,
      platesOutsideConfirmed: row.platesOutsideConfirmed,
      ownerUserId: row.ownerUserId,
      createdAt: row.createdAt,
    },
    event: {
      eventKey: row.eventKey,
      ts: row.ts,
      detail: row.detail,
      data: row.data,
      plateReadId: row.plateReadId,
      camera: cameraId === null || cameraName === null ? null : { id: cameraId, name: cameraName },
    },
  };
}

export const finishDelivery = (
  conn: Conn,
  id: string,
  result: { state: Exclude<DeliveryState, 'pending'>; failedTries: number; lastError: string | null; finishedAt: Date },
) =>
  conn
    .updateTable('alertDelivery')
    .set({ ...result, nextTryAt: null, claimedUntil: null })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();

export const postponeDelivery = (
  conn: Conn,
  id: string,
  change: { failedTries: number; lastError: string; nextTryAt: Date },
) =>
  conn
    .updateTable('alertDelivery')
    .set({ ...change, claimedUntil: null })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();

/** Newest first. */
export const listDeliveries = (
  conn: Conn,
  {
    channelId,
    state,
    after,
    limit,
  }: {
    channelId?: string | undefined;
    state?: DeliveryState | undefined;
    after?: { ts: Date; id: string } | undefined;
    limit: number;
  },
) =>
  conn
    .selectFrom('alertDelivery')
    .innerJoin('systemEvent', 'systemEvent.id', 'alertDelivery.systemEventId')
    .innerJoin('notificationChannel', 'notificationChannel.id', 'alertDelivery.channelId')
    .leftJoin('camera', 'camera.id', 'systemEvent.cameraId')
    .select([
      'alertDelivery.id',
      'alertDelivery.state',
      'alertDelivery.failedTries',
      'alertDelivery.nextTryAt',
      'alertDelivery.lastError',
      'alertDelivery.createdAt',
      'alertDelivery.finishedAt',
      'systemEvent.id as systemEventId',
      'systemEvent.eventKey',
      'systemEvent.cameraId',
      'systemEvent.detail',
      'systemEvent.data',
      'camera.name as cameraName',
      'notificationChannel.id as channelId',
      'notificationChannel.name as channelName',
      'notificationChannel.kind as channelKind',
    ])
    .$if(channelId !== undefined, (query) => query.where('alertDelivery.channelId', '=', channelId as string))
    .$if(state !== undefined, (query) => query.where('alertDelivery.state', '=', state as DeliveryState))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(alert_delivery.created_at, alert_delivery.id) < (${after?.ts}, ${after?.id}::uuid)`),
    )
    .orderBy('alertDelivery.createdAt', 'desc')
    .orderBy('alertDelivery.id', 'desc')
    .limit(limit)
    .execute();
