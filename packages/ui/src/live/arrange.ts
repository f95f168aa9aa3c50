/** A copy of the list with one item moved; the others keep their order. */
export function moveTo<T>(list: readonly T[], from: number, to: number): T[] {
  const target = Math.min(list.length - 1, Math.max(0, to));
  const rest = list.filter((_, place) => place !== from);
  const moved = list.slice(from, from + 1);
  return [...rest.slice(0, target), ...moved, ...rest.slice(target)];
}

const arrowSteps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 'row-back', ArrowDown: 'row-on' } as const;

/** The place an arrow key moves to in a grid; undefined for other keys and at the edge. */
export function placeAfterKey(
  key: string,
  { place, count, columns }: { place: number; count: number; columns: number },
): number | undefined {
  const step = arrowSteps[key as keyof typeof arrowSteps];
  if (step === undefined) return undefined;
  const by = step === 'row-back' ? -columns : step === 'row-on' ? columns : step;
  const next = place + by;
  return next >= 0 && next < count ? next : undefined;
}
