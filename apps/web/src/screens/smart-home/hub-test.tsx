import { Button, Code, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '../../api/api.ts';
import { useT } from '../../i18n/i18n.tsx';
import { StateChip } from '../../parts/layout/state-chip.tsx';
import { WarningNote } from '../../parts/layout/warning-note.tsx';
import classes from '../../parts/parts.module.css';
import { ProblemNote } from '../../parts/problems/problem-note.tsx';
import { fingerprintText, type HubFields, isSameTest, testedValues } from './hub-edit.ts';

interface HubTestProps {
  fields: HubFields;
  /** Whether nothing is missing; otherwise shows what is. */
  check: () => boolean;
  onAccept: (fingerprint: string) => void;
}

/** Asks the hub with the values of the form, before they are saved. */
export function HubTest({ fields, check, onAccept }: HubTestProps) {
  const t = useT();
  const { certificate } = fields;
  const button = useRef<HTMLButtonElement>(null);
  const test = useMutation({ mutationFn: (asked: HubFields) => api.hub.test({ body: testedValues(asked) }) });
  // An answer does not apply to values that were changed since.
  const isCurrent = test.variables !== undefined && isSameTest(test.variables, fields);
  const answer = isCurrent ? test.data : undefined;
  const shown = answer?.certificate ?? null;
  return (
    <>
      <Group>
        <Button ref={button} variant="light" loading={test.isPending} onClick={() => check() && test.mutate(fields)}>
          {t('hub.test')}
        </Button>
        <div role="status" className={classes.live}>
          {answer && (
            <>
              <StateChip tone={answer.ok ? 'good' : 'bad'}>
                {answer.ok ? t('hub.testOk') : t('hub.testFailed')}
              </StateChip>
              {!answer.ok && <Text size="sm">{t.reason(answer.reason, answer.detail)}</Text>}
            </>
          )}
        </div>
      </Group>
      {test.isError && isCurrent && <ProblemNote problem={test.error} />}
      {shown !== null && shown !== certificate && (
        <WarningNote
          action={
            <Button
              size="xs"
              variant="light"
              onClick={() => {
                onAccept(shown);
                // The accept button disappears, and testing again is the next step.
                button.current?.focus();
              }}
            >
              {t('hub.certificateAccept')}
            </Button>
          }
        >
          <p>{t('hub.certificateCompare')}</p>
          <Code fz="sm" block style={{ wordBreak: 'break-all', whiteSpace: 'normal', marginBottom: 8 }}>
            {fingerprintText(shown)}
          </Code>
        </WarningNote>
      )}
    </>
  );
}
