import { ActionIcon, Button, CloseButton, Group, Modal, Switch } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Clip, queries } from '../../api/queries.ts';
import { ClipActions, useMarkViewed } from '../../clips/clip-actions.tsx';
import { ClipFacts } from '../../clips/clip-facts.tsx';
import { ClipVideo } from '../../clips/clip-video.tsx';
import { clipTitle } from '../../clips/clip-words.ts';
import clipClasses from '../../clips/clips.module.css';
import { useSettling } from '../../clips/use-settling.ts';
import { useT } from '../../i18n/i18n.tsx';
import { Empty } from '../../parts/empty.tsx';
import { IconChevronLeft, IconChevronRight, IconPhotoOff } from '../../parts/icons.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Named } from '../../parts/named.tsx';
import { StateChip } from '../../parts/state-chip.tsx';
import { useTopDialog } from '../../parts/use-top-dialog.ts';
import own from './events.module.css';

interface ClipDialogProps {
  id: string;
  /** As it is in the list, if it is there. */
  listed: Clip | undefined;
  /** The clips in the list on both sides of it. */
  newer: Clip | undefined;
  older: Clip | undefined;
  onOpen(id: string): void;
  onClose(): void;
}

/** The player of one clip. Its address opens it again. */
export function ClipDialog({ id, listed, newer, older, onOpen, onClose }: ClipDialogProps) {
  const t = useT();
  const isPhone = useMediaQuery('(width < 700px), (height < 520px)') === true;
  const clip = useQuery({ ...queries.clip(id), ...(listed && { placeholderData: listed }) });
  const isOnTop = useTopDialog(true);
  const title = clip.data ? clipTitle(clip.data, t) : t('clip.title');
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
                <Player key={found.id} clip={found} newer={newer} older={older} onOpen={onOpen} />
              )
            }
          </Loaded>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function Player({ clip, newer, older, onOpen }: { clip: Clip } & Pick<ClipDialogProps, 'newer' | 'older' | 'onOpen'>) {
  const t = useT();
  const mark = useMarkViewed();
  const [isFull, setFull] = useState(false);
  useSettling([clip]);
  return (
    <div className={own.player}>
      <div className={clipClasses.stage}>
        <ClipVideo
          clip={clip}
          quality={isFull ? 'full' : 'preview'}
          isCurrent
          onPlaying={() => {
            if (!clip.viewed) mark([clip.id], true);
          }}
        />
      </div>
      <ClipFacts clip={clip} />
      {clip.ongoing && (
        <p className={own.playerNote}>
          <StateChip tone="warn">{t('clip.ongoing')}</StateChip> {t('clip.ongoingText')}
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
        <Group gap={4} className={own.neighbours}>
          {(
            [
              [newer, 'clip.previous'],
              [older, 'clip.next'],
            ] as const
          ).map(([other, label]) => (
            <ActionIcon
              key={label}
              variant="default"
              size={36}
              aria-label={t(label)}
              title={t(label)}
              disabled={!other}
              onClick={() => other && onOpen(other.id)}
            >
              {label === 'clip.previous' ? <IconChevronLeft size={18} /> : <IconChevronRight size={18} />}
            </ActionIcon>
          ))}
        </Group>
      </Group>
    </div>
  );
}
