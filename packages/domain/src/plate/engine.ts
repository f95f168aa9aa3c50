export const lprEngines = ['none', 'external', 'native-alpr', 'both'] as const;
export type LprEngine = (typeof lprEngines)[number];
export const DEFAULT_LPR_ENGINE: LprEngine = 'external';

export const NATIVE_ALPR_SOURCE_ID = 'native-alpr';

/** The two engines that can read a plate; a camera's LprEngine decides which of them may. */
export type ReadingEngine = 'native-alpr' | 'external';

/** The external detector's id is configurable, so every id but the native one belongs to it. */
export const engineOfSource = (sourceId: string): ReadingEngine =>
  sourceId === NATIVE_ALPR_SOURCE_ID ? 'native-alpr' : 'external';

/** The read-only mirror of the engine: true exactly when the native worker should run. */
export const lprEnabled = (engine: LprEngine): boolean => engine === 'native-alpr' || engine === 'both';

export function acceptsSource(engine: LprEngine, sourceId: string): boolean {
  switch (engine) {
    case 'none':
      return false;
    case 'both':
      return true;
    case 'external':
    case 'native-alpr':
      return engineOfSource(sourceId) === engine;
  }
}
