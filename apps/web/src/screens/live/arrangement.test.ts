import { describe, expect, it } from 'vitest';
import type { Camera, View, VisibleGroup } from '../../api/queries.ts';
import { camerasIn, chosenFrom, isSameArrangement, panesOf, savedArrangement } from './arrangement.ts';

const cameras = ['a', 'b', 'c'].map((id) => ({ id, name: id }) as Camera);
const night = { id: 'night', name: 'Night', layout: 'two', camera_ids: ['c', 'a'] } as View;
const doors: VisibleGroup = { id: 'doors', name: 'Doors', camera_ids: ['c', 'a', 'gone'] };
const ids = (panes: readonly Camera[]) => panes.map(({ id }) => id).join('');

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

describe('what the wall shows', () => {
  it.each([
    ['a view', 'night', { view: night, group: undefined }],
    ['a group', 'doors', { view: undefined, group: doors }],
    ['all cameras', 'all', { view: undefined, group: undefined }],
    ['all cameras if what was chosen is gone', 'gone', { view: undefined, group: undefined }],
  ])('is %s', (_title, id, expected) => expect(chosenFrom(id, { views: [night], groups: [doors] })).toEqual(expected));

  it('is the cameras of a group in the order of the list, or all', () => {
    expect(ids(camerasIn(doors, cameras))).toBe('ac');
    expect(ids(camerasIn(undefined, cameras))).toBe('abc');
  });
});
