import { ActionIcon, Button, CloseButton, Group, Modal, Switch } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Clip, queries } from '../../api/queries.ts';
import { ClipActions, useMarkViewed } from '../../clips/clip-actions.tsx';
import { ClipFacts } from '../../clips/clip-facts.tsx';
import { missingPart } from '../../clips/clip-state.ts';
import { ClipVideo } from '../../clips/clip-video.tsx';
import { clipTitle } from '../../clips/clip-words.ts';
import clipClasses from '../../clips/clips.module.css';
import { useSettling } from '../../clips/use-settling.ts';
import { useI18n, useT } from '../../i18n/i18n.tsx';
import { useTopDialog } from '../../parts/dialogs/use-top-dialog.ts';
import { IconChevronLeft, IconChevronRight, IconPhotoOff } from '../../parts/icons/icons.ts';
import { Empty } from '../../parts/layout/empty.tsx';
import { Loaded } from '../../parts/layout/loaded.tsx';
import { Named } from '../../parts/layout/named.tsx';
import { StateChip } from '../../parts/layout/state-chip.tsx';
import type { ClipMove } from './clip-keys.ts';
import own from './events.module.css';
import { useClipKeys } from './use-clip-keys.ts';

interface ClipDialogProps {
  id: string;
  /** As it is in the list, if it is there. */
  listed: Clip | undefined;
  /** Whether there are clips on both sides of it in the list. */
  hasNewer: boolean;
  hasOlder: boolean;
  onMove(direction: ClipMove): void;
  onClose(): void;
}

/** The player of one clip. Its address opens it again. */
export function ClipDialog({ id, listed, onClose, ...moves }: ClipDialogProps) {
  const t = useT();
  const isPhone = useMediaQuery('(width < 700px), (height < 520px)') === true;
  const clip = useQuery({ ...queries.clip(id), ...(listed && { placeholderData: listed }) });
  const isOnTop = useTopDialog(true);
  const title = clip.data ? clipTitle(clip.data, t) : t('clip.title');
  useClipKeys(isOnTop, moves.onMove);
  // Its own heading instead of the usual one, which would be a second banner beside that of a phone.
  return (
    <Modal.Root opened onClose={() => isOnTop() && onClose()} size={860} fullScreen={isPhone}>
      <Modal.Overlay />
      <Modal.Content aria-label={title.slice(0, 100)}>
        <Modal.Body className={own.dialog}>
          <div className={own.dialogHead}>
            <h2 className={own.day}>
              <Named text={title} />
            </h2>
            <CloseButton size={36} onClick={onClose} aria-label={t('common.close')} />
          </div>
          <Loaded query={clip}>
            {(found) =>
              found === null ? (
                <Empty icon={<IconPhotoOff size={30} />} title={t('clip.gone')} text={t('clip.goneHint')} />
              ) : (
                <Player clip={found} {...moves} />
              )
            }
          </Loaded>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

type PlayerProps = { clip: Clip } & Pick<ClipDialogProps, 'hasNewer' | 'hasOlder' | 'onMove'>;

function Player({ clip, hasNewer, hasOlder, onMove }: PlayerProps) {
  const { t, format } = useI18n();
  const mark = useMarkViewed();
  const [isFull, setFull] = useState(false);
  const [shown, setShown] = useState<{ id: string; seconds: number }>();
  const [reloads, setReloads] = useState(0);
  const missing = shown?.id === clip.id ? missingPart(clip, shown.seconds, Date.now()) : 'none';
  useSettling([clip]);
  return (
    <div className={own.player}>
      <div className={clipClasses.stage}>
        {/* The buttons around it stay, and with them the focus. */}
        <ClipVideo
          key={`${clip.id} ${reloads}`}
          clip={clip}
          quality={isFull ? 'full' : 'preview'}
          onPlaying={() => {
            if (!clip.viewed) mark([clip.id], true);
          }}
          onLength={(seconds) => setShown({ id: clip.id, seconds })}
        />
      </div>
      <ClipFacts clip={clip} />
      {clip.ongoing && (
        <p className={own.playerNote}>
          <StateChip tone="warn">{t('clip.ongoing')}</StateChip> {t('clip.ongoingText')}
        </p>
      )}
      {shown && missing !== 'none' && (
        <p className={own.playerNote} role="status">
          {missing === 'not-recorded' && t('clip.partMissing', { length: format.duration(shown.seconds * 1000) })}
          {missing === 'follows' && (
            <>
              {t('clip.restFollows')}{' '}
              <Button size="compact-sm" variant="default" onClick={() => setReloads(reloads + 1)}>
                {t('clip.reload')}
              </Button>
            </>
          )}
        </p>
      )}
      <Group gap="xs">
        <ClipActions clip={clip} />
        <Button variant="default" onClick={() => mark([clip.id], !clip.viewed)}>
          {clip.viewed ? t('clip.unseen') : t('clip.seen')}
        </Button>
        {clip.has_footage && (
          <Switch
            label={t('clip.full')}
            checked={isFull}
            onChange={(event) => setFull(event.currentTarget.checked)}
            ml="auto"
          />
        )}
        {(hasNewer || hasOlder) && (
          <Group gap={4} className={own.neighbours}>
            {(
              [
                ['newer', hasNewer, 'clip.previous'],
                ['older', hasOlder, 'clip.next'],
              ] as const
            ).map(([direction, isThere, label]) => (
              <ActionIcon
                key={label}
                variant="default"
                size={36}
                aria-label={t(label)}
                title={t(label)}
                // It keeps the focus, unlike a button that is disabled.
                aria-disabled={!isThere}
                {...(!isThere && { 'data-disabled': true })}
                onClick={() => onMove(direction)}
              >
                {label === 'clip.previous' ? <IconChevronLeft size={18} /> : <IconChevronRight size={18} />}
              </ActionIcon>
            ))}
          </Group>
        )}
      </Group>
    </div>
  );
}
