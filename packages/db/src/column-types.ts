import type { ColumnType } from 'kysely';

/** Building blocks of the generated types that the catalogue cannot express. */

/** Has a default, so an insert may omit it. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
/** Only the database writes it. */
export type GeneratedAlways<T> = ColumnType<T, never, never>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** Written as text: a bare array would be taken for a PostgreSQL array. */
export type Json<T> = ColumnType<T, string, string>;

export type Point = [x: number, y: number];
export type Polygon = Point[];
export interface Zones {
  include: Polygon[];
  exclude: Polygon[];
}

export type JsonObject = Record<string, unknown>;
export type DeliveryState = 'pending' | 'delivered' | 'failed';
export type WatchlistKind = 'watch' | 'ignore';
/** The fate of a removed camera's footage. `delete` keeps footage that bookmarks protect. */
export type FootageFate = 'keep' | 'delete' | 'delete_protected';

/** `missed`: one answer is missing, see the health of the hub in the domain. */
export type HubStatusState = 'off' | 'starting' | 'ok' | 'missed' | 'unreachable';
