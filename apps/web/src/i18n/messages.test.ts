import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { problems } from '@holdfast/contract';
import { reasonSentences } from '@holdfast/domain';
import { describe, expect, it } from 'vitest';
import { de } from './messages/de/de.ts';
import { en } from './messages/en/en.ts';
import type { Message, Messages } from './messages/message.ts';

const english: Messages = en;
const german: Messages = de;
const source = join(import.meta.dirname, '..');
const code = globSync('**/*.{ts,tsx}', { cwd: source })
  .filter((file) => !file.startsWith('i18n/messages'))
  .map((file) => readFileSync(join(source, file), 'utf8'))
  .join('\n');

const placesIn = (message: Message): string[] => {
  const texts = typeof message === 'string' ? [message] : [message.one, message.other];
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, place = '']) => place)))].sort();
};

describe('the messages', () => {
  it('have the same keys in every language', () =>
    expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort()));

  it('have the same placeholders', () => {
    const places = (messages: Messages) =>
      Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, placesIn(message)]));
    expect(places(german)).toEqual(places(english));
  });

  it('are never empty', () => {
    for (const message of [...Object.values(english), ...Object.values(german)])
      for (const text of typeof message === 'string' ? [message] : [message.one, message.other])
        expect(text.trim()).not.toBe('');
  });

  it('have a sentence for every problem', () => {
    for (const problem of Object.keys(problems)) expect(german).toHaveProperty([`problem.${problem}`]);
  });

  it('have a sentence for every reason', () => {
    for (const reason of Object.keys(reasonSentences))
      for (const messages of [english, german]) expect(messages).toHaveProperty([`reason.${reason}`]);
  });

  it('are all used', () => {
    const families = [...code.matchAll(/`([a-zA-Z]+\.)\$\{/g)].map(([, family = '']) => family);
    const unused = Object.keys(english).filter(
      (key) => !code.includes(`'${key}'`) && !families.some((family) => key.startsWith(family)),
    );
    expect(unused).toEqual([]);
  });
});
