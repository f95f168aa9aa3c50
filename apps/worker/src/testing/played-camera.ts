import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Relay, startRelay } from '@holdfast/media';
import { until } from '@holdfast/testkit';

export interface PlayedCamera {
  streamUrl(stream: 'main' | 'sub'): string;
  /** Plays a file in a loop: main as it is or filtered, sub at a height of its own. Replaces what was played before. */
  play(file: string, options?: { filter?: string; subHeight?: number }): Promise<void>;
  /** The camera stays connected but sends nothing. */
  stall(): void;
  /** The camera goes away. */
  unplug(): Promise<void>;
  close(): Promise<void>;
}

const run = promisify(execFile);
const encode = ['-an', '-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '10'];
const tcp = ['-f', 'rtsp', '-rtsp_transport', 'tcp'];

/** A camera with a main and a sub stream in a restream of its own. */
export async function startPlayedCamera(cameraId: string): Promise<PlayedCamera> {
  const relay: Relay = await startRelay({ host: '127.0.0.1', port: 0, authorize: () => true });
  await relay.setSource({ cameraId, stream: 'main' }, { kind: 'publish' });
  await relay.setSource({ cameraId, stream: 'sub' }, { kind: 'publish' });
  // Encoded before it is played: a camera that encodes 4K while it is read leaves a small machine no time for its reader.
  const folder = await mkdtemp(join(tmpdir(), 'played-camera-'));
  const prepared = new Map<string, Promise<string>>();
  const prepare = (file: string, args: readonly string[]): Promise<string> => {
    const key = [file, ...args].join(' ');
    const target = join(folder, `${prepared.size}.mp4`);
    const made = prepared.get(key) ?? run('ffmpeg', ['-v', 'error', '-i', file, ...args, target]).then(() => target);
    prepared.set(key, made);
    return made;
  };
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
    async play(file, { filter, subHeight = 180 } = {}) {
      await unplug();
      await until(() => relay.stats().every(({ state }) => state.kind !== 'streaming'));
      // Without sound, which is seldom as long as the pictures: the two streams would drift apart from loop to loop.
      const main = await prepare(file, filter === undefined ? ['-an', '-c', 'copy'] : ['-vf', filter, ...encode]);
      const sub = await prepare(main, ['-vf', `scale=-2:${subHeight}`, ...encode]);
      const inputs = [main, sub].flatMap((path) => ['-re', '-stream_loop', '-1', '-i', path]);
      const args = [
        ...['-v', 'error', ...inputs],
        ...['-map', '0:v:0', '-c', 'copy', ...tcp, streamUrl('main')],
        ...['-map', '1:v:0', '-c', 'copy', ...tcp, streamUrl('sub')],
      ];
      player = spawn('ffmpeg', args, { stdio: ['ignore', 'ignore', 'inherit'] });
      await until(() => relay.stats().every(({ state }) => state.kind === 'streaming'));
    },
    stall: () => void player?.kill('SIGSTOP'),
    async close() {
      await unplug();
      await relay.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
