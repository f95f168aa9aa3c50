import type { TrueTypeFace } from './true-type.ts';

/** A font of the set and the name by which a page refers to it. */
export interface NamedFace {
  name: string;
  face: TrueTypeFace;
}

export interface TextRun {
  font: NamedFace;
  glyphs: { glyph: number; text: string }[];
  /** In thousandths of the font size. */
  width: number;
}

/** Invisible characters: they could turn the direction of the text around them. Joiners are parts of emoji and scripts. */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}]|(?![\u200c\u200d])\p{Cf}/gu;

/** Text as it is drawn: composed, on one line, without hidden characters. */
export const drawable = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').replace(HIDDEN, '').trim();

/**
 * Text as glyphs of the first fonts that have them; undefined if a character is in none, or needs more than one glyph after the
 * other (combining marks, joiners).
 */
export function runsOf(text: string, fonts: readonly NamedFace[]): TextRun[] | undefined {
  if (/[\p{M}\u200c\u200d]/u.test(text)) return undefined;
  const runs: TextRun[] = [];
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    const font = fonts.find(({ face }) => face.glyphOf(codePoint) !== undefined);
    const glyph = font?.face.glyphOf(codePoint);
    if (!font || glyph === undefined) return undefined;
    const last = runs.at(-1);
    const run = last?.font === font ? last : { font, glyphs: [], width: 0 };
    if (run !== last) runs.push(run);
    run.glyphs.push({ glyph, text: character });
    run.width += font.face.widthOf(glyph);
  }
  return runs;
}

export const widthOf = (runs: readonly TextRun[]): number => runs.reduce((sum, { width }) => sum + width, 0);

/** The text, or as much of it as fits with an ellipsis. */
export function fitRuns(
  text: string,
  fonts: readonly NamedFace[],
  maxWidth: number,
): { text: string; runs: TextRun[] } | undefined {
  const whole = runsOf(text, fonts);
  if (!whole || widthOf(whole) <= maxWidth) return whole && { text, runs: whole };
  const characters = [...text];
  let [low, high] = [0, characters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const cut = runsOf(`${characters.slice(0, middle).join('')}…`, fonts);
    if (cut && widthOf(cut) <= maxWidth) low = middle;
    else high = middle - 1;
  }
  const cut = `${characters.slice(0, low).join('')}…`;
  return { text: cut, runs: runsOf(cut, fonts) ?? [] };
}
