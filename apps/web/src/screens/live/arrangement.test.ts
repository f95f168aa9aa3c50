import { describe, expect, it } from 'vitest';
import type { Camera, View } from '../../api/queries.ts';
import { isSameArrangement, panesOf, savedArrangement } from './arrangement.ts';

const cameras = ['a', 'b', 'c'].map((id) => ({ id, name: id }) as Camera);
const night = { id: 'night', name: 'Night', layout: 'two', camera_ids: ['c', 'a'] } as View;
const ids = (panes: Camera[]) => panes.map(({ id }) => id).join('');

describe('the arrangement of a wall', () => {
  it('is all cameras without a view, otherwise the saved one', () => {
    expect(savedArrangement(undefined, cameras)).toEqual({ layout: 'auto', cameraIds: ['a', 'b', 'c'] });
    expect(savedArrangement(night, cameras)).toEqual({ layout: 'two', cameraIds: ['c', 'a'] });
  });

  it('leaves no hole for a missing camera', () => {
    expect(ids(panesOf({ layout: 'two', cameraIds: ['c', 'gone', 'a'] }, { view: night, cameras }))).toBe('ca');
  });

  it('adds a new camera at the end of all cameras, but to no view', () => {
    const arranged = { layout: 'auto', cameraIds: ['c', 'a'] } as const;
    expect(ids(panesOf(arranged, { view: undefined, cameras }))).toBe('cab');
    expect(ids(panesOf(arranged, { view: night, cameras }))).toBe('ca');
  });

  it('is equal if layout and order are', () => {
    const one = savedArrangement(night, cameras);
    expect(isSameArrangement(one, { ...one })).toBe(true);
    expect(isSameArrangement(one, { ...one, layout: 'auto' })).toBe(false);
    expect(isSameArrangement(one, { ...one, cameraIds: ['a', 'c'] })).toBe(false);
  });
});
