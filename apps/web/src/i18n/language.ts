export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** Each in its own words, so that somebody lost in the wrong one finds the way. */
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' };

const isLanguage = (text: string): text is Language => languages.some((known) => known === text);

/** What was chosen, else the first wish of the browser that we can speak, else English. */
export function pickLanguage(chosen: string | null, wished: readonly string[]): Language {
  if (chosen !== null && isLanguage(chosen)) return chosen;
  return wished.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

/**
 * How numbers and times are written: the browser's own habit within the language, so British dates stay British. English in a
 * browser that asks for none is written as in its country, where the clock may have 24 hours.
 */
export function localeOf(language: Language, wished: readonly string[]): string {
  const own = wished.find((tag) => tag.toLowerCase().startsWith(language));
  if (own !== undefined) return own;
  const region = wished.map(regionOf).find((found) => found !== undefined);
  return region === undefined ? language : `${language}-${region}`;
}

function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().region;
  } catch {
    return undefined;
  }
}
