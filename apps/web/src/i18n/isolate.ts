const MAX_LENGTH = 120;

/**
 * User-typed text for the middle of a sentence: isolated from its text direction, and shortened.
 */
export const isolate = (text: string): string =>
  `\u2068${text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text}\u2069`;
