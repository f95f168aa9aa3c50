import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditChanges } from './changes.ts';

describe('what an edit changed', () => {
  it.each([
    ['names the old and the new value', { before: { days: 7 }, after: { days: 1 } }, { days: [7, 1] }],
    ['leaves out what stayed', { before: { days: 7, on: true }, after: { days: 7, on: false } }, { on: [true, false] }],
    [
      'compares lists by what they contain',
      { before: { zones: ['a'], all: ['x'] }, after: { zones: ['a'], all: ['x', 'y'] } },
      { all: [['x'], ['x', 'y']] },
    ],
    [
      'names a secret without its value',
      { before: { name: 'a' }, after: { name: 'a' }, sent: { name: 'a', password: 'hunter2' } },
      { password: null },
    ],
    [
      'withholds an address with a login in it',
      { before: { url: 'mqtt://hub' }, after: { url: 'mqtt://me:secret@hub' } },
      { url: null },
    ],
    ['withholds what is nested', { before: { mask: [] }, after: { mask: [[{ x: 1, y: 2 }]] } }, { mask: null }],
    ['withholds what is long', { before: { text: '' }, after: { text: 'x'.repeat(201) } }, { text: null }],
    [
      'withholds what it is asked to',
      { before: { plate: 'A', on: true }, after: { plate: 'B', on: false }, withheld: ['plate'] },
      { plate: null, on: [true, false] },
    ],
    [
      'withholds everything',
      { before: { plate: 'A' }, after: { plate: 'B' }, withheld: 'all' as const },
      { plate: null },
    ],
    ['contain what was missing before', { before: {}, after: { country: 'DE' } }, { country: [null, 'DE'] }],
  ])('%s', (_title, edit, changes) => expect(auditChanges(edit)).toEqual(changes));

  it('never contains a value of a field that is not presented', () => {
    const object = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof(fc.string(), fc.integer(), fc.boolean()));
    fc.assert(
      fc.property(object, object, fc.uuid(), (before, after, secret) => {
        const changes = auditChanges({ before, after, sent: { ...after, password: secret } });
        expect(JSON.stringify(changes)).not.toContain(secret);
        expect(changes.password).toBeNull();
        for (const field of Object.keys(after))
          expect(field in changes).toBe(JSON.stringify(before[field]) !== JSON.stringify(after[field]));
      }),
    );
  });
});
