import type { AlertChannel, ClipPicture } from '@holdfast/domain';
import type { Conn } from '../connect.ts';
import { withNameKey, withNameKeyIfNamed } from './name-key.ts';

export const listChannels = (conn: Conn) =>
  conn.selectFrom('notificationChannel').selectAll().orderBy('nameKey').execute();

export type ChannelRow = Awaited<ReturnType<typeof listChannels>>[number];

export const findChannel = (conn: Conn, id: string) =>
  conn.selectFrom('notificationChannel').selectAll().where('id', '=', id).executeTakeFirst();

export interface ChannelFields {
  name: string;
  enabled: boolean;
  baseUrl: string;
  target: string | null;
  secret: Buffer | null;
  attachImage: boolean;
  attachClip: ClipPicture;
  platesOutsideConfirmed: boolean;
  ownerUserId: string | null;
}

export const insertChannel = (conn: Conn, channel: ChannelFields & { kind: AlertChannel }) =>
  conn.insertInto('notificationChannel').values(withNameKey(channel)).returningAll().executeTakeFirstOrThrow();

export const updateChannel = (conn: Conn, id: string, change: Partial<ChannelFields>) =>
  conn
    .updateTable('notificationChannel')
    .set(withNameKeyIfNamed(change))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export const deleteChannel = (conn: Conn, id: string) =>
  conn.deleteFrom('notificationChannel').where('id', '=', id).returning('id').executeTakeFirst();
