import { useQuery } from '@tanstack/react-query';
import { queries, type Status, type Storage } from '../api/queries.ts';
import { useT } from '../i18n/i18n.tsx';
import { StateChip } from '../parts/layout/state-chip.tsx';

export type StorageHealth = Status['storages'][number]['state'];

/** The recorder's state of a disk has priority over the folder check, which cannot detect a wrong disk. */
export function useStorageHealth({ id, state }: Pick<Storage, 'id' | 'state'>): StorageHealth {
  const status = useQuery(queries.status);
  const known = status.data?.storages.find(({ storage_id }) => storage_id === id)?.state ?? 'unknown';
  return known === 'unknown' || (known === 'ok' && state !== 'ok') ? state : known;
}

export function StorageState({ storage }: { storage: Pick<Storage, 'id' | 'state'> }) {
  const t = useT();
  const health = useStorageHealth(storage);
  return <StateChip tone={health === 'ok' ? 'good' : 'bad'}>{t(`storageHealth.${health}`)}</StateChip>;
}
