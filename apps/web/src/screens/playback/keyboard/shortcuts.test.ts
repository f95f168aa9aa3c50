import { describe, expect, it } from 'vitest';
import { keysThatWork } from '../../../parts/keyboard/shortcuts-help.ts';
import { commandOf, playbackKeys as keysFor } from './shortcuts.ts';

const playbackKeys = keysFor({ hasPlates: true });

type Held = Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey', boolean>>;
const press = (key: string, held: Held = {}, hasSingleKeys = true) =>
  commandOf({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held }, { hasSingleKeys });

describe('shortcuts of the playback screen', () => {
  it.each([
    [' ', {}, { kind: 'toggle' }],
    ['K', { shiftKey: true }, { kind: 'toggle' }],
    ['j', {}, { kind: 'shuttle', direction: -1 }],
    ['ArrowRight', { shiftKey: true }, { kind: 'move', direction: 1, isLarge: true }],
    ['.', {}, { kind: 'frame', direction: 1 }],
    ['>', { shiftKey: true }, { kind: 'run', direction: 'next' }],
    // Shift and the period key on a German keyboard.
    [':', { shiftKey: true }, { kind: 'run', direction: 'next' }],
    ['+', {}, { kind: 'zoom', direction: 1 }],
    ['i', {}, { kind: 'mark', edge: 'start' }],
    ['3', {}, { kind: 'solo', pane: 2 }],
    ['t', {}, { kind: 'typeTime' }],
    ['a', {}, { kind: 'searchArea' }],
    ['n', {}, { kind: 'jump', to: 'detection', direction: 'next' }],
    ['D', { shiftKey: true }, { kind: 'jump', to: 'opening', direction: 'previous' }],
  ] as const)('%j is a command', (key, held, expected) => expect(press(key, held)).toEqual(expected));

  it('do not replace those of the browser', () => {
    expect([press('f', { ctrlKey: true }), press('l', { metaKey: true }), press('Tab'), press('Enter')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each(['k', 'J', 'l', 'i', 'o', 'e', 'b', 'm', 'f', '1', '9', '0', ',', '.', '<', '+', '-', 't'])(
    'with a single character like %j can be turned off',
    (key) => {
      expect(press(key)).toBeDefined();
      expect(press(key, {}, false)).toBeUndefined();
    },
  );

  it.each([' ', 'ArrowLeft', 'ArrowUp', 'Home', 'End', 'PageUp', 'Escape'])(
    'with a named key like %j always work',
    (key) => expect(press(key, {}, false)).toEqual(press(key)),
  );

  it('are listed only if they work', () => {
    expect(keysThatWork(playbackKeys, true)).toBe(playbackKeys);
    expect(keysThatWork(playbackKeys, false).flatMap(({ keys }) => keys)).toEqual([
      'Space',
      '←',
      '→',
      'Shift ←',
      'Shift →',
      'PgUp',
      'PgDn',
      '↑',
      '↓',
      'Home',
      'End',
      'Esc',
    ]);
  });

  it('do not mention plates where there are none', () => {
    const labels = keysFor({ hasPlates: false }).map(({ label }) => label);
    expect(labels).toEqual(playbackKeys.map(({ label }) => label).filter((label) => !/plate/i.test(label.slice(12))));
    expect(labels).toHaveLength(playbackKeys.length - 1);
    expect(keysFor({ hasPlates: false })).toBe(keysFor({ hasPlates: false }));
  });

  it('are all in the list', () =>
    expect(playbackKeys.length).toBe(new Set(playbackKeys.map(({ label }) => label)).size));
});
