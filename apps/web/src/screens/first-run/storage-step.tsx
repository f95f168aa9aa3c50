import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Loaded } from '../../parts/layout/loaded.tsx';
import { Named } from '../../parts/layout/named.tsx';
import classes from '../../parts/parts.module.css';
import { StorageState } from '../../storages/storage-state.tsx';

export function StorageStep({ onDone }: { onDone: () => void }) {
  const { t, format } = useI18n();
  const storages = useQuery({ ...queries.storages, refetchInterval: 5_000 });
  const isFine = storages.data?.some(({ state }) => state === 'ok') === true;
  return (
    <Card title={t('setup.storageTitle')} lead={t('setup.storageLead')}>
      <Loaded query={storages}>
        {(all) => (
          <ul className={classes.rows}>
            {all.map((storage) => (
              <li key={storage.id} className={classes.row}>
                <div className={classes.rowMain}>
                  <span className={classes.rowTitle}>
                    <Named text={storage.name} />
                  </span>
                  <div className={`${classes.rowSub} ${classes.mono}`}>
                    <Named text={storage.path} />
                  </div>
                  {storage.free_bytes !== null && (
                    <div className={classes.rowSub}>
                      {t('storages.freeShort', { free: format.bytes(storage.free_bytes) })}
                    </div>
                  )}
                </div>
                <StorageState storage={storage} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {!isFine && storages.data && <div role="status">{t('setup.storageBad')}</div>}
      <Group justify="flex-end">
        <Button onClick={onDone} variant={isFine ? 'filled' : 'default'}>
          {isFine ? t('setup.next') : t('setup.nextAnyway')}
        </Button>
      </Group>
    </Card>
  );
}
