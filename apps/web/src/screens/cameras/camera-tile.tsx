import { Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Camera, Policy, VisibleGroup } from '../../api/queries.ts';
import { CameraMenu } from '../../cameras/camera-menu.tsx';
import { CameraPicture } from '../../cameras/camera-picture.tsx';
import { useT } from '../../i18n/i18n.tsx';
import { isolate } from '../../i18n/isolate.ts';
import { Named } from '../../parts/layout/named.tsx';
import { StateChip } from '../../parts/layout/state-chip.tsx';
import type { troubleOf } from './camera-search.ts';
import classes from './cameras.module.css';

const PICTURE_EVERY_MS = 30_000;

interface CameraTileProps {
  camera: Camera;
  policy: Policy | undefined;
  trouble: ReturnType<typeof troubleOf>;
  groups: readonly VisibleGroup[];
  canManage: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

export function CameraTile({ camera, policy, trouble, groups, canManage, isChosen, onChoose }: CameraTileProps) {
  const t = useT();
  return (
    <article className={classes.tile}>
      <CameraPicture camera={camera} width={640} everyMs={PICTURE_EVERY_MS} />
      <div className={classes.caption}>
        <div className={classes.captionText}>
          <Link to="/cameras/$cameraId" params={{ cameraId: camera.id }} className={classes.name}>
            <Named text={camera.name} />
          </Link>
          <div className={classes.sub}>
            {!camera.enabled && <span>{t('tileMode.disabled')}</span>}
            {/* An offline camera is shown as such below its picture. */}
            {camera.enabled && trouble && trouble !== 'offline' && (
              <StateChip tone="bad">{t(`streamState.${trouble}`)}</StateChip>
            )}
            {camera.enabled && policy && (
              <span>
                {!trouble && `${t(`tileMode.${policy.mode}`)} · `}
                {t('cameras.tilePolicy', { policy: isolate(policy.name) })}
              </span>
            )}
            {camera.has_sub_stream && <span>{t('cameras.twoStreams')}</span>}
            {groups.map(({ id, name }) => (
              <Named key={id} text={name} inline />
            ))}
          </div>
        </div>
        {canManage && (
          <div className={classes.above}>
            <Checkbox
              aria-label={t('bulk.choose', { name: camera.name.slice(0, 100) })}
              checked={isChosen}
              onChange={onChoose}
              size="md"
            />
            <CameraMenu camera={camera} />
          </div>
        )}
      </div>
    </article>
  );
}
