import type { StreamState } from '@holdfast/domain';
import { fakeClock } from '@holdfast/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { createStreamBoard, type StreamBoard } from './stream-board.ts';

const ref = { cameraId: 'gate', stream: 'main' } as const;
const on = { ...ref, off: null };
const off = { ...ref, off: 'The camera is disabled.' };
const START = 1_000_000;
let clock: ReturnType<typeof fakeClock>;
let changes: [StreamState, number][];
let board: StreamBoard;

beforeEach(() => {
  clock = fakeClock(START);
  changes = [];
  board = createStreamBoard({ clock, onChange: (_ref, { state, atMs }) => changes.push([state, atMs - START]) });
});
const publish = (endMs: number, startMs = endMs - 4_000) =>
  board.published(ref, {
    preciseStartMs: START + startMs,
    endMs: START + endMs,
    summary: { tracks: [] },
  });

describe('the states of a stream', () => {
  it('that is disabled: off from then on, whatever its recording still reports', () => {
    board.setStreams([on]);
    board.state(ref, 'recording', null);
    publish(0);
    clock.step(3_000);
    board.setStreams([off]);
    clock.step(2_000);
    board.state(ref, 'offline', 'The camera closed the connection.');
    publish(3_000);
    board.restarted(ref);
    board.setStreams([off]);
    expect(changes).toEqual([
      ['connecting', 0],
      ['recording', 0],
      ['off', 3_000],
    ]);
    expect(board.rows()).toMatchObject([{ state: 'off', detail: 'The camera is disabled.' }]);
  });

  it('that was offline and is then disabled: offline until then', () => {
    board.setStreams([on]);
    board.state(ref, 'recording', null);
    publish(0);
    clock.step(5_000);
    board.state(ref, 'offline', null);
    clock.step(60_000);
    board.setStreams([off]);
    clock.step(1_000);
    board.setStreams([on]);
    expect(changes).toEqual([
      ['connecting', 0],
      ['recording', 0],
      ['offline', 0],
      ['off', 65_000],
      ['connecting', 66_000],
    ]);
  });

  it('that is off from the start: off and nothing else', () => {
    board.setStreams([off]);
    expect(changes).toEqual([['off', 0]]);
  });

  it('that was removed: none, whatever its recording still reports', () => {
    board.setStreams([on]);
    board.setStreams([]);
    publish(1_000);
    board.restarted(ref);
    board.state(ref, 'offline', null);
    expect(changes).toEqual([['connecting', 0]]);
    expect(board.rows()).toEqual([]);
  });
});

describe('what is noticed about a stream', () => {
  it('is shown while it is recorded, and not instead of what is worse; its state does not change', () => {
    board.setStreams([on]);
    board.state(ref, 'recording', null);
    const before = changes.length;
    board.remark(ref, 'camera-clock-frozen');
    expect(board.rows()[0]).toMatchObject({ state: 'recording', detail: 'camera-clock-frozen' });
    expect(changes).toHaveLength(before);
    board.state(ref, 'offline', 'camera-closed-connection');
    expect(board.rows()[0]).toMatchObject({ state: 'offline', detail: 'camera-closed-connection' });
    board.state(ref, 'connecting', null);
    expect(board.rows()[0]).toMatchObject({ state: 'connecting', detail: null });
    board.state(ref, 'idle', null);
    expect(board.rows()[0]?.detail).toBe('camera-clock-frozen');
    board.remark(ref, null);
    expect(board.rows()[0]?.detail).toBeNull();
  });
});

describe('the footage of a stream', () => {
  it('has a hole before its first segment and between segments that do not follow each other', () => {
    board.setStreams([on]);
    expect(board.footageOf(ref)).toEqual({ endMs: null, holes: [] });
    publish(4_000);
    publish(8_000);
    publish(30_000);
    publish(34_000, 30_099);
    expect(board.footageOf(ref)).toEqual({
      endMs: START + 34_000,
      holes: [
        { startMs: Number.NEGATIVE_INFINITY, endMs: START },
        { startMs: START + 8_000, endMs: START + 26_000 },
      ],
    });
  });
});

it('counts a camera as recorded while one of its streams is', () => {
  const sub = { cameraId: 'gate', stream: 'sub' } as const;
  board.setStreams([on, { ...sub, off: null }, { cameraId: 'door', stream: 'main', off: null }]);
  expect(board.isRecorded('gate')).toBe(false);
  board.state(sub, 'recording', null);
  expect(board.isRecorded('gate')).toBe(true);
  expect(board.isRecorded('door')).toBe(false);
  board.state(sub, 'stalled', null);
  expect(board.isRecorded('gate')).toBe(false);
});
