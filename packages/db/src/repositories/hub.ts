import type { HubRole } from '@holdfast/domain';
import { sql } from 'kysely';
import type { HubStatusState } from '../column-types.ts';
import type { Conn } from '../connect.ts';
import { scopeArray } from './camera-scope.ts';

export interface HubConfigRow {
  enabled: boolean | null;
  baseUrl: string | null;
  /** Sealed. */
  token: Buffer | null;
  certificate: string | null;
}

export const readHubConfig = (conn: Conn): Promise<HubConfigRow> =>
  conn.selectFrom('hubConfig').select(['enabled', 'baseUrl', 'token', 'certificate']).executeTakeFirstOrThrow();

export const updateHubConfig = (conn: Conn, change: Partial<HubConfigRow>) =>
  conn.updateTable('hubConfig').set(change).execute();

export interface BadgeStyle {
  shape: 'dot' | 'pill';
  size: number;
  opacity: number;
  overlayColor: string | null;
  overlayIcon: string | null;
  backgroundColor: string | null;
  outline: boolean;
  overlayShowState: boolean;
  overlayShowAge: boolean;
}

export interface HubLinkRow extends BadgeStyle {
  id: string;
  cameraId: string;
  entityId: string;
  role: HubRole;
  deviceClass: string | null;
  label: string | null;
  position: number;
  /** Both null while there is no badge. */
  x: number | null;
  y: number | null;
}

const linkColumns = [
  'id',
  'cameraId',
  'entityId',
  'role',
  'deviceClass',
  'label',
  'position',
  'x',
  'y',
  'shape',
  'size',
  'opacity',
  'overlayColor',
  'overlayIcon',
  'backgroundColor',
  'outline',
  'overlayShowState',
  'overlayShowAge',
] as const;

/** Of one camera, in their order. Locked until the transaction ends, so that replacements follow each other. */
export const lockHubLinks = async (tx: Conn, cameraId: string): Promise<HubLinkRow[]> => {
  await tx.selectFrom('camera').select('id').where('id', '=', cameraId).forUpdate().execute();
  return listHubLinks(tx, cameraId);
};

export const listHubLinks = (conn: Conn, cameraId: string): Promise<HubLinkRow[]> =>
  conn
    .selectFrom('cameraHubLink')
    .select(linkColumns)
    .where('cameraId', '=', cameraId)
    .orderBy('position')
    .orderBy('id')
    .execute();

/** Of all cameras that the user may see, removed ones included: their footage can still be played. */
export const listVisibleHubLinks = (conn: Conn, userId: string): Promise<HubLinkRow[]> =>
  conn
    .selectFrom('cameraHubLink')
    .select(linkColumns)
    .where(sql<boolean>`camera_id = any (${scopeArray({ userId })})`)
    .orderBy('cameraId')
    .orderBy('position')
    .orderBy('id')
    .execute();

export type NewHubLink = Pick<HubLinkRow, 'cameraId' | 'entityId' | 'role' | 'deviceClass' | 'label' | 'position'>;

export const insertHubLinks = (tx: Conn, links: readonly NewHubLink[]) =>
  tx
    .insertInto('cameraHubLink')
    .values([...links])
    .execute();

export const updateHubLink = (conn: Conn, id: string, change: Partial<Omit<HubLinkRow, 'id' | 'cameraId'>>) =>
  conn.updateTable('cameraHubLink').set(change).where('id', '=', id).execute();

export const deleteHubLinks = (tx: Conn, ids: readonly string[]) =>
  tx
    .deleteFrom('cameraHubLink')
    .where('id', 'in', [...ids])
    .execute();

/** Removes the badge; its style becomes that of a new link again. */
export const clearHubPlacement = (conn: Conn, id: string) =>
  sql`update camera_hub_link
         set (x, y, shape, size, opacity, overlay_color, overlay_icon, background_color, outline, overlay_show_state,
              overlay_show_age) = row (null, null, default, default, default, null, null, null, default, default, default)
       where id = ${id}`.execute(conn);

export interface LinkedEntity {
  cameraId: string;
  entityId: string;
  role: HubRole;
  deviceClass: string | null;
  label: string | null;
}

/** The links of all cameras that were not removed. */
export const listLinkedEntities = (conn: Conn): Promise<LinkedEntity[]> =>
  conn
    .selectFrom('cameraHubLink')
    .innerJoin('camera', 'camera.id', 'cameraHubLink.cameraId')
    .select([
      'cameraHubLink.cameraId',
      'cameraHubLink.entityId',
      'cameraHubLink.role',
      'cameraHubLink.deviceClass',
      'cameraHubLink.label',
    ])
    .where('camera.removedAt', 'is', null)
    .orderBy('cameraHubLink.cameraId')
    .orderBy('cameraHubLink.position')
    .execute();

/** The entities on cameras that the user may see, each once. */
export const listVisibleEntityIds = async (conn: Conn, userId: string): Promise<string[]> =>
  (
    await sql<{ entityId: string }>`
      select distinct link.entity_id from camera_hub_link link
        join camera on camera.id = link.camera_id and camera.removed_at is null
       where link.camera_id = any (${scopeArray({ userId })}) order by 1`.execute(conn)
  ).rows.map(({ entityId }) => entityId);

export interface HubStatusRow {
  state: HubStatusState;
  reason: string | null;
  since: Date;
  /** Start of the outage that was reported as an event and has not been reported to be over. */
  outageSince: Date | null;
  /** The states that the recorder knew are valid up to this time. */
  seenAt: Date | null;
}

export const readHubStatus = (conn: Conn): Promise<HubStatusRow> =>
  conn.selectFrom('hubStatus').select(['state', 'reason', 'since', 'outageSince', 'seenAt']).executeTakeFirstOrThrow();

export const writeHubStatus = (conn: Conn, status: Partial<HubStatusRow>) =>
  conn.updateTable('hubStatus').set(status).execute();
