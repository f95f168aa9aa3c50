export interface IssuedCertificate {
  validUntilMs: number;
  /** Host names and addresses that it is for. */
  names: readonly string[];
}

const DAY_MS = 86_400_000;
/** Browsers reject certificates that are valid for longer than 398 days. */
export const CERTIFICATE_DAYS = 397;
const RENEWED_BEFORE_DAYS = 30;

/** Whether another certificate is needed: the old one ends soon, or this machine has a name or address that it lacks. */
export function needsCertificate(
  issued: IssuedCertificate | undefined,
  { nowMs, names }: { nowMs: number; names: readonly string[] },
): boolean {
  if (issued === undefined) return true;
  const known = new Set(issued.names);
  return issued.validUntilMs - nowMs < RENEWED_BEFORE_DAYS * DAY_MS || names.some((name) => !known.has(name));
}
