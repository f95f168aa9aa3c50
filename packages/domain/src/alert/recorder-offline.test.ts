import { describe, expect, it } from 'vitest';
import { isRecorderOffline } from './recorder-offline.ts';

const listeningSinceMs = 1_000_000;
const after = (seconds: number) => listeningSinceMs + seconds * 1_000;

describe('the recorder is gone', () => {
  it.each([
    ['not while it lives', { nowMs: after(600), beatMs: after(595) }, false],
    ['not for a pause of a minute', { nowMs: after(660), beatMs: after(600) }, false],
    ['after more than that', { nowMs: after(661), beatMs: after(600) }, true],
    ['not for silence that nobody could have heard', { nowMs: after(60), beatMs: after(-9_000) }, false],
    ['when it does not come after all stood still', { nowMs: after(61), beatMs: after(-9_000) }, true],
    ['when it has never run', { nowMs: after(61), beatMs: undefined }, true],
  ])('%s', (_, facts, isGone) => {
    expect(isRecorderOffline({ listeningSinceMs, ...facts })).toBe(isGone);
  });
});
