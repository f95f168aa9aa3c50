import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries, SAFETY_NET_MS } from '../../api/queries.ts';
import { ExportForm } from '../../footage/export-form.tsx';
import { useT } from '../../i18n/i18n.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { IconFileExport, IconPlus } from '../../parts/icons/icons.ts';
import { Empty } from '../../parts/layout/empty.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { Pages } from '../../parts/layout/pages.tsx';
import classes from '../../parts/parts.module.css';
import { useRemoval } from '../../parts/undo/use-removal.tsx';
import { SharesCard } from '../../sharing/shares-card.tsx';
import { ExportRow } from './export-row.tsx';
import { SigningKeyCard } from './signing-key-card.tsx';

const HOUR_MS = 3_600_000;

export function ExportsScreen() {
  const t = useT();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const { isLeaving } = useRemoval();
  const list = useInfiniteQuery({
    ...queries.exports,
    refetchInterval: SAFETY_NET_MS,
  });
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setDialogOpen(true)}>
      {t('exports.add')}
    </Button>
  );
  return (
    <Page title={t('nav.exports')} lead={t('exports.lead')} actions={add}>
      <Pages query={list}>
        {(all) => {
          const shown = all.filter(({ id }) => !isLeaving(`export ${id}`));
          if (shown.length === 0)
            return (
              <Empty
                icon={<IconFileExport size={30} />}
                title={t('exports.none')}
                text={t('exports.noneHint')}
                action={add}
              />
            );
          return (
            <ul className={classes.rows}>
              {shown.map((one) => (
                <ExportRow key={one.id} footageExport={one} />
              ))}
            </ul>
          );
        }}
      </Pages>
      <SharesCard />
      <SigningKeyCard />
      <Dialog isOpen={isDialogOpen} onClose={() => setDialogOpen(false)} title={t('exports.add')}>
        {isDialogOpen && (
          <ExportForm
            wanted={{
              camera_ids: [],
              start: new Date(Date.now() - HOUR_MS).toISOString(),
              end: new Date().toISOString(),
            }}
            onDone={() => setDialogOpen(false)}
          />
        )}
      </Dialog>
    </Page>
  );
}
