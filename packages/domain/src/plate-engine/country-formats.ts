/** ISO 3166 alpha-2. */
export type CountryCode = string & { readonly __brand: 'CountryCode' };

/** Two letters, as in the standard; not checked against the list of countries. */
export const parseCountry = (text: string): CountryCode | undefined =>
  /^[A-Z]{2}$/.test(text) ? (text as CountryCode) : undefined;

/** Registration patterns: L is a letter, D a digit. */
type Pattern = string;

const between = (least: number, most: number): number[] =>
  Array.from({ length: most - least + 1 }, (_, i) => least + i);

/** Every pattern with this many letters followed by this many digits, with a fixed end. */
const lettersThenDigits = (
  [fewestLetters, maxLetters]: readonly [number, number],
  [fewestDigits, maxDigits]: readonly [number, number],
  end = '',
): Pattern[] =>
  between(fewestLetters, maxLetters).flatMap((letters) =>
    between(fewestDigits, maxDigits).map((digits) => 'L'.repeat(letters) + 'D'.repeat(digits) + end),
  );

// Countries whose plates follow a pattern strictly enough to know letters from digits by their position. The United States and
// Canada are missing on purpose: their states and provinces use every mixture.
const formats: Record<string, readonly Pattern[]> = {
  AR: ['LLLDDD', 'LLDDDLL'],
  BE: ['DLLLDDD', 'LLLDDD', 'DDDLLL'],
  BG: lettersThenDigits([1, 2], [4, 4], 'LL'),
  BR: ['LLLDDDD', 'LLLDLDD'],
  CH: lettersThenDigits([2, 2], [1, 6]),
  CZ: ['DLDDDDD', 'DLLDDDD'],
  DE: [...lettersThenDigits([2, 5], [1, 4]), ...lettersThenDigits([2, 5], [1, 3], 'L')].filter(
    ({ length }) => length <= 8,
  ),
  DK: ['LLDDDDD'],
  EE: ['DDDLLL'],
  ES: ['DDDDLLL'],
  FI: ['LLLDDD', 'LLDDD', 'LLLDD'],
  FR: ['LLDDDLL'],
  GB: ['LLDDLLL', 'LDDDLLL', 'LDDLLL', 'LLLDDDL', 'LLLDDL', ...lettersThenDigits([3, 3], [4, 4])],
  GR: ['LLLDDDD'],
  HR: [...lettersThenDigits([2, 2], [3, 4], 'L'), ...lettersThenDigits([2, 2], [3, 4], 'LL')],
  HU: ['LLLDDD', 'LLLLDDD'],
  IN: ['LLDDLDDDD', 'LLDDLLDDDD', 'LLDDLLLDDDD', 'LLDLLDDDD', 'LLDLDDDD'],
  IT: ['LLDDDLL'],
  LT: ['LLLDDD'],
  LV: lettersThenDigits([2, 2], [1, 4]),
  NL: ['DDLLLD', 'DLLLDD', 'LLDDDL', 'LDDDLL', 'LLLDDL', 'LDDLLL', 'DDLLDD', 'LLLLDD', 'DDLLLL', 'LLDDLL'],
  NO: ['LLDDDDD'],
  PK: lettersThenDigits([2, 3], [2, 4]),
  PT: ['LLDDLL', 'DDLLDD', 'DDDDLL', 'LLDDDD'],
  RO: [...lettersThenDigits([2, 2], [2, 2], 'LLL'), ...lettersThenDigits([1, 1], [2, 3], 'LLL')],
  SE: ['LLLDDD', 'LLLDDL'],
  SK: ['LLDDDLL'],
  TR: ['DDLDDDD', 'DDLDDDDD', 'DDLLDDD', 'DDLLDDDD', 'DDLLLDD', 'DDLLLDDD'],
  UA: ['LLDDDDLL'],
};

/** Countries for which letters and digits of a plate can be distinguished. */
export const countriesWithFormats: readonly CountryCode[] = Object.keys(formats).sort() as CountryCode[];

// On most plates these look the same, and no picture distinguishes them.
const asDigit: Record<string, string> = { O: '0', I: '1' };
const asLetter: Record<string, string> = { '0': 'O', '1': 'I' };

const isDigit = (character: string) => character >= '0' && character <= '9';

/** The text with O and 0, I and 1 corrected to the pattern, or undefined if it cannot match. */
function fitTo(pattern: Pattern, text: string): string | undefined {
  if (pattern.length !== text.length) return undefined;
  let fitted = '';
  for (let i = 0; i < text.length; i += 1) {
    const character = text.charAt(i);
    const wantsDigit = pattern.charAt(i) === 'D';
    if (isDigit(character) === wantsDigit) fitted += character;
    else {
      const swapped = wantsDigit ? asDigit[character] : asLetter[character];
      if (swapped === undefined) return undefined;
      fitted += swapped;
    }
  }
  return fitted;
}

const exchanges = (text: string, fit: string) => [...text].filter((character, i) => character !== fit.charAt(i)).length;

/**
 * The registration that a text means under a country's formats, with as few exchanges of O and 0, I and 1 as possible.
 * Undefined if it fits no format, or if formats disagree.
 */
export function fitToCountry(text: string, country: CountryCode): string | undefined {
  const patterns = formats[country] ?? [];
  const fits = new Set(patterns.map((pattern) => fitTo(pattern, text)).filter((fit) => fit !== undefined));
  const ranked = [...fits].sort((a, b) => exchanges(text, a) - exchanges(text, b));
  const [best, next] = ranked;
  if (best === undefined || next === undefined) return best;
  return exchanges(text, best) < exchanges(text, next) ? best : undefined;
}

/** How much less probable a registration may be than the first choice, as a difference of logarithms. */
const MAX_DOUBT = 2;

export interface RankedText {
  text: string;
  score: number;
}

/**
 * Resolves what a picture leaves open: the first of the ranked texts that is a registration of the country, if it is nearly as
 * probable as the first. Without a country, or if nothing fits, the first text stays.
 */
export function settleByCountry(ranked: readonly RankedText[], country: CountryCode | undefined): string | undefined {
  const [first] = ranked;
  if (first === undefined || country === undefined) return first?.text;
  for (const { text, score } of ranked) {
    if (first.score - score > MAX_DOUBT) break;
    const fit = fitToCountry(text, country);
    if (fit !== undefined) return fit;
  }
  return first.text;
}
