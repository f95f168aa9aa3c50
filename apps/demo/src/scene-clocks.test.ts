import { streetByDay } from '@holdfast/scenes';
import { describe, expect, it } from 'vitest';
import { countFrames, createSceneClocks } from './scene-clocks.ts';

const report = (counts: Record<string, number>) => [
  ...Object.entries(counts).map(([name, count]) => `${name}=${count}`),
  'out_time=N/A',
  'progress=continue',
];

describe('the clock of a scene', () => {
  it('is at the frame that was sent last, also in a later loop', () => {
    const clocks = createSceneClocks();
    expect(clocks.secondOf('street', streetByDay)).toBeUndefined();
    clocks.sent('street', 0);
    expect(clocks.secondOf('street', streetByDay)).toBeUndefined();
    clocks.sent('street', 13);
    expect(clocks.secondOf('street', streetByDay)).toBe(1.2);
    clocks.sent('street', 413);
    expect(clocks.secondOf('street', streetByDay)).toBe(1.2);
    clocks.ended('street');
    expect(clocks.secondOf('street', streetByDay)).toBeUndefined();
  });

  it('counts the frames of the scene, not those that the encoder repeats or leaves out', () => {
    const counted: number[] = [];
    const onLine = countFrames((frames) => counted.push(frames));
    for (const line of report({ frame: 10 })) onLine(line);
    for (const line of report({ frame: 25, dup_frames: 2, drop_frames: 1 })) onLine(line);
    expect(counted).toEqual([10, 24]);
  });
});
