import type { LprEngine } from '@holdfast/domain';

interface EngineFacts {
  /** As set for the camera. */
  engine: LprEngine;
  /** Plate recognition is on for the whole system; undefined while it is unknown. */
  isRecognising: boolean | undefined;
  /** An external detector is configured; undefined if the user may not see that. */
  hasDetector: boolean | undefined;
}

/** The engine that reads plates on a camera now, which may differ from the setting. */
export function workingEngine({ engine, isRecognising, hasDetector }: EngineFacts): LprEngine {
  if (isRecognising === false) return 'none';
  if (hasDetector !== false) return engine;
  return engine === 'external' ? 'none' : engine === 'both' ? 'native-alpr' : engine;
}
