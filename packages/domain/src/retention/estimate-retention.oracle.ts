import type { EstimateInput } from './estimate-retention.ts';

/**
 * A simulation instead of a formula: every hour a piece of footage is recorded, then everything that exceeds a limit is
 * deleted, oldest first. Returns the age of the oldest piece on each tier after this many hours.
 */
export function simulateRetention({ bytesPerHour, live, archive, ceilingHours }: EstimateInput, hours: number) {
  let liveAges: number[] = [];
  let archived: number[] = [];
  const holdsTooMuch = (pieces: number, limits: { budgetBytes: number | null; roomBytes: number | null }) =>
    [limits.budgetBytes, limits.roomBytes].some((most) => most !== null && pieces * bytesPerHour > most);
  for (let hour = 0; hour < hours; hour += 1) {
    liveAges = [0, ...liveAges].map((age) => age + 1);
    archived = archived.map((age) => age + 1);
    const leavesLive = (age: number) =>
      age > (archive ? archive.afterHours : live.ageHours) || age > (ceilingHours ?? Number.POSITIVE_INFINITY);
    const leave = () => {
      const oldest = liveAges.pop();
      if (archive && oldest !== undefined) archived = [oldest, ...archived];
    };
    while (liveAges.length > 0 && (leavesLive(liveAges.at(-1) ?? 0) || holdsTooMuch(liveAges.length, live))) leave();
    if (!archive) continue;
    const leavesArchive = (age: number) =>
      age > (archive.ageHours ?? Number.POSITIVE_INFINITY) || age > (ceilingHours ?? Number.POSITIVE_INFINITY);
    while (archived.length > 0 && (leavesArchive(archived.at(-1) ?? 0) || holdsTooMuch(archived.length, archive)))
      archived.pop();
  }
  return { liveHours: liveAges.at(-1) ?? 0, archiveHours: archived.at(-1) ?? liveAges.at(-1) ?? 0 };
}
