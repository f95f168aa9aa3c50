import type { VideoCodec } from './sdp.ts';
import { readSequenceSet } from './sequence-set.ts';

/**
 * The part of a sequence parameter set that a decoder and a file header are configured for: sets of the same shape may
 * follow each other in one file. Timing, colour and numbering are left out, since the bitstream carries them. An
 * unreadable set is a shape of its own.
 */
export function pictureShape(codec: VideoCodec, sequenceSet: Buffer): string {
  const shape = readSequenceSet(codec, sequenceSet)?.shape;
  return shape === undefined ? sequenceSet.toString('base64') : [codec, ...Object.values(shape)].join(' ');
}
