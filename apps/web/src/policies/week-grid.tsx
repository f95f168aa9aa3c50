import { Group, Switch, Text, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { ByInput } from '../parts/keyboard/by-input.tsx';
import { DAYS, fullWeek, HOURS, type HourRef, hoursOn, isOn, paint, toSchedule, type Week } from './week.ts';
import classes from './week-grid.module.css';

interface WeekGridProps {
  value: Week | null;
  onChange: (value: Week | null) => void;
}

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const quarters = ['00:00', '06:00', '12:00', '18:00'];
const hours = Array.from({ length: HOURS }, (_, hour) => hour);
const moves: Record<string, [day: number, hour: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The hours in which a policy records: drag, use arrows and Space, or click a day's name. */
export function WeekGrid({ value, onChange }: WeekGridProps) {
  const { t, format } = useI18n();
  const week = value ?? fullWeek();
  const [focused, setFocused] = useState<HourRef>({ day: 0, hour: 0 });
  const [stroke, setStroke] = useState<{ from: HourRef; on: boolean; before: Week }>();
  const table = useRef<HTMLTableElement>(null);

  const apply = (next: Week) => onChange(toSchedule(next));
  const onKeyDown = (event: KeyboardEvent, at: HourRef) => {
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    const day = Math.min(DAYS - 1, Math.max(0, at.day + move[0]));
    const hour = Math.min(HOURS - 1, Math.max(0, at.hour + move[1]));
    setFocused({ day, hour });
    table.current?.querySelector<HTMLElement>(`[data-hour="${day} ${hour}"]`)?.focus();
  };

  return (
    <div>
      <Switch
        label={t('policy.always')}
        checked={value === null}
        onChange={(event) => onChange(event.currentTarget.checked ? null : nightsOff())}
      />
      {value !== null && (
        <>
          <Text size="sm" c="dimmed" mt="xs" mb="xs">
            <ByInput keys={t('policy.scheduleHint')} touch={t('policy.scheduleHintTouch')} />
          </Text>
          <div className={classes.scroll}>
            <table
              className={classes.grid}
              ref={table}
              aria-label={t('policy.schedule')}
              onPointerUp={() => setStroke(undefined)}
              onPointerLeave={() => setStroke(undefined)}
            >
              <thead>
                <tr>
                  <td />
                  {quarters.map((quarter) => (
                    <th key={quarter} colSpan={6} scope="colgroup">
                      {quarter}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {days.map((name, day) => (
                  <tr key={name}>
                    <th scope="row">
                      <UnstyledButton
                        className={classes.day}
                        onClick={() => {
                          const on = week[day]?.includes('0') ?? false;
                          apply(paint(week, { from: { day, hour: 0 }, to: { day, hour: HOURS - 1 }, on }));
                        }}
                      >
                        {t(`day.${name}`)}
                      </UnstyledButton>
                    </th>
                    {hours.map((hour) => {
                      const at = { day, hour };
                      return (
                        <td key={hour}>
                          <button
                            type="button"
                            className={classes.hour}
                            data-hour={`${day} ${hour}`}
                            aria-pressed={isOn(week, at)}
                            aria-label={`${t(`day.${name}`)} ${String(hour).padStart(2, '0')}:00`}
                            tabIndex={focused.day === day && focused.hour === hour ? 0 : -1}
                            onFocus={() => setFocused(at)}
                            onKeyDown={(event) => onKeyDown(event, at)}
                            onPointerDown={(event) => {
                              event.currentTarget.releasePointerCapture?.(event.pointerId);
                              setStroke({ from: at, on: !isOn(week, at), before: week });
                            }}
                            onPointerEnter={() =>
                              stroke && apply(paint(stroke.before, { from: stroke.from, to: at, on: stroke.on }))
                            }
                            onClick={() => apply(paint(week, { from: at, to: at, on: stroke?.on ?? !isOn(week, at) }))}
                          />
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <Group mt="xs">
            <Text size="sm">{t('policy.hoursOn', { count: hoursOn(week), zone: format.zone() })}</Text>
          </Group>
        </>
      )}
    </div>
  );
}

/** Initial schedule that visibly differs from "always": weekdays by day are off. */
const nightsOff = (): Week => paint(fullWeek(), { from: { day: 0, hour: 8 }, to: { day: 4, hour: 16 }, on: false });
