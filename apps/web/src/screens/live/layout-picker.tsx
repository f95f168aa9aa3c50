import { type LiveLayout, liveLayouts } from '@holdfast/domain';
import { Tooltip, UnstyledButton } from '@mantine/core';
import { useT } from '../../i18n/i18n.tsx';
import { LayoutGlyph } from './layout-glyph.tsx';
import classes from './wall.module.css';

interface LayoutPickerProps {
  value: LiveLayout;
  onChange: (layout: LiveLayout) => void;
}

export function LayoutPicker({ value, onChange }: LayoutPickerProps) {
  const t = useT();
  return (
    <fieldset className={classes.layouts} aria-label={t('wall.layout')}>
      {liveLayouts.map((layout) => (
        <Tooltip key={layout} label={t(`layout.${layout}`)}>
          <UnstyledButton
            className={classes.layout}
            aria-label={t(`layout.${layout}`)}
            aria-pressed={layout === value}
            onClick={() => onChange(layout)}
          >
            <LayoutGlyph layout={layout} />
          </UnstyledButton>
        </Tooltip>
      ))}
    </fieldset>
  );
}
