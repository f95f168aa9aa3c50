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
    ['is the second one in a small pane', {}, 'sub'],
    ['is the main one in a large pane', { paneWidthPx: 1200 }, 'main'],
    ['is the second one while that is barely stretched', { paneWidthPx: 790 }, 'sub'],
    ['follows the size the second stream really has', { paneWidthPx: 1200, subWidthPx: 1280 }, 'sub'],
    ['takes the usual size for one not seen yet', { paneWidthPx: 1200, subWidthPx: undefined }, 'main'],
    ['is the second one when the main one has no more to give', { paneWidthPx: 3000, subWidthPx: 1920 }, 'sub'],
    ['stays the second one just above the border', { paneWidthPx: 850, current: 'sub' }, 'sub'],
    ['stays the main one just below the border', { paneWidthPx: 750, current: 'main' }, 'main'],
    ['changes well above the border', { paneWidthPx: 950, current: 'sub' }, 'main'],
    ['changes well below the border', { paneWidthPx: 600, current: 'main' }, 'sub'],
  ] as const)('%s', (_title, part, expected) => expect(chooseLiveStream(facts(part))).toBe(expected));
});
