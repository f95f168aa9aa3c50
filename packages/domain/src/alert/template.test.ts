import { describe, expect, it } from 'vitest';
import { placeholdersOf } from './placeholders.ts';
import { fillTemplate, MAX_TEMPLATE_LENGTH, parseTemplate } from './template.ts';

const allowed = placeholdersOf('plate_watchlist_hit');
const filled = (source: string, values = {}) => {
  const parsed = parseTemplate(source, allowed);
  return parsed.kind === 'template' ? fillTemplate(parsed.template, values) : parsed.faults;
};

describe('alert template', () => {
  it('inserts values', () =>
    expect(filled('{{plate}} at {{ camera }}!', { plate: 'AB12', camera: 'Gate' })).toBe('AB12 at Gate!'));

  it('keeps single braces and empty text', () => {
    expect(filled('{plate} } {')).toBe('{plate} } {');
    expect(filled('')).toBe('');
  });

  it('leaves nothing where a value is missing', () => expect(filled('[{{entry_label}}]')).toBe('[]'));

  it('never interprets a value as a template', () =>
    expect(filled('{{camera}}', { camera: '{{plate}}', plate: 'AB12' })).toBe('{{plate}}'));

  it.each([
    ['{{secret}} {{constructor}} {{__proto__}}', ['secret', 'constructor', '__proto__']],
    ['{{ }}', ['']],
    ['{{Plate}}', ['Plate']],
    ['{{{plate}}}', ['{plate']],
  ])('refuses the unknown placeholders of %s', (source, names) =>
    expect(filled(source)).toEqual(
      expect.arrayContaining(names.map((name) => ({ kind: 'unknown-placeholder', name }))),
    ),
  );

  it.each([['{{plate'], ['plate}}'], ['{{plate}} }}'], ['{{a {{plate}}']])(
    'refuses the unbalanced braces of %s',
    (source) => expect(filled(source)).toEqual(expect.arrayContaining([{ kind: 'unbalanced-braces' }])),
  );

  it('refuses a text that is too long', () =>
    expect(filled('x'.repeat(MAX_TEMPLATE_LENGTH + 1))).toEqual([{ kind: 'too-long' }]));

  it('offers the fields of a plate to the plate alert only', () => {
    expect(placeholdersOf('low_disk')).not.toContain('plate');
    expect(parseTemplate('{{plate}}', placeholdersOf('low_disk')).kind).toBe('refused');
  });
});
