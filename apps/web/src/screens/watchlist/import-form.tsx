import { ApiProblem } from '@holdfast/client';
import { MAX_CSV_BYTES } from '@holdfast/contract';
import { Button, FileInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { useSave } from '../../parts/forms/use-save.ts';
import parts from '../../parts/parts.module.css';
import { ProblemNote } from '../../parts/problems/problem-note.tsx';
import { ImportFaults } from './import-faults.tsx';

/** A list from a file: first a preview of the changes, then the import itself. */
export function ImportForm({ onDone }: { onDone: () => void }) {
  const { t, format } = useI18n();
  const [text, setText] = useState<string>();
  const [isTooLarge, setTooLarge] = useState(false);
  const trial = useMutation({
    mutationFn: (body: string) => api.watchlist.importCsv({ body, query: { dry_run: 1 } }),
  });
  const save = useSave({
    call: (body: string) => api.watchlist.importCsv({ body }),
    needs: {
      file:
        text === undefined
          ? isTooLarge || t('watchlist.fileNeeded')
          : trial.isError
            ? t('watchlist.fileFaulty')
            : trial.data?.added === 0 && t('watchlist.fileAddsNothing'),
    },
    done: ({ added }) => t('watchlist.imported', { count: added }),
    onDone,
  });
  const choose = async (file: File | null) => {
    trial.reset();
    save.reset();
    setText(undefined);
    setTooLarge(file !== null && file.size > MAX_CSV_BYTES);
    if (file === null || file.size > MAX_CSV_BYTES) return;
    const content = await file.text();
    setText(content);
    trial.mutate(content);
  };
  const problem = trial.error ?? save.error;
  const faults = problem instanceof ApiProblem ? (problem.body.errors ?? []) : [];
  return (
    <Form save={save} onSubmit={() => text !== undefined && save.mutate(text)}>
      <Stack>
        <p className={parts.lead}>{t('watchlist.importLead')}</p>
        <FileInput
          label={t('watchlist.file')}
          placeholder={t('watchlist.chooseFile')}
          accept=".csv,text/csv"
          onChange={(file) => void choose(file)}
          error={isTooLarge ? t('watchlist.fileTooLarge', { size: format.bytes(MAX_CSV_BYTES) }) : save.errorOf('file')}
          clearable
          clearButtonProps={{ 'aria-label': t('watchlist.noFile') }}
          data-autofocus
        />
        {problem && faults.length === 0 && <ProblemNote problem={problem} />}
        {problem && faults.length > 0 && <ImportFaults problem={problem} />}
        {trial.data && (
          <p role="status">
            {t('watchlist.importAdds', { count: trial.data.added })}{' '}
            {trial.data.skipped > 0 && t('watchlist.importSkips', { count: trial.data.skipped })}
          </p>
        )}
        <Button type="submit" loading={trial.isPending || save.isPending}>
          {t('watchlist.importNow')}
        </Button>
      </Stack>
    </Form>
  );
}
