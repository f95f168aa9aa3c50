import { Radio } from '@mantine/core';
import type { CSSProperties } from 'react';
import { useT } from '../i18n/i18n.tsx';
import classes from './color-field.module.css';
import { entryColors } from './entry-colors.ts';

interface ColorFieldProps {
  value: string | null;
  onChange: (color: string | null) => void;
}

const NONE = 'none';

/** The colour of an entry, each with its name. A colour that was set elsewhere is offered, too. */
export function ColorField({ value, onChange }: ColorFieldProps) {
  const t = useT();
  const current = value?.toUpperCase();
  const isOther = current !== undefined && !entryColors.some((color) => color.value === current);
  const choices = [
    { value: NONE, label: t('entryColor.none') },
    ...entryColors.map((color) => ({ value: color.value as string, label: t(`entryColor.${color.name}`) })),
    ...(isOther ? [{ value: current, label: current }] : []),
  ];
  return (
    <Radio.Group
      label={t('watchlist.color')}
      value={current ?? NONE}
      onChange={(next) => onChange(next === NONE ? null : next)}
    >
      <div className={classes.colors}>
        {choices.map((choice) => (
          <Radio
            key={choice.value}
            value={choice.value}
            label={
              <span className={classes.color}>
                {choice.value !== NONE && (
                  <span className={classes.dot} style={{ '--dot': choice.value } as CSSProperties} aria-hidden />
                )}
                {choice.label}
              </span>
            }
          />
        ))}
      </div>
    </Radio.Group>
  );
}
