import type { KeptPicture } from '@holdfast/ui';
import { describe, expect, it } from 'vitest';
import { newestBackdrop } from './newest-backdrop.ts';

const kept = (takenAtMs: number): KeptPicture => ({ canvas: {} as HTMLCanvasElement, takenAtMs });
const image = (takenAtMs: number) => ({ url: `blob:${takenAtMs}`, takenAtMs });
const none = { kept: undefined, still: undefined, recorded: undefined };

describe('the picture of a camera that is not live', () => {
  it('is the last live picture, not the one from when the page was opened', () => {
    expect(newestBackdrop({ kept: kept(900), still: image(100), recorded: image(50) })).toMatchObject({
      kind: 'kept',
      takenAtMs: 900,
    });
  });

  it('is a newer still if there is one', () => {
    expect(newestBackdrop({ ...none, kept: kept(100), still: image(900) })).toMatchObject({ url: 'blob:900' });
    expect(newestBackdrop({ ...none, recorded: image(50), still: image(40) })).toMatchObject({ url: 'blob:50' });
  });

  it('is none if there is no picture', () => expect(newestBackdrop(none).kind).toBe('none'));
});
