import { Button, Group } from '@mantine/core';
import { useT } from '../../i18n/i18n.tsx';
import { IconPencil } from '../../parts/icons/icons.ts';
import classes from '../../parts/parts.module.css';

interface SelectionBarProps {
  count: number;
  /** How many of them the filters hide. */
  hidden: number;
  shown: number;
  onAll: () => void;
  onNone: () => void;
  onEdit: () => void;
}

/** Shown while cameras are chosen, with what can be done with all of them. */
export function SelectionBar({ count, hidden, shown, onAll, onNone, onEdit }: SelectionBarProps) {
  const t = useT();
  if (count === 0) return null;
  return (
    <div className={classes.saveBar}>
      <div role="status">
        {t('bulk.chosen', { count })}
        {hidden > 0 && `, ${t('bulk.hidden', { count: hidden })}`}
      </div>
      <Group gap="xs">
        <Button variant="default" onClick={onNone}>
          {t('bulk.none')}
        </Button>
        {count < shown && (
          <Button variant="default" onClick={onAll}>
            {t('bulk.all', { count: shown })}
          </Button>
        )}
        <Button leftSection={<IconPencil size={18} />} onClick={onEdit}>
          {t('bulk.edit')}
        </Button>
      </Group>
    </div>
  );
}
