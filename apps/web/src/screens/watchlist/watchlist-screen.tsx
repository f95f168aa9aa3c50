import { Button, Group, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '../../i18n/i18n.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { EditDialog } from '../../parts/dialogs/edit-dialog.tsx';
import { IconDownload, IconEye, IconPlus, IconSearch, IconUpload } from '../../parts/icons/icons.ts';
import { Empty } from '../../parts/layout/empty.tsx';
import { Pages } from '../../parts/layout/pages.tsx';
import parts from '../../parts/parts.module.css';
import { useRemoval } from '../../parts/undo/use-removal.tsx';
import { EntryForm } from '../../plates/entry-form.tsx';
import { plateQueries, type WatchlistEntry, type WatchlistKind } from '../../plates/plate-queries.ts';
import { PlatesPage } from '../../plates/plates-page.tsx';
import { useIsAdmin } from '../../session/use-is-admin.ts';
import { EntryRow } from './entry-row.tsx';
import { ImportForm } from './import-form.tsx';
import classes from './watchlist.module.css';

const TYPING_MS = 150;

export function WatchlistScreen() {
  const t = useT();
  const isAdmin = useIsAdmin();
  const [kind, setKind] = useState<WatchlistKind>('watch');
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), TYPING_MS);
  const [edited, setEdited] = useState<WatchlistEntry | 'new'>();
  const [isImporting, setImporting] = useState(false);
  const entries = useInfiniteQuery(plateQueries.watchlist({ kind, ...(q !== '' && { q }) }));
  const { isLeaving } = useRemoval();
  const add = isAdmin && (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
      {t('watchlist.add')}
    </Button>
  );
  return (
    <PlatesPage lead={t('watchlist.lead')} actions={add}>
      <div className={classes.tools}>
        <TextInput
          label={t('watchlist.search')}
          leftSection={<IconSearch size={18} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          maxLength={100}
          type="search"
        />
        <SegmentedControl
          aria-label={t('watchlist.kind')}
          value={kind}
          onChange={(next) => setKind(next as WatchlistKind)}
          data={(['watch', 'ignore'] as const).map((one) => ({ value: one, label: t(`watchlistKind.${one}`) }))}
        />
        <Group gap="xs">
          {isAdmin && (
            <Button variant="default" leftSection={<IconUpload size={18} />} onClick={() => setImporting(true)}>
              {t('watchlist.import')}
            </Button>
          )}
          <Button
            component="a"
            href="/lpr/watchlist/export"
            download="watchlist.csv"
            variant="default"
            leftSection={<IconDownload size={18} />}
          >
            {t('watchlist.export')}
          </Button>
        </Group>
      </div>
      <Pages query={entries}>
        {(all) => {
          const shown = all.filter(({ id }) => !isLeaving(`watchlist ${id}`));
          if (shown.length === 0)
            return (
              <Empty
                icon={<IconEye size={30} />}
                title={q === '' ? t(`watchlistNone.${kind}`) : t('plateSearch.noMatch')}
                text={q === '' ? t(`watchlistKindHint.${kind}`) : t('watchlist.noMatchHint')}
              />
            );
          return (
            <ul className={parts.rows} aria-label={t(`watchlistKind.${kind}`)}>
              {shown.map((entry) => (
                <EntryRow key={entry.id} entry={entry} isAdmin={isAdmin} onEdit={() => setEdited(entry)} />
              ))}
            </ul>
          );
        }}
      </Pages>
      <EditDialog
        edited={edited}
        onClose={() => setEdited(undefined)}
        titles={{ add: t('watchlist.add'), edit: t('watchlist.edit') }}
      >
        {(entry) => <EntryForm entry={entry === 'new' ? { kind } : entry} onDone={() => setEdited(undefined)} />}
      </EditDialog>
      <Dialog title={t('watchlist.import')} isOpen={isImporting} onClose={() => setImporting(false)}>
        <ImportForm onDone={() => setImporting(false)} />
      </Dialog>
    </PlatesPage>
  );
}
