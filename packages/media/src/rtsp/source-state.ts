import type { Reason } from '@holdfast/domain';
import type { MediaTrack } from '../rtp/sdp.ts';

/** Why a source is not streaming, as a reason to show; never contains an address or a secret. */
export type SourceFault =
  | { kind: 'refused'; reason: Reason }
  | { kind: 'rejected'; reason: Reason }
  | { kind: 'offline'; reason: Reason };

export type SourceState =
  /** On demand without readers, or waiting for its publisher. */
  | { kind: 'idle' }
  | { kind: 'connecting' }
  | { kind: 'streaming'; tracks: readonly MediaTrack[]; warning?: string }
  | SourceFault;

export class SourceError extends Error {
  readonly fault: SourceFault;

  constructor(fault: SourceFault) {
    super(fault.reason);
    this.name = 'SourceError';
    this.fault = fault;
  }
}

export const refused = (reason: Reason) => new SourceError({ kind: 'refused', reason });
export const rejected = (reason: Reason) => new SourceError({ kind: 'rejected', reason });
export const offline = (reason: Reason) => new SourceError({ kind: 'offline', reason });
