import { expect, it } from 'vitest';
import { showKeys as t } from '../i18n/test-translate.ts';
import { clipTitle, confidenceOf, labelText, matchTypedName, sourceText } from './clip-words.ts';

it('translates known labels and sources, and shows others as they are', () => {
  expect(labelText('person', t)).toBe('<clipLabel.person>');
  expect(labelText('garden_gnome', t)).toBe('Garden gnome');
  expect(labelText('toString', t)).toBe('ToString');
  expect(sourceText('hub', t)).toBe('<clipSource.hub>');
  expect(sourceText('frigate', t)).toBe('frigate');
});

it('adds what is known beyond the label, and keeps the name of a bookmark', () => {
  expect(clipTitle({ kind: 'detection', label: 'door', sub_label: 'Front' }, t)).toBe('<clipLabel.door> · Front');
  expect(clipTitle({ kind: 'bookmark', label: 'person', sub_label: null }, t)).toBe('person');
});

it.each([
  ['car', 'car'],
  ['Auto', 'car'],
  [' auto ', 'car'],
  ['Car', 'Car'],
  ['gnome', 'gnome'],
])('takes the typed name %j for %j', (typed, name) => {
  const german: Record<string, string> = { car: 'Auto', person: 'Person' };
  expect(matchTypedName(typed, ['person', 'car'], (one) => german[one] ?? one)).toBe(name);
});

it('has a confidence unless it is motion', () => {
  expect(confidenceOf({ kind: 'detection', score: 0.8 })).toBe(0.8);
  expect(confidenceOf({ kind: 'motion', score: 0.1 })).toBeNull();
});
