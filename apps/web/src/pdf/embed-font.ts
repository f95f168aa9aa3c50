import { deflate } from './compress.ts';
import type { NamedFace } from './font-set.ts';
import { type PdfFile, type PdfReference, refer } from './pdf-file.ts';

const SYMBOLIC = 4;

/** A font with its widths, and the text of each used glyph so that it can be searched and copied. */
export async function embedFont(
  file: PdfFile,
  { name, face }: NamedFace,
  used: ReadonlyMap<number, string>,
): Promise<PdfReference> {
  const program = face.file();
  const packed = await deflate(program);
  const embedded = file.addStream(`/Filter /FlateDecode /Length1 ${program.length}`, packed);
  // Readers recognise a subset by six letters before the name.
  const fontName = `/HOLDFA+Roboto-${name}`;
  const descriptor = file.add(
    `<< /Type /FontDescriptor /FontName ${fontName} /Flags ${SYMBOLIC} /FontBBox [${face.box.map(Math.round).join(' ')}] /ItalicAngle 0 /Ascent ${Math.round(face.ascent)} /Descent ${Math.round(face.descent)} /CapHeight 711 /StemV 80 /FontFile2 ${refer(embedded)} >>`,
  );
  const glyphs = [...used.keys()].sort((a, b) => a - b);
  const widths = glyphs.map((glyph) => `${glyph} [${face.widthOf(glyph).toFixed(1)}]`).join(' ');
  const descendant = file.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont ${fontName} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${refer(descriptor)} /DW 0 /W [${widths}] /CIDToGIDMap /Identity >>`,
  );
  const toUnicode = file.addStream('', new TextEncoder().encode(characterMap(glyphs, used)));
  return file.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont ${fontName} /Encoding /Identity-H /DescendantFonts [${refer(descendant)}] /ToUnicode ${refer(toUnicode)} >>`,
  );
}

const hex = (value: number) => value.toString(16).padStart(4, '0');
const MAX_PER_BLOCK = 100;

function characterMap(glyphs: readonly number[], used: ReadonlyMap<number, string>): string {
  const lines = glyphs.map((glyph) => {
    const text = used.get(glyph) ?? '';
    return `<${hex(glyph)}> <${Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join('')}>`;
  });
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += MAX_PER_BLOCK) {
    const block = lines.slice(at, at + MAX_PER_BLOCK);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}
