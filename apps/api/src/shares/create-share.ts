import {
  type Caller,
  type Conn,
  countActiveShares,
  type Database,
  findExport,
  findOpenShare,
  insertShare,
  lockFor,
  type NewShare,
  readSettings,
} from '@holdfast/db';
import { holds, reasonCode, shareEndMs, shareNeeds } from '@holdfast/domain';
import { digestOf, newRandomToken } from '../auth/random-token.ts';
import { clipReaderOf } from '../clips/clip-reader.ts';
import type { ClipStore } from '../clips/clip-store.ts';
import { requireDone } from '../exports/require-done.ts';
import type { Note } from '../http/audit-note.ts';
import { Problem } from '../http/problem.ts';
import { requireCapability } from '../http/require-capability.ts';
import { auditedShare } from './audited-share.ts';

export interface ShareRequest {
  kind: 'clip' | 'export';
  id: string;
  hours: number | undefined;
  passwordHash: string | null;
}

const MAX_ACTIVE_PER_USER = 500;

type Subject = Pick<NewShare, 'cameraIds' | 'cameraNames' | 'startTs' | 'endTs' | 'needs'> & { endMs: number | null };

/** The token is returned once and kept nowhere. */
export async function createShare(
  {
    db,
    clipStore,
    nowMs,
    caller,
    note,
  }: { db: Database; clipStore: ClipStore; nowMs: number; caller: Caller; note: Note },
  request: ShareRequest,
): Promise<{ id: string; token: string }> {
  if (!(await readSettings(db)).sharingEnabled) throw new Problem('sharing-disabled');
  const { endMs: subjectEndMs, ...subject } =
    request.kind === 'clip'
      ? await clipSubject(clipStore, caller, request.id)
      : await exportSubject(db, { caller, nowMs, id: request.id });
  const now = new Date(nowMs);
  const token = newRandomToken();
  const id = await db.transaction().execute(async (tx) => {
    await lockFor(tx, 'shares');
    if ((await countActiveShares(tx, { userId: caller.userId, now })) >= MAX_ACTIVE_PER_USER)
      throw new Problem('shares-full', { reason: reasonCode('too-many-links', { limit: MAX_ACTIVE_PER_USER }) });
    const inserted = await insertShare(tx, {
      ...subject,
      tokenDigest: digestOf(token),
      kind: request.kind,
      subjectId: request.id,
      createdBy: caller.userId,
      createdAt: now,
      expiresAt: new Date(shareEndMs({ nowMs, hours: request.hours, subjectEndMs })),
      passwordHash: request.passwordHash,
    });
    // A removed camera may have footage, but cannot be shared.
    if (!(await findOpenShare(tx, inserted.id, now))) throw new Problem('not-found');
    await note(tx, auditedShare({ id: inserted.id, kind: request.kind, ...subject }));
    return inserted.id;
  });
  return { id, token };
}

async function clipSubject(clipStore: ClipStore, caller: Caller, id: string): Promise<Subject> {
  requireCapability(caller, 'clips');
  const { row, window } = (await clipStore.locate(clipReaderOf(caller), id, 'preview')).located;
  return {
    cameraIds: [row.cameraId],
    cameraNames: [row.cameraName],
    startTs: new Date(window.startMs),
    endTs: new Date(window.endMs),
    needs: shareNeeds({ kind: 'clip', of: row.kind }),
    endMs: null,
  };
}

async function exportSubject(
  tx: Conn,
  { caller, nowMs, id }: { caller: Caller; nowMs: number; id: string },
): Promise<Subject> {
  const { userId, capabilities } = caller;
  const row = await findExport(tx, { userId, isAdmin: holds(capabilities, 'admin') }, id);
  if (!row) throw new Problem('not-found');
  requireDone(row, nowMs);
  const cameras = row.cameras ?? [];
  return {
    cameraIds: cameras.map((camera) => camera.id),
    cameraNames: cameras.map(({ name }) => name),
    startTs: row.startTs,
    endTs: row.endTs,
    needs: shareNeeds({ kind: 'export' }),
    endMs: row.expiresAt.getTime(),
  };
}
