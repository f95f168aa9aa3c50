import { useQuery } from '@tanstack/react-query';
import { type LoggedWarning, queries } from '../../api/queries.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Loaded } from '../../parts/layout/loaded.tsx';
import { Named } from '../../parts/layout/named.tsx';
import { StateChip } from '../../parts/layout/state-chip.tsx';
import classes from '../../parts/parts.module.css';
import own from './system.module.css';

/** The warnings and errors in the logs of the processes. */
export function WarningsCard() {
  const { t } = useI18n();
  const warnings = useQuery(queries.warnings);
  return (
    <Card title={t('warnings.title')} lead={t('warnings.lead')}>
      <Loaded query={warnings}>
        {(all) =>
          all.length === 0 ? (
            <p className={classes.lead}>{t('warnings.none')}</p>
          ) : (
            <ul className={classes.rows}>
              {all.map((warning) => (
                <WarningRow key={warning.id} warning={warning} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function WarningRow({ warning }: { warning: LoggedWarning }) {
  const { t, format } = useI18n();
  const { process, ts, level, message, camera_id, detail, count } = warning;
  const cameras = useQuery(queries.cameras);
  const camera = cameras.data?.find(({ id }) => id === camera_id);
  return (
    <li className={classes.row}>
      <div className={classes.rowMain}>
        <span className={classes.rowTitle}>{message}</span>
        <div className={classes.rowSub}>
          <time dateTime={ts}>{format.exact(ts)}</time>
          <span>{t(`process.${process}`)}</span>
          {camera && <Named text={camera.name} inline />}
          {count > 1 && <span>{t('warnings.times', { count })}</span>}
        </div>
        {detail !== null && <div className={`${classes.rowSub} ${classes.mono} ${own.detail}`}>{detail}</div>}
      </div>
      <StateChip tone={level === 'warn' ? 'warn' : 'bad'}>{t(`warningLevel.${level}`)}</StateChip>
    </li>
  );
}
