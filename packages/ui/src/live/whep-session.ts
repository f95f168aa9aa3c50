import { createVideo, type LiveSession, quality, type SessionEvents, watchFrames } from './live-session.ts';
import type { RetryReason } from './live-state.ts';

export type WhepAnswer =
  | { kind: 'answer'; sdp: string; hangUp: () => void }
  /** The server is there, but does not take the offer. */
  | { kind: 'refused' }
  /** Server or camera cannot be reached now. */
  | { kind: 'away' };

/** Sends the offer to the server and ends the session there. */
export interface WhepServer {
  offer(sdp: string): Promise<WhepAnswer>;
}

const GATHER_MS = 1_000;
const ANSWER_MS = 10_000;

/** Live video over WebRTC: a delay of a few frames instead of half a second, where network and codec allow it. */
export function openWhepSession(server: WhepServer, on: SessionEvents): LiveSession {
  const video = createVideo();
  const peer = new RTCPeerConnection();
  const stream = new MediaStream();
  let hangUp = () => undefined as unknown;
  let closed = false;
  let receivedBytes = 0;
  let lagMs: number | undefined;

  const close = () => {
    if (closed) return;
    closed = true;
    clearTimeout(answerTimer);
    peer.close();
    video.srcObject = null;
    hangUp();
  };
  let hasAnswer = false;
  const lose = (reason: RetryReason) => {
    if (!closed) on.lost(reason);
  };
  // Without an answer the server is away; with one, its packets do not arrive.
  const answerTimer = setTimeout(() => lose(hasAnswer ? 'no-webrtc' : 'lost'), ANSWER_MS);

  peer.addTransceiver('video', { direction: 'recvonly' });
  peer.addTransceiver('audio', { direction: 'recvonly' });
  peer.ontrack = ({ track }) => {
    stream.addTrack(track);
    if (!video.srcObject) video.srcObject = stream;
  };
  peer.onconnectionstatechange = () => {
    if (peer.connectionState === 'failed' || peer.connectionState === 'disconnected') lose('no-webrtc');
  };
  watchFrames(video, (_mediaS, metadata) => {
    if (closed) return false;
    clearTimeout(answerTimer);
    const receivedTickMs = metadata?.receiveTime;
    on.frame({ ageMs: receivedTickMs === undefined ? 0 : Math.max(0, performance.now() - receivedTickMs) });
    return true;
  });

  const call = async () => {
    await peer.setLocalDescription();
    await gathered(peer);
    const answer = await server.offer(peer.localDescription?.sdp ?? '');
    if (answer.kind === 'answer') hangUp = answer.hangUp;
    if (closed) return hangUp();
    if (answer.kind !== 'answer') return lose(answer.kind === 'refused' ? 'no-webrtc' : 'lost');
    hasAnswer = true;
    await peer.setRemoteDescription({ type: 'answer', sdp: answer.sdp });
    const hasSound = /^m=audio [1-9]/m.test(answer.sdp);
    on.described({ mimeType: hasSound ? 'WebRTC, H.264, Opus' : 'WebRTC, H.264', hasSound });
  };
  call().catch(() => lose('no-webrtc'));

  const measure = async () => {
    const reports = await peer.getStats().catch(() => undefined);
    reports?.forEach((report: RTCInboundRtpStreamStats & { jitterBufferDelay?: number }) => {
      if (report.type !== 'inbound-rtp' || report.kind !== 'video') return;
      receivedBytes = report.bytesReceived ?? receivedBytes;
      const emitted = report.jitterBufferEmittedCount ?? 0;
      if (emitted > 0) lagMs = Math.round(((report.jitterBufferDelay ?? 0) / emitted) * 1000);
    });
  };

  return {
    video,
    chase: () => {
      if (closed) return;
      if (video.paused) void video.play().catch(() => undefined);
      void measure();
    },
    close,
    stats: () => ({ receivedBytes, ...quality(video), lagMs }),
  };
}

/** On a LAN all candidates are there at once; slow STUN or TURN servers do not delay the offer for long. */
function gathered(peer: RTCPeerConnection): Promise<void> {
  if (peer.iceGatheringState === 'complete') return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, GATHER_MS);
    peer.addEventListener('icegatheringstatechange', () => {
      if (peer.iceGatheringState !== 'complete') return;
      clearTimeout(timer);
      resolve();
    });
  });
}
