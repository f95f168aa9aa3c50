import { useQuery } from '@tanstack/react-query';
import { type Camera, queries } from '../../../api/queries.ts';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Named } from '../../../parts/layout/named.tsx';
import classes from '../../../parts/parts.module.css';
import { workingEngine } from '../../../plates/working-engine.ts';
import { useIsAdmin } from '../../../session/use-is-admin.ts';

/** Summary of a camera's settings. */
export function CameraFacts({ camera }: { camera: Camera }) {
  const { t, format } = useI18n();
  const isAdmin = useIsAdmin();
  const policies = useQuery({ ...queries.policies, enabled: isAdmin });
  const isRecognising = useQuery(queries.me).data?.plates_enabled;
  const hasDetector = useQuery({ ...queries.detector, enabled: isAdmin }).data?.enabled;
  const engine = workingEngine({ engine: camera.lpr_engine, isRecognising, hasDetector });
  const policy = policies.data?.find(({ id }) => id === camera.policy_id);
  return (
    <section className={classes.card} aria-label={t('camera.facts')}>
      <dl className={classes.facts}>
        {policy && (
          <>
            <dt>{t('camera.records')}</dt>
            <dd>{t(`mode.${policy.mode}`)}</dd>
            <dt>{t('policy.one')}</dt>
            <dd>
              <Named text={policy.name} inline />
            </dd>
            <dt>{t('policy.keep')}</dt>
            <dd>{format.hours(policy.live_retention_hours)}</dd>
          </>
        )}
        <dt>{t('camera.streams')}</dt>
        <dd>{camera.has_sub_stream ? t('camera.mainAndSub') : t('camera.mainOnly')}</dd>
        {(isAdmin || isRecognising) && (
          <>
            <dt>{t('camera.engine')}</dt>
            <dd>{t(`engine.${engine}`)}</dd>
          </>
        )}
        <dt>{t('camera.since')}</dt>
        <dd>{format.moment(camera.created_at)}</dd>
      </dl>
    </section>
  );
}
