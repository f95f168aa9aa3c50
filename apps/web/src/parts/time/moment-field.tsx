import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useI18n } from '../../i18n/i18n.tsx';
import { useTopDialog } from '../dialogs/use-top-dialog.ts';
import { IconCalendar } from '../icons/icons.ts';
import { fromLocalField, toLocalField } from './local-time.ts';
import { MonthGrid, useMonth } from './month-grid.tsx';
import { printMoment, readMoment } from './typed-moment.ts';

interface MomentFieldProps {
  label: string;
  /** As `toLocalField` writes it; empty while there is none. */
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  /** Shown while it is empty, as `toLocalField` writes it. */
  example?: string;
}

/** A date and time, typed or with the day from a calendar. */
export function MomentField({ label, value, onChange, error, example = '2026-11-17T14:30:00' }: MomentFieldProps) {
  const { t, language } = useI18n();
  const [text, setText] = useState(() => printMoment(value, language));
  const [isOpen, setOpen] = useState(false);
  // Escape closes the calendar, not the dialog with it.
  useTopDialog(isOpen);
  // Set from elsewhere, such as by the calendar; what is being typed stays as it is.
  useEffect(() => {
    setText((typed) => ((readMoment(typed) ?? '') === value ? typed : printMoment(value, language)));
  }, [value, language]);
  const isUnread = text.trim() !== '' && readMoment(text) === undefined;
  return (
    <TextInput
      label={label}
      placeholder={printMoment(example, language)}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(readMoment(currentTarget.value) ?? '');
      }}
      onBlur={() => value !== '' && setText(printMoment(value, language))}
      error={isUnread ? t('range.needed') : error}
      autoComplete="off"
      required
      withAsterisk={false}
      rightSection={
        <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" trapFocus returnFocus>
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              data-mantine-stop-propagation={isOpen ? 'true' : undefined}
              aria-label={t('range.calendar', { field: label })}
              onClick={() => setOpen(!isOpen)}
            >
              <IconCalendar size={18} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <DayChoice
              at={fromLocalField(value) ?? new Date()}
              onDay={(field) => {
                setOpen(false);
                onChange(field);
              }}
            />
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}

/** Keeps the time of day. */
function DayChoice({ at, onDay }: { at: Date; onDay: (field: string) => void }) {
  const month = useMonth(at.getTime());
  const [, time] = toLocalField(at).split('T');
  return (
    <MonthGrid
      month={month}
      atMs={at.getTime()}
      onDay={({ startMs }) => {
        const [day] = toLocalField(new Date(startMs)).split('T');
        onDay(`${day}T${time}`);
      }}
    />
  );
}
