import { describe, expect, it } from 'vitest';
import { createDrafts } from './drafts.ts';

describe('a draft', () => {
  it('is kept together with the address of its form', () => {
    const drafts = createDrafts();
    drafts.write('camera 1 motion', { typed: { mask: [[1]] }, href: '/ui/cameras/1?tab=motion' });
    expect(drafts.read('camera 1 motion')).toEqual({ typed: { mask: [[1]] }, href: '/ui/cameras/1?tab=motion' });
    expect(drafts.read('camera 1 plates')).toBeUndefined();
  });

  it('is dropped once every field is unchanged', () => {
    const drafts = createDrafts();
    drafts.write('camera 1 general', { typed: { name: 'Gate' }, href: '/' });
    drafts.write('camera 1 general', { typed: {}, href: '/' });
    expect([drafts.read('camera 1 general'), drafts.hasAny()]).toEqual([undefined, false]);
  });

  it('is dropped with the object it belongs to, and with no other', () => {
    const drafts = createDrafts();
    for (const key of ['camera 1 general', 'camera 1 motion', 'camera 12 general', 'policy 1'])
      drafts.write(key, { typed: { name: 'x' }, href: '/' });
    expect(['camera 1', 'camera 2'].map(drafts.hasAny)).toEqual([true, false]);
    drafts.dropAllOf('camera 1');
    drafts.dropAllOf('policy 1');
    expect(
      ['camera 1 general', 'camera 1 motion', 'camera 12 general', 'policy 1'].map((key) => drafts.hasAny(key)),
    ).toEqual([false, false, true, false]);
  });

  it('notifies listeners of changes only', () => {
    const drafts = createDrafts();
    const seen: boolean[] = [];
    const leave = drafts.subscribe(() => seen.push(drafts.hasAny()));
    drafts.drop('a');
    drafts.write('a', { typed: { name: 'x' }, href: '/' });
    drafts.drop('a');
    leave();
    drafts.write('a', { typed: { name: 'x' }, href: '/' });
    expect(seen).toEqual([true, false]);
  });
});
