// Escapes are matched in sequence, so that text after an escaped backslash is not mistaken for an escape, and each character is
// examined once. Half a surrogate pair and NUL are not characters.
const ESCAPE = /\\(?:u(d[89a-f][0-9a-f]{2}|0000)|.)/g;

/** JSON that PostgreSQL accepts: it refuses invalid characters, which detectors may send. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value).replace(ESCAPE, (whole, unstorable) => (unstorable === undefined ? whole : '\ufffd'));
