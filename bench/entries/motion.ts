import { PixelMotion } from '@holdfast/domain';
import { personAfterAnHour } from '../motion-scenes/after-an-hour.ts';
import { judgeMotion, newTally, type Tally, WARM_UP_S } from '../motion-scenes/judge-motion.ts';
import { mog2Areas, movingFrames, runMog2 } from '../motion-scenes/mog2.ts';
import {
  type MotionScene,
  type Nuisance,
  nuisances,
  SCENE_FPS,
  SCENE_HEIGHT,
  SCENE_WIDTH,
  SceneRenderer,
  type Subject,
} from '../motion-scenes/motion-scenes.ts';
import { type Study, verdict } from '../study.ts';

const WANTED = { recall: 1, falseAlarmsAnHour: 1, coreShare: 0.03 };
/** Seeds on which the rules were not developed (1 to 10, 101 to 150) and that earlier runs did not use (11 to 14, 21 to 24). */
const SEEDS = [31, 32, 33, 34];
const SUBJECT_S = 60;
const NUISANCE_S = 150;

interface Sums {
  ours: Tally;
  /** One for each minimum area. */
  mog2: Tally[];
  hasMog2: boolean;
  cpuMs: number;
  frames: number;
  nuisanceS: number;
}

export const motion: Study = {
  name: 'motion',
  title: 'motion analysis of generated scenes, beside OpenCV’s MOG2 on the same frames',
  run: async ({ quick, signal }) => {
    const seeds = quick ? SEEDS.slice(0, 1) : SEEDS;
    const sums: Sums = {
      ours: newTally(),
      mog2: mog2Areas.map(newTally),
      hasMog2: true,
      cpuMs: 0,
      frames: 0,
      nuisanceS: 0,
    };
    const lines = [`  seeds ${seeds.join(', ')}; recall of a car and a small person in each, and false alarms`];
    for (const nuisance of nuisances) lines.push(...(await runNuisance(nuisance, seeds, sums, signal)));
    lines.push(...summary(sums));
    if (!quick)
      for (const kind of ['traffic', 'swaying trees'] as const) {
        signal.throwIfAborted();
        const { floor, ceiling, foundFrames, visitFrames } = personAfterAnHour(kind, SEEDS[0] as number);
        const percent = (share: number) => `${(share * 100).toFixed(3)} %`;
        lines.push(
          `  after an hour of ${kind}: floor ${percent(floor)}, ceiling ${percent(ceiling)}, a person of 8 % found in ` +
            `${foundFrames} of ${visitFrames} frames ${verdict(foundFrames > 0)}`,
        );
      }
    return lines;
  },
};

async function runNuisance(
  nuisance: Nuisance,
  seeds: readonly number[],
  sums: Sums,
  signal: AbortSignal,
): Promise<string[]> {
  const small: Subject = { kind: 'person', heightShare: nuisance === 'clean' ? 0.03 : 0.08 };
  const row = { ours: newTally(), mog2: mog2Areas.map(newTally) };
  const faults: string[] = [];
  for (const subject of [{ kind: 'none' }, { kind: 'car' }, small] satisfies Subject[])
    for (const seed of seeds) {
      signal.throwIfAborted();
      const seconds = subject.kind === 'none' ? NUISANCE_S : SUBJECT_S;
      const scene = { nuisance, subject, seed, seconds };
      const { verdicts, cpuMs, pixels } = analyse(scene);
      sums.cpuMs += cpuMs;
      sums.frames += pixels.length;
      if (subject.kind === 'none') sums.nuisanceS += seconds - WARM_UP_S;
      const ours = judgeMotion(scene, verdicts);
      add(row.ours, ours);
      if (ours.found < ours.visits || ours.falseAlarms > 0)
        faults.push(`    seed ${seed}, ${subject.kind}: ${inWords(ours)}`);
      const areas: number[] | undefined = sums.hasMog2 ? await runMog2(pixels) : undefined;
      sums.hasMog2 = areas !== undefined;
      mog2Areas.forEach((areaPx, i) => {
        const moving = movingFrames(areas ?? [], areaPx).map((isMoving) => ({ isMoving }));
        add(row.mog2[i] as Tally, judgeMotion(scene, moving));
      });
    }
  add(sums.ours, row.ours);
  row.mog2.forEach((tally, i) => {
    add(sums.mog2[i] as Tally, tally);
  });
  const beside = sums.hasMog2 ? `; MOG2 from ${mog2Areas[0]} px ${inWords(row.mog2[0] as Tally)}` : '';
  return [`  ${nuisance.padEnd(16)} ours ${inWords(row.ours)}${beside}`, ...faults];
}

function summary({ ours, mog2, hasMog2, cpuMs, frames, nuisanceS }: Sums): string[] {
  const hours = nuisanceS / 3600;
  const recall = ours.found / ours.visits;
  const anHour = ours.falseAlarms / hours;
  const coreShare = (cpuMs / frames) * (SCENE_FPS / 1000);
  return [
    `  recall ${recall.toFixed(3)} (required ${WANTED.recall}) ${verdict(recall >= WANTED.recall)}`,
    `  false alarms an hour ${anHour.toFixed(2)} in ${hours.toFixed(2)} hours (at most ${WANTED.falseAlarmsAnHour}) ${verdict(anHour <= WANTED.falseAlarmsAnHour)}`,
    `  CPU ${(coreShare * 100).toFixed(2)} % of a core for each camera at ${SCENE_FPS} frames a second (at most ${WANTED.coreShare * 100} %) ${verdict(coreShare <= WANTED.coreShare)}`,
    ...(hasMog2 ? compareWithMog2(ours, mog2, hours) : ['  MOG2 was not measured: python3-opencv is not installed']),
  ];
}

/** Compared with the setting of MOG2 that has the fewest false alarms among those that find the most. */
function compareWithMog2(ours: Tally, mog2: readonly Tally[], hours: number): string[] {
  const most = Math.max(...mog2.map(({ found }) => found));
  const best = Math.min(...mog2.filter(({ found }) => found === most).map(({ falseAlarms }) => falseAlarms));
  return [
    ...mog2.map(
      ({ found, visits, falseAlarms }, i) =>
        `  MOG2 from ${mog2Areas[i]} px: recall ${(found / visits).toFixed(3)}, false alarms an hour ${(falseAlarms / hours).toFixed(2)}`,
    ),
    `  fewer false alarms than MOG2 at its best recall ${verdict(ours.falseAlarms < best)}`,
  ];
}

const inWords = ({ found, visits, falseAlarms }: Tally) => `${found} of ${visits} found, ${falseAlarms} false`;

function add(sum: Tally, more: Tally): void {
  sum.visits += more.visits;
  sum.found += more.found;
  sum.falseAlarms += more.falseAlarms;
}

function analyse(scene: MotionScene) {
  const renderer = new SceneRenderer(scene);
  const analysis = new PixelMotion({ mask: [], threshold: null });
  const pixels = Array.from({ length: scene.seconds * SCENE_FPS }, (_, n) => renderer.frame(n));
  const before = process.cpuUsage();
  const verdicts = pixels.map((frame, n) => {
    const { isMoving, box } = analysis.see(
      { widthPx: SCENE_WIDTH, heightPx: SCENE_HEIGHT, pixels: frame },
      (n * 1000) / SCENE_FPS,
    );
    return { isMoving, ...(box && { reach: { left: box[0], right: box[0] + box[2] } }) };
  });
  const { user, system } = process.cpuUsage(before);
  return { verdicts, pixels, cpuMs: (user + system) / 1000 };
}
