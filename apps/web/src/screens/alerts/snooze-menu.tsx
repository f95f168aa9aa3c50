import { Button, Menu } from '@mantine/core';
import { useI18n } from '../../i18n/i18n.tsx';
import { IconBellZ } from '../../parts/icons/icons.ts';
import classes from './alerts.module.css';

const HOURS = [1, 8, 24, 168] as const;

/** Whether a snooze lasts; one that has ended is not shown. */
export const isSnoozed = (until: string | null, nowMs: number): until is string =>
  until !== null && Date.parse(until) > nowMs;

interface SnoozeMenuProps {
  text: string;
  /** Names what is muted, for screen readers. */
  label: string;
  until: string | null;
  isBusy: boolean;
  /** On a phone only its icon is shown. */
  isSmall?: boolean;
  onSnooze: (until: string | null) => void;
}

/** Mutes alerts for a while; while they are muted, ends that. */
export function SnoozeMenu({ text, label, until, isBusy, isSmall = false, onSnooze }: SnoozeMenuProps) {
  const { t, format } = useI18n();
  return (
    <Menu position="bottom-end" width={220} shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          className={isSmall ? classes.small : undefined}
          loading={isBusy}
          leftSection={<IconBellZ size={16} />}
          aria-label={label.slice(0, 200)}
        >
          {text}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {HOURS.map((hours) => (
          <Menu.Item key={hours} onClick={() => onSnooze(new Date(Date.now() + hours * 3_600_000).toISOString())}>
            {t('alerts.snoozeFor', { time: format.hours(hours) })}
          </Menu.Item>
        ))}
        {isSnoozed(until, Date.now()) && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => onSnooze(null)}>{t('alerts.unsnooze')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
