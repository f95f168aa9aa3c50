/** Invisible characters, or those that change the direction of text: two names that look alike would differ. */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u;
const ALL_HIDDEN = new RegExp(HIDDEN, 'gu');

export const holdsHiddenCharacters = (name: string): boolean => HIDDEN.test(name);

/** For names that others gave, which cannot be refused. */
export const withoutHiddenCharacters = (name: string): string => name.replace(ALL_HIDDEN, '');

/** A name as it is stored: composed, because one keyboard writes an umlaut as one character and another as two. */
export const cleanName = (name: string): string => name.normalize('NFC').trim();

/**
 * The comparison key of a name, regardless of case. Stored with the name, because the folding of a database depends on its
 * locale. Lower, upper and lower case again: a sharp s has no capital in every script, and both cases of a letter must be
 * equal. The two lower-case forms of sigma are treated as one.
 */
export function foldName(name: string): string {
  const caseless = cleanName(name).toLowerCase().toUpperCase().toLowerCase();
  return cleanName(caseless.normalize('NFC').replaceAll('ς', 'σ'));
}
