import { expect, it } from 'vitest';
import { createOpenDialogs } from './open-dialogs.ts';

function openTwo() {
  const waiting: (() => void)[] = [];
  const dialogs = createOpenDialogs<string>((callback) => waiting.push(callback));
  dialogs.add('clip');
  const close = dialogs.add('share');
  const endOfKey = () => {
    for (const callback of waiting.splice(0)) callback();
  };
  return { dialogs, close, endOfKey };
}

it('knows the topmost dialog', () => {
  const { dialogs } = openTwo();
  expect(dialogs.isTop('share')).toBe(true);
  expect(dialogs.isTop('clip')).toBe(false);
});

it('makes the one below the topmost only when the key that closed the other is done with', () => {
  const { dialogs, close, endOfKey } = openTwo();
  close();
  expect(dialogs.isTop('clip')).toBe(false);
  endOfKey();
  expect(dialogs.isTop('clip')).toBe(true);
});

it('has no topmost dialog when none is open', () => {
  expect(createOpenDialogs<string>((callback) => callback()).isTop('clip')).toBe(false);
});
