import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { standalonePage } from '../pages/standalone-page.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, 'verifier', name), 'utf8');

function assemble(): string {
  const { html, scriptSource, styleSource } = standalonePage({
    html: read('verify.html'),
    style: read('verify.css'),
    script: read('verify.js'),
  });
  // The page is self-contained and may run nothing else: it cannot send anything anywhere.
  const policy = `default-src 'none'; script-src ${scriptSource}; style-src ${styleSource}; form-action 'none'; base-uri 'none'`;
  return html.replace('<!-- policy -->', () => `<meta http-equiv="Content-Security-Policy" content="${policy}">`);
}

let page: string | undefined;

/** One file that works offline from a memory stick: it checks an export against its manifest. */
export const verifierPage = (): string => {
  page ??= assemble();
  return page;
};
