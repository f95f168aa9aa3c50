import { ApiProblem } from '@holdfast/client';
import { useT } from '../../i18n/i18n.tsx';
import { IconAlertTriangle } from '../../parts/icons/icons.ts';
import parts from '../../parts/parts.module.css';
import { problemText } from '../../parts/problems/problem-text.ts';
import classes from './watchlist.module.css';

const lineIn = (pointer: string): string => /^\/lines\/(\d+)/.exec(pointer)?.[1] ?? '1';

/** Each invalid line of a file with its number. */
export function ImportFaults({ problem }: { problem: Error }) {
  const t = useT();
  if (!(problem instanceof ApiProblem)) return null;
  const { detail } = problemText(problem, t);
  return (
    <div className={parts.problem} role="alert">
      <IconAlertTriangle size={20} aria-hidden />
      <div>
        <strong>{detail}</strong>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
        <ul className={classes.faults} tabIndex={0} aria-label={t('watchlist.faults')}>
          {(problem.body.errors ?? []).map(({ pointer, message, reason }) => (
            <li key={pointer}>{t('watchlist.fault', { line: lineIn(pointer), fault: t.reason(reason, message) })}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
