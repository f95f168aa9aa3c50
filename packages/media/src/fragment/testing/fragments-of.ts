import { ByteArena } from '../../access-unit/byte-arena.ts';
import { SlabPool } from '../../access-unit/slab-pool.ts';
import type { VideoCodec } from '../../rtp/sdp.ts';
import type { PictureFragment } from '../picture-fragment.ts';
import { StreamFragments } from '../stream-fragments.ts';
import { videoTrack } from './rtp-packets.ts';

/** The fragments of a stream whose packets arrive in this order, none before its time. */
export function fragmentsOf(codec: VideoCodec, packets: readonly Buffer[]): PictureFragment[] {
  const fragments: PictureFragment[] = [];
  const stream = new StreamFragments({
    track: videoTrack(codec),
    arena: new ByteArena(new SlabPool()),
    onFragment: (fragment) => fragments.push(fragment),
  });
  let arrivedMs = 0;
  for (const packet of packets) {
    arrivedMs = Math.max(arrivedMs, packet.readUInt32BE(8) / 90);
    stream.packet(packet, arrivedMs);
  }
  stream.end();
  return fragments;
}
