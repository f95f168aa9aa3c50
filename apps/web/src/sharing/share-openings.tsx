import { Anchor, Popover, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries, type Share } from '../api/queries.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { Loaded } from '../parts/layout/loaded.tsx';
import classes from './sharing.module.css';

/** How often a link was opened; a click shows when, and from where. */
export function ShareOpenings({ share: { id, open_count, last_opened_at } }: { share: Share }) {
  const { t, format } = useI18n();
  const [isOpen, setOpen] = useState(false);
  if (last_opened_at === null) return <span>{t('sharing.neverOpened')}</span>;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={320}
      position="bottom-start"
      withArrow
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Anchor component="button" type="button" fz="inherit" onClick={() => setOpen(!isOpen)}>
          {t('sharing.opened', { count: open_count, time: format.moment(last_opened_at) })}
        </Anchor>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('sharing.openings')}>{isOpen && <OpeningList id={id} />}</Popover.Dropdown>
    </Popover>
  );
}

function OpeningList({ id }: { id: string }) {
  const { format } = useI18n();
  const list = useQuery(queries.shareOpenings(id));
  return (
    <Loaded query={list}>
      {(openings) => (
        // Long lists scroll, and the keyboard must reach what scrolls.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <ol className={classes.openings} tabIndex={0}>
          {openings.map(({ opened_at, client_address, user_agent }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may be equal, and the list never changes its order
            <li key={index}>
              <Text size="sm">{format.exact(opened_at)}</Text>
              <Text size="xs" c="dimmed" truncate title={user_agent ?? ''}>
                {[client_address, user_agent].filter(Boolean).join(' · ')}
              </Text>
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  );
}
