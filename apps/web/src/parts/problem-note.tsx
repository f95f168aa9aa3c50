import { Button } from '@mantine/core';
import { useT } from '../i18n/i18n.tsx';
import { IconAlertTriangle } from './icons.ts';
import classes from './parts.module.css';
import { problemText } from './problem-text.ts';

/** An error with the server's sentence and the affected fields. */
export function ProblemNote({ problem, onRetry }: { problem: unknown; onRetry?: () => void }) {
  const t = useT();
  const { title, detail, fields } = problemText(problem, t);
  return (
    <div className={classes.problem} role="alert">
      <IconAlertTriangle size={20} aria-hidden />
      <div>
        <strong>{title}</strong>
        {detail !== undefined && <p>{detail.slice(0, 600)}</p>}
        {Object.entries(fields).map(([name, message]) => (
          <p key={name}>
            <code>{name}</code> {message}
          </p>
        ))}
        {onRetry && (
          <Button mt="xs" size="xs" variant="default" onClick={onRetry}>
            {t('common.tryAgain')}
          </Button>
        )}
      </div>
    </div>
  );
}
