import { useI18n } from '../../i18n/i18n.tsx';
import type { AbReport } from './pass-queries.ts';
import classes from './passes.module.css';

const VERDICTS = ['match', 'differ', 'miss'] as const;

/** How often the engines agree, as one divided bar with its figures. */
export function VerdictBar({ verdicts }: { verdicts: AbReport['verdicts'] }) {
  const { t, format } = useI18n();
  const total = Math.max(1, verdicts.match + verdicts.differ + verdicts.miss);
  return (
    <div>
      <div className={classes.verdicts} aria-hidden>
        {VERDICTS.map((verdict) => (
          <span key={verdict} data-verdict={verdict} style={{ flexGrow: verdicts[verdict] / total }} />
        ))}
      </div>
      <ul className={classes.legend}>
        {VERDICTS.map((verdict) => (
          <li key={verdict} data-verdict={verdict}>
            {t(`verdict.${verdict}`)}: {format.number(verdicts[verdict])} ({format.percent(verdicts[verdict] / total)})
          </li>
        ))}
      </ul>
    </div>
  );
}
