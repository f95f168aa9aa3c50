/** One cooldown runs per event key and camera; events without a camera share one of their own. */
export const cooldownKey = ({ eventKey, cameraId }: { eventKey: string; cameraId: string | null }): string =>
  `${eventKey}/${cameraId ?? ''}`;

/**
 * The distance counts in both directions: another process may be a moment ahead, but after the clock was set back an
 * hour the alerts must not stay silent for that hour.
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
