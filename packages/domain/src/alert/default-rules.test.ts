import { describe, expect, it } from 'vitest';
import { DEFAULT_ALERT_RULES } from './default-rules.ts';
import { ALERT_EVENT_KEYS, isAlertEventKey } from './event-keys.ts';
import { placeholdersOf } from './placeholders.ts';
import { parseTemplate } from './template.ts';

describe('alert rules', () => {
  it('cool a plate hit down for 300 s', () =>
    expect(DEFAULT_ALERT_RULES.plate_watchlist_hit).toMatchObject({
      enabled: true,
      cooldownSeconds: 300,
      quiet: null,
    }));

  it.each(ALERT_EVENT_KEYS)('%s has texts that its own placeholders can fill', (key) => {
    const { title, body } = DEFAULT_ALERT_RULES[key];
    for (const text of [title, body]) expect(parseTemplate(text, placeholdersOf(key)).kind).toBe('template');
  });

  it('exist for the known keys only', () =>
    expect(['low_disk', 'toString', ''].map(isAlertEventKey)).toEqual([true, false, false]));
});
