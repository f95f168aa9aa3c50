import { deflate } from './compress.ts';
import { embedFont } from './embed-font.ts';
import { drawable, fitRuns, type NamedFace, type TextRun, widthOf } from './font-set.ts';
import { jpegFacts } from './jpeg-facts.ts';
import { type PdfFile, type PdfReference, refer, textString } from './pdf-file.ts';

export interface PdfFonts {
  regular: readonly NamedFace[];
  bold: readonly NamedFace[];
}

/** A text that the fonts do not cover, as a picture of the browser's own fonts. */
export type DrawText = (
  text: string,
  look: { isBold: boolean; color: string; ground: string; maxWidth: number; size: number },
) => Promise<{ jpeg: Uint8Array; width: number; height: number } | undefined>;

export interface TextLook {
  size: number;
  isBold?: boolean;
  /** #RRGGBB. */
  color?: string;
  /** The colour behind it, for text that becomes a picture. */
  ground?: string;
  maxWidth: number;
}

export const PAGE = { width: 595.28, height: 841.89 };

const rgb = (color: string): string =>
  [1, 3, 5].map((at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ');
const n = (value: number): string => value.toFixed(2);

/** Draws on one page. Positions are points from the top left corner. */
export class PagePainter {
  readonly #file: PdfFile;
  readonly #fonts: PdfFonts;
  readonly #drawText: DrawText;
  readonly #content: string[] = [];
  readonly #used = new Map<NamedFace, Map<number, string>>();
  readonly #pictures: PdfReference[] = [];

  constructor(file: PdfFile, { fonts, drawText }: { fonts: PdfFonts; drawText: DrawText }) {
    this.#file = file;
    this.#fonts = fonts;
    this.#drawText = drawText;
  }

  rectangle(
    box: { x: number; y: number; width: number; height: number },
    look: { fill?: string; stroke?: string },
  ): void {
    const path = `${n(box.x)} ${n(PAGE.height - box.y - box.height)} ${n(box.width)} ${n(box.height)} re`;
    if (look.fill) this.#content.push(`${rgb(look.fill)} rg ${path} f`);
    if (look.stroke) this.#content.push(`${rgb(look.stroke)} RG 1.5 w ${path} S`);
  }

  /** One line; `y` is its baseline. Returns its width. */
  async text(raw: string, x: number, y: number, look: TextLook): Promise<number> {
    const { size, isBold = false, color = '#000000', ground = '#FFFFFF', maxWidth } = look;
    const text = drawable(raw);
    if (text === '') return 0;
    const fitted = fitRuns(text, isBold ? this.#fonts.bold : this.#fonts.regular, (maxWidth / size) * 1000);
    if (fitted) {
      this.#glyphs(fitted.runs, { x, y, size, color });
      return (widthOf(fitted.runs) * size) / 1000;
    }
    const drawn = await this.#drawText(text, { isBold, color, ground, maxWidth, size });
    if (!drawn) return 0;
    // Programs that read the text of the page get it from here.
    this.#content.push(`/Span << /ActualText ${textString(text)} >> BDC`);
    this.picture(drawn.jpeg, { x, y: y - drawn.height * 0.78, width: drawn.width, height: drawn.height });
    this.#content.push('EMC');
    return drawn.width;
  }

  #glyphs(
    runs: readonly TextRun[],
    { x, y, size, color }: { x: number; y: number; size: number; color: string },
  ): void {
    let at = x;
    for (const { font, glyphs, width } of runs) {
      const used = this.#used.get(font) ?? new Map<number, string>();
      this.#used.set(font, used);
      for (const { glyph, text } of glyphs) used.set(glyph, text);
      const hex = glyphs.map(({ glyph }) => glyph.toString(16).padStart(4, '0')).join('');
      this.#content.push(
        `BT ${rgb(color)} rg /${font.name} ${n(size)} Tf ${n(at)} ${n(PAGE.height - y)} Td <${hex}> Tj ET`,
      );
      at += (width * size) / 1000;
    }
  }

  /** A JPEG, as it is. Anything else is left out. */
  picture(jpeg: Uint8Array, box: { x: number; y: number; width: number; height: number }): boolean {
    const facts = jpegFacts(jpeg);
    const space = { 1: '/DeviceGray', 3: '/DeviceRGB' }[facts?.components ?? 0];
    if (!facts || !space) return false;
    const reference = this.#file.addStream(
      `/Type /XObject /Subtype /Image /Width ${facts.width} /Height ${facts.height} /ColorSpace ${space} /BitsPerComponent 8 /Filter /DCTDecode`,
      jpeg,
    );
    this.#pictures.push(reference);
    this.#content.push(
      `q ${n(box.width)} 0 0 ${n(box.height)} ${n(box.x)} ${n(PAGE.height - box.y - box.height)} cm /P${reference} Do Q`,
    );
    return true;
  }

  /** Writes fonts, pictures and the page itself. */
  async finish(parent: PdfReference): Promise<PdfReference> {
    const fonts: string[] = [];
    for (const [font, used] of this.#used)
      fonts.push(`/${font.name} ${refer(await embedFont(this.#file, font, used))}`);
    const pictures = this.#pictures.map((reference) => `/P${reference} ${refer(reference)}`);
    const content = await deflate(new TextEncoder().encode(this.#content.join('\n')));
    const contents = this.#file.addStream('/Filter /FlateDecode', content);
    return this.#file.add(
      `<< /Type /Page /Parent ${refer(parent)} /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents ${refer(contents)} /Resources << /Font << ${fonts.join(' ')} >> /XObject << ${pictures.join(' ')} >> >> >>`,
    );
  }
}
