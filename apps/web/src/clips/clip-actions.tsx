import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { Clip } from '../api/queries.ts';
import { markViewed } from '../api/refresh-clips.ts';
import { useT } from '../i18n/i18n.tsx';
import { IconFileExport, IconHistory } from '../parts/icons/icons.ts';
import { problemText } from '../parts/problems/problem-text.ts';
import { PdfDialog } from '../pdf/pdf-dialog.tsx';
import { stampOf } from '../pdf/pdf-words.ts';
import { useHolds } from '../session/use-holds.ts';
import { ShareButton } from '../sharing/share-button.tsx';
import { clipTitle } from './clip-words.ts';
import { DownloadMenu } from './download-menu.tsx';

/** Marks clips, and shows an error if the server refuses. */
export function useMarkViewed(): (ids: readonly string[], viewed: boolean) => void {
  const t = useT();
  const queryClient = useQueryClient();
  return useCallback(
    (ids, viewed) =>
      void markViewed(queryClient, ids, viewed).catch((err: unknown) =>
        notifications.show({ message: problemText(err, t).title, color: 'red' }),
      ),
    [queryClient, t],
  );
}

/** The actions on a clip besides watching it. */
export function ClipActions({ clip }: { clip: Clip }) {
  const t = useT();
  const mayPlay = useHolds('playback');
  const [isPrinting, setPrinting] = useState(false);
  const name = clipTitle(clip, t).slice(0, 100);
  return (
    <>
      {mayPlay && (
        <Button
          renderRoot={(props) => (
            <Link {...props} to="/playback" search={{ cameras: clip.camera_id, at: clip.start_ts }} />
          )}
          variant="light"
          leftSection={<IconHistory size={18} />}
        >
          {t('clip.inPlayback')}
        </Button>
      )}
      {clip.has_footage && <DownloadMenu clip={clip} name={name} />}
      {clip.has_footage && <ShareButton subject={{ kind: 'clip', id: clip.id }} name={name} />}
      <Button variant="default" leftSection={<IconFileExport size={18} />} onClick={() => setPrinting(true)}>
        {t('pdf.make')}
      </Button>
      <PdfDialog
        isOpen={isPrinting}
        onClose={() => setPrinting(false)}
        make={async (words) => (await import('./make-event-pdf.ts')).makeEventPdf(clip, words)}
        fileName={`event_${stampOf(clip.start_ts)}.pdf`}
        lead={t('pdf.eventLead')}
      />
    </>
  );
}
