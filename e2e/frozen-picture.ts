import { clockDifference, until } from '@holdfast/testkit';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { paneFacts } from './live-page.ts';

/** The pane shows an old picture: it must be labelled and dimmed, with the time of that picture. */
export async function expectFrozen(page: Page, name: string): Promise<void> {
  const oldPicture = async (ageMs: number) => {
    const facts = await paneFacts(page, name);
    // There may be no picture for an instant while one old picture replaces another.
    const { labelledMs, clockMs } = facts ?? {};
    if (!facts || labelledMs === undefined || clockMs === undefined) return undefined;
    return facts.isDimmed && Date.now() - labelledMs > ageMs && { ...facts, labelledMs, clockMs };
  };
  for (const ageMs of [0, 15_000]) {
    const facts = await until(() => oldPicture(ageMs));
    expect(facts.state).not.toBe('playing');
    const differenceMs = clockDifference(facts.labelledMs, facts.clockMs);
    expect(Math.abs(differenceMs), JSON.stringify({ ...facts, differenceMs })).toBeLessThan(2_000);
  }
}
