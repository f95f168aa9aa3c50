export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** Each in its own language, so that it is found from any other. */
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' };

const isLanguage = (text: string): text is Language => languages.some((known) => known === text);

/** The chosen language, otherwise the browser's first supported one, otherwise English. */
export function pickLanguage(chosen: string | null, preferred: readonly string[]): Language {
  if (chosen !== null && isLanguage(chosen)) return chosen;
  return preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

/**
 * Locale for numbers and times: the browser's variant of the language, so that British dates stay British. English in a
 * browser without English uses the browser's country, which may have a 24-hour clock.
 */
export function localeOf(language: Language, preferred: readonly string[]): string {
  const own = preferred.find((tag) => tag.toLowerCase().startsWith(language));
  if (own !== undefined) return own;
  const region = preferred.map(regionOf).find((found) => found !== undefined);
  return region === undefined ? language : `${language}-${region}`;
}

function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().region;
  } catch {
    return undefined;
  }
}
