import type { PictureSetup } from './parameter-book.ts';

/**
 * How a picture can be started on. `closed`: nothing that follows is shown before it. `open`: pictures that follow may be
 * shown before it, and those may need an earlier group.
 */
export type KeyframeKind = 'closed' | 'open';

/** One picture as a file holds it: each NAL unit behind its length in four bytes, in an arena. */
export interface AccessUnit {
  from: number;
  to: number;
  rtpTime: number;
  /** When its last packet came, on a clock that is never set. */
  arrivedMs: number;
  keyframe: KeyframeKind | undefined;
  /** What decodes it; of keyframes alone, and only where all parameter sets are known. The same object until it changes. */
  setup: PictureSetup | undefined;
}

/** Why a picture was left out. */
export type UnitFault =
  /** Packets were lost on the way. */
  | 'incomplete'
  /** More bytes or NAL units than a picture may have. */
  | 'too-large'
  /** A way of packing that is not read (STAP-B, MTAP, FU-B, PACI). */
  | 'unsupported';

export interface AccessUnitSink {
  /** In decoding order. The bytes stay in the arena until the sink releases them; those of the next may lie behind. */
  unit(unit: AccessUnit): void;
  dropped(fault: UnitFault): void;
  /** The sender has begun its numbers anew; its times may have begun anew with them. */
  restarted(): void;
}

export const unitLimits = { bytes: 8 * 1024 * 1024, nalUnits: 256 } as const;
