import type { VideoCodec } from './sdp.ts';
import { readSequenceSet } from './sequence-set.ts';

/**
 * What a decoder and the head of a file are set up for, out of a sequence parameter set: two sets of one shape may follow
 * each other in one file. Timing, colours and numbering are left out, since the pictures bring them along. A set that
 * cannot be read stands for itself alone.
 */
export function pictureShape(codec: VideoCodec, sequenceSet: Buffer): string {
  const shape = readSequenceSet(codec, sequenceSet)?.shape;
  return shape === undefined ? sequenceSet.toString('base64') : [codec, ...Object.values(shape)].join(' ');
}
