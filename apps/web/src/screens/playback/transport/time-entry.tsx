import { createZone } from '@holdfast/ui';
import { Button, Popover, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useT } from '../../../i18n/i18n.tsx';
import parts from '../../../parts/parts.module.css';
import classes from './transport.module.css';
import { typedTime } from './typed-time.ts';

interface TimeEntryProps {
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
  shownMs: () => number;
  onTime(atMs: number): void;
  children: ReactNode;
}

/** The clock is a button that opens a field to type a time. */
export function TimeEntry({ isOpen, onOpen, shownMs, onTime, children }: TimeEntryProps) {
  const t = useT();
  return (
    <Popover opened={isOpen} onChange={onOpen} position="top-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={classes.clock} title={t('playback.goToTime')} onClick={() => onOpen(!isOpen)}>
          <span className={parts.srOnly}>{t('playback.goToTime')}</span>
          {children}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <TimeForm
          shownMs={shownMs}
          onTime={(atMs) => {
            onOpen(false);
            onTime(atMs);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function TimeForm({ shownMs, onTime }: Pick<TimeEntryProps, 'shownMs' | 'onTime'>) {
  const t = useT();
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const zone = createZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
    const atMs = typedTime(text, { zone, shownMs: shownMs(), nowMs: Date.now() });
    if (atMs === undefined) setWrong(true);
    else onTime(atMs);
  };
  return (
    <form onSubmit={submit} className={classes.timeForm}>
      <TextInput
        className={classes.timeField}
        label={t('playback.goToTime')}
        placeholder="14:30"
        value={text}
        error={isWrong && t('playback.noTime')}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setWrong(false);
        }}
        data-autofocus
      />
      <Button type="submit" className={classes.timeGo}>
        {t('playback.go')}
      </Button>
    </form>
  );
}
