import { describe, expect, it } from 'vitest';
import { behaviorFaults, defaultBehavior } from './behavior.ts';

const usual = defaultBehavior('00000000-0000-4000-8000-000000000001');

describe('values that only make sense together', () => {
  it('accepts the defaults', () => expect(behaviorFaults(usual)).toEqual([]));
  it('requires a storage and an age for an archive', () =>
    expect(behaviorFaults({ ...usual, archiveEnabled: true }).map(({ column }) => column)).toEqual([
      'archiveStorageId',
      'archiveAfterHours',
    ]));
  it('requires a threshold for manual sensitivity', () =>
    expect(behaviorFaults({ ...usual, motionSensitivity: 'manual' }).map(({ column }) => column)).toEqual([
      'motionThreshold',
    ]));
});
