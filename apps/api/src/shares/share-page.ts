import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_HEADERS } from './shared-files.ts';

const read = (folder: string, name: string) => readFileSync(join(import.meta.dirname, folder, name), 'utf8');
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const [script, style] = [read('page', 'share.js'), read('page', 'share.css')];

/** Only its own script and style, and only this server: no other part of the product can be shown in it. */
export const PAGE_HEADERS = {
  ...PRIVATE_HEADERS,
  'cache-control': 'no-cache',
  'content-security-policy': [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "connect-src 'self'",
    "media-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

// Replacement functions, because dollar signs in a replacement string are special.
const page = read('page', 'share.html')
  .replace('<!-- logo -->', () => read('../exports/verifier', 'logo.svg').trim())
  .replace('<!-- style -->', () => `<style>${style}</style>`)
  .replace('<!-- script -->', () => `<script>${script}</script>`);

/** One page for all links: it contains nothing of what a link shares. */
export const sharePage = (): string => page;
