/**
 * Where in what was sent all that was recorded is found, packet by packet; its last few may lack when the two readers
 * stopped at different moments. All of it is compared at every place: the picture of a test camera comes again after a
 * while, so that many places begin alike.
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
