const MOST = 120;

/**
 * What somebody typed, made fit for the middle of a sentence: with a direction of its own, and cut where it would drown
 * the rest.
 */
export const isolate = (text: string): string => `\u2068${text.length > MOST ? `${text.slice(0, MOST)}…` : text}\u2069`;
