import { readReason } from '@holdfast/domain';
import { type Static, Type } from 'typebox';

/** Why something failed, as a code with values; the sentence beside it says the same in English. */
export const ReasonBody = Type.Object({
  code: Type.String(),
  values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
});
export type ReasonBody = Static<typeof ReasonBody>;

/** Null for a text that is not a reason, such as a sentence that an older version stored. */
export const reasonBody = (text: string | null): ReasonBody | null => {
  const read = text === null ? undefined : readReason(text);
  return read === undefined ? null : { code: read.code, values: { ...read.values } };
};
