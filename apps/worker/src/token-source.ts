import { readFileSync } from 'node:fs';

export interface TokenSource {
  current: () => string;
  /** The API refused the token: a token file may have been replaced. */
  refused(): void;
}

/** The ingest token. A token file is read again when the API refuses the token, so that rotation needs no restart. */
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
        // The file may be being replaced; the old token stays until the next refusal.
      }
    },
  };
}
