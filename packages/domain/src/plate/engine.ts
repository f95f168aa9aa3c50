export const lprEngines = ['none', 'external', 'native-alpr', 'both'] as const;
export type LprEngine = (typeof lprEngines)[number];

/** Derived, never stored: whether our own worker reads this camera. */
export const lprEnabled = (engine: LprEngine): boolean => engine === 'native-alpr' || engine === 'both';
