import { ApiProblem } from '@holdfast/client';
import { problems } from '@holdfast/contract';
import type { Translate } from '../i18n/i18n.tsx';

export interface ProblemText {
  title: string;
  detail: string | undefined;
  /** What is wrong with single fields, by the name the field has on the wire. */
  fields: Readonly<Record<string, string>>;
}

/** Any failure in sentences: a refusal in the server's words, or ours for them, anything else as a server that did not answer. */
export function problemText(err: unknown, t: Translate): ProblemText {
  if (!(err instanceof ApiProblem)) return { title: t('problem.unanswered'), detail: undefined, fields: {} };
  const { title, detail, errors = [] } = err.body;
  const fields = Object.fromEntries(
    errors.map(({ pointer, message }) => [
      pointer.split('/').find((part) => part !== '' && part !== 'query') ?? '',
      t.said(message),
    ]),
  );
  return {
    title: err.code in problems ? t(`problem.${err.code}`) : title,
    detail: detail === undefined ? undefined : t.said(detail),
    fields,
  };
}
