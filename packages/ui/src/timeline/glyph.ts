/** The symbol of an event: shapes differ, so that they are distinct without their colour. */
export type Glyph = 'plate' | 'person' | 'vehicle' | 'animal' | 'other';

const GLYPHS: Record<string, Glyph> = {
  license_plate: 'plate',
  person: 'person',
  face: 'person',
  car: 'vehicle',
  truck: 'vehicle',
  bus: 'vehicle',
  motorcycle: 'vehicle',
  bicycle: 'vehicle',
  dog: 'animal',
  cat: 'animal',
  bird: 'animal',
};
/** Of several in one place the first of these is drawn. */
export const GLYPH_ORDER: readonly Glyph[] = ['plate', 'person', 'vehicle', 'animal', 'other'];

export const glyphOf = (label: string): Glyph => (Object.hasOwn(GLYPHS, label) ? (GLYPHS[label] as Glyph) : 'other');
