/**
 * How long a test waits for a condition: far longer than anything takes, because a busy machine, or one with a third of a core,
 * must not fail a test.
 */
export const PATIENCE_MS = 240_000;

/** The same for one step on a page of a running product. */
export const PAGE_PATIENCE_MS = 120_000;
