import { describe, expect, it } from 'vitest';
import { diffByKey } from './diff-by-key.ts';
import { type CaptureCamera, planStreams } from './plan-streams.ts';

const noon = { nowMs: Date.UTC(2026, 10, 16, 12, 30), timeZone: 'UTC' }; // a Monday
const policy: CaptureCamera['policy'] = {
  mode: 'continuous',
  recordStream: 'main',
  recordAudio: false,
  schedule: null,
  liveStorageId: 'disk',
  motionPreSeconds: 5,
  motionPostSeconds: 10,
  motionSensitivity: 'dynamic',
  motionThreshold: null,
};
const gate: CaptureCamera = {
  id: 'gate',
  enabled: true,
  mainUrl: 'rtsp://cam/main',
  subUrl: 'rtsp://cam/sub',
  recordAudio: null,
  convertVideo: false,
  motion: {
    pixel: true,
    detector: false,
    hub: false,
    camera: false,
    onvifUrl: null,
    mask: [],
    detectorCameraName: null,
  },
  policy,
};
const week = (monday: string) => [monday, ...new Array<string>(6).fill('1'.repeat(24))];
const onlyAtHour = (hour: number) => week([...'0'.repeat(24)].map((_, i) => (i === hour ? '1' : '0')).join(''));

describe('which streams are recorded', () => {
  it.each([
    ['main', ['main']],
    ['sub', ['sub']],
    ['both', ['main', 'sub']],
  ] as const)('record_stream %s records %j', (recordStream, streams) => {
    const { recordings } = planStreams([{ ...gate, policy: { ...policy, recordStream } }], noon);
    expect(recordings.map(({ stream }) => stream)).toEqual(streams);
  });

  it('records main where the wanted sub stream does not exist', () => {
    const { recordings } = planStreams([{ ...gate, subUrl: null, policy: { ...policy, recordStream: 'sub' } }], noon);
    expect(recordings.map(({ stream }) => stream)).toEqual(['main']);
  });

  it.each([
    [null, true, true],
    [null, false, false],
    [true, false, true],
    [false, true, false],
  ])('record_audio of the camera %s over the policy %s gives %s', (own, ofPolicy, audio) => {
    const { recordings } = planStreams(
      [{ ...gate, recordAudio: own, policy: { ...policy, recordAudio: ofPolicy } }],
      noon,
    );
    expect(recordings.map((recording) => recording.audio)).toEqual([audio]);
  });

  it('a policy that is off records nothing, with the reason, while live view still works', () => {
    const plan = planStreams([{ ...gate, policy: { ...policy, mode: 'off' } }], noon);
    expect(plan.recordings).toEqual([]);
    expect(plan.off).toMatchObject([{ cameraId: 'gate', stream: 'main' }]);
    expect(plan.sources.map(({ stream, when }) => [stream, when])).toEqual([
      ['main', 'on-demand'],
      ['sub', 'on-demand'],
    ]);
  });

  it('a disabled camera is neither recorded nor offered', () => {
    const plan = planStreams([{ ...gate, enabled: false }], noon);
    expect(plan).toMatchObject({ sources: [], recordings: [], off: [{ cameraId: 'gate' }] });
  });

  it('a motion-mode camera is captured continuously: its gate decides what is kept', () => {
    const { recordings } = planStreams([{ ...gate, policy: { ...policy, mode: 'motion' } }], noon);
    expect(recordings).toMatchObject([{ mode: 'motion' }]);
  });

  it('only what is recorded is kept connected without readers', () => {
    const { sources } = planStreams([gate], noon);
    expect(sources.map(({ stream, when }) => [stream, when])).toEqual([
      ['main', 'always'],
      ['sub', 'on-demand'],
    ]);
  });
});

describe('a schedule', () => {
  it('pauses recording outside its hours and keeps the connection', () => {
    const at = (hour: number) => planStreams([{ ...gate, policy: { ...policy, schedule: onlyAtHour(hour) } }], noon);
    expect(at(12).recordings).toHaveLength(1);
    expect(at(13)).toMatchObject({ recordings: [], off: [{ detail: 'schedule-pauses' }] });
    expect(at(13).sources).toEqual(at(12).sources);
  });

  it('is in the time zone of the site', () => {
    const scheduled = { ...gate, policy: { ...policy, schedule: onlyAtHour(1) } };
    const mondayOneInAuckland = { nowMs: Date.UTC(2026, 10, 15, 12, 30), timeZone: 'Pacific/Auckland' };
    expect(planStreams([scheduled], mondayOneInAuckland).recordings).toHaveLength(1);
    expect(planStreams([scheduled], { ...mondayOneInAuckland, timeZone: 'UTC' }).recordings).toHaveLength(1);
    expect(planStreams([scheduled], noon).recordings).toHaveLength(0);
  });
});

describe('a change restarts only what it touches', () => {
  const keysOf = (cameras: CaptureCamera[]) => {
    const { sources, recordings } = planStreams(cameras, noon);
    return { sources: sources.map((source) => ({ ...source, key: JSON.stringify(source) })), recordings };
  };
  const before = keysOf([gate, { ...gate, id: 'yard' }]);
  const changes = (cameras: CaptureCamera[]) => {
    const after = keysOf(cameras);
    const changed = (a: { key: string }[], b: { key: string; cameraId: string; stream: string }[]) =>
      diffByKey(
        a.map(({ key }) => key),
        b,
      ).begin.map(({ cameraId, stream }) => `${cameraId}/${stream}`);
    return {
      sources: changed(before.sources, after.sources),
      recordings: changed(before.recordings, after.recordings),
    };
  };

  it('a new address reconnects only that stream', () => {
    expect(
      changes([
        { ...gate, mainUrl: 'rtsp://other/main' },
        { ...gate, id: 'yard' },
      ]),
    ).toEqual({
      sources: ['gate/main'],
      recordings: [],
    });
  });

  it('conversion reconnects the streams of that camera', () => {
    const converted = { ...gate, convertVideo: true };
    expect(changes([converted, { ...gate, id: 'yard' }])).toEqual({
      sources: ['gate/main', 'gate/sub'],
      recordings: [],
    });
    expect(keysOf([converted]).sources.map(({ convert }) => convert)).toEqual([true, true]);
  });

  it('audio or another storage restarts the recording and not the connection', () => {
    expect(
      changes([
        { ...gate, recordAudio: true },
        { ...gate, id: 'yard' },
      ]),
    ).toEqual({
      sources: [],
      recordings: ['gate/main'],
    });
    expect(changes([gate, { ...gate, id: 'yard', policy: { ...policy, liveStorageId: 'other' } }])).toEqual({
      sources: [],
      recordings: ['yard/main'],
    });
  });

  it('unwanted streams end, and nothing starts twice', () => {
    const wanted = [{ key: 'b' }, { key: 'c' }, { key: 'c' }];
    expect(diffByKey(['a', 'b'], wanted)).toEqual({ end: ['a'], begin: [{ key: 'c' }] });
  });
});
