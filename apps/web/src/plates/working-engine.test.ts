import { expect, it } from 'vitest';
import { workingEngine } from './working-engine.ts';

it.each([
  ['off while recognition is off', { engine: 'external', isRecognising: false, hasDetector: true }, 'none'],
  ['off without the detector it waits for', { engine: 'external', isRecognising: true, hasDetector: false }, 'none'],
  ['the reader alone without a detector', { engine: 'both', isRecognising: true, hasDetector: false }, 'native-alpr'],
  ['the reader', { engine: 'native-alpr', isRecognising: true, hasDetector: false }, 'native-alpr'],
  ['the detector', { engine: 'external', isRecognising: true, hasDetector: true }, 'external'],
  ['as set, where the rest is unknown', { engine: 'both', isRecognising: undefined, hasDetector: undefined }, 'both'],
] as const)('is %s', (_title, facts, expected) => expect(workingEngine(facts)).toBe(expected));
