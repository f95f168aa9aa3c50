const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Numbers by value: Aisle 4 before Aisle 10. */
export const inNaturalOrder = <T extends { name: string } | { username: string }>(things: readonly T[]): T[] =>
  things.toSorted((a, b) => collator.compare(nameOf(a), nameOf(b)));

/** The status with its cameras and storages in the order of their lists. */
export const statusInOrder = <S extends { cameras: { name: string }[]; storages: { name: string }[] }>(
  status: S,
): S => ({
  ...status,
  cameras: inNaturalOrder(status.cameras),
  storages: inNaturalOrder(status.storages),
});

const nameOf = (thing: { name: string } | { username: string }): string =>
  'name' in thing ? thing.name : thing.username;
