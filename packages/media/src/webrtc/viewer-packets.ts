import { rtpMarker, rtpPayloadEnd, rtpPayloadStart, rtpTimestamp } from '../rtp/rtp.ts';
import { fitPayload } from './fit-payload.ts';

/** The payload of one datagram, before it gets its sequence number. */
export interface OutgoingPacket {
  media: 'video' | 'audio';
  sequence: number;
  timestamp: number;
  marker: boolean;
  payload: Buffer;
}

// With headers and encryption this stays below the MTU of any network.
const MAX_PAYLOAD_BYTES = 1_200;
// On a local network whole Ethernet frames pass; payloads that fit are not split.
const UNTOUCHED_BYTES = 1_400;
// A browser displays pictures by their timestamps. Those of the cached group are compressed into a moment, so that it
// is displayed at once and live video is not delayed by its length.
const KEPT_PICTURE_TICKS = 90;

/**
 * Converts a stream's packets for one viewer: numbered without gaps, and small enough for a datagram. The first batch
 * is the cached group of pictures.
 */
export function createViewerPackets(channels: {
  video: number;
  audio: number | undefined;
}): (framed: readonly Buffer[]) => OutgoingPacket[] {
  const sequences = { video: 0, audio: 0 };
  let begun = false;

  const numbered = (media: 'video' | 'audio', framed: Buffer, timestamp: number): OutgoingPacket[] => {
    const start = rtpPayloadStart(framed);
    if (start < 0) return [];
    const payload = framed.subarray(start, rtpPayloadEnd(framed, start));
    if (payload.length === 0) return [];
    const whole = media === 'audio' || payload.length <= UNTOUCHED_BYTES;
    const pieces = whole ? [payload] : fitPayload(payload, MAX_PAYLOAD_BYTES);
    return pieces.map((piece, index) => {
      const sequence = sequences[media];
      sequences[media] = (sequence + 1) & 0xffff;
      return {
        media,
        sequence,
        timestamp,
        // Ends a picture in video. In sound it would mark the start of a talkspurt.
        marker: media === 'video' && rtpMarker(framed) && index === pieces.length - 1,
        payload: piece,
      };
    });
  };

  return (framed) => {
    const isFirst = !begun;
    begun = true;
    const video = framed.filter((packet) => packet[1] === channels.video);
    const times = isFirst ? compressedTimestamps(video.map(rtpTimestamp)) : undefined;
    return framed.flatMap((packet) => {
      const channel = packet[1];
      const timestamp = rtpTimestamp(packet);
      if (channel === channels.video) return numbered('video', packet, times?.get(timestamp) ?? timestamp);
      // Sound of the cached group is in the past; only its pictures are needed.
      return channel === channels.audio && !isFirst ? numbered('audio', packet, timestamp) : [];
    });
  };
}

/** The last picture keeps its timestamp; the others are placed directly before it. */
function compressedTimestamps(timestamps: readonly number[]): Map<number, number> {
  const pictures = [...new Set(timestamps)];
  const last = pictures.at(-1) ?? 0;
  return new Map(
    pictures.map((timestamp, index) => [timestamp, (last - (pictures.length - 1 - index) * KEPT_PICTURE_TICKS) >>> 0]),
  );
}
