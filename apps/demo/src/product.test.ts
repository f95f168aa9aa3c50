import { isNewAppearance, type PassSpan, rememberPass, type SeenPlate } from '@holdfast/domain';
import { streetPasses } from '@holdfast/scenes';
import { describe, expect, it } from 'vitest';
import { demoCameras } from './demo-cameras.ts';
import { productEnv } from './product.ts';

const STEP_SECONDS = 0.5;
const LOOPS = 3;

const scene = demoCameras.find(({ plates }) => plates)?.scene;

/** Every time that a plate is in the picture, in several loops: at most what the plate reader sees of it. */
function plateSpans(): PassSpan[] {
  if (!scene) throw new Error('no camera has plates');
  const current = new Map<string, PassSpan>();
  const spans: PassSpan[] = [];
  for (let at = 0; at < LOOPS * scene.seconds; at += STEP_SECONDS) {
    const inView = scene.objectsAt(at % scene.seconds).flatMap(({ plate }) => plate ?? []);
    for (const { text, box } of inView) {
      const lastBox: PassSpan['lastBox'] = [
        box.left / scene.width,
        box.top / scene.height,
        (box.right - box.left) / scene.width,
        (box.bottom - box.top) / scene.height,
      ];
      const span = current.get(text) ?? { text, firstSeenMs: at * 1000, lastSeenMs: 0, firstBox: lastBox, lastBox };
      current.set(text, { ...span, lastSeenMs: at * 1000, lastBox });
    }
    const gone = [...current.values()].filter(({ text }) => !inView.some((plate) => plate.text === text));
    for (const span of gone) current.delete(span.text);
    spans.push(...gone);
  }
  return [...spans, ...current.values()];
}

/** How often the plate reader reports each plate. */
function reportsOf(reappearGapMs: number): Map<string, number> {
  let seen: SeenPlate[] = [];
  const reported: string[] = [];
  for (const span of plateSpans()) {
    if (isNewAppearance(seen, span, reappearGapMs)) reported.push(span.text);
    seen = rememberPass(seen, span);
  }
  return new Map([...Map.groupBy(reported, (text) => text)].map(([text, reports]) => [text, reports.length]));
}

describe('the environment of the product in the demo', () => {
  it('lets the plate reader report every car in every loop of the scene', () => {
    const gap = Number(
      productEnv({ LPR_REAPPEAR_GAP_SECONDS: '45' }, { dataDir: '/data', password: 'p' }).LPR_REAPPEAR_GAP_SECONDS,
    );
    expect(reportsOf(gap * 1000)).toEqual(new Map(streetPasses.map(({ plate }) => [plate, LOOPS])));
    // What it would be with the default.
    expect(reportsOf(45_000)).toEqual(new Map(streetPasses.map(({ plate }) => [plate, 1])));
  });
});
