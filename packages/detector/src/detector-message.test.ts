import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Detection, readHttpEvent, readMqttMessage } from './detector-message.ts';

const NOW = Date.UTC(2026, 10, 17);
const START_S = NOW / 1000 - 60;
const reading = {
  nowMs: NOW,
  frameOf: (name: string) => (name === 'gate' ? { width: 1280, height: 720 } : undefined),
};
const tracked = { id: '1.5-abc', camera: 'gate', label: 'car', start_time: START_S, score: 0.7, top_score: 0.8 };
const mqtt = (after: object, type = 'update') =>
  readMqttMessage({ type, before: tracked, after: { ...tracked, ...after } }, reading);
const detectionOf = (read: ReturnType<typeof readMqttMessage>): Detection => {
  if (read.kind !== 'detection') throw new Error(read.fault);
  return read.detection;
};

describe('the box of a plate', () => {
  const half = [0.5, 0.5, 0.25, 0.25];
  const attribute = (box: unknown) => [{ label: 'license_plate', box, score: 0.9 }];
  it.each<[string, object, number[] | null]>([
    ['as pixel corners', { snapshot: { attributes: attribute([640, 360, 960, 540]) } }, half],
    [
      'as origin and size, where it cannot be corners',
      { snapshot: { attributes: attribute([640, 360, 320, 180]) } },
      half,
    ],
    ['as fractions', { snapshot: { attributes: attribute(half) } }, half],
    ['in current_attributes', { current_attributes: attribute([640, 360, 960, 540]) }, half],
    ['below data, as HTTP has it', { data: { attributes: attribute(half) } }, half],
    [
      'at pixels of a camera whose resolution is not known',
      { camera: 'other', current_attributes: attribute([640, 360, 960, 540]) },
      null,
    ],
    ['with NaN', { current_attributes: attribute([Number.NaN, 1, 2, 3]) }, null],
    ['that is missing', {}, null],
  ])('is read %s', (_title, after, box) => {
    const { plate } = detectionOf(mqtt({ recognized_license_plate: 'AB 123', ...after }));
    expect(plate).toMatchObject({ text: 'AB 123' });
    expect(plate?.box ?? null).toEqual(box);
  });

  it.each([
    ['four numbers', [640, 360, 960, 540], false],
    ['missing', undefined, false],
    ['null', null, false],
    ['not a number', [Number.NaN, 1, 2, 3], true],
    ['text', ['NaN', 1, 2, 3], true],
    ['three numbers', [1, 2, 3], true],
    ['no list', 'nowhere', true],
  ])('of the object that is %s costs only the box, and is counted if it is wrong', (_title, box, hasBadBox) => {
    for (const after of [{ box }, { data: { box } }, { snapshot: { box } }])
      expect(detectionOf(mqtt(after))).toMatchObject({ hasBadBox, ...(hasBadBox && { box: null }) });
  });

  it('is that of the object if the object is the plate', () => {
    const read = mqtt({ label: 'license_plate', sub_label: ['AB 123', 0.9], box: [640, 360, 960, 540] });
    expect(detectionOf(read).plate).toMatchObject({ text: 'AB 123', confidence: 0.9, box: half });
  });
});

describe('a message', () => {
  it.each<[string, object, string | null, number | null]>([
    ['a text', { recognized_license_plate: 'AB1' }, 'AB1', null],
    ['a text with its score', { recognized_license_plate: ['AB1', 0.8] }, 'AB1', 0.8],
    [
      'a text with the score beside it',
      { recognized_license_plate: 'AB1', recognized_license_plate_score: 0.7 },
      'AB1',
      0.7,
    ],
    ['the sub label of a plate', { label: 'license_plate', sub_label: 'AB1' }, 'AB1', null],
    ['not the sub label of a car', { sub_label: 'Amazon' }, null, null],
  ])('has a plate as %s', (_title, after, text, confidence) => {
    const { plate } = detectionOf(mqtt(after));
    expect([plate?.text ?? null, plate?.confidence ?? null]).toEqual([text, confidence]);
  });

  it('is an event with its zones, scores and box', () => {
    const { detection } = mqtt({ entered_zones: ['yard'], box: [0, 0, 640, 360], sub_label: ['Ann', 0.9] }, 'new') as {
      detection: Detection;
    };
    expect(detection).toMatchObject({
      lifecycle: 'start',
      tsMs: START_S * 1000,
      endTsMs: null,
      subLabel: 'Ann',
      zones: ['yard'],
      box: [0, 0, 0.5, 0.5],
      score: 0.7,
      topScore: 0.8,
      isMoving: true,
    });
  });

  it.each<[string, object, number]>([
    ['at its end time', { end_time: START_S + 9 }, (START_S + 9) * 1000],
    ['now, where it is not dated', { end_time: null }, NOW],
    ['at its start, where it would be before it', { end_time: START_S - 9 }, START_S * 1000],
  ])('of type end ends %s', (_title, after, endTsMs) => {
    expect(detectionOf(mqtt(after, 'end'))).toMatchObject({ lifecycle: 'end', endTsMs, isMoving: false });
  });

  it.each(['new', 'update', 'end'])('of type %s that ends before it starts is over, and marked', (type) => {
    const read = detectionOf(mqtt({ end_time: START_S - 9 }, type));
    expect(read).toMatchObject({ endTsMs: START_S * 1000, isMoving: false, endsBeforeStart: true });
    expect(detectionOf(mqtt({ end_time: START_S }, type)).endsBeforeStart).toBe(false);
  });

  it.each([1, 3_600, 86_399])('from a clock that is %i s ahead happens when it arrives', (aheadS) => {
    const ahead = { start_time: NOW / 1000 + aheadS, end_time: NOW / 1000 + aheadS + 0.5 };
    expect(detectionOf(mqtt(ahead, 'end'))).toMatchObject({ tsMs: NOW, endTsMs: NOW, endsBeforeStart: false });
  });

  it('with characters that cannot be stored has the id under which it is stored', () => {
    const { providerEventId, label } = detectionOf(mqtt({ id: 'a\0b\ud800', label: 'c\0r' }));
    expect([providerEventId, label]).toEqual(['a\ufffdb\ufffd', 'c\ufffdr']);
  });

  it('of a size that cannot be stored keeps a part of it', () => {
    const nested = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    const { raw } = detectionOf(mqtt({ nested, huge: 'x'.repeat(500_000) }));
    expect(JSON.stringify(raw).length).toBeLessThan(1_000);
    expect(raw).toMatchObject({ id: tracked.id, top_score: 0.8 });
  });

  it('of a stationary object is not motion', () => {
    expect(detectionOf(mqtt({ stationary: true })).isMoving).toBe(false);
  });

  it.each<[string, unknown, string]>([
    ['no object', 'hello', 'not-json'],
    ['of an unknown type', { type: 'maybe', after: tracked }, 'not-json'],
    ['without an id', { type: 'new', after: { ...tracked, id: '' } }, 'no-id'],
    ['without a camera', { type: 'new', after: { ...tracked, camera: 5 } }, 'no-camera'],
    ['with a label of 10 kB', { type: 'new', after: { ...tracked, label: 'x'.repeat(10_000) } }, 'bad-label'],
    ['from before its time', { type: 'new', after: { ...tracked, start_time: -5 } }, 'bad-time'],
    ['from the future', { type: 'new', after: { ...tracked, start_time: NOW } }, 'bad-time'],
    ['that took itself back', { type: 'update', after: { ...tracked, false_positive: true } }, 'false-positive'],
  ])('%s is refused', (_title, payload, fault) => {
    expect(readMqttMessage(payload, reading)).toEqual({ kind: 'fault', fault });
  });

  it('with any JSON is parsed or rejected, and never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (noise, more) => {
        readMqttMessage(noise, reading);
        readMqttMessage(
          {
            type: 'update',
            after: { ...tracked, box: noise, sub_label: more, snapshot: { attributes: [noise, more] } },
          },
          reading,
        );
        readHttpEvent({ ...tracked, data: noise, zones: more }, reading);
      }),
    );
  });
});

describe('an entry of the HTTP list', () => {
  it('is the same event, with boxes as fractions', () => {
    const entry = {
      ...tracked,
      end_time: START_S + 5,
      zones: ['yard'],
      data: { box: [0.1, 0.2, 0.3, 0.4], score: 0.6, top_score: 0.65, recognized_license_plate: 'AB1' },
    };
    expect(detectionOf(readHttpEvent(entry, reading))).toMatchObject({
      lifecycle: 'end',
      box: [0.1, 0.2, 0.3, 0.4],
      score: 0.6,
      topScore: 0.65,
      zones: ['yard'],
      plate: { text: 'AB1' },
    });
  });
});
