import { readFileSync } from 'node:fs';

export interface TokenSource {
  current: () => string;
  /** The API does not accept the token: one that comes from a file may have been replaced. */
  refused(): void;
}

/** The ingest token. From a file it is read again when the API refuses it, so that rotating it needs no restart. */
export function createTokenSource(env: NodeJS.ProcessEnv, atStart: string): TokenSource {
  const path = env.LPR_INGEST_TOKEN_FILE?.trim();
  let token = atStart;
  return {
    current: () => token,
    refused() {
      if (path === undefined || path === '') return;
      try {
        token = readFileSync(path, 'utf8').trim() || token;
      } catch {
        // Being replaced right now, perhaps; the old one stays until the next refusal.
      }
    },
  };
}
