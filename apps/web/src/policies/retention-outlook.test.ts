import type { WireBehavior } from '@holdfast/contract';
import { defaultBehavior, estimateRetention } from '@holdfast/domain';
import { describe, expect, it } from 'vitest';
import type { Policy, Status, StorageStats } from '../api/queries.ts';
import { createFormat } from '../i18n/format.ts';
import type { Translate } from '../i18n/i18n.tsx';
import { en } from '../i18n/messages/en/en.ts';
import { fillIn } from '../i18n/translate.ts';
import { type RetentionOutlook, retentionOutlook } from './retention-outlook.ts';
import { retentionSentences } from './retention-sentences.ts';
import { behaviorToWire } from './test-behavior.ts';

const GB = 1_000_000_000;
const behavior: WireBehavior = behaviorToWire(defaultBehavior('disk'));
const stream = (name: 'main' | 'sub', bitrate_bps: number | null) =>
  ({ stream: name, bitrate_bps }) as Status['cameras'][number]['streams'][number];
const camera = (camera_id: string, streams: Status['cameras'][number]['streams']) => ({
  camera_id,
  name: camera_id,
  enabled: true,
  streams,
});
const status = {
  cameras: [
    camera('gate', [stream('main', 8_000_000), stream('sub', 1_000_000)]),
    camera('yard', [stream('main', 4_300_000)]),
    camera('away', [stream('main', null)]),
  ],
  storages: [{ storage_id: 'disk', free_bytes: 900 * GB, total_bytes: 1000 * GB }],
} as unknown as Status;
const stats = { cameras: [{ camera_id: 'gate', live_bytes: 60 * GB, archive_bytes: 0 }] } as unknown as StorageStats;
const policies = [{ ...behavior, id: 'p', members: [{ id: 'gate', name: 'gate' }] }] as unknown as Policy[];

const outlook = (changes: Partial<WireBehavior> = {}, cameraIds = ['gate', 'yard']) =>
  retentionOutlook({
    behavior: { ...behavior, ...changes },
    cameraIds,
    policies,
    editedPolicyId: 'p',
    status,
    stats,
  });
const known = (changes?: Partial<WireBehavior>, cameraIds?: string[]) => {
  const result = outlook(changes, cameraIds);
  if (result.kind !== 'known') throw new Error(`not known: ${result.reason}`);
  return result;
};

describe('the inputs of a plan', () => {
  it('contain the bitrates of the recorded streams', () => {
    expect(known().bitsPerSecond).toBe(12_300_000);
    expect(known({ record_stream: 'both' }).bitsPerSecond).toBe(13_300_000);
    expect(known({ record_stream: 'sub' }, ['gate'])).toMatchObject({ bitsPerSecond: 1_000_000, uncounted: 0 });
    expect(known({}, ['gate', 'away'])).toMatchObject({ cameras: 1, uncounted: 1 });
  });

  it('average a schedule over the week', () => {
    const halfDays = Array.from({ length: 7 }, () => '1'.repeat(12).padEnd(24, '0'));
    expect(known({ schedule: halfDays }).facts.bytesPerHour).toBeCloseTo(known().facts.bytesPerHour / 2);
  });

  it('count footage already on the disk, and leave the floor free', () => {
    const floor = 2 * 1024 ** 3;
    expect(known().facts.live.roomBytes).toBe(960 * GB - floor);
    expect(known({ min_free_bytes: 100 * GB }).facts.live.roomBytes).toBe(860 * GB);
    expect(known({ live_storage_id: 'other' }).facts.live.roomBytes).toBeNull();
  });

  it('share the disk with its other policies, by bitrate and limits', () => {
    const other = (changes: Partial<WireBehavior>) =>
      retentionOutlook({
        behavior,
        cameraIds: ['gate'],
        policies: [
          ...policies,
          { ...behavior, id: 'other', members: [{ id: 'yard', name: 'yard' }], ...changes } as unknown as Policy,
        ],
        editedPolicyId: 'p',
        status,
        stats,
      });
    const roomBeside = (changes: Partial<WireBehavior>) => {
      const result = other(changes);
      return result.kind === 'known' ? (result.facts.live.roomBytes ?? 0) / GB : Number.NaN;
    };
    const allGB = (960 * GB - 2 * 1024 ** 3) / GB;
    expect(roomBeside({ live_retention_hours: 87_600 })).toBeCloseTo((allGB * 8) / 12.3, 1);
    expect(roomBeside({ live_retention_hours: 87_600, live_max_bytes: 100 * GB })).toBeCloseTo(allGB - 100, 1);
    expect(roomBeside({ mode: 'off' })).toBeCloseTo(allGB, 1);
    expect(roomBeside({ live_storage_id: 'elsewhere' })).toBeCloseTo(allGB, 1);
  });

  it.each<[Partial<WireBehavior>, string[], string]>([
    [{}, [], 'noCameras'],
    [{ mode: 'off' }, ['gate'], 'off'],
    [{ schedule: Array.from({ length: 7 }, () => '0'.repeat(24)) }, ['gate'], 'off'],
    [{}, ['away'], 'noBitrate'],
    [{}, ['never heard of'], 'noBitrate'],
  ])('are missing with %j of %j: %s', (changes, cameraIds, reason) => {
    expect(outlook(changes, cameraIds)).toEqual({ kind: 'unknown', reason });
  });
});

describe('the sentences of a plan', () => {
  const t: Translate = Object.assign(
    ((key, ...[values]) => fillIn(en[key], values ?? {}, 'en')) as (...args: Parameters<Translate>) => string,
    { reason: (_: unknown, otherwise: string) => otherwise },
  ) as Translate;
  const sentencesOf = (facts: Extract<RetentionOutlook, { kind: 'known' }>, isMotion = false) =>
    retentionSentences({
      outlook: facts,
      plan: estimateRetention(facts.facts),
      isMotion,
      t,
      format: createFormat('en', 'UTC'),
    }).join(' ');

  it.each<[Partial<WireBehavior>, string]>([
    [{}, 'Footage is kept for 7 days and uses about 930 GB.'],
    [{ live_max_bytes: 500 * GB }, '500 GB holds about 3.8 days; the limit of 7 days will not be reached.'],
    [{ live_retention_hours: 8760 }, 'The disk holds about 7.2 days; the limit of 365 days will not be'],
    [{ max_retention_days: 3 }, 'Footage is kept for 3 days, never longer, and uses about 399 GB.'],
    [
      { archive_enabled: true, archive_storage_id: 'nas', archive_after_hours: 24 },
      'Footage moves to the archive after 1 day; until then it uses about 133 GB here. The archive keeps footage indefinitely.',
    ],
    [
      {
        archive_enabled: true,
        archive_storage_id: 'nas',
        archive_after_hours: 48,
        archive_max_bytes: 1000 * GB,
        live_max_bytes: 100 * GB,
      },
      '100 GB holds about 18 hours; then footage moves to the archive, earlier than 2 days. The archive’s 1 TB holds footage until it is about 8.3 days old.',
    ],
  ])('%j', (changes, sentence) => {
    expect(sentencesOf(known(changes))).toContain('2 cameras at 12.3 Mbit/s in total use 133 GB a day.');
    expect(sentencesOf(known(changes))).toContain(sentence);
  });

  it('mention what was left out', () => {
    expect(sentencesOf(known({}, ['gate', 'away']), true)).toMatch(/lasts longer\. 1 camera is not included/);
  });
});
