import { randomBytes } from 'node:crypto';
import { reasonCode } from '@holdfast/domain';
import type { OutboundRule } from '@holdfast/kit';
import { makeEmptyReceiverReport } from '../rtp/rtcp.ts';
import { chooseTracks, type MediaTrack, parseSdp } from '../rtp/sdp.ts';
import type { PacketSink } from '../stream/packet-consumer.ts';
import { type CameraTrust, connectCamera } from './camera-connection.ts';
import type { CameraUrl } from './camera-url.ts';
import { headerOf, type RtspResponse } from './rtsp-message.ts';
import { RtspRequester } from './rtsp-requester.ts';
import { offline, refused, type SourceError } from './source-state.ts';

export interface CameraTimeouts {
  connectMs: number;
  answerMs: number;
}

interface ChannelUse {
  track: number;
  reports: boolean;
}

/** An RTSP session with a camera that has reached PLAY. */
export interface CameraSession {
  ended: Promise<SourceError>;
  fail: (error: SourceError) => void;
  close: () => void;
}

/**
 * Connects, describes, sets up every track over one TCP connection and plays. `openSink` is called when the tracks are
 * known, before the first packet.
 */
export async function openCameraSession({
  camera,
  trust,
  outbound,
  timeouts,
  signal,
  openSink,
}: {
  camera: CameraUrl;
  trust: CameraTrust;
  outbound: OutboundRule;
  timeouts: CameraTimeouts;
  signal: AbortSignal;
  openSink: (tracks: readonly MediaTrack[]) => PacketSink;
}): Promise<CameraSession> {
  const connection = await connectCamera({ camera, trust, outbound, timeoutMs: timeouts.connectMs, signal });
  const channels: (ChannelUse | undefined)[] = [];
  let sink: PacketSink | undefined;
  const requester = new RtspRequester({
    connection,
    credentials: camera.credentials,
    timeoutMs: timeouts.answerMs,
    onFrame: (framed) => {
      const use = channels[framed[1] ?? 0];
      if (use === undefined) return;
      if (use.reports) sink?.report(use.track, framed);
      else sink?.packet(use.track, framed);
    },
    onChunkEnd: () => sink?.batchEnd(),
  });
  const abort = () => requester.fail(refused(reasonCode('source-stopped')));
  signal.addEventListener('abort', abort, { once: true });
  requester.closed.then(() => signal.removeEventListener('abort', abort));
  if (signal.aborted) abort();

  try {
    const options = await requester.ask({ method: 'OPTIONS', uri: camera.uri });
    const described = await describe(requester, camera.uri);
    sink = openSink(described.tracks);
    let session: { id: string; timeoutSeconds: number } | undefined;
    for (const [track, { control }] of described.tracks.entries()) {
      const uri = controlUri(described.base, control);
      const answer = await setUp(requester, { uri, track, sessionId: session?.id });
      session ??= answer.session;
      channels[answer.channel] = { track, reports: false };
      channels[answer.channel + 1] = { track, reports: true };
    }
    if (session === undefined) throw refused(reasonCode('camera-without-session'));
    const sessionHeader = ['Session', session.id] as const;
    const play = {
      method: 'PLAY',
      uri: described.aggregate,
      headers: [sessionHeader, ['Range', 'npt=0.000-'] as const],
    };
    succeeded(await requester.ask(play), 'camera-refused');
    const stopKeepAlive = keepAlive(requester, {
      method: (headerOf(options, 'public') ?? '').includes('GET_PARAMETER') ? 'GET_PARAMETER' : 'OPTIONS',
      uri: described.aggregate,
      session,
      reportChannels: channels.flatMap((use, channel) => (use?.reports ? [channel] : [])),
    });
    requester.closed.then(stopKeepAlive);
    const close = () => {
      requester.send({ method: 'TEARDOWN', uri: described.aggregate, headers: [sessionHeader] });
      requester.fail(refused(reasonCode('source-stopped')));
    };
    signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', close, { once: true });
    requester.closed.then(() => signal.removeEventListener('abort', close));
    return { ended: requester.closed, fail: (error) => requester.fail(error), close };
  } catch (error) {
    requester.fail(refused(reasonCode('camera-session-failed')));
    throw error;
  }
}

async function describe(requester: RtspRequester, uri: string) {
  const headers = [['Accept', 'application/sdp']] as const;
  const response = succeeded(await requester.ask({ method: 'DESCRIBE', uri, headers }), 'camera-stream-not-found');
  const description = parseSdp(response.body.toString('utf8'));
  if (description === undefined) throw refused(reasonCode('camera-stream-unreadable'));
  const tracks = chooseTracks(description.tracks);
  if (tracks.length === 0) throw refused(reasonCode('camera-no-video-codec'));
  const base = headerOf(response, 'content-base') ?? headerOf(response, 'content-location') ?? uri;
  return { tracks, base, aggregate: controlUri(base, description.control) };
}

/** Cameras build these by concatenation, queries included, so resolving them as URLs would be wrong. */
export function controlUri(base: string, control: string | undefined): string {
  const ours = /^rtsps?:\/\/\S+$/i.test(base) ? base : '';
  if (control === undefined || control === '' || control === '*') return ours;
  if (/\s/.test(control)) return ours;
  if (/^rtsps?:\/\//i.test(control)) return control;
  return ours.endsWith('/') || control.startsWith('/') ? `${ours}${control}` : `${ours}/${control}`;
}

async function setUp(
  requester: RtspRequester,
  { uri, track, sessionId }: { uri: string; track: number; sessionId: string | undefined },
) {
  const asked = track * 2;
  const response = await requester.ask({
    method: 'SETUP',
    uri,
    headers: [
      ['Transport', `RTP/AVP/TCP;unicast;interleaved=${asked}-${asked + 1}`],
      ...(sessionId === undefined ? [] : ([['Session', sessionId]] as const)),
    ],
  });
  if (response.status === 461) throw refused(reasonCode('camera-without-tcp'));
  succeeded(response, 'camera-refused');
  const transport = headerOf(response, 'transport') ?? '';
  if (/RTP\/AVP(\/UDP)?\s*(;|$)/i.test(transport)) throw refused(reasonCode('camera-without-tcp'));
  const channel = Number(/interleaved=(\d{1,3})/i.exec(transport)?.[1] ?? asked);
  if (channel > 254) throw refused(reasonCode('camera-sends-invalid-replies'));
  return { channel, session: parseSession(headerOf(response, 'session')) };
}

export function parseSession(header: string | undefined): { id: string; timeoutSeconds: number } | undefined {
  const id = header?.split(';', 1)[0]?.trim();
  if (id === undefined || id === '') return undefined;
  const timeout = Number(/timeout=\s*(\d{1,6})/i.exec(header ?? '')?.[1] ?? 60);
  return { id, timeoutSeconds: timeout };
}

function succeeded(response: RtspResponse, otherwise: 'camera-refused' | 'camera-stream-not-found'): RtspResponse {
  if (response.status >= 200 && response.status < 300) return response;
  if (response.status >= 300 && response.status < 400) throw refused(reasonCode('camera-redirects'));
  if (response.status === 453 || response.status === 503) throw refused(reasonCode('camera-no-room'));
  throw refused(reasonCode(otherwise, { status: response.status }));
}

function keepAlive(
  requester: RtspRequester,
  {
    method,
    uri,
    session,
    reportChannels,
  }: {
    method: string;
    uri: string;
    session: { id: string; timeoutSeconds: number };
    reportChannels: readonly number[];
  },
): () => void {
  const everyMs = Math.min(30, Math.max(2, session.timeoutSeconds / 2)) * 1000;
  const ssrc = randomBytes(4).readUInt32BE();
  const timer = setInterval(() => {
    for (const channel of reportChannels) requester.write(makeEmptyReceiverReport({ channel, ssrc }));
    requester.ask({ method, uri, headers: [['Session', session.id]], mayGoUnanswered: true }).then(
      (response) => {
        if (response.status === 454) requester.fail(offline(reasonCode('camera-ended-session')));
      },
      // No answer or a rejection: as long as packets arrive, the stream continues.
      () => {},
    );
  }, everyMs);
  return () => clearInterval(timer);
}
