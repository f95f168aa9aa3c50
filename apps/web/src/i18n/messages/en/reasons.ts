import { type ReasonCode, reasonSentences } from '@holdfast/domain';

type ReasonMessages = { readonly [C in ReasonCode as `reason.${C}`]: (typeof reasonSentences)[C] };

/** The sentences of the domain, which the server sends to programs as well. */
export const reasons = Object.fromEntries(
  Object.entries(reasonSentences).map(([code, sentence]) => [`reason.${code}`, sentence]),
) as unknown as ReasonMessages;
