import type { ReasonBody } from '@holdfast/contract';
import type { Format } from './format.ts';
import type { Messages } from './messages/message.ts';
import { fillIn, type Value } from './translate.ts';

/** The sentence of a reason in the language of the messages, or the server's if the code is newer than this page. */
export function reasonSentence(
  reason: ReasonBody | null | undefined,
  otherwise: string,
  { messages, format, locale }: { messages: Messages; format: Pick<Format, 'bytes'>; locale: string },
): string {
  const message = reason && messages[`reason.${reason.code}`];
  if (!message) return otherwise;
  const shownValue = ([name, value]: [string, Value]): [string, Value] => {
    if (name.endsWith('_bytes')) return [name, format.bytes(Number(value))];
    if (name === 'capability') return [name, String(messages[`capability.${value}`] ?? value)];
    return [name, value];
  };
  return fillIn(message, Object.fromEntries(Object.entries(reason.values).map(shownValue)), locale);
}
