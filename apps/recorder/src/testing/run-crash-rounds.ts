import { gstLaunch, startGstCamera } from '../../../../packages/testkit/src/gst-camera.ts';
import { type CrashRound, crashRound, victims } from './crash-rounds.ts';
import { openHouse } from './recorder-house.ts';

/** So many kills in one house with two cameras, each kind of victim in turn. */
export async function runCrashRounds({
  rounds,
  random,
  onRound,
}: {
  rounds: number;
  random: () => number;
  onRound?: (round: CrashRound, index: number) => void;
}): Promise<CrashRound[]> {
  const mounts = { '/h264': `( ${gstLaunch.h264()} ${gstLaunch.aac()} )`, '/h265': `( ${gstLaunch.h265()} )` };
  const camera = await startGstCamera({ mounts });
  const house = await openHouse({ durable: true });
  try {
    await house.addCamera({ name: 'Gate', url: camera.url('/h264'), audio: true });
    await house.addCamera({ name: 'Yard', url: camera.url('/h265') });
    const restart = () => house.startRecorder();
    let recorder = await restart();
    const done: CrashRound[] = [];
    for (let i = 0; i < rounds; i += 1) {
      const victim = victims[i % victims.length] ?? 'all';
      const { round, recorder: next } = await crashRound({ house, recorder, victim, random, restart }).catch(
        (err: unknown) => {
          throw new Error(`round ${i} (${victim}): ${String(err)}\n${recorder.output().slice(-6_000)}`);
        },
      );
      recorder = next;
      done.push(round);
      onRound?.(round, i);
    }
    return done;
  } finally {
    await house.close();
    await camera.stop();
  }
}
