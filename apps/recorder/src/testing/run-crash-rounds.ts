import { join } from 'node:path';
import { gstLaunch, type ServerProcess, startGstCamera, startServerProcess } from '@holdfast/testkit';
import { type CrashRound, crashRound, type KillableApi, victims } from './crash-rounds.ts';
import { type Installation, openInstallation } from './installation.ts';

const API = join(import.meta.dirname, '../../../api/src/main.ts');

/** Kills the processes of one installation with two cameras, each kind in turn. */
export async function runCrashRounds({
  rounds,
  random,
  onRound,
}: {
  rounds: number;
  random: () => number;
  onRound?: (round: CrashRound, index: number) => void;
}): Promise<CrashRound[]> {
  const mounts = {
    '/h264': `( ${gstLaunch.h264({ size: '160x120' })} ${gstLaunch.pcmu()} )`,
    '/h265': `( ${gstLaunch.h265()} )`,
  };
  const camera = await startGstCamera({ mounts });
  const installation = await openInstallation({ hasOwnServer: true });
  const api = killableApi(installation);
  try {
    await api.start();
    await installation.addCamera({ name: 'Gate', url: camera.url('/h264'), audio: true });
    await installation.addCamera({ name: 'Yard', url: camera.url('/h265') });
    const restart = () => installation.startRecorder();
    let recorder = await restart();
    const done: CrashRound[] = [];
    for (let i = 0; i < rounds; i += 1) {
      const victim = victims[i % victims.length] ?? 'all';
      const { round, recorder: next } = await crashRound({
        installation,
        recorder,
        api,
        victim,
        random,
        restart,
      }).catch((err: unknown) => {
        throw new Error(`round ${i} (${victim}): ${String(err)}\n${recorder.output().slice(-6_000)}`);
      });
      recorder = next;
      done.push(round);
      onRound?.(round, i);
    }
    return done;
  } finally {
    await api.kill();
    await installation.close();
    await camera.stop();
  }
}

function killableApi({ connectionString, dataDir }: Installation): KillableApi {
  const env = { DATABASE_URL: connectionString, DATA_DIR: dataDir, PORT: '0' };
  let server: ServerProcess | undefined;
  return {
    async start() {
      server = await startServerProcess(API, env);
    },
    async kill() {
      await server?.end('SIGKILL');
    },
  };
}
