import type { VideoCodec } from '../rtp/sdp.ts';
import type { KeyframeKind } from './access-unit.ts';

export const nalHeaderBytes: Record<VideoCodec, number> = { h264: 1, h265: 2 };

export const nalType = (codec: VideoCodec, firstByte: number): number =>
  codec === 'h264' ? firstByte & 0x1f : (firstByte >> 1) & 0x3f;

/**
 * Slices whose first bit marks the start of a picture; partitions B and C of a partitioned H.264 slice have no such
 * bit.
 */
export const isSliceType = (codec: VideoCodec, type: number): boolean =>
  codec === 'h264' ? type === 1 || type === 2 || type === 5 : type <= 31;

/** Units that can only come before the slices of a picture: they belong to the next one. */
export const leadsPicture = (codec: VideoCodec, type: number): boolean =>
  codec === 'h264'
    ? (type >= 6 && type <= 9) || (type >= 15 && type <= 18)
    : (type >= 32 && type <= 35) || type === 39 || (type >= 41 && type <= 44) || (type >= 48 && type <= 55);

/** Random access type of a slice of this type. For H.264 recovery points the preceding SEI message decides. */
export function keyframeKind(codec: VideoCodec, type: number): KeyframeKind | undefined {
  if (codec === 'h264') return type === 5 ? 'closed' : undefined;
  if (type === 18 || type === 20) return 'closed';
  return type >= 16 && type <= 21 ? 'open' : undefined;
}
