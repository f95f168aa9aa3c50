const DENIED = new Set([
  'camera-asks-for-login',
  'camera-denied-access',
  'camera-login-unsupported',
  'camera-rejected-login',
]);
const SILENT = new Set([
  'camera-closed-connection',
  'camera-connection-broke',
  'camera-connection-failed',
  'camera-connection-refused',
  'camera-name-unknown',
  'camera-no-route',
  'camera-not-responding',
  'camera-stopped-responding',
  'camera-timed-out',
  'unreachable-from-here',
]);

/** The heading above the reason why a camera could not be used: a camera that replied must not be called silent. */
export function unreachableTitle(
  reasonCode: string | undefined,
): 'problem.camera-unreachable' | 'camera.deniedAccess' | 'camera.unusable' {
  if (reasonCode === undefined || SILENT.has(reasonCode)) return 'problem.camera-unreachable';
  return DENIED.has(reasonCode) ? 'camera.deniedAccess' : 'camera.unusable';
}
