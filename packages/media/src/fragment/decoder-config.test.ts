import { expect, it } from 'vitest';
import { readSequenceSet } from '../rtp/sequence-set.ts';
import { decoderConfigBox } from './decoder-config.ts';

const BASELINE = Buffer.from('6742c016da0280bfe5c044000003000400000300a03c58ba80', 'hex');
const HIGH = Buffer.from('67640028acd940780227e5c044000003000400000300a03c60c658', 'hex');

it('names the profile of the set in use, not of the first one', () => {
  const sequence = readSequenceSet('h264', HIGH);
  if (sequence === undefined) throw new Error('unreadable');
  const sets = { video: [], sequence: [BASELINE, HIGH], picture: [Buffer.from('68ce3c80', 'hex')] };
  const box = decoderConfigBox({ codec: 'h264', shape: 'one', picture: sequence.shape, sequence, sets });
  expect(box.toString('hex', 8, 12)).toBe('01640028');
  // High profile has four more bytes.
  expect(box.toString('hex').endsWith('68ce3c80fdf8f800')).toBe(true);
});
