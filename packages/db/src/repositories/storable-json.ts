// Half a surrogate pair, or NUL, as JSON writes them; not what merely looks like it behind an escaped backslash.
const UNSTORABLE = /(?<=(?:^|[^\\])(?:\\\\)*)\\u(?:d[89a-f][0-9a-f]{2}|0000)/g;

/** As JSON that PostgreSQL takes: it refuses characters that are none, and what a detector sends may hold them. */
export const storableJson = (value: unknown): string => JSON.stringify(value).replace(UNSTORABLE, '\ufffd');
