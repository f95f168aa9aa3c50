import { Button } from '@mantine/core';
import { api } from '../../api/api.ts';
import { useT } from '../../i18n/i18n.tsx';
import { saveFile } from '../../parts/copies/save-file.ts';
import { useSave } from '../../parts/forms/use-save.ts';
import { IconDownload } from '../../parts/icons/icons.ts';
import { Card } from '../../parts/layout/card.tsx';
import { ProblemNote } from '../../parts/problems/problem-note.tsx';

/** A file for a bug report, without secrets. */
export function SupportCard() {
  const t = useT();
  const load = useSave({
    call: () => api.supportBundle.get(),
    onDone: (bytes) => saveFile(bytes, `holdfast-support-${new Date().toISOString().slice(0, 10)}.zip`),
  });
  return (
    <Card
      title={t('support.title')}
      lead={t('support.lead')}
      aside={
        <Button
          variant="default"
          leftSection={<IconDownload size={18} />}
          loading={load.isPending}
          onClick={() => load.mutate()}
        >
          {t('support.download')}
        </Button>
      }
    >
      {load.isError && <ProblemNote problem={load.error} />}
    </Card>
  );
}
