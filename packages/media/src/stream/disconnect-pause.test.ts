import { expect, it } from 'vitest';
import { DisconnectPause } from './disconnect-pause.ts';

it('allows the first disconnection at once, and later ones after longer and longer pauses', () => {
  const pause = new DisconnectPause();
  let nowMs = 0;
  const gaps = Array.from({ length: 8 }, () => {
    const beforeMs = nowMs;
    while (!pause.isOver(nowMs)) nowMs += 1_000;
    pause.noteDisconnect(nowMs);
    return (nowMs - beforeMs) / 1_000;
  });
  expect(gaps).toEqual([0, 10, 20, 40, 80, 160, 300, 300]);
});

it('starts again after a calm period', () => {
  const pause = new DisconnectPause();
  pause.noteDisconnect(0);
  pause.noteDisconnect(10_000);
  pause.noteDisconnect(30_000);
  pause.noteDisconnect(3_600_000);
  expect(pause.isOver(3_610_000)).toBe(true);
});
