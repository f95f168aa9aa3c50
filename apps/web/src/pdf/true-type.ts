import type { FontTables } from './read-woff.ts';

/** The facts about a font that a PDF needs. */
export interface TrueTypeFace {
  /** Undefined if the font has no picture for the character. */
  glyphOf(codePoint: number): number | undefined;
  /** In thousandths of the font size. */
  widthOf(glyph: number): number;
  ascent: number;
  descent: number;
  /** As thousandths: left, bottom, right, top. */
  box: readonly [number, number, number, number];
  /** The font as a file, with the tables that a PDF uses. */
  file(): Uint8Array;
}

// All that glyphs need; the rest is for shaping, which is not done here.
const EMBEDDED = ['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep'];

export function trueTypeFace(tables: FontTables): TrueTypeFace {
  const of = (tag: string): DataView => {
    const table = tables.get(tag);
    if (!table) throw new Error(`the font has no table ${tag}`);
    return new DataView(table.buffer, table.byteOffset, table.byteLength);
  };
  const head = of('head');
  const hhea = of('hhea');
  const hmtx = of('hmtx');
  const scale = 1000 / head.getUint16(18);
  const metrics = hhea.getUint16(34);
  const glyphs = readCharacterMap(of('cmap'));
  return {
    glyphOf: (codePoint) => glyphs.get(codePoint),
    // Glyphs beyond the last metric have its width.
    widthOf: (glyph) => hmtx.getUint16(Math.min(glyph, metrics - 1) * 4) * scale,
    ascent: hhea.getInt16(4) * scale,
    descent: hhea.getInt16(6) * scale,
    box: [head.getInt16(36) * scale, head.getInt16(38) * scale, head.getInt16(40) * scale, head.getInt16(42) * scale],
    file: () => fontFile(tables),
  };
}

/** Every character of a font with its glyph. The fonts are small subsets, so all fit in a map. */
function readCharacterMap(cmap: DataView): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (let n = 0; n < cmap.getUint16(2); n += 1) {
    const at = cmap.getUint32(4 + n * 8 + 4);
    const format = cmap.getUint16(at);
    if (format === 4) readFormat4(cmap, at, found);
    if (format === 12) readFormat12(cmap, at, found);
  }
  return found;
}

function readFormat4(cmap: DataView, at: number, found: Map<number, number>): void {
  const segments = cmap.getUint16(at + 6) / 2;
  const ends = at + 14;
  const starts = ends + segments * 2 + 2;
  const deltas = starts + segments * 2;
  const offsets = deltas + segments * 2;
  for (let segment = 0; segment < segments; segment += 1) {
    const start = cmap.getUint16(starts + segment * 2);
    const end = cmap.getUint16(ends + segment * 2);
    const delta = cmap.getUint16(deltas + segment * 2);
    const offset = cmap.getUint16(offsets + segment * 2);
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const stored = offset === 0 ? code : cmap.getUint16(offsets + segment * 2 + offset + (code - start) * 2);
      const glyph = stored === 0 ? 0 : (stored + delta) & 0xffff;
      if (glyph !== 0) found.set(code, glyph);
    }
  }
}

function readFormat12(cmap: DataView, at: number, found: Map<number, number>): void {
  for (let group = 0; group < cmap.getUint32(at + 12); group += 1) {
    const start = cmap.getUint32(at + 16 + group * 12);
    const end = cmap.getUint32(at + 20 + group * 12);
    const glyph = cmap.getUint32(at + 24 + group * 12);
    for (let code = start; code <= end; code += 1) found.set(code, glyph + code - start);
  }
}

/** The tables as an ordinary font file. */
function fontFile(tables: FontTables): Uint8Array {
  const kept = EMBEDDED.flatMap((tag) => {
    const table = tables.get(tag);
    return table ? [{ tag, table }] : [];
  });
  const padded = (length: number) => Math.ceil(length / 4) * 4;
  const headLength = 12 + kept.length * 16;
  const file = new Uint8Array(headLength + kept.reduce((sum, { table }) => sum + padded(table.length), 0));
  const view = new DataView(file.buffer);
  const power = Math.floor(Math.log2(kept.length));
  view.setUint32(0, 0x00010000);
  view.setUint16(4, kept.length);
  view.setUint16(6, 2 ** power * 16);
  view.setUint16(8, power);
  view.setUint16(10, kept.length * 16 - 2 ** power * 16);
  let at = headLength;
  for (const [n, { tag, table }] of kept.entries()) {
    file.set(table, at);
    const entry = 12 + n * 16;
    for (let letter = 0; letter < 4; letter += 1) view.setUint8(entry + letter, tag.charCodeAt(letter));
    view.setUint32(entry + 4, checksum(view, at, padded(table.length)));
    view.setUint32(entry + 8, at);
    view.setUint32(entry + 12, table.length);
    at += padded(table.length);
  }
  return file;
}

function checksum(view: DataView, start: number, length: number): number {
  let sum = 0;
  for (let at = start; at < start + length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}
