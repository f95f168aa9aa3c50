import { ALERT_COOLDOWN_SECONDS } from '@holdfast/domain';
import { Group, NumberInput, Select } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../../i18n/i18n.tsx';

const units = { seconds: 1, minutes: 60, hours: 3_600 } as const;
type Unit = keyof typeof units;
const names = Object.keys(units) as Unit[];

/** The largest unit in which it is a whole number. */
const unitOf = (seconds: number): Unit =>
  names.findLast((unit) => seconds > 0 && seconds % units[unit] === 0) ?? 'minutes';

interface CooldownFieldProps {
  value: number;
  onChange: (seconds: number) => void;
  error: string | undefined;
}

/** The time in which the same alert of a camera is not sent again. */
export function CooldownField({ value, onChange, error }: CooldownFieldProps) {
  const t = useT();
  const [unit, setUnit] = useState(() => unitOf(value));
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <NumberInput
        label={t('alerts.cooldown')}
        description={t('alerts.cooldownHint')}
        value={value / units[unit]}
        onChange={(amount) => typeof amount === 'number' && onChange(Math.round(amount * units[unit]))}
        min={ALERT_COOLDOWN_SECONDS.min}
        max={ALERT_COOLDOWN_SECONDS.max / units[unit]}
        allowNegative={false}
        error={error}
        flex={1}
      />
      <Select
        aria-label={t('alerts.cooldownUnit')}
        data={names.map((name) => ({ value: name, label: t(`timeUnit.${name}`) }))}
        value={unit}
        onChange={(next) => {
          if (next === null) return;
          const amount = value / units[unit];
          setUnit(next as Unit);
          onChange(Math.min(ALERT_COOLDOWN_SECONDS.max, Math.round(amount * units[next as Unit])));
        }}
        allowDeselect={false}
        w={130}
      />
    </Group>
  );
}
