import type { Reading } from '@holdfast/media';
import { describe, expect, it } from 'vitest';
import { closeCodes } from '../http/socket-close-codes.ts';
import { createLiveStreams, type LiveSource, type Viewer } from './live-streams.ts';
import { SLOWEST_VIEWER_BYTES } from './viewer-budget.ts';

const source: LiveSource = {
  key: 'gate main',
  cameraId: 'gate',
  stream: 'main',
  hasSound: true,
  sendsSound: false,
  kind: 'copy',
  reading: {} as Reading,
};
const init = { bytes: Buffer.from('init'), mimeType: 'video/mp4; codecs="avc1.42c01e"', video: undefined };
const fragment = (text: string, startsWithKeyframe = false) => ({
  bytes: Buffer.from(text),
  hasVideo: true,
  startsWithKeyframe,
});

function stage() {
  const feeds: { on: Parameters<Parameters<typeof createLiveStreams>[0]>[1]; stopped: boolean }[] = [];
  const streams = createLiveStreams((_source, on) => {
    const feed = { on, stopped: false };
    feeds.push(feed);
    return {
      stop: () => {
        feed.stopped = true;
        on.end();
      },
    };
  });
  return { streams, feeds };
}

function viewer(bufferedBytes = 0): Viewer & { got: string[]; closed: number | undefined } {
  const self = {
    got: [] as string[],
    closed: undefined as number | undefined,
    send: (data: Buffer | string) => void self.got.push(String(data)),
    bufferedBytes: () => bufferedBytes,
    close: (code: number) => {
      self.closed = code;
    },
  };
  return self;
}

/** Reads this many bytes each turn. */
function reader() {
  const self = {
    waiting: 0,
    most: 0,
    closed: undefined as number | undefined,
    send: (data: Buffer | string) => {
      self.waiting += Buffer.byteLength(data);
      self.most = Math.max(self.most, self.waiting);
    },
    bufferedBytes: () => self.waiting,
    take: (bytes: number) => {
      self.waiting = Math.max(0, self.waiting - bytes);
    },
    close: (code: number) => {
      self.closed = code;
    },
  };
  return self;
}

describe('a viewer who joins late in a long GOP', () => {
  const MIB = 1024 * 1024;
  // A tenth of a second at ten megabits a second, in groups of ten seconds.
  const piece = { bytes: Buffer.alloc(MIB / 8), hasVideo: true, startsWithKeyframe: false };

  function late() {
    const { streams, feeds } = stage();
    streams.join(source, viewer());
    const next = (startsWithKeyframe = false) => feeds[0]?.on.fragment({ ...piece, startsWithKeyframe });
    feeds[0]?.on.init(init);
    next(true);
    for (let i = 1; i < 120; i += 1) next();
    const one = reader();
    streams.join(source, one);
    expect(one.waiting).toBeGreaterThan(SLOWEST_VIEWER_BYTES);
    return { one, next };
  }

  it('and reads slightly faster than the camera sends is not dropped, and catches up', () => {
    const { one, next } = late();
    for (let i = 0; i < 1_200; i += 1) {
      next(i % 100 === 0);
      one.take(piece.bytes.length * 1.2);
    }
    expect([one.closed, one.waiting]).toEqual([undefined, 0]);
  });

  it('and stalls is dropped, with at most the GOP and the usual budget in memory', () => {
    const { one, next } = late();
    const joining = one.waiting;
    for (let i = 0; i < 100; i += 1) next(i === 0);
    expect(one.closed).toBe(closeCodes.tooSlow);
    expect(one.most).toBeLessThanOrEqual(joining + SLOWEST_VIEWER_BYTES + piece.bytes.length);
  });

  it('and stalls after catching up is dropped as early as any other', () => {
    const { one, next } = late();
    one.take(one.waiting);
    for (let i = 0; i < 100; i += 1) next(i === 0);
    expect(one.closed).toBe(closeCodes.tooSlow);
    expect(one.waiting).toBeLessThanOrEqual(SLOWEST_VIEWER_BYTES + piece.bytes.length);
  });
});

describe('viewers of one stream', () => {
  it('share one feed, and fifty get the same', () => {
    const { streams, feeds } = stage();
    const viewers = Array.from({ length: 50 }, () => viewer());
    for (const one of viewers) streams.join(source, one);
    expect(feeds).toHaveLength(1);
    feeds[0]?.on.init(init);
    feeds[0]?.on.fragment(fragment('a', true));
    expect(
      viewers.every(
        ({ got }) =>
          got.join() === ['{"mime_type":"video/mp4; codecs=\\"avc1.42c01e\\"","has_sound":true}', 'init', 'a'].join(),
      ),
    ).toBe(true);
  });

  it('who join late start with the last keyframe', () => {
    const { streams, feeds } = stage();
    streams.join(source, viewer());
    feeds[0]?.on.init(init);
    for (const one of [fragment('a', true), fragment('b'), fragment('c', true), fragment('d')])
      feeds[0]?.on.fragment(one);
    const late = viewer();
    streams.join(source, late);
    expect(late.got.slice(1)).toEqual(['init', 'c', 'd']);
  });

  it('who stall are dropped, and the others miss nothing', () => {
    const { streams, feeds } = stage();
    const stalled = Array.from({ length: 20 }, () => viewer(100_000_000));
    const good = viewer();
    for (const one of [...stalled, good]) streams.join(source, one);
    feeds[0]?.on.init(init);
    feeds[0]?.on.fragment(fragment('a', true));
    feeds[0]?.on.fragment(fragment('b'));
    expect(stalled.every(({ closed }) => closed === closeCodes.tooSlow)).toBe(true);
    expect(good.got.slice(2)).toEqual(['a', 'b']);
  });

  it('who need another encoder are refused once there are many, and who share one are not', () => {
    const { streams, feeds } = stage();
    const viewers = Array.from({ length: 9 }, () => viewer());
    const encoded = (index: number): LiveSource => ({
      ...source,
      key: `camera ${index}`,
      kind: 'transcode',
      url: 'rtsp://here',
    });
    for (const [index, one] of viewers.entries()) streams.join(encoded(index), one);
    const [sharing, copying] = [viewer(), viewer()];
    streams.join(encoded(0), sharing);
    streams.join(source, copying);
    expect(viewers.map(({ closed }) => closed)).toEqual([...Array(8).fill(undefined), closeCodes.tooMany]);
    expect([sharing.closed, copying.closed, feeds.length]).toEqual([undefined, undefined, 9]);
  });

  it('are asked to reconnect when the stream ends, and the next viewer starts it again', () => {
    const { streams, feeds } = stage();
    const first = viewer();
    streams.join(source, first);
    feeds[0]?.on.end();
    expect(first.closed).toBe(closeCodes.restart);
    streams.join(source, viewer());
    expect(feeds).toHaveLength(2);
  });

  it('of an endless GOP do not make it fill the memory', () => {
    const { streams, feeds } = stage();
    streams.join(source, viewer());
    feeds[0]?.on.init(init);
    feeds[0]?.on.fragment(fragment('k', true));
    for (let i = 0; i < 20; i += 1)
      feeds[0]?.on.fragment({ bytes: Buffer.alloc(1_000_000), hasVideo: true, startsWithKeyframe: false });
    const late = viewer();
    streams.join(source, late);
    expect(late.got.slice(1)).toEqual(['init']);
  });
});
