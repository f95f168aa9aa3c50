import { AUDIT_KINDS, type AuditKind, auditActions } from '@holdfast/domain';
import type { AuditFilter } from '../../api/queries.ts';
import { fromLocalField } from '../../parts/time/local-time.ts';
import { PERIODS, type Period, periodStartMs } from '../../parts/time/period.ts';

/** The filters in the address of the screen. */
export interface AuditSearch {
  kind?: AuditKind;
  user?: string;
  camera?: string;
  period?: Period;
  /** Of the period `range`, as `datetime-local` fields have it. */
  from?: string;
  to?: string;
}

export type AuditChange = { [K in keyof AuditSearch]?: AuditSearch[K] | undefined };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);
const isMoment = (value: unknown): value is string => typeof value === 'string' && fromLocalField(value) !== undefined;

/** The known parameters of the address; others are dropped. */
export function readAuditSearch({ kind, user, camera, period, from, to }: Record<string, unknown>): AuditSearch {
  const known = AUDIT_KINDS.find((one) => one === kind);
  const time = PERIODS.find((one) => one === period);
  return {
    ...(known && { kind: known }),
    ...(isUuid(user) && { user }),
    ...(isUuid(camera) && { camera }),
    ...(time && { period: time }),
    ...(isMoment(from) && { from }),
    ...(isMoment(to) && { to }),
  };
}

/** The query for the server. An end before the start is still being typed. */
export function auditFilter(
  { kind, user, camera, period = 'all', from = '', to = '' }: AuditSearch,
  nowMs: number,
): AuditFilter {
  const isRange = period === 'range';
  const startMs = isRange ? fromLocalField(from)?.getTime() : periodStartMs(period, nowMs);
  const end = isRange ? fromLocalField(to) : undefined;
  return {
    ...(kind && { actions: [...auditActions[kind]] }),
    ...(user !== undefined && { user_id: user }),
    ...(camera !== undefined && { camera_id: camera }),
    ...(startMs !== undefined && { start: new Date(startMs).toISOString() }),
    ...(end && end.getTime() > (startMs ?? 0) && { end: end.toISOString() }),
  };
}

/** The address of the CSV file with the same filters. */
export function csvAddress(filter: AuditFilter): string {
  const pairs = Object.entries(filter).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)]),
  );
  const query = new URLSearchParams(pairs).toString();
  return query === '' ? '/audit/export' : `/audit/export?${query}`;
}
