import { type Reason, reasonCode } from './reason.ts';

/** Why no connection is made to an address. */
export type AddressFault = { kind: 'unknown'; name: string } | { kind: 'refused'; because: 'link-local' | 'own-port' };

export function addressReason(fault: AddressFault): Reason {
  if (fault.kind === 'unknown') return reasonCode('camera-name-unknown', { name: fault.name });
  return fault.because === 'own-port' ? reasonCode('address-is-own-port') : reasonCode('address-is-link-local');
}
