import cyrillic400 from '@fontsource/roboto/files/roboto-cyrillic-400-normal.woff?url';
import cyrillic700 from '@fontsource/roboto/files/roboto-cyrillic-700-normal.woff?url';
import greek400 from '@fontsource/roboto/files/roboto-greek-400-normal.woff?url';
import greek700 from '@fontsource/roboto/files/roboto-greek-700-normal.woff?url';
import latin400 from '@fontsource/roboto/files/roboto-latin-400-normal.woff?url';
import latin700 from '@fontsource/roboto/files/roboto-latin-700-normal.woff?url';
import latinExt400 from '@fontsource/roboto/files/roboto-latin-ext-400-normal.woff?url';
import latinExt700 from '@fontsource/roboto/files/roboto-latin-ext-700-normal.woff?url';
import vietnamese400 from '@fontsource/roboto/files/roboto-vietnamese-400-normal.woff?url';
import vietnamese700 from '@fontsource/roboto/files/roboto-vietnamese-700-normal.woff?url';
import { drawable, type NamedFace, runsOf } from './font-set.ts';
import type { PdfFonts } from './page-painter.ts';
import { readWoff } from './read-woff.ts';
import { trueTypeFace } from './true-type.ts';

// In the order in which they are tried; the first is always needed.
const files = {
  regular: [latin400, latinExt400, cyrillic400, greek400, vietnamese400],
  bold: [latin700, latinExt700, cyrillic700, greek700, vietnamese700],
};

async function loadFace(url: string, name: string): Promise<NamedFace> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the font answered ${response.status}`);
  return { name, face: trueTypeFace(await readWoff(new Uint8Array(await response.arrayBuffer()))) };
}

/** Fonts for these texts: further scripts are only loaded if one of them needs it. */
export async function loadFonts(texts: readonly string[]): Promise<PdfFonts> {
  const load = async (weight: 'regular' | 'bold'): Promise<NamedFace[]> => {
    const fonts: NamedFace[] = [];
    for (const [index, url] of files[weight].entries()) {
      if (fonts.length > 0 && texts.every((text) => runsOf(drawable(text), fonts) !== undefined)) break;
      fonts.push(await loadFace(url, `${weight === 'bold' ? 'B' : 'R'}${index}`));
    }
    return fonts;
  };
  const [regular, bold] = await Promise.all([load('regular'), load('bold')]);
  return { regular, bold };
}
