import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/api.ts';
import { type Policy, queries } from '../../api/queries.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { IconPlus, IconTrash } from '../../parts/icons/icons.ts';
import { Named } from '../../parts/layout/named.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { RowAction } from '../../parts/layout/row-action.tsx';
import { StateChip } from '../../parts/layout/state-chip.tsx';
import classes from '../../parts/parts.module.css';
import { RemovableRows } from '../../parts/undo/removable-rows.tsx';
import { useRemoval } from '../../parts/undo/use-removal.tsx';

export function PoliciesScreen() {
  const { t } = useI18n();
  const policies = useQuery(queries.policies);
  return (
    <Page
      title={t('nav.policies')}
      lead={t('policies.lead')}
      actions={
        <Button component={Link} to="/policies/new" leftSection={<IconPlus size={18} />}>
          {t('policies.add')}
        </Button>
      }
    >
      <RemovableRows query={policies} kind="policy">
        {(policy) => <PolicyRow policy={policy} />}
      </RemovableRows>
    </Page>
  );
}

function PolicyRow({ policy }: { policy: Policy }) {
  const { t, format } = useI18n();
  const { remove } = useRemoval();
  const isNamedDefault = policy.name.trim().toLowerCase() === t('policies.isDefault').toLowerCase();
  const canGo = !policy.is_default && policy.members.length === 0;
  return (
    <li className={classes.row}>
      <div className={classes.rowMain}>
        <Group gap="xs" wrap="nowrap">
          <Link to="/policies/$policyId" params={{ policyId: policy.id }} className={classes.rowTitle}>
            <Named text={policy.name} />
          </Link>
          {policy.is_default && !isNamedDefault && <StateChip tone="idle">{t('policies.isDefault')}</StateChip>}
          {policy.origin === 'deviation' && <StateChip tone="idle">{t('policies.isDeviation')}</StateChip>}
        </Group>
        <div className={classes.rowSub}>
          <span>{t(`mode.${policy.mode}`)}</span>
          <span>{t('policies.keeps', { span: format.hours(policy.live_retention_hours) })}</span>
          {policy.live_max_bytes !== null && (
            <span>{t('policies.upTo', { size: format.bytes(policy.live_max_bytes) })}</span>
          )}
          {policy.schedule !== null && <span>{t('policies.scheduled')}</span>}
          {policy.archive_enabled && <span>{t('policies.archives')}</span>}
        </div>
      </div>
      <StateChip tone={policy.members.length > 0 ? 'good' : 'idle'}>
        {t('policies.members', { count: policy.members.length })}
      </StateChip>
      {canGo && (
        <RowAction
          label={t('policies.removeNamed', { name: policy.name })}
          icon={<IconTrash size={20} />}
          onClick={() =>
            remove({
              key: `policy ${policy.id}`,
              message: t('policies.removed', { name: policy.name }),
              call: () => api.policies.remove({ params: { id: policy.id } }),
            })
          }
        />
      )}
    </li>
  );
}
