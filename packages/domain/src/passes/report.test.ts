import { describe, expect, it } from 'vitest';
import { toPlate } from '../plate/plate.ts';
import { type Pass, pageOfPasses } from './pass.ts';
import type { PassRead } from './read.ts';
import { type AbReportInput, buildAbReport } from './report.ts';

const startMs = Date.UTC(2026, 10, 15, 1, 2, 3);
const atMs = (seconds: number) => startMs + Math.round(seconds * 1000);

let made = 0;
type ReadShape = { at: number; plate: string; confidence?: number | null; camera?: string; id?: string };
const read = (sourceId: string, { at, plate, confidence = 0.9, camera = 'gate', id }: ReadShape): PassRead => {
  made += 1;
  const unique = id ?? `read-${String(made).padStart(5, '0')}`;
  return { id: unique, cameraId: camera, sourceId, tsMs: atMs(at), plate: toPlate(plate), confidence };
};
const native = (shape: ReadShape) => read('native-alpr', shape);
const external = (shape: ReadShape) => read('external', shape);
const truth = (at: number, plate: string, cameraId = 'gate') => ({
  cameraId,
  bucketTsMs: atMs(at),
  plate: toPlate(plate),
});

const report = (reads: PassRead[], more: Partial<AbReportInput<PassRead>> = {}) =>
  buildAbReport({ reads, truths: [], options: { windowMs: 8000, fuzz: 0.25 }, ...more });
const shown = ({ native: n, external: e, verdict }: Pass<PassRead>) => [n?.plate ?? '-', e?.plate ?? '-', verdict];
const passesOf = (...reads: PassRead[]) => report(reads).passes.map(shown);
const bothGate = { bothEngineCameraIds: new Set(['gate']) };

describe('A/B scenarios', () => {
  it('duplicates by refinement: the most confident read of an engine represents the vehicle', () => {
    const reads = [
      native({ at: 0, plate: 'AB12CDX', confidence: 0.5 }),
      native({ at: 1, plate: 'AB12CDE', confidence: 0.97 }),
      native({ at: 2, plate: 'A812CDE', confidence: 0.8 }),
      external({ at: 1, plate: 'AB12CDE' }),
    ];
    const { passes, engines } = report(reads);
    expect(passes.map(shown)).toEqual([['AB12CDE', 'AB12CDE', 'match']]);
    expect(engines['native-alpr']).toMatchObject({ reads: 3, passesSeen: 1, averageConfidence: 0.97 });
  });

  it('two cars 2 s apart are two passes', () =>
    expect(
      passesOf(
        native({ at: 0, plate: 'AB12CDE' }),
        native({ at: 2, plate: 'XY98ZZZ' }),
        external({ at: 0.4, plate: 'AB12CDE' }),
        external({ at: 2.4, plate: 'XY98ZZZ' }),
      ),
    ).toEqual([
      ['XY98ZZZ', 'XY98ZZZ', 'match'],
      ['AB12CDE', 'AB12CDE', 'match'],
    ]));

  it('wild disagreement still lands in one pass', () =>
    expect(passesOf(native({ at: 0, plate: 'AB12CDE' }), external({ at: 3, plate: 'TAXI' }))).toEqual([
      ['AB12CDE', 'TAXI', 'differ'],
    ]));

  it('agreement comes before nearness', () =>
    expect(
      passesOf(
        native({ at: 0, plate: 'AB12CDE' }),
        external({ at: 0.1, plate: 'XY98ZZZ' }),
        external({ at: 7, plate: 'AB12CDF' }),
      ),
    ).toEqual([
      ['-', 'XY98ZZZ', 'miss'],
      ['AB12CDE', 'AB12CDF', 'differ'],
    ]));

  it('of disagreeing clusters the nearest in time are paired', () =>
    expect(
      passesOf(
        native({ at: 0, plate: 'AAA111' }),
        native({ at: 4, plate: 'CCC333' }),
        external({ at: 3, plate: 'XXX777' }),
      ),
    ).toEqual([
      ['CCC333', 'XXX777', 'differ'],
      ['AAA111', '-', 'miss'],
    ]));

  it('one engine silent: every pass is a miss of the other, and its rate is zero', () => {
    const reads = [native({ at: 0, plate: 'AB12CDE' }), native({ at: 60, plate: 'XY98ZZZ' })];
    const { passes, engines } = report(reads, bothGate);
    expect(passes.map(({ verdict }) => verdict)).toEqual(['miss', 'miss']);
    expect(engines['native-alpr']).toMatchObject({ passesSeen: 2, hitRate: 1 });
    expect(engines.external).toEqual({
      reads: 0,
      passesSeen: 0,
      hitRate: 0,
      averageConfidence: null,
      confirmed: 0,
      correct: 0,
      accuracy: null,
    });
  });

  it('equal confidences: the later read is kept, and of one moment the greater id', () => {
    const later = report([
      native({ at: 0, plate: 'AB12CDE', confidence: 0.9 }),
      native({ at: 1, plate: 'AB12CDF', confidence: 0.9 }),
      external({ at: 0, plate: 'AB12CDE' }),
    ]);
    expect(later.passes[0]?.native?.plate).toBe('AB12CDF');
    const sameMoment = report([
      native({ at: 0, plate: 'AB12CDF', id: 'b' }),
      native({ at: 0, plate: 'AB12CDE', id: 'a' }),
      external({ at: 0, plate: 'AB12CDE' }),
    ]);
    expect(sameMoment.passes[0]?.native?.id).toBe('b');
  });

  it('window edge: 8 s joins and pairs, a millisecond more does not', () => {
    expect(passesOf(native({ at: 0, plate: 'AB12' }), external({ at: 8, plate: 'AB12' }))).toHaveLength(1);
    expect(passesOf(native({ at: 0, plate: 'AB12' }), external({ at: 8.001, plate: 'AB12' }))).toHaveLength(2);
    const joined = [native({ at: 0, plate: 'AB12' }), native({ at: 8, plate: 'AB12' })];
    expect(report(joined, bothGate).passes).toHaveLength(1);
    const apart = [native({ at: 0, plate: 'AB12' }), native({ at: 8.001, plate: 'AB12' })];
    expect(report(apart, bothGate).passes).toHaveLength(2);
  });

  it('a vehicle that stays is one pass as long as each read is within the window of the one before', () => {
    const reads = Array.from({ length: 10 }, (_, index) => native({ at: index * 7, plate: 'AB12CDE' }));
    expect(report(reads, bothGate).passes).toHaveLength(1);
  });

  it('cross-camera: reads of different cameras are never paired', () =>
    expect(
      report(
        [native({ at: 0, plate: 'AB12CDE', camera: 'gate' }), external({ at: 0, plate: 'AB12CDE', camera: 'yard' })],
        { bothEngineCameraIds: new Set(['gate', 'yard']) },
      ).passes.map(({ cameraId, verdict }) => [cameraId, verdict]),
    ).toEqual([
      ['yard', 'miss'],
      ['gate', 'miss'],
    ]));

  it('a camera only one engine reads is left out', () => {
    const reads = [
      native({ at: 0, plate: 'AB12CDE', camera: 'yard' }),
      native({ at: 0, plate: 'AB12CDE' }),
      external({ at: 0, plate: 'AB12CDE' }),
    ];
    const { passes, engines } = report(reads);
    expect(passes.map(({ cameraId }) => cameraId)).toEqual(['gate']);
    expect(engines['native-alpr'].reads).toBe(1);
  });

  it('null confidences lose to any number and are left out of the average', () => {
    const { passes, engines } = report([
      native({ at: 0, plate: 'AB12CDE', confidence: 0 }),
      native({ at: 1, plate: 'AB12CDF', confidence: null }),
      external({ at: 0, plate: 'AB12CDE', confidence: null }),
      external({ at: 1, plate: 'AB12CDG', confidence: null }),
    ]);
    expect(passes.map(shown)).toEqual([['AB12CDE', 'AB12CDG', 'differ']]);
    expect(engines['native-alpr'].averageConfidence).toBe(0);
    expect(engines.external.averageConfidence).toBeNull();
  });

  it('look-alikes are the same plate: a match, and correct against the truth', () => {
    const { passes, engines } = report([native({ at: 0, plate: 'A8O1' }), external({ at: 0, plate: 'AB0I' })], {
      truths: [truth(0, 'AB01')],
    });
    expect(passes.map(({ verdict }) => verdict)).toEqual(['match']);
    expect([engines['native-alpr'].accuracy, engines.external.accuracy]).toEqual([1, 1]);
  });

  it('accuracy counts the confirmed passes an engine saw', () => {
    const { engines, passes } = report(
      [
        native({ at: 0, plate: 'AB12CDE' }),
        external({ at: 0, plate: 'AB12CDX' }),
        native({ at: 60, plate: 'XY98ZZZ' }),
        native({ at: 120, plate: 'KL45MNP' }),
      ],
      { truths: [truth(0, 'AB12CDE'), truth(60, 'XY98ZZA')] },
    );
    expect(passes.map((pass) => pass.truth)).toEqual([undefined, 'XY98ZZA', 'AB12CDE']);
    expect(engines['native-alpr']).toMatchObject({ confirmed: 2, correct: 1, accuracy: 0.5, hitRate: 1 });
    expect(engines.external).toMatchObject({ confirmed: 1, correct: 0, accuracy: 0 });
  });

  it('the bucket is the earliest kept read, floored to the second', () => {
    const [pass] = report([
      native({ at: -1.5, plate: 'AB12CDF', confidence: 0.2 }),
      native({ at: 1.999, plate: 'AB12CDE', confidence: 0.9 }),
      external({ at: 2.25, plate: 'AB12CDE' }),
    ]).passes;
    expect(pass).toMatchObject({ tsMs: atMs(1.999), bucketTsMs: atMs(1) });
    expect(pass?.id).toBe(pass?.native?.id);
  });

  it('two vehicles in one second: the truth belongs to the nearer one', () => {
    const { passes } = report(
      [
        native({ at: 0.1, plate: 'AB12CDE' }),
        external({ at: 0.1, plate: 'AB12CDE' }),
        native({ at: 0.6, plate: 'XY98ZZZ' }),
        external({ at: 0.6, plate: 'XY98ZZZ' }),
      ],
      { truths: [truth(0, 'XY98ZZA')] },
    );
    expect(passes.map((pass) => [pass.native?.plate, pass.truth])).toEqual([
      ['XY98ZZZ', 'XY98ZZA'],
      ['AB12CDE', undefined],
    ]);
  });

  it('truth orphaned: it is reported and counts for no engine', () => {
    const lost = [truth(30, 'AB12CDE'), truth(0, 'AB12CDE', 'yard')];
    const { engines, orphanedTruths } = report(
      [native({ at: 0, plate: 'AB12CDE' }), external({ at: 0, plate: 'AB12CDE' })],
      { truths: lost },
    );
    expect(orphanedTruths).toEqual(lost);
    expect(engines['native-alpr'].accuracy).toBeNull();
  });

  it('truncated: the newest reads are used, and truths beyond them are not called orphaned', () => {
    const reads = [0, 60, 120].flatMap((at) => [native({ at, plate: 'AB12CDE' }), external({ at, plate: 'AB12CDE' })]);
    const truths = [truth(0, 'AB12CDE'), truth(60, 'AB12CDE')];
    const cut = report(reads, { readCap: 4, truths });
    expect(cut.truncated).toBe(true);
    expect(cut.passes.map(({ tsMs }) => tsMs)).toEqual([atMs(120), atMs(60)]);
    expect(cut.orphanedTruths).toEqual([]);
    expect(report(reads, { readCap: 6 }).truncated).toBe(false);
  });

  it('nothing read at all', () =>
    expect(report([])).toMatchObject({ passes: [], truncated: false, engines: { external: { hitRate: null } } }));
});

describe('pages of passes', () => {
  it('go through all passes once, newest first, also when two share their time', () => {
    const reads = [0, 0, 60, 120, 180].map((at, index) => native({ at, plate: `AB12C${'VWXYZ'[index]}` }));
    const { passes } = buildAbReport({ reads, truths: [], options: { windowMs: 1000, fuzz: 0 }, ...bothGate });
    const first = pageOfPasses({ passes, after: undefined, limit: 2 });
    const second = pageOfPasses({ passes, after: first.next, limit: 2 });
    const third = pageOfPasses({ passes, after: second.next, limit: 2 });
    expect([...first.page, ...second.page, ...third.page]).toEqual(passes);
    expect(third.next).toBeUndefined();
    expect(pageOfPasses({ passes: [], after: undefined, limit: 2 })).toEqual({ page: [], next: undefined });
  });
});
