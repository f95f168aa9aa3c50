import { expect, it } from 'vitest';
import { reasonText } from '../reason/reason.ts';
import { recordingObstacle } from './recordable.ts';

it.each(['h264', 'hevc', 'h265'])('%s can be recorded', (codec) =>
  expect(recordingObstacle({ video: { codec } })).toBeUndefined(),
);

it.each([
  ['mjpeg', /^The camera sends MJPEG, .*choose H\.264 or H\.265/],
  ['vp8', /^The camera sends VP8, /],
  ['x'.repeat(100), /^The camera sends x{20}, /],
])('%s cannot, and the sentence explains what to do', (codec, sentence) =>
  expect(reasonText(recordingObstacle({ video: { codec } }) ?? '')).toMatch(sentence),
);

it.each(['mjpeg', 'mpeg4', 'vp8'])('%s can where it is converted', (codec) =>
  expect(recordingObstacle({ video: { codec } }, { converts: true })).toBeUndefined(),
);

it('sound alone cannot, converted or not', () => {
  for (const converts of [false, true])
    expect(recordingObstacle({ video: null }, { converts })).toBe('stream-without-picture');
});
