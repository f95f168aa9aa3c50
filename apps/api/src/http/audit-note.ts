import { type Conn, insertAuditEntry, type JsonObject, type NewAuditEntry } from '@holdfast/db';
import type { AuditAction } from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import type { FastifyRequest } from 'fastify';

export interface AuditFacts {
  id?: string | null;
  name?: string | null;
  cameraIds?: readonly string[];
  /** Codes and values; never a secret or a plate. */
  details?: JsonObject;
  /** If the request itself has no caller yet, as at a sign-in. */
  actor?: { userId: string; username: string };
}

/** Writes the line of the action of a route, with the connection of the action's own transaction. */
export type Note = (conn: Conn, facts?: AuditFacts) => Promise<void>;

const MOST_NAME_CHARACTERS = 300;
const MOST_CAMERAS = 1_000;

/** The user and the address of a request. */
export function auditActor({
  caller,
  ip,
}: FastifyRequest): Pick<NewAuditEntry, 'userId' | 'username' | 'clientAddress'> {
  const user = caller && 'userId' in caller ? caller : undefined;
  return { userId: user?.userId ?? null, username: user?.username ?? null, clientAddress: ip };
}

export const entryOf = (
  action: AuditAction,
  { id = null, name = null, cameraIds = [], details = {} }: AuditFacts,
): Omit<NewAuditEntry, 'ts' | 'userId' | 'username' | 'clientAddress'> => ({
  action,
  objectId: id,
  objectName: name?.slice(0, MOST_NAME_CHARACTERS) ?? null,
  cameraIds: cameraIds.slice(0, MOST_CAMERAS),
  details,
});

export const createNote =
  ({ clock }: { clock: Clock }, action: AuditAction, request: FastifyRequest): Note =>
  async (conn, facts = {}) => {
    await insertAuditEntry(conn, {
      ts: new Date(clock.now()),
      ...auditActor(request),
      ...facts.actor,
      ...entryOf(action, facts),
    });
  };
