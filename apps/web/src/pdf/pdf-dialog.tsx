import { Select } from '@mantine/core';
import { useState } from 'react';
import { useCameraName } from '../footage/use-camera-name.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { localeOf } from '../i18n/language.ts';
import { saveFile } from '../parts/copies/save-file.ts';
import { Dialog } from '../parts/dialogs/dialog.tsx';
import { DialogForm } from '../parts/dialogs/dialog-form.tsx';
import { useSave } from '../parts/forms/use-save.ts';
import type { PdfWords } from './pdf-words.ts';
import { timeZones } from './time-zones.ts';

interface PdfDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Loads the writer and makes the page. */
  make: (words: PdfWords) => Promise<Uint8Array<ArrayBuffer>>;
  fileName: string;
  lead: string;
}

/** Asks for the time zone of the page and downloads it. */
export function PdfDialog({ isOpen, onClose, ...form }: PdfDialogProps) {
  const { t } = useI18n();
  return (
    <Dialog title={t('pdf.make')} isOpen={isOpen} onClose={onClose}>
      <PdfForm {...form} onDone={onClose} />
    </Dialog>
  );
}

function PdfForm({
  make,
  fileName,
  lead,
  onDone,
}: Pick<PdfDialogProps, 'make' | 'fileName' | 'lead'> & { onDone: () => void }) {
  const { t, format, language } = useI18n();
  const nameOf = useCameraName();
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [timeZone, setTimeZone] = useState(own);
  const save = useSave({
    call: () => make({ t, locale: localeOf(language, navigator.languages), timeZone, percent: format.percent, nameOf }),
    onDone: (pdf) => {
      saveFile(pdf, fileName);
      onDone();
    },
  });
  return (
    <DialogForm save={save} onSubmit={() => save.mutate()} onCancel={onDone} submit={t('pdf.download')}>
      <p style={{ margin: 0 }}>{lead}</p>
      <Select
        label={t('pdf.zone')}
        data={timeZones(own)}
        value={timeZone}
        onChange={(zone) => zone !== null && setTimeZone(zone)}
        searchable
        allowDeselect={false}
        maxDropdownHeight={220}
        limit={100}
      />
    </DialogForm>
  );
}
