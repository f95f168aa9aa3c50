import { numberFormat, pluralRules } from './formatters.ts';
import type { Message } from './messages/message.ts';

export type Value = string | number;

/** Inserts values into a message, unescaped: the result is always rendered as text. */
export function fillIn(message: Message, values: Readonly<Record<string, Value>>, locale: string): string {
  const text = typeof message === 'string' ? message : pluralOf(message, Number(values.count ?? 0), locale);
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return typeof value === 'number' ? numberFormat(locale).format(value) : value;
  });
}

function pluralOf(message: { one: string; other: string }, count: number, locale: string): string {
  return pluralRules(locale).select(count) === 'one' ? message.one : message.other;
}
