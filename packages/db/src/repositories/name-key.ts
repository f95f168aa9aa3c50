import { foldName } from '@holdfast/domain';

/** Every insert and rename goes through here, so that no name is ever without the key it is compared by. */
export const withNameKey = <F extends { name: string }>(fields: F): F & { nameKey: string } => ({
  ...fields,
  nameKey: foldName(fields.name),
});

export const withNameKeyIfNamed = <F extends { name?: string }>(change: F): F & { nameKey?: string } =>
  change.name === undefined ? change : { ...change, nameKey: foldName(change.name) };
