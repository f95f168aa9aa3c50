import { createZone, DAY_MS, type Span } from '@holdfast/ui';
import { ActionIcon } from '@mantine/core';
import { useState } from 'react';
import { useI18n } from '../../i18n/i18n.tsx';
import { localeOf } from '../../i18n/language.ts';
import { IconChevronLeft, IconChevronRight } from '../icons/icons.ts';
import { firstWeekdayOf, isSameDay, monthDays, monthStart } from './month-days.ts';
import classes from './month-grid.module.css';

/** The month of a moment, and a way to another one. */
export function useMonth(atMs: number) {
  const { language } = useI18n();
  const locale = localeOf(language, navigator.languages);
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [zone] = useState(() => createZone(timeZone));
  const [monthMs, setMonth] = useState(() => monthStart(zone, atMs));
  const days = monthDays(zone, monthMs, firstWeekdayOf(locale));
  const range: Span = { startMs: days[0]?.startMs ?? 0, endMs: days.at(-1)?.endMs ?? 0 };
  const turn = (further: 1 | -1) => setMonth(monthStart(zone, monthMs, further));
  return { zone, locale, timeZone, monthMs, days, range, turn };
}

/** Escape in the calendar closes the calendar, not the dialog around it. */
const keepsDialogOpen = { 'data-mantine-stop-propagation': 'true' };

interface MonthGridProps {
  month: ReturnType<typeof useMonth>;
  /** Its day is marked as the current one. */
  atMs: number;
  hasFootage?: (day: Span) => boolean;
  /** For screen readers; by default the date. */
  labelOf?: (text: string, day: Span) => string;
  onDay(day: Span): void;
}

/** A month as a calendar, up to today. */
export function MonthGrid({ month, atMs, hasFootage, labelOf = (text) => text, onDay }: MonthGridProps) {
  const { t, format } = useI18n();
  const { zone, locale, timeZone, monthMs, days, range, turn } = month;
  const title = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone });
  return (
    <div className={classes.month}>
      <div className={classes.monthHead}>
        <ActionIcon
          {...keepsDialogOpen}
          variant="subtle"
          size={36}
          onClick={() => turn(-1)}
          aria-label={t('playback.monthBack')}
        >
          <IconChevronLeft size={18} />
        </ActionIcon>
        <strong aria-live="polite">{title.format(monthMs + DAY_MS / 2)}</strong>
        <ActionIcon
          {...keepsDialogOpen}
          variant="subtle"
          size={36}
          onClick={() => turn(1)}
          aria-label={t('playback.monthOn')}
          disabled={range.endMs > Date.now()}
        >
          <IconChevronRight size={18} />
        </ActionIcon>
      </div>
      <div className={classes.weekdays} aria-hidden>
        {days.slice(0, 7).map(({ startMs }) => (
          <span key={startMs}>{weekday.format(startMs + DAY_MS / 2)}</span>
        ))}
      </div>
      <div className={classes.days}>
        {days.map((day) => (
          <button
            key={day.startMs}
            {...keepsDialogOpen}
            type="button"
            className={classes.dayButton}
            data-footage={hasFootage?.(day) || undefined}
            data-outside={!day.isInMonth || undefined}
            aria-current={isSameDay(zone, day.startMs, atMs) ? 'date' : undefined}
            disabled={day.startMs > Date.now()}
            onClick={() => onDay({ startMs: day.startMs, endMs: day.endMs })}
            aria-label={labelOf(format.day(new Date(day.startMs + DAY_MS / 2).toISOString()), day)}
          >
            {day.number}
          </button>
        ))}
      </div>
    </div>
  );
}
