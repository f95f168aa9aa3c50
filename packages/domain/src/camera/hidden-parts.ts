/** Replaces a password in an address. */
const MASK = '***';

const KEY = '[\\w-]{0,64}?(?:passw(?:or)?[dt]|passphrase|pass?|pwd?|psw|token|secret|key|auth|sig(?:n(?:ature)?)?|jwt)';
// DVRs that join their settings with underscores continue with one of these after the password.
const NEXT = '_(?:channel|ch|chn|stream|subtype|type|user|username|usr|real)=';
/** In a path a slash ends the value; in a query only the next field does. */
const inPath = new RegExp(`([?&;/_]${KEY}=)([^&/?]*?)(?=${NEXT}|[&/?]|$)`, 'gi');
const inQuery = new RegExp(`([?&;_]${KEY}=)([^&]*?)(?=${NEXT}|&|$)`, 'gi');

export interface HiddenParts {
  /** The path and query with each password masked. */
  masked: string;
  /** The passwords in order; undefined for a mask that was already there. */
  parts: (string | undefined)[];
}

/** Finds passwords in the path or query, where many cheap DVRs expect them. */
export function hideParts(pathAndQuery: string): HiddenParts {
  const parts: (string | undefined)[] = [];
  const hide = (_match: string, key: string, value: string) => {
    if (value === '') return key;
    parts.push(value === MASK ? undefined : value);
    return `${key}${MASK}`;
  };
  const query = pathAndQuery.indexOf('?');
  const split = query < 0 ? pathAndQuery.length : query;
  const masked = pathAndQuery.slice(0, split).replace(inPath, hide) + pathAndQuery.slice(split).replace(inQuery, hide);
  return { masked, parts };
}

export const countMasks = (pathAndQuery: string): number => pathAndQuery.split(MASK).length - 1;

export const showParts = (masked: string, parts: readonly string[]): string =>
  masked
    .split(MASK)
    .map((text, i) => (i === 0 ? text : `${parts[i - 1] ?? MASK}${text}`))
    .join('');
