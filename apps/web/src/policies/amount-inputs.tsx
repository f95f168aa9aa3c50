import { Group, NumberInput, Select } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../i18n/i18n.tsx';
import { type SpanUnit, toBytes, toGigabytes, toHours, toSpan, unitOf } from './amounts.ts';

interface AmountProps {
  label: string;
  description?: string;
  value: number | null;
  onChange: (value: number | null) => void;
  error?: string | undefined;
}

/** A budget; empty means no limit. */
export function BytesInput({ label, description, value, onChange, error }: AmountProps) {
  const t = useT();
  return (
    <NumberInput
      label={label}
      description={description}
      placeholder={t('policy.noLimit')}
      suffix=" GB"
      value={toGigabytes(value)}
      onChange={(typed) => onChange(toBytes(typed))}
      error={error}
      max={1_000_000}
      decimalScale={3}
      thousandSeparator=" "
    />
  );
}

/** A duration in hours or days, whichever reads better. A `required` one is reset when emptied. */
export function HoursInput({
  label,
  description,
  value,
  onChange,
  error,
  placeholder,
}: AmountProps & { placeholder?: string }) {
  const t = useT();
  const [unit, setUnit] = useState<SpanUnit>(unitOf(value));
  return (
    <Group align="flex-end" gap={6} wrap="nowrap">
      <NumberInput
        label={label}
        description={description}
        placeholder={placeholder}
        value={toSpan(value, unit)}
        onChange={(typed) => onChange(toHours(typed, unit))}
        error={error}
        decimalScale={unit === 'days' ? 2 : 0}
        style={{ flex: 1 }}
      />
      <Select
        aria-label={t('policy.unitOf', { name: label })}
        data={[
          { value: 'days', label: t('policy.days') },
          { value: 'hours', label: t('policy.hours') },
        ]}
        value={unit}
        onChange={(next) => setUnit(next === 'hours' ? 'hours' : 'days')}
        allowDeselect={false}
        w={110}
      />
    </Group>
  );
}
