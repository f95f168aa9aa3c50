import type { ShareRow } from '@holdfast/db';
import { shareState } from '@holdfast/domain';

export function presentShare(row: ShareRow, nowMs: number) {
  const { revokedAt, expiresAt, hasSubject } = row;
  const facts = { revokedAtMs: revokedAt?.getTime() ?? null, expiresAtMs: expiresAt.getTime(), hasSubject };
  return {
    id: row.id,
    kind: row.kind,
    subject_id: row.subjectId,
    cameras: row.cameraNames,
    start: row.startTs.toISOString(),
    end: row.endTs.toISOString(),
    state: shareState(facts, nowMs),
    has_password: row.passwordHash !== null,
    created_by: row.createdBy === null || row.username === null ? null : { id: row.createdBy, username: row.username },
    created_at: row.createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    revoked_at: revokedAt?.toISOString() ?? null,
    open_count: row.openCount,
    last_opened_at: row.lastOpenedAt?.toISOString() ?? null,
  };
}
