/** Characters that are not seen, or that turn the text around them: two names that look alike would be different. */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u;

export const holdsHiddenCharacters = (name: string): boolean => HIDDEN.test(name);

/** A name as it is kept: composed, because one keyboard writes an umlaut as one character and another as two. */
export const cleanName = (name: string): string => name.normalize('NFC').trim();

/**
 * What a name is compared by, without regard to case. Stored beside the name, because what a database folds depends on its locale.
 * Case goes down, up and down again: a sharp s has no capital in every script, and both cases of a letter must meet. A sigma is
 * written differently at the end of a word, so its two small forms are one.
 */
export function foldName(name: string): string {
  const caseless = cleanName(name).toLowerCase().toUpperCase().toLowerCase();
  return cleanName(caseless.normalize('NFC').replaceAll('ς', 'σ'));
}
