import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localMinuteOfDay, localWeekday } from '../time/local-clock.ts';
import { isBackupDue, nextBackup } from './backup-schedule.ts';
import { backupName, backupsAmong, surplusBackups } from './kept-backups.ts';

const timeZone = 'Europe/Berlin';
const everyDay = { minuteOfDay: 3 * 60 + 15, days: Array<boolean>(7).fill(true) };
const at = (text: string) => Date.parse(text);
const HOUR_MS = 3_600_000;

describe('a scheduled backup', () => {
  const due = (now: string, last: string | null, changed = '2026-01-01T00:00:00Z') =>
    isBackupDue(
      everyDay,
      { lastStartedMs: last === null ? null : at(last), changedMs: at(changed) },
      { nowMs: at(now), timeZone },
    );

  it.each([
    ['at its time, in the zone of the site', '2026-11-17T02:15:00Z', null, true],
    ['and not a minute earlier', '2026-11-17T02:14:59Z', '2026-11-16T02:15:01Z', false],
    ['once', '2026-11-17T02:16:00Z', '2026-11-17T02:15:01Z', false],
    ['also hours later, if the server was off', '2026-11-17T09:00:00Z', '2026-11-16T02:15:01Z', true],
    ['but not right after another one', '2026-11-17T02:15:00Z', '2026-11-17T01:00:00Z', false],
  ])('is due %s', (_title, now, last, expected) => expect(due(now, last)).toBe(expected));

  it('is not made for a time before the schedule was set', () => {
    expect(due('2026-11-17T09:00:00Z', null, '2026-11-17T08:59:00Z')).toBe(false);
  });

  it('is made on the chosen days only', () => {
    const mondays = { ...everyDay, days: [true, false, false, false, false, false, false] };
    const facts = { lastStartedMs: null, changedMs: 0 };
    // The 16th is a Monday.
    expect(isBackupDue(mondays, facts, { nowMs: at('2026-11-16T03:00:00Z'), timeZone })).toBe(true);
    expect(isBackupDue(mondays, facts, { nowMs: at('2026-11-17T03:00:00Z'), timeZone })).toBe(false);
    expect(nextBackup(mondays, { nowMs: at('2026-11-17T03:00:00Z'), timeZone })).toBe(at('2026-11-23T02:15:00Z'));
    expect(nextBackup({ ...everyDay, days: [] }, { nowMs: 0, timeZone })).toBeUndefined();
  });

  it('is made about once per day, whatever the clocks do', () => {
    for (const [from, to] of [
      ['2026-03-27T12:00:00Z', '2026-03-31T12:00:00Z'],
      ['2026-10-23T12:00:00Z', '2026-10-27T12:00:00Z'],
    ] as const) {
      // The hour that is skipped or repeated in this zone.
      const schedule = { ...everyDay, minuteOfDay: 2 * 60 + 30 };
      const made: number[] = [];
      for (let nowMs = at(from); nowMs < at(to); nowMs += 600_000) {
        const facts = { lastStartedMs: made.at(-1) ?? null, changedMs: at(from) };
        if (isBackupDue(schedule, facts, { nowMs, timeZone })) made.push(nowMs);
      }
      expect(made.length).toBeGreaterThanOrEqual(3);
      expect(made.length).toBeLessThanOrEqual(4);
    }
  });

  it('comes next at its local time on one of its days', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.nat(1_439),
        fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
        (nowMs, minuteOfDay, days) => {
          const next = nextBackup({ minuteOfDay, days }, { nowMs, timeZone });
          if (next === undefined) return;
          expect(next).toBeGreaterThan(nowMs);
          expect(localMinuteOfDay(next, timeZone)).toBe(minuteOfDay);
          expect(days[localWeekday(next, timeZone)]).toBe(true);
          expect(
            isBackupDue(
              { minuteOfDay, days },
              { lastStartedMs: null, changedMs: 0 },
              { nowMs: next + HOUR_MS, timeZone },
            ),
          ).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('kept backups', () => {
  const time = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });

  it('are the newest, and files of others are left alone', () => {
    const others = [
      'notes.txt',
      'holdfast-20260101T000000Z.backup.gz.partial',
      '../holdfast-20260101T000000Z.backup.gz',
    ];
    fc.assert(
      fc.property(fc.uniqueArray(time, { maxLength: 12 }), fc.integer({ min: 1, max: 6 }), (times, keep) => {
        const names = [...new Set(times.map(backupName))];
        const gone = surplusBackups([...others, ...names], keep);
        const left = names.filter((name) => !gone.includes(name));
        expect(left).toHaveLength(Math.min(keep, names.length));
        for (const name of gone) for (const kept of left) expect(kept > name).toBe(true);
        expect(others.some((name) => gone.includes(name))).toBe(false);
        expect(backupsAmong(names)).toHaveLength(names.length);
      }),
    );
  });

  it('always include the newest', () => {
    expect(surplusBackups([backupName(new Date(0))], 0)).toEqual([]);
  });
});
