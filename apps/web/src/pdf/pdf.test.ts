import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawable, fitRuns, type NamedFace, runsOf, widthOf } from './font-set.ts';
import { jpegFacts } from './jpeg-facts.ts';
import type { PdfFonts } from './page-painter.ts';
import { readWoff } from './read-woff.ts';
import { type Report, reportPdf } from './report-page.ts';
import { trueTypeFace } from './true-type.ts';

const path = createRequire(import.meta.url);
const faceOf = async (name: string): Promise<NamedFace> => ({
  name: name.replaceAll(/\W/g, ''),
  face: trueTypeFace(
    await readWoff(await readFile(path.resolve(`@fontsource/roboto/files/roboto-${name}-normal.woff`))),
  ),
});
let fonts: PdfFonts;
beforeAll(async () => {
  fonts = {
    regular: [await faceOf('latin-400'), await faceOf('cyrillic-400'), await faceOf('greek-400')],
    bold: [await faceOf('latin-700')],
  };
});

/** A grey JPEG is enough for its facts; no test here decodes it. */
const jpeg = new Uint8Array([
  0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 0, 40, 0, 120, 1, 1, 0x11, 0, 0xff, 0xd9,
]);

const report: Report = {
  title: 'Plate sighting',
  banner: 'On the watchlist',
  headline: 'ABC1234',
  facts: [{ label: 'Camera', value: 'Gate (north) \\ <<' }],
  frame: { jpeg, box: [0.1, 0.2, 0.3, 0.4] },
  noFrame: 'No footage',
  crop: jpeg,
  recentTitle: 'Recent sightings',
  recent: [['12:00', 'Gate', '90 %']],
  footer: 'Made by Holdfast',
  madeAt: new Date(0),
};

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const made = async (part: Partial<Report> = {}, drawn: string[] = []) => {
  const bytes = await reportPdf(
    { ...report, ...part },
    {
      fonts,
      drawText: async (text) => {
        drawn.push(text);
        return { jpeg, width: 100, height: 12 };
      },
    },
  );
  return textOf(bytes);
};
/** The drawing commands of the page. */
const commandsOf = (pdf: string) => {
  const content = [...pdf.matchAll(/<< \/Filter \/FlateDecode \/Length \d+ >>\nstream\n([\s\S]*?)\nendstream/g)].at(-1);
  return inflateSync(Buffer.from(content?.[1] ?? '', 'latin1')).toString('latin1');
};

describe('a font', () => {
  it('has the glyphs and widths of its characters', () => {
    const runs = runsOf('Ab 1', fonts.regular);
    expect(runs).toHaveLength(1);
    // Roboto's advance widths, in thousandths.
    expect(runs?.[0]?.glyphs).toHaveLength(4);
    expect(Math.round(widthOf(runs ?? []))).toBeGreaterThan(1900);
    expect(Math.round(widthOf(runs ?? []))).toBeLessThan(2200);
  });

  it('falls back to another for other scripts, and to none for characters that no font has', () => {
    expect(runsOf('Тор Πύλη Gate', fonts.regular)?.map(({ font }) => font.name)).toEqual([
      'cyrillic400',
      'latin400',
      'greek400',
      'latin400',
    ]);
    expect(runsOf('門', fonts.regular)).toBeUndefined();
    expect(runsOf('بوابة', fonts.regular)).toBeUndefined();
  });
});

describe('text', () => {
  it.each([
    ['a\u202Eb', 'ab'],
    ['a\n\tb', 'a b'],
    ['A\u0308', 'Ä'],
    ['\u0000x\uFEFF', 'x'],
  ])('%j is drawn as %j', (text, expected) => expect(drawable(text)).toBe(expected));

  it('is cut with an ellipsis where it does not fit', () => {
    const cut = fitRuns('A very long name of a camera', fonts.regular, 5000);
    expect(cut?.text.endsWith('…')).toBe(true);
    expect(widthOf(cut?.runs ?? [])).toBeLessThanOrEqual(5000);
  });
});

describe('a JPEG', () => {
  it('has a size', () => expect(jpegFacts(jpeg)).toEqual({ width: 120, height: 40, components: 1 }));
  it.each([new Uint8Array(), new Uint8Array([1, 2, 3, 4]), jpeg.subarray(0, 10)])('is none: %#', (bytes) =>
    expect(jpegFacts(bytes)).toBeUndefined(),
  );
});

describe('a page', () => {
  it('is a file whose table has the position of every object', async () => {
    const pdf = await made();
    expect(pdf.startsWith('%PDF-1.7\n')).toBe(true);
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)?.[1]);
    const entries = [...pdf.slice(start).matchAll(/^(\d{10}) 00000 n /gm)].map(([, offset]) => Number(offset));
    expect(entries.length).toBeGreaterThan(8);
    for (const [index, offset] of entries.entries())
      expect(pdf.slice(offset, offset + 12)).toMatch(new RegExp(`^${index + 1} 0 obj`));
  });

  it('has a red banner only on the watchlist', async () => {
    expect(commandsOf(await made())).toContain('0.706 0.137 0.094 rg');
    expect(commandsOf(await made({ banner: null }))).not.toContain('0.706 0.137 0.094 rg');
  });

  it('draws any text as glyph numbers or as a picture, so that none of it is ever a command', async () => {
    const drawn: string[] = [];
    const hostile = fc.string({ unit: 'binary', maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const commands = commandsOf(await made({ headline: text, facts: [{ label: text, value: text }] }, drawn));
        for (const line of commands.split('\n'))
          expect(line).toMatch(
            /^(BT [\d. ]+ rg \/\w+ [\d.]+ Tf [\d. -]+ Td <[0-9a-f]+> Tj ET|[\d. ]+ rg [\d. -]+ re f|[\d. ]+ RG 1\.5 w [\d. -]+ re S|q [\d. -]+ cm \/P\d+ Do Q|\/Span << \/ActualText <FEFF[0-9a-f]*> >> BDC|EMC)$/,
          );
      }),
      { numRuns: 30 },
    );
    await made({ headline: '門 🚪' }, drawn);
    expect(drawn).toContain('門 🚪');
  });
});
