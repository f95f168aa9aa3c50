import { ApiProblem } from '@holdfast/client';
import { problems } from '@holdfast/contract';
import type { Translate } from '../../i18n/i18n.tsx';
import { unreachableTitle } from './unreachable-title.ts';

export interface ProblemText {
  code: string | undefined;
  title: string;
  detail: string | undefined;
  /** Errors by field name of the API. */
  fields: Readonly<Record<string, string>>;
}

/** Sentences for any failure: a problem of the API, otherwise an unreachable server. */
export function problemText(err: unknown, t: Translate): ProblemText {
  if (!(err instanceof ApiProblem))
    return { code: undefined, title: t('problem.unanswered'), detail: undefined, fields: {} };
  const { title, detail, reason, errors = [] } = err.body;
  const fields = Object.fromEntries(
    errors.map(({ pointer, message, reason }) => [
      pointer.split('/').find((part) => part !== '' && part !== 'query') ?? '',
      t.reason(reason, message),
    ]),
  );
  const known = err.code in problems ? t(`problem.${err.code}`) : title;
  return {
    code: err.code,
    title: err.code === 'camera-unreachable' ? t(unreachableTitle(reason?.code)) : known,
    detail: detail === undefined ? undefined : t.reason(reason, detail),
    fields,
  };
}
