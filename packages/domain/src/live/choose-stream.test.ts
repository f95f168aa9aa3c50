import { describe, expect, it } from 'vitest';
import { chooseLiveStream, type LiveStreamFacts } from './choose-stream.ts';

const facts = (part: Partial<LiveStreamFacts>): LiveStreamFacts => ({
  paneWidthPx: 500,
  hasSubStream: true,
  mainWidthPx: 1920,
  subWidthPx: 640,
  current: undefined,
  ...part,
});

describe('the stream of a pane', () => {
  it.each([
    ['is the only one there is', { hasSubStream: false }, 'main'],
    ['is the sub stream in a small pane', {}, 'sub'],
    ['is the main stream in a large pane', { paneWidthPx: 1200 }, 'main'],
    ['is the sub stream while that is barely enlarged', { paneWidthPx: 790 }, 'sub'],
    ['depends on the real size of the sub stream', { paneWidthPx: 1200, subWidthPx: 1280 }, 'sub'],
    ['assumes the usual size for an unknown one', { paneWidthPx: 1200, subWidthPx: undefined }, 'main'],
    ['is the sub stream if the main stream is not larger', { paneWidthPx: 3000, subWidthPx: 1920 }, 'sub'],
    ['stays the sub stream just above the threshold', { paneWidthPx: 850, current: 'sub' }, 'sub'],
    ['stays the main stream just below the threshold', { paneWidthPx: 750, current: 'main' }, 'main'],
    ['changes well above the threshold', { paneWidthPx: 950, current: 'sub' }, 'main'],
    ['changes well below the threshold', { paneWidthPx: 600, current: 'main' }, 'sub'],
  ] as const)('%s', (_title, part, expected) => expect(chooseLiveStream(facts(part))).toBe(expected));
});
