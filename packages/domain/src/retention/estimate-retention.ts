/** The limits of one tier; null is no limit. */
export interface EstimateTier {
  budgetBytes: number | null;
  /** The disk space for this policy: its footage there and the free space above the floor. */
  roomBytes: number | null;
}

export interface EstimateInput {
  /** All cameras of the policy together, over the hours of the week in which they record. */
  bytesPerHour: number;
  live: EstimateTier & { ageHours: number };
  /** The age at which footage moves there. Ages count from the recording, like those of the live tier. */
  archive: (EstimateTier & { afterHours: number; ageHours: number | null }) | null;
  /** Nothing gets older than this, on any tier. */
  ceilingHours: number | null;
}

export type RetentionLimit = 'age' | 'archive' | 'ceiling' | 'budget' | 'disk';

export interface TierEstimate {
  /** The age that footage reaches on this tier. */
  untilHours: number;
  /** The bytes it uses there by then. */
  bytes: number;
  /** The limit that ends it; of several at once, the first in this order. Null: none does. */
  endedBy: RetentionLimit | null;
}

export interface RetentionEstimate {
  live: TierEstimate;
  archive: TierEstimate | null;
}

/** How long footage will be kept once everything has filled up, and which limit ends it. */
export function estimateRetention({ bytesPerHour, live, archive, ceilingHours }: EstimateInput): RetentionEstimate {
  const liveSpan = spanOf({
    fromHours: 0,
    bytesPerHour,
    tier: live,
    // Footage that waits for an archive is not deleted by age.
    ages: [archive ? ['archive', archive.afterHours] : ['age', live.ageHours], ['ceiling', ceilingHours]],
  });
  if (!archive) return { live: liveSpan, archive: null };
  return {
    live: liveSpan,
    archive: spanOf({
      fromHours: liveSpan.untilHours,
      bytesPerHour,
      tier: archive,
      ages: [
        ['age', archive.ageHours],
        ['ceiling', ceilingHours],
      ],
    }),
  };
}

function spanOf({
  fromHours,
  bytesPerHour,
  tier,
  ages,
}: {
  fromHours: number;
  bytesPerHour: number;
  tier: EstimateTier;
  ages: readonly (readonly [RetentionLimit, number | null])[];
}): TierEstimate {
  const filledAfter = (bytes: number | null) => (bytes === null ? null : fromHours + bytes / bytesPerHour);
  const ends = [
    ...ages,
    ['budget', filledAfter(tier.budgetBytes)] as const,
    ['disk', filledAfter(tier.roomBytes)] as const,
  ].filter((end): end is readonly [RetentionLimit, number] => end[1] !== null);
  const untilHours = Math.max(fromHours, Math.min(...ends.map(([, hours]) => hours)));
  return {
    untilHours,
    bytes: (untilHours - fromHours) * bytesPerHour,
    endedBy: ends.find(([, hours]) => hours <= untilHours)?.[0] ?? null,
  };
}
