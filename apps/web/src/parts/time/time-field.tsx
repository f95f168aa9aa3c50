import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useT } from '../../i18n/i18n.tsx';
import { readClock } from './typed-clock.ts';

interface TimeFieldProps {
  label: string;
  description?: string;
  /** `HH:MM`; empty while there is none. */
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  required?: boolean;
  /** Shown while it is empty; different for the start and the end of a range. */
  example?: string;
}

/** A time of day on the 24-hour clock. The browser's own field follows the language of the browser, not of the console. */
export function TimeField({
  label,
  description,
  value,
  onChange,
  error,
  required = false,
  example = '22:00',
}: TimeFieldProps) {
  const t = useT();
  const [text, setText] = useState(value);
  // Set from elsewhere, such as by a reset; what is being typed stays as it is.
  useEffect(() => setText((typed) => ((readClock(typed) ?? '') === value ? typed : value)), [value]);
  const isUnread = text.trim() !== '' && readClock(text) === undefined;
  return (
    <TextInput
      label={label}
      description={description}
      placeholder={example}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(readClock(currentTarget.value) ?? '');
      }}
      onBlur={() => value !== '' && setText(value)}
      error={isUnread ? t('range.timeNeeded') : error}
      autoComplete="off"
      maxLength={12}
      required={required}
      withAsterisk={false}
    />
  );
}
