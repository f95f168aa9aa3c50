import { Group } from '@mantine/core';
import { api } from '../api/api.ts';
import type { Share } from '../api/queries.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { useSave } from '../parts/forms/use-save.ts';
import { IconLinkOff } from '../parts/icons/icons.ts';
import { Named } from '../parts/layout/named.tsx';
import { RowAction } from '../parts/layout/row-action.tsx';
import { StateChip, type Tone } from '../parts/layout/state-chip.tsx';
import classes from '../parts/parts.module.css';
import { ProblemNote } from '../parts/problems/problem-note.tsx';
import { ShareOpenings } from './share-openings.tsx';

const tones: Record<Share['state'], Tone> = { active: 'good', expired: 'idle', revoked: 'idle', gone: 'idle' };

export function ShareRow({ share }: { share: Share }) {
  const { t, format } = useI18n();
  // At once, without a time to undo it: a revoked link must not be opened any more.
  const revoke = useSave({
    call: () => api.shares.revoke({ params: { id: share.id } }),
    done: t('sharing.revoked'),
  });
  const { kind, cameras, start, end, state, has_password, created_by } = share;
  const names = cameras.join(', ');
  return (
    <li className={classes.row}>
      <div className={classes.rowMain}>
        <Group gap="xs" wrap="nowrap">
          <span className={classes.rowTitle}>
            <Named text={names} />
          </span>
          <StateChip tone={tones[state]}>{t(`shareState.${state}`)}</StateChip>
        </Group>
        <div className={classes.rowSub}>
          <span>{t(`shareKind.${kind}`)}</span>
          <span>{format.range(start, end)}</span>
          {has_password && <span>{t('sharing.hasPassword')}</span>}
          {state === 'active' && <span>{t('sharing.until', { time: format.moment(share.expires_at) })}</span>}
          <ShareOpenings share={share} />
          {created_by !== null && <Named text={t('footage.by', { name: created_by.username })} inline />}
        </div>
        {revoke.isError && <ProblemNote problem={revoke.error} />}
      </div>
      {state === 'active' && (
        <RowAction
          label={t('sharing.revokeNamed', { name: names })}
          icon={<IconLinkOff size={20} />}
          onClick={() => !revoke.isPending && revoke.mutate()}
        />
      )}
    </li>
  );
}
