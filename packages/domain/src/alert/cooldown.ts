/** One cooldown runs per event key and camera; events without a camera share one of their own. */
export const cooldownKey = ({ eventKey, cameraId }: { eventKey: string; cameraId: string | null }): string =>
  `${eventKey}/${cameraId ?? ''}`;

/**
 * The difference counts in both directions: another process may be slightly ahead, but after the clock was set back by an hour,
 * alerts must not be muted for that hour.
 */
export const inCooldown = ({
  lastSentMs,
  nowMs,
  cooldownSeconds,
}: {
  lastSentMs: number | null;
  nowMs: number;
  cooldownSeconds: number;
}): boolean => lastSentMs !== null && Math.abs(nowMs - lastSentMs) < cooldownSeconds * 1000;
