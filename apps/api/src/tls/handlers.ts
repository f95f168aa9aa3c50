import { X509Certificate } from 'node:crypto';
import type { Routes } from '@holdfast/contract';
import { reasonCode } from '@holdfast/domain';
import type { Handlers } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import { trustPage } from './trust-page.ts';

/** The authority in PEM form; undefined without one of our own. */
export function trustHandlers({ authority }: { authority: string | undefined }): Handlers<Routes['trust']> {
  const own = (): X509Certificate => {
    if (authority === undefined) throw new Problem('not-found', { reason: reasonCode('no-own-certificate') });
    return new X509Certificate(authority);
  };
  return {
    page: ({ request: { headers, query } }) => {
      // Chosen on the page itself; anything else leaves it to the browser.
      const { lang } = query as Record<string, unknown>;
      const isKnown = lang === 'de' || lang === 'en';
      const german = isKnown ? lang === 'de' : /^de\b/i.test(headers['accept-language'] ?? '');
      const { html, policy } = trustPage({ language: german ? 'de' : 'en', certificate: own() });
      return {
        bytes: html,
        mediaType: 'text/html; charset=utf-8',
        headers: { 'content-security-policy': policy },
      };
    },
    certificate: () => ({
      bytes: own().toString(),
      headers: { 'content-disposition': 'attachment; filename="holdfast.crt"' },
    }),
  };
}
