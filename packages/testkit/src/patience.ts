/**
 * How long a test waits for something to come true: far beyond what anything takes, because a machine that is busy, or
 * that is lent a third of its processor, is no fault of the code.
 */
export const PATIENCE_MS = 240_000;

/** The same for one step on a page of a product that is up already. */
export const PAGE_PATIENCE_MS = 60_000;
