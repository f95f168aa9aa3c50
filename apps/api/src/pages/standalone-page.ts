import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const readHere = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export interface StandalonePage {
  html: string;
  /** Sources for a content security policy that allows the page's own style and script only. */
  styleSource: string;
  scriptSource: string;
}

/**
 * A self-contained page outside the console: look and logo of the product, a style and perhaps a script of its own.
 * They go where the HTML has `<!-- logo -->`, `<!-- style -->` and `<!-- script -->`.
 */
export function standalonePage({
  html,
  style,
  script = '',
}: {
  html: string;
  style: string;
  script?: string;
}): StandalonePage {
  const whole = `${readHere('base.css')}${style}`;
  // Replacement functions, because dollar signs in a replacement string are special.
  const page = html
    .replace('<!-- logo -->', () => readHere('logo.svg').trim())
    .replace('<!-- style -->', () => `<style>${whole}</style>`)
    .replace('<!-- script -->', () => `<script>${script}</script>`);
  return { html: page, styleSource: hashOf(whole), scriptSource: hashOf(script) };
}
