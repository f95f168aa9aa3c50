import { describe, expect, it } from 'vitest';
import { boxInFrame } from './box-in-frame.ts';

describe('the box of a plate in the recorded picture', () => {
  it('is used for the built-in reader, whose time is that of its picture', () => {
    expect(boxInFrame({ bbox: [0.1, 0.2, 0.3, 0.1], source_id: 'native-alpr' })).toEqual([0.1, 0.2, 0.3, 0.1]);
  });

  it('is omitted for a detector, whose time is when it first saw the car', () => {
    expect(boxInFrame({ bbox: [0.1, 0.2, 0.3, 0.1], source_id: 'frigate' })).toBeNull();
  });
});
