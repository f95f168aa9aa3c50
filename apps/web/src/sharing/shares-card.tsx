import { Switch } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { useT } from '../i18n/i18n.tsx';
import { useSave } from '../parts/forms/use-save.ts';
import { Card } from '../parts/layout/card.tsx';
import { Pages } from '../parts/layout/pages.tsx';
import classes from '../parts/parts.module.css';
import { ProblemNote } from '../parts/problems/problem-note.tsx';
import { useIsAdmin } from '../session/use-is-admin.ts';
import { ShareRow } from './share-row.tsx';

/** All links of the user, and for administrators the switch. Hidden from others until sharing is turned on. */
export function SharesCard() {
  const t = useT();
  const isAdmin = useIsAdmin();
  const isOn = useQuery(queries.sharing).data;
  const list = useInfiniteQuery(queries.shares);
  const shown = list.data ?? [];
  if (!isAdmin && !isOn && shown.length === 0) return null;
  return (
    <Card title={t('sharing.links')} lead={t('sharing.linksLead')}>
      {isAdmin && isOn !== undefined && <SharingSwitch isOn={isOn} />}
      <Pages query={list}>
        {() =>
          shown.length === 0 ? (
            <p className={classes.lead}>{t(isOn ? 'sharing.none' : 'sharing.off')}</p>
          ) : (
            <ul className={classes.rows}>
              {shown.map((share) => (
                <ShareRow key={share.id} share={share} />
              ))}
            </ul>
          )
        }
      </Pages>
    </Card>
  );
}

function SharingSwitch({ isOn }: { isOn: boolean }) {
  const t = useT();
  const save = useSave({
    call: (sharing_enabled: boolean) => api.settings.update({ body: { sharing_enabled } }),
  });
  return (
    <>
      <Switch
        label={t('sharing.switch')}
        description={t('sharing.switchHint')}
        checked={isOn}
        disabled={save.isPending}
        onChange={(event) => save.mutate(event.currentTarget.checked)}
      />
      {save.isError && <ProblemNote problem={save.error} />}
    </>
  );
}
