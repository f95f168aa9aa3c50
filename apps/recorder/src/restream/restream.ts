import type { StreamRef, WantedSource } from '@holdfast/domain';
import type { Logger, OutboundRule } from '@holdfast/kit';
import {
  type OpenedStream,
  type Relay,
  type SourcePlan,
  type SourceStates,
  type SourceStats,
  type StreamPurpose,
  startRelay,
} from '@holdfast/media';
import type { FfmpegTool } from './ffmpeg-tool.ts';
import { HUNG_AFTER_CHECKS, startPublisher } from './publisher.ts';
import type { RestreamAuth } from './restream-auth.ts';

export interface Restream {
  readonly port: number;
  readonly states: SourceStates;
  /** Serves exactly these streams. Unchanged streams keep their readers. */
  setSources(wanted: readonly WantedSource[]): Promise<void>;
  /** Valid for one connection of a child process. */
  childUrl(ref: StreamRef, purpose: StreamPurpose): string;
  /** Opens a stream inside this process, without RTSP. */
  openStream(ref: StreamRef, signal: AbortSignal): Promise<OpenedStream>;
  stats(): (StreamRef & SourceStats)[];
  close(): Promise<void>;
}

const planOf = ({ url, when, convert }: WantedSource): SourcePlan =>
  /^rtsps?:/i.test(url) && !convert ? { kind: 'pull', url, when } : { kind: 'publish', from: { url, convert } };

/** One connection to each camera stream, shared by any number of readers. */
export async function startRestream({
  host,
  port,
  auth,
  ffmpeg,
  outbound,
  hungAfterChecks = HUNG_AFTER_CHECKS,
  log,
}: {
  host: string;
  port: number;
  auth: Pick<RestreamAuth, 'authorize' | 'issueTicket'>;
  ffmpeg: FfmpegTool;
  outbound: OutboundRule;
  /** Of publishers. */
  hungAfterChecks?: number;
  log: Logger;
}): Promise<Restream> {
  const relay: Relay = await startRelay({
    host,
    port,
    authorize: auth.authorize,
    outbound,
    onState: ({ cameraId, stream }, state) =>
      log.debug({ camera_id: cameraId, stream, state: state.kind }, 'source changed'),
    startPublisher: (ref, from, source) =>
      startPublisher({
        ...{ ref, from, ...source, hungAfterChecks, ffmpeg, outbound, log },
        targetUrl: () => childUrl(ref, 'publish'),
      }),
    onSlowReader: ({ remote, bufferedBytes }) =>
      log.warn({ remote, buffered_bytes: bufferedBytes }, 'dropped a reader that was too slow'),
  });
  const loopback = loopbackOf(host);
  const childUrl = ({ cameraId, stream }: StreamRef, purpose: StreamPurpose) =>
    `rtsp://${loopback}:${relay.port}/${cameraId}/${stream}?token=${auth.issueTicket({ cameraId, stream, purpose })}`;

  return {
    get port() {
      return relay.port;
    },
    states: relay,
    childUrl,
    openStream: (ref, signal) => relay.openStream(ref, signal),
    setSources: (wanted) => relay.setSources(wanted.map((source) => ({ path: source, plan: planOf(source) }))),
    stats: () => relay.stats(),
    close: () => relay.close(),
  };
}

const loopbackOf = (host: string): string => {
  if (host === '0.0.0.0' || host === '') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
};
