import type { Translate } from './i18n.tsx';

/** Shows the key in place of its text, so that a test does not depend on a language. */
export const showKeys = Object.assign((key: string) => `<${key}>`, { reason: () => '' }) as unknown as Translate;
