import { describe, expect, it } from 'vitest';
import { fateOfEmptied, originAfterRename } from './lifecycle.ts';

describe('a policy without members', () => {
  it.each([
    ['a deviation is deleted', { origin: 'deviation', isDefault: false }, 'delete'],
    ['an operator policy is kept', { origin: 'operator', isDefault: false }, 'keep'],
    ['Default is kept', { origin: 'operator', isDefault: true }, 'keep'],
  ] as const)('%s', (_title, policy, fate) => expect(fateOfEmptied(policy)).toBe(fate));
});

describe('renaming', () => {
  it('turns a deviation into an operator policy', () => {
    expect(originAfterRename({ name: 'Gate', origin: 'deviation' }, 'Front')).toBe('operator');
  });
  it('keeps a deviation when the name does not change', () => {
    expect(originAfterRename({ name: 'Gate', origin: 'deviation' }, 'Gate')).toBe('deviation');
  });
});
