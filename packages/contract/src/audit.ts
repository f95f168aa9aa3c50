import { AUDIT_ACTIONS, AUDIT_DAYS } from '@holdfast/domain';
import { Type } from 'typebox';
import { Cursor, Limit, Page } from './pages.ts';
import { AnyObject } from './plates.ts';
import { binary, route } from './route.ts';
import { Nullable, OneOf, Patch, Strict, Timestamp, Uuid } from './scalars.ts';

const AuditEntry = Strict(
  {
    id: Uuid,
    ts: Timestamp,
    /** Null if no user was signed in. The user may have been deleted since. */
    user_id: Nullable(Uuid),
    /** As it was then. */
    username: Nullable(Type.String()),
    client_address: Nullable(Type.String()),
    /** A code; later versions add more. */
    action: Type.String(),
    /** The affected object, if it has an id and a name. */
    object_id: Nullable(Type.String()),
    object_name: Nullable(Type.String()),
    /** Cameras that it concerns; they may have been removed since. */
    camera_ids: Type.Array(Uuid),
    /** `changes` has the changed fields with their old and new values, null where values are not recorded; more by action. */
    details: AnyObject,
  },
  { $id: 'AuditEntry' },
);

const filter = {
  user_id: Uuid,
  actions: Type.Array(OneOf(AUDIT_ACTIONS), { maxItems: AUDIT_ACTIONS.length }),
  camera_id: Uuid,
  start: Timestamp,
  end: Timestamp,
};

export const audit = {
  list: route({
    method: 'GET',
    path: '/audit',
    access: 'admin',
    summary: `Who watched, exported, shared, deleted, changed and signed in, newest first; kept for ${AUDIT_DAYS} days`,
    query: Patch({ ...filter, limit: Limit(500), cursor: Cursor }),
    reply: Page(AuditEntry),
  }),
  exportCsv: route({
    method: 'GET',
    path: '/audit/export',
    access: 'admin',
    summary: 'The same as CSV in UTF-8; a text that a spreadsheet would run as a formula begins with an apostrophe',
    query: Patch(filter),
    reply: binary('text/csv'),
  }),
};
