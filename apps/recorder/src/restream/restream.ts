import { diffByKey, type StreamRef, type WantedSource } from '@holdfast/domain';
import type { Logger, OutboundRule } from '@holdfast/kit';
import { type OpenedStream, type Relay, type SourceStats, type StreamPurpose, startRelay } from '@holdfast/media';
import type { FfmpegTool } from './ffmpeg-tool.ts';
import { type Publisher, startPublisher } from './publisher.ts';
import type { RestreamAuth } from './restream-auth.ts';
import { SourceBoard } from './source-board.ts';

export interface Restream {
  readonly port: number;
  readonly board: SourceBoard;
  /** Serves exactly these streams. Unchanged streams keep their readers. */
  setSources(wanted: readonly WantedSource[]): Promise<void>;
  /** Valid for one connection of a child process. */
  childUrl(ref: StreamRef, purpose: StreamPurpose): string;
  /** Opens a stream inside this process, without RTSP. */
  openStream(ref: StreamRef, signal: AbortSignal): Promise<OpenedStream>;
  stats(): (StreamRef & SourceStats)[];
  close(): Promise<void>;
}

interface Running {
  ref: StreamRef;
  publisher: Publisher | undefined;
}

const isPulled = ({ url, convert }: WantedSource) => /^rtsps?:/i.test(url) && !convert;

/** One connection to each camera stream, shared by any number of readers. */
export async function startRestream({
  host,
  port,
  auth,
  ffmpeg,
  outbound,
  log,
}: {
  host: string;
  port: number;
  auth: Pick<RestreamAuth, 'authorize' | 'issueTicket'>;
  ffmpeg: FfmpegTool;
  outbound: OutboundRule;
  log: Logger;
}): Promise<Restream> {
  const board = new SourceBoard();
  const relay: Relay = await startRelay({
    host,
    port,
    authorize: auth.authorize,
    outbound,
    onState: ({ cameraId, stream }, state) => {
      log.debug({ camera_id: cameraId, stream, state: state.kind }, 'source changed');
      board.set({ cameraId, stream }, state);
    },
    onSlowReader: ({ remote, bufferedBytes }) =>
      log.warn({ remote, buffered_bytes: bufferedBytes }, 'dropped a reader that was too slow'),
  });
  const running = new Map<string, Running>();
  const loopback = loopbackOf(host);
  const childUrl = ({ cameraId, stream }: StreamRef, purpose: StreamPurpose) =>
    `rtsp://${loopback}:${relay.port}/${cameraId}/${stream}?token=${auth.issueTicket({ cameraId, stream, purpose })}`;

  const end = async (key: string): Promise<void> => {
    const known = running.get(key);
    running.delete(key);
    if (!known) return;
    await known.publisher?.stop();
    await relay.removeSource(known.ref);
    board.forget(known.ref);
  };
  const begin = async (source: WantedSource): Promise<void> => {
    const { key, cameraId, stream, url, when, convert } = source;
    const ref = { cameraId, stream };
    await relay.setSource(ref, isPulled(source) ? { kind: 'pull', url, when } : { kind: 'publish' });
    const publisher = isPulled(source)
      ? undefined
      : startPublisher({
          sourceUrl: url,
          targetUrl: () => childUrl(ref, 'publish'),
          convert,
          ref,
          board,
          ffmpeg,
          outbound,
          log,
        });
    running.set(key, { ref, publisher });
  };

  return {
    get port() {
      return relay.port;
    },
    board,
    childUrl,
    openStream: (ref, signal) => relay.openStream(ref, signal),
    async setSources(wanted) {
      const plan = diffByKey(running.keys(), wanted);
      await Promise.all(plan.end.map(end));
      await Promise.all(plan.begin.map(begin));
    },
    stats: () => relay.stats(),
    async close() {
      await Promise.all([...running.keys()].map(end));
      await relay.close();
    },
  };
}

const loopbackOf = (host: string): string => {
  if (host === '0.0.0.0' || host === '') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
};
