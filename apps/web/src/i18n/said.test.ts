import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { phrases } from './messages/de/phrases.ts';
import { createSaid } from './said.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');

describe('what the server says', () => {
  const said = createSaid(phrases);

  it.each([
    ['The camera refused the user name or password.', 'Die Kamera hat Benutzername oder Passwort abgelehnt.'],
    ['Try again in 30 s.', 'In 30 s noch einmal versuchen.'],
    [
      'The camera A (b) $1 is gone, or you may not see it any more.',
      'Die Kamera A (b) $1 gibt es nicht mehr, oder Sie dürfen sie nicht mehr sehen.',
    ],
    ['/mnt/x cannot be written (EROFS).', '/mnt/x kann nicht beschrieben werden (EROFS).'],
  ])('%j is said in German', (english, german) => expect(said(english)).toBe(german));

  it('stays as it is when it is not known', () => {
    expect(said('Something quite new.')).toBe('Something quite new.');
    expect(said('')).toBe('');
  });

  it('is not slowed down by a long sentence', () => {
    const long = 'is full. '.repeat(50_000);
    expect(said(long)).toBe(long);
  });

  it('is still said by the server, every phrase of it', () => {
    const sources = globSync('{apps/{api,recorder},packages/{domain,media,kit}}/src/**/*.ts', { cwd: root })
      .filter((file) => !file.includes('.test.'))
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n');
    const gone = phrases
      .flatMap(([english]) => english.split(/\{\d\}/))
      .map((part) => part.trim())
      .map((part) => part.replace(/ \(RTSP status$/, ''))
      .filter((part) => part.length > 6 && !sources.includes(part));
    // Put together from a number and a word by the sentence of the validator.
    expect(gone.filter((part) => part !== 'characters')).toEqual([]);
  });

  it('leaves the same places to fill in', () => {
    const places = (text: string) => [...text.matchAll(/\{\d\}/g)].map(([place]) => place).sort();
    for (const [english, german] of phrases) expect(places(german)).toEqual(places(english));
  });
});
