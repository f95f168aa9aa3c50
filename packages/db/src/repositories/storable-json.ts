// Escapes are taken one after the other, so that what merely looks like one behind an escaped backslash is none, and each
// character is looked at once. Half a surrogate pair and NUL are what is not a character.
const ESCAPE = /\\(?:u(d[89a-f][0-9a-f]{2}|0000)|.)/g;

/** As JSON that PostgreSQL takes: it refuses characters that are none, and what a detector sends may hold them. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value).replace(ESCAPE, (whole, unstorable) => (unstorable === undefined ? whole : '\ufffd'));
