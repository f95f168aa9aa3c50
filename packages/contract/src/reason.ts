import { readReason } from '@holdfast/domain';
import { type Static, Type } from 'typebox';

/** Why something failed, as a code with values; the field next to it has the English sentence. */
export const ReasonBody = Type.Object({
  code: Type.String(),
  values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
});
export type ReasonBody = Static<typeof ReasonBody>;

/** Null for a text without a code, such as a sentence stored by an older version. */
export const reasonBody = (text: string | null): ReasonBody | null => {
  const read = text === null ? undefined : readReason(text);
  return read === undefined ? null : { code: read.code, values: { ...read.values } };
};
