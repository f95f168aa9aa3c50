import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { standalonePage } from '../pages/standalone-page.ts';
import { PRIVATE_HEADERS } from './shared-files.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, 'page', name), 'utf8');
const { html, scriptSource, styleSource } = standalonePage({
  html: read('share.html'),
  style: read('share.css'),
  script: read('share.js'),
});

/** Only its own script and style, and only this server: no other part of the product can be shown in it. */
export const PAGE_HEADERS = {
  ...PRIVATE_HEADERS,
  'cache-control': 'no-cache',
  'content-security-policy': [
    "default-src 'none'",
    `script-src ${scriptSource}`,
    `style-src ${styleSource}`,
    "connect-src 'self'",
    "media-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

/** One page for all links: it contains nothing of what a link shares. */
export const sharePage = (): string => html;
