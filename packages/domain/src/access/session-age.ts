const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const LIFE_MS = { passing: 24 * HOUR_MS, remembered: 30 * DAY_MS };
/** Regardless of refreshes, a session ends this long after the password was last entered. */
const OLDEST_MS = { passing: 7 * DAY_MS, remembered: 90 * DAY_MS };

/** When a session that is started or refreshed now will end; undefined when it is too old to be refreshed. */
export function sessionEndMs({
  createdAtMs,
  nowMs,
  remember,
}: {
  createdAtMs: number;
  nowMs: number;
  remember: boolean;
}): number | undefined {
  const kind = remember ? 'remembered' : 'passing';
  const lastMs = createdAtMs + OLDEST_MS[kind];
  return nowMs < lastMs ? Math.min(nowMs + LIFE_MS[kind], lastMs) : undefined;
}
