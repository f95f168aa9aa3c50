import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { IconSearch } from '../../parts/icons/icons.ts';
import { useIsAdmin } from '../../session/use-is-admin.ts';
import { CAMERA_ORDERS, CAMERA_STATES, type CamerasChange, type CamerasSearch } from './camera-search.ts';
import classes from './cameras.module.css';

interface CameraToolsProps {
  search: CamerasSearch;
  onChange: (part: CamerasChange) => void;
}

/** Search, filters and order of the list. */
export function CameraTools({ search, onChange }: CameraToolsProps) {
  const t = useT();
  const isAdmin = useIsAdmin();
  const policies = useQuery({ ...queries.policies, enabled: isAdmin });
  const groups = useQuery(queries.visibleGroups);
  const choices = (list: readonly { id: string; name: string }[] = []) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <search className={classes.tools}>
      <TextInput
        label={t('cameraList.search')}
        leftSection={<IconSearch size={18} />}
        value={search.q ?? ''}
        onChange={(event) => onChange({ q: event.currentTarget.value })}
        maxLength={100}
        type="search"
      />
      <Select
        label={t('cameraList.state')}
        placeholder={t('cameraList.anyState')}
        data={CAMERA_STATES.map((one) => ({ value: one, label: t(`cameraState.${one}`) }))}
        value={search.state ?? null}
        onChange={(one) => onChange({ state: CAMERA_STATES.find((known) => known === one) })}
        clearable
        clearButtonProps={{ 'aria-label': t('cameraList.anyState') }}
      />
      {isAdmin && (
        <Select
          label={t('cameraList.policy')}
          placeholder={t('cameraList.anyPolicy')}
          data={choices(policies.data)}
          value={search.policy ?? null}
          onChange={(policy) => onChange({ policy: policy ?? undefined })}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('cameraList.anyPolicy') }}
        />
      )}
      {(groups.data?.length ?? 0) > 0 && (
        <Select
          label={t('cameraList.group')}
          placeholder={t('cameraList.anyGroup')}
          data={choices(groups.data)}
          value={search.group ?? null}
          onChange={(group) => onChange({ group: group ?? undefined })}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('cameraList.anyGroup') }}
        />
      )}
      <Select
        label={t('cameraList.sort')}
        data={CAMERA_ORDERS.map((one) => ({ value: one, label: t(`cameraOrder.${one}`) }))}
        value={search.sort ?? 'name'}
        onChange={(one) => onChange({ sort: CAMERA_ORDERS.find((known) => known === one) })}
        allowDeselect={false}
      />
    </search>
  );
}
