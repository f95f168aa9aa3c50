/**
 * The positions in the sent packets at which all recorded packets are found; the last few may be missing if the two
 * readers stopped at different times. Every position is compared completely: the test picture repeats after a while, so
 * many positions start alike.
 */
export function placesIn(
  sent: readonly string[],
  recorded: readonly string[],
  { mayLack }: { mayLack: number },
): number[] {
  return sent.flatMap((_, start) => {
    const both = Math.min(recorded.length, sent.length - start);
    if (both < recorded.length - mayLack) return [];
    return recorded.slice(0, both).every((hash, i) => hash === sent[start + i]) ? [start] : [];
  });
}
