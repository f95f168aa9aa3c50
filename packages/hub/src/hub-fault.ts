import { type Reason, reasonCode } from '@holdfast/domain';

/**
 * - `unreachable`: no answer
 * - `foreign`: an answer, but not one of a hub that works this way
 * - `refused`: the hub does not accept us; asking again soon could make it block this server
 */
export type HubFaultKind = 'unreachable' | 'foreign' | 'refused';

/** Its message is a reason, without addresses and secrets. */
export class HubFault extends Error {
  override readonly name = 'HubFault';
  readonly kind: HubFaultKind;
  readonly reason: Reason;

  constructor(kind: HubFaultKind, reason: Reason) {
    super(reason);
    this.kind = kind;
    this.reason = reason;
  }
}

const UNTRUSTED = [
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

/** Any error of a connection as a fault. */
export function hubFault(err: unknown): HubFault {
  if (err instanceof HubFault) return err;
  const { code, name } = (err ?? {}) as { code?: unknown; name?: unknown };
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ETIMEDOUT')
    return new HubFault('unreachable', reasonCode('hub-timed-out'));
  if (code === 'ECONNREFUSED') return new HubFault('unreachable', reasonCode('hub-connection-refused'));
  if (code === 'ECONNRESET' || code === 'EPIPE')
    return new HubFault('unreachable', reasonCode('hub-connection-closed'));
  if (UNTRUSTED.includes(String(code))) return new HubFault('unreachable', reasonCode('hub-certificate-untrusted'));
  // Node's codes have no addresses in them; messages do.
  const error = /^[A-Z][A-Z0-9_]{1,60}$/.test(String(code)) ? String(code) : 'unknown';
  return new HubFault('unreachable', reasonCode('hub-connection-failed', { error }));
}

/** The HTTP status of a reply that should have been 200. */
export function statusFault(status: number): HubFault {
  if (status === 401) return new HubFault('refused', reasonCode('hub-token-refused'));
  if (status === 403) return new HubFault('refused', reasonCode('hub-blocks-server'));
  if (status >= 300 && status < 400) return new HubFault('foreign', reasonCode('hub-redirects'));
  return new HubFault('foreign', reasonCode('hub-status', { status }));
}
