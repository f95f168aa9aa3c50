import { rtpMarker, rtpPayloadEnd, rtpPayloadStart, rtpTimestamp } from '../rtp/rtp.ts';
import { fitPayload } from './fit-payload.ts';

/** One datagram's worth, before it gets its numbers for the wire. */
export interface OutgoingPacket {
  media: 'video' | 'audio';
  sequence: number;
  timestamp: number;
  marker: boolean;
  payload: Buffer;
}

// With headers and encryption this stays below what any network carries in one piece.
const MAX_PAYLOAD_BYTES = 1_200;
// Over a local network whole Ethernet frames pass; what already fits is not touched.
const UNTOUCHED_BYTES = 1_400;
// A browser shows pictures by their times. The kept group is history: its times are drawn together, so that it is shown
// at once and the present is not shown late by its length.
const KEPT_PICTURE_TICKS = 90;

/**
 * Turns what a stream hands to its readers into packets for one viewer: numbered from here on without a gap, small enough for
 * a datagram. The first batch is the kept group of pictures.
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
        // Ends a picture in video. In sound it would mean that somebody begins to speak.
        marker: media === 'video' && rtpMarker(framed) && index === pieces.length - 1,
        payload: piece,
      };
    });
  };

  return (framed) => {
    const isFirst = !begun;
    begun = true;
    const video = framed.filter((packet) => packet[1] === channels.video);
    const times = isFirst ? drawnTogether(video.map(rtpTimestamp)) : undefined;
    return framed.flatMap((packet) => {
      const channel = packet[1];
      const timestamp = rtpTimestamp(packet);
      if (channel === channels.video) return numbered('video', packet, times?.get(timestamp) ?? timestamp);
      // The sound of the kept group is over; only its pictures are needed.
      return channel === channels.audio && !isFirst ? numbered('audio', packet, timestamp) : [];
    });
  };
}

/** The last picture keeps its time, the ones before it come right before it. */
function drawnTogether(timestamps: readonly number[]): Map<number, number> {
  const pictures = [...new Set(timestamps)];
  const last = pictures.at(-1) ?? 0;
  return new Map(
    pictures.map((timestamp, index) => [timestamp, (last - (pictures.length - 1 - index) * KEPT_PICTURE_TICKS) >>> 0]),
  );
}
