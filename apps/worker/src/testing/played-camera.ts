import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Relay, startRelay } from '@holdfast/media';
import { until } from '@holdfast/testkit';

export interface PlayedCamera {
  streamUrl(stream: 'main' | 'sub'): string;
  /** Plays a file in a loop: main as it is or filtered, sub at a third of it. Replaces what was played before. */
  play(file: string, options?: { filter?: string }): Promise<void>;
  /** The camera stays connected but sends nothing. */
  stall(): void;
  /** The camera goes away. */
  unplug(): Promise<void>;
  close(): Promise<void>;
}

const encode = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '10'];
const tcp = ['-f', 'rtsp', '-rtsp_transport', 'tcp'];

/** A camera with a main and a sub stream in a restream of its own. */
export async function startPlayedCamera(cameraId: string): Promise<PlayedCamera> {
  const relay: Relay = await startRelay({ host: '127.0.0.1', port: 0, authorize: () => true });
  await relay.setSource({ cameraId, stream: 'main' }, { kind: 'publish' });
  await relay.setSource({ cameraId, stream: 'sub' }, { kind: 'publish' });
  let player: ChildProcess | undefined;
  const streamUrl = (stream: string) => `rtsp://reader:x@127.0.0.1:${relay.port}/${cameraId}/${stream}`;
  const unplug = async () => {
    const ended = player && player.exitCode === null && player.signalCode === null ? once(player, 'exit') : undefined;
    player?.kill('SIGKILL');
    await ended;
    player = undefined;
  };
  return {
    streamUrl,
    unplug,
    async play(file, { filter } = {}) {
      await unplug();
      await until(() => relay.stats().every(({ state }) => state.kind !== 'streaming'));
      const main = filter === undefined ? ['-c', 'copy'] : ['-vf', filter, ...encode];
      const sub = ['-vf', [filter, 'scale=-2:180'].filter(Boolean).join(','), ...encode];
      const args = [
        ...['-v', 'error', '-re', '-stream_loop', '-1', '-i', file],
        ...['-map', '0:v:0', ...main, ...tcp, streamUrl('main')],
        ...['-map', '0:v:0', ...sub, ...tcp, streamUrl('sub')],
      ];
      player = spawn('ffmpeg', args, { stdio: ['ignore', 'ignore', 'inherit'] });
      await until(() => relay.stats().every(({ state }) => state.kind === 'streaming'));
    },
    stall: () => void player?.kill('SIGSTOP'),
    async close() {
      await unplug();
      await relay.close();
    },
  };
}
