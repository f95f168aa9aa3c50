import { foldName } from '@holdfast/domain';

/** Every insert and rename uses this, so that no name is without its comparison key. */
export const withNameKey = <F extends { name: string }>(fields: F): F & { nameKey: string } => ({
  ...fields,
  nameKey: foldName(fields.name),
});

export const withNameKeyIfNamed = <F extends { name?: string }>(change: F): F & { nameKey?: string } =>
  change.name === undefined ? change : { ...change, nameKey: foldName(change.name) };
