import type { Storage } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { StateChip } from '../../parts/state-chip.tsx';

export function StorageState({ state }: { state: Storage['state'] }) {
  const t = useT();
  return <StateChip tone={state === 'ok' ? 'good' : 'bad'}>{t(`storageState.${state}`)}</StateChip>;
}
