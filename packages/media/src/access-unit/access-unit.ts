import type { PictureSetup } from './parameter-book.ts';

/**
 * Random access type of a picture. `closed`: no later picture is shown before it. `open`: later pictures may be shown
 * before it, and may depend on an earlier group.
 */
export type KeyframeKind = 'closed' | 'open';

/** One picture in MP4 form: each NAL unit with a four-byte length prefix, in an arena. */
export interface AccessUnit {
  from: number;
  to: number;
  rtpTime: number;
  /** Arrival of its last packet in monotonic time. */
  arrivedMs: number;
  keyframe: KeyframeKind | undefined;
  /** Decoder setup, for keyframes only, and only if all parameter sets are known. The same object until it changes. */
  setup: PictureSetup | undefined;
}

/** Why a picture was dropped. */
export type UnitFault =
  /** Packets were lost. */
  | 'incomplete'
  /** More bytes or NAL units than allowed. */
  | 'too-large'
  /** An unsupported packetization (STAP-B, MTAP, FU-B, PACI). */
  | 'unsupported';

export interface AccessUnitSink {
  /**
   * In decoding order. The bytes stay in the arena until the sink releases them; the next picture may already be behind
   * them.
   */
  unit(unit: AccessUnit): void;
  dropped(fault: UnitFault): void;
  /** The sender has restarted its sequence numbers, and possibly its timestamps. */
  restarted(): void;
}

/**
 * Limits packets and the NAL units packed into them. Packets of the usual size fill a connection before they reach this
 * rate.
 */
export const nalRate = { perSecond: 100_000, burst: 400_000 } as const;
export const unitLimits = { bytes: 8 * 1024 * 1024, nalUnits: 256 } as const;
