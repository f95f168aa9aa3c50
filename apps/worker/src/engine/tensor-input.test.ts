import { describe, expect, it } from 'vitest';
import { toModelInput } from './tensor-input.ts';

const input = { width: 2, height: 1, channels: 3, white: 255, type: 'uint8', layout: 'nhwc' } as const;
const pixels = Uint8Array.of(10, 20, 30, 40, 50, 60);

describe("a model's input", () => {
  it('is the picture itself where the model takes interleaved bytes', () => {
    expect(toModelInput(pixels, input)).toBe(pixels);
  });

  it('has the order and scale that the model takes', () => {
    expect([...toModelInput(pixels, { ...input, layout: 'nchw' })]).toEqual([10, 40, 20, 50, 30, 60]);
    expect([...toModelInput(pixels, { ...input, type: 'float32', white: 510 })]).toEqual([20, 40, 60, 80, 100, 120]);
  });
});
