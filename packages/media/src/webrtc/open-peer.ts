import type { PeerConfig, RTCPeerConnection, RTCRtpTransceiver } from 'werift';
import { splitPackets } from '../rtp/packet-bytes.ts';
import type { MediaTrack } from '../rtp/sdp.ts';
import type { PacketConsumer } from '../stream/packet-consumer.ts';
import { admitViewerOnly } from './admit-viewer-only.ts';
import type { ChosenFormats } from './choose-formats.ts';
import { createPacer } from './pacer.ts';
import type { Offer, OfferedFormat } from './read-offer.ts';
import { createViewerPackets, type OutgoingPacket } from './viewer-packets.ts';

export interface WebrtcNetwork {
  /** Addresses of this machine that are announced to viewers. */
  addresses: readonly string[];
  /** The address to listen on; all if omitted. */
  bindAddress?: string;
  /** UDP port range, inclusive; any free ports if omitted. */
  ports?: { first: number; last: number };
}

/** A viewer over WebRTC; a reader of a stream like any other. */
export interface WebrtcPeer extends PacketConsumer {
  answer: string;
  /** Called once when connected. */
  onConnected(listener: () => void): void;
  /** Called once, for any kind of end. */
  onGone(listener: () => void): void;
  close(): void;
}

type Chosen = Extract<ChosenFormats, { kind: 'chosen' }>;

// A browser sends reports and consent checks about every second.
const SILENT_MS = 15_000;
const CONNECT_MS = 20_000;
const FEEDBACK = [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }];
const SILENCE: OfferedFormat = { payloadType: 0, name: 'pcmu', clockRate: 8000, channels: 1, parameters: '' };

/** Every permitted port is in use until a viewer leaves. The offer is not at fault. */
export class NoPortLeft extends Error {}

/** Answers an offer. Throws if the library cannot parse it; resolves before the viewer is connected. */
export async function openPeer(
  { offer, chosen, tracks }: { offer: Offer; chosen: Chosen; tracks: readonly MediaTrack[] },
  network: WebrtcNetwork,
): Promise<WebrtcPeer> {
  // Loaded on first use: most processes that use this package never need it.
  const werift = await import('werift');
  const codec = ({ name, clockRate, channels, parameters, payloadType }: OfferedFormat, media: 'video' | 'audio') =>
    new werift.RTCRtpCodecParameters({
      mimeType: `${media}/${name}`,
      clockRate,
      payloadType,
      ...(channels !== undefined && { channels }),
      ...(parameters !== '' && { parameters }),
      ...(media === 'video' && { rtcpFeedback: FEEDBACK }),
    });
  let isGuarded = false;
  const connection = new werift.RTCPeerConnection({
    ...configOf(network),
    // The first socket receives requests while others are still being opened, and the library would queue them. No
    // viewer can be asking yet.
    iceFilterStunResponse: () => isGuarded,
    codecs: { video: [codec(chosen.video, 'video')], audio: [codec(chosen.audio ?? SILENCE, 'audio')] },
  });
  try {
    const video = connection.addTransceiver('video', { direction: 'sendonly' });
    const audio =
      offer.audio && connection.addTransceiver('audio', { direction: chosen.audio ? 'sendonly' : 'inactive' });
    await connection.setRemoteDescription({ type: 'offer', sdp: offer.sdp });
    await connection.setLocalDescription(await connection.createAnswer());
    const answer = connection.localDescription?.sdp;
    if (answer === undefined) throw new TypeError('the connection has no local description after its answer was set');
    // The library does not report this, but answers without candidates.
    if (!/^a=candidate:/m.test(answer)) throw new NoPortLeft('no UDP port is free');
    for (const transport of connection.iceTransports) admitViewerOnly(transport);
    isGuarded = true;
    const toPacket = ({ sequence, timestamp, marker, payload }: OutgoingPacket) =>
      new werift.RtpPacket(new werift.RtpHeader({ sequenceNumber: sequence, timestamp, marker }), payload);
    const senders = { video, audio: chosen.audio && audio };
    return peerOf({ connection, answer, tracks, senders, toPacket });
  } catch (error) {
    await connection.close();
    throw error;
  }
}

function configOf({ addresses, bindAddress, ports }: WebrtcNetwork): Partial<PeerConfig> {
  return {
    iceServers: [],
    // We only respond to peers that know the offer, and never send a packet anywhere else.
    iceLite: true,
    iceUseIpv4: false,
    iceUseIpv6: false,
    iceAdditionalHostAddresses: [...addresses],
    ...(bindAddress !== undefined && { iceInterfaceAddresses: { udp4: bindAddress, udp6: bindAddress } }),
    ...(ports && { icePortRange: [ports.first, ports.last] as [number, number] }),
    bundlePolicy: 'max-bundle',
  };
}

interface PeerParts {
  connection: RTCPeerConnection;
  answer: string;
  tracks: readonly MediaTrack[];
  senders: { video: RTCRtpTransceiver; audio: RTCRtpTransceiver | undefined };
  toPacket(packet: OutgoingPacket): import('werift').RtpPacket;
}

function peerOf({ connection, answer, tracks, senders, toPacket }: PeerParts): WebrtcPeer {
  const channelOf = (media: 'video' | 'audio') => tracks.findIndex((track) => track.media === media) * 2;
  const packetsFor = createViewerPackets({
    video: channelOf('video'),
    audio: senders.audio && channelOf('audio'),
  });
  const goneListeners: (() => void)[] = [];
  const connectedListeners: (() => void)[] = [];
  let state: 'connecting' | 'connected' | 'gone' = 'connecting';
  let heardAt = performance.now();

  const close = () => {
    if (state === 'gone') return;
    state = 'gone';
    clearInterval(watch);
    pacer.stop();
    connection.close().catch(() => undefined);
    for (const listener of goneListeners) listener();
  };
  const pacer = createPacer<OutgoingPacket>({
    // A datagram that cannot be sent counts as lost, which viewers tolerate.
    send: (packet) => void senders[packet.media]?.sender.sendRtp(toPacket(packet)).catch(() => undefined),
    overflow: close,
  });
  const watch = setInterval(() => {
    const patienceMs = state === 'connected' ? SILENT_MS : CONNECT_MS;
    if (performance.now() - heardAt > patienceMs) close();
  }, 1_000).unref();
  connection.connectionStateChange.subscribe((now) => {
    if (now === 'closed' || now === 'failed' || now === 'disconnected') close();
    if (now !== 'connected' || state !== 'connecting') return;
    state = 'connected';
    heardAt = performance.now();
    for (const listener of connectedListeners) listener();
  });
  senders.video.sender.onRtcp.subscribe(() => {
    heardAt = performance.now();
  });

  return {
    answer,
    onConnected: (listener) => void connectedListeners.push(listener),
    onGone: (listener) => void goneListeners.push(listener),
    take: (framed) => {
      // Copied, because packets wait here to be sent or resent after their memory is reused.
      if (state === 'connected') pacer.push(packetsFor(splitPackets(Buffer.from(framed))));
      return true;
    },
    sourceEnded: close,
    close,
  };
}
