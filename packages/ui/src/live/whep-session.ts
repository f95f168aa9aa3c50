import { createVideo, type LiveSession, quality, type SessionEvents, watchFrames } from './live-session.ts';

/** Sends the offer to the server and ends the session there. */
export interface WhepServer {
  offer(sdp: string): Promise<{ sdp: string; hangUp: () => void } | undefined>;
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
  const lose = () => {
    if (!closed) on.lost('lost');
  };
  const answerTimer = setTimeout(lose, ANSWER_MS);

  peer.addTransceiver('video', { direction: 'recvonly' });
  peer.addTransceiver('audio', { direction: 'recvonly' });
  peer.ontrack = ({ track }) => {
    stream.addTrack(track);
    if (!video.srcObject) video.srcObject = stream;
  };
  peer.onconnectionstatechange = () => {
    if (peer.connectionState === 'failed' || peer.connectionState === 'disconnected') lose();
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
    if (answer) hangUp = answer.hangUp;
    if (closed) return hangUp();
    if (!answer) return lose();
    await peer.setRemoteDescription({ type: 'answer', sdp: answer.sdp });
    const hasSound = /^m=audio [1-9]/m.test(answer.sdp);
    on.described({ mimeType: hasSound ? 'WebRTC, H.264, Opus' : 'WebRTC, H.264', hasSound });
  };
  call().catch(lose);

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
