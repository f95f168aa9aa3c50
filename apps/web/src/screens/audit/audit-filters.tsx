import { AUDIT_KINDS } from '@holdfast/domain';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { PERIODS } from '../../parts/time/period.ts';
import { RangeFields } from '../../parts/time/range-fields.tsx';
import classes from './audit.module.css';
import type { AuditChange, AuditSearch } from './audit-search.ts';

interface AuditFiltersProps {
  search: AuditSearch;
  onChange: (part: AuditChange) => void;
}

export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const t = useT();
  const { kind, user, camera, period = 'all', from = '', to = '' } = search;
  const users = useQuery(queries.users);
  const cameras = useQuery(queries.cameras);
  const removed = useQuery(queries.removedCameras);
  const choices = (list: readonly { id: string; name: string }[] = []) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <search className={classes.filters}>
      <Select
        label={t('audit.kind')}
        placeholder={t('audit.anyKind')}
        data={AUDIT_KINDS.map((one) => ({ value: one, label: t(`auditKind.${one}`) }))}
        value={kind ?? null}
        onChange={(one) => onChange({ kind: AUDIT_KINDS.find((known) => known === one) })}
        clearable
        clearButtonProps={{ 'aria-label': t('audit.anyKind') }}
      />
      <Select
        label={t('audit.user')}
        placeholder={t('audit.anyUser')}
        data={(users.data ?? []).map(({ id, username }) => ({ value: id, label: username }))}
        value={user ?? null}
        onChange={(id) => onChange({ user: id ?? undefined })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('audit.anyUser') }}
      />
      <Select
        label={t('audit.camera')}
        placeholder={t('footage.anyCamera')}
        data={[
          ...choices(cameras.data),
          ...(removed.data?.length ? [{ group: t('removed.title'), items: choices(removed.data) }] : []),
        ]}
        value={camera ?? null}
        onChange={(id) => onChange({ camera: id ?? undefined })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('footage.anyCamera') }}
      />
      <Select
        label={t('plateSearch.period')}
        data={PERIODS.map((one) => ({ value: one, label: t(`platePeriod.${one}`) }))}
        value={period}
        onChange={(one) => onChange({ period: PERIODS.find((known) => known === one) })}
        allowDeselect={false}
      />
      {period === 'range' && (
        <div className={classes.range}>
          <RangeFields
            value={{ start: from, end: to }}
            onChange={({ start, end }) => onChange({ from: start, to: end })}
            errors={{ end: from !== '' && to !== '' && to <= from ? t('range.reversed') : undefined }}
          />
        </div>
      )}
    </search>
  );
}
