import { describe, expect, it } from 'vitest';
import type { ClipFilter } from '../api/queries.ts';
import { clipFilterCount, type FeedRights, type FeedSearch, feedFilters, readFeedSearch } from './feed-search.ts';

const GATE = '00000000-0000-4000-8000-000000000001';

describe('the address of the feed', () => {
  it('is read as far as it is valid', () => {
    expect(
      readFeedSearch({
        cameras: `${GATE},${GATE},gate`,
        types: ['motion', 'low_disk', 'sunshine'],
        labels: ['person', '', 5],
        zones: 'drive',
        score: 72.4,
        from: '22:00',
        to: '06:00',
        unseen: true,
        clip: GATE,
        more: 1,
      }),
    ).toEqual({
      cameras: GATE,
      types: ['motion', 'low_disk'],
      labels: ['person'],
      zones: ['drive'],
      score: 72,
      from: '22:00',
      to: '06:00',
      unseen: true,
      clip: GATE,
    });
  });

  it.each([
    { score: -1 },
    { score: 'high' },
    { from: '22:00' },
    { from: '25:00', to: '26:00' },
    { clip: 'x' },
    { unseen: 'no' },
  ])('drops %j', (search) => expect(readFeedSearch(search)).toEqual({}));
});

describe('what the feed asks for', () => {
  const all: FeedRights = { clips: true, plates: true, timeZone: 'Europe/Berlin' };
  const usual: ClipFilter = { kind: ['detection', 'motion', 'plate'] };
  it.each<[string, FeedSearch, Partial<FeedRights>, ReturnType<typeof feedFilters>]>([
    ['everything', {}, {}, { clips: usual, system: {} }],
    ['no plates where there are none', {}, { plates: false }, { clips: { kind: ['detection', 'motion'] }, system: {} }],
    ['no clips without the permission', { unseen: true }, { clips: false }, { clips: undefined, system: {} }],
    [
      'cameras of both',
      { cameras: GATE },
      {},
      { clips: { ...usual, camera_ids: [GATE] }, system: { camera_ids: [GATE] } },
    ],
    ['only clips of a kind', { types: ['bookmark'] }, {}, { clips: { kind: ['bookmark'] }, system: undefined }],
    [
      'only system events of a kind',
      { types: ['low_disk'] },
      {},
      { clips: undefined, system: { event_keys: ['low_disk'] } },
    ],
    [
      'only clips if they are filtered',
      { labels: ['person'] },
      {},
      { clips: { ...usual, labels: ['person'] }, system: undefined },
    ],
    [
      'only clips if unseen ones are wanted',
      { unseen: true },
      {},
      { clips: { ...usual, viewed: false }, system: undefined },
    ],
    [
      'a time of day in the zone of the reader',
      { from: '22:00', to: '06:00', score: 70 },
      {},
      {
        clips: { ...usual, min_score: 0.7, from_time: '22:00', to_time: '06:00', time_zone: 'Europe/Berlin' },
        system: undefined,
      },
    ],
  ])('%s', (_title, search, rights, expected) => {
    expect(feedFilters(search, { ...all, ...rights })).toEqual(expected);
  });

  it('counts the filters behind the button', () => {
    expect(clipFilterCount({ labels: ['a'], from: '01:00', to: '02:00', unseen: true, cameras: GATE })).toBe(2);
  });
});
