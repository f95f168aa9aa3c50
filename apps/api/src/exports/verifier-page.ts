import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (name: string) => readFileSync(join(import.meta.dirname, 'verifier', name), 'utf8');
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function assemble(): string {
  const [script, style] = [read('verify.js'), read('verify.css')];
  // The page is self-contained and may run nothing else: it cannot send anything anywhere.
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; form-action 'none'; base-uri 'none'`;
  // Replacement functions, because dollar signs in a replacement string are special.
  return read('verify.html')
    .replace('<!-- policy -->', () => `<meta http-equiv="Content-Security-Policy" content="${policy}">`)
    .replace('<!-- logo -->', () => read('logo.svg').trim())
    .replace('<!-- style -->', () => `<style>${style}</style>`)
    .replace('<!-- script -->', () => `<script>${script}</script>`);
}

let page: string | undefined;

/** One file that works offline from a memory stick: it checks an export against its manifest. */
export const verifierPage = (): string => {
  page ??= assemble();
  return page;
};
