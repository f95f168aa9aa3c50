import { describe, expect, it } from 'vitest';
import { PATIENCE_AT_START_MS, recordsFromMemory } from './fail-open-start.ts';

describe('a recorder that starts while its database is away', () => {
  it.each([
    ['records what it last knew', { answer: 'silent', waitedMs: PATIENCE_AT_START_MS, remembersCameras: true }, true],
    ['gives the database a moment', { answer: 'silent', waitedMs: 0, remembersCameras: true }, false],
    ['waits when it knows nothing', { answer: 'silent', waitedMs: 1e9, remembersCameras: false }, false],
    ['waits while another recorder is at work', { answer: 'taken', waitedMs: 1e9, remembersCameras: true }, false],
  ] as const)('%s', (_title, facts, expected) => expect(recordsFromMemory(facts)).toBe(expected));
});
