import { Button } from '@mantine/core';
import { useT } from '../../i18n/i18n.tsx';
import { IconAlertTriangle } from '../icons/icons.ts';
import classes from '../parts.module.css';
import { problemLines } from './problem-lines.ts';
import { problemText } from './problem-text.ts';

interface ProblemNoteProps {
  problem: unknown;
  /** Fields that show their own error. */
  shownFields?: ReadonlySet<string>;
  onRetry?: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/** An error with the server's sentence, and the errors of fields that do not show their own. */
export function ProblemNote({ problem, shownFields = NONE, onRetry }: ProblemNoteProps) {
  const t = useT();
  const { code, title, detail, fields } = problemText(problem, t);
  const lines = problemLines(fields, shownFields);
  const isAllShown = code === 'invalid' && lines.length === 0 && Object.keys(fields).length > 0;
  return (
    <div className={classes.problem} role="alert">
      <IconAlertTriangle size={20} aria-hidden />
      <div>
        <strong>{isAllShown ? t('problem.checkFields') : title}</strong>
        {detail !== undefined && <p>{detail.slice(0, 600)}</p>}
        {lines.map(({ label, message }) => (
          <p key={`${label} ${message}`}>{label === undefined ? message : `${t(label)}: ${message}`}</p>
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
