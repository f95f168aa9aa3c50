import { describe, expect, it } from 'vitest';
import { subUrlOf } from './choose-gate-stream.ts';

describe('the substream address', () => {
  it.each([
    ['rtsp://viewer:p@host:8554/abc/main', 'rtsp://viewer:p@host:8554/abc/sub'],
    ['rtsp://host/abc/main?token=x', 'rtsp://host/abc/sub?token=x'],
    ['rtsp://host/stream1', undefined],
  ])('of %s is %s', (main, sub) => {
    expect(subUrlOf(main)).toBe(sub);
  });
});
