import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CameraConfig } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { IconRefresh } from '../../parts/icons/icons.ts';
import { useStill } from '../../parts/pictures/use-still.ts';
import { problemText } from '../../parts/problems/problem-text.ts';
import type { Layers } from '../../polygons/edit-polygons.ts';
import { PolygonEditor } from '../../polygons/polygon-editor.tsx';
import type { LayerLook } from '../../polygons/polygon-shapes.tsx';

const UNREFRESHED_MS = 3_600_000;
const LIVE_MS = 1_000;

interface AreasOnCameraProps {
  camera: CameraConfig;
  looks: readonly LayerLook[];
  value: Layers;
  onChange: (value: Layers) => void;
  /** Drawn over the picture, below the areas. */
  overlay?: ReactNode;
  /** Like `overlay`, for the current picture, which is then refreshed all the time. */
  liveOverlay?: ((pictureMs: number) => ReactNode) | undefined;
}

/** Area editor on a still of the camera, which is refreshed on demand, or all the time below a live overlay. */
export function AreasOnCamera({ camera, looks, value, onChange, overlay, liveOverlay }: AreasOnCameraProps) {
  const t = useT();
  const { url, takenAtMs, query } = useStill({
    cameraId: camera.id,
    width: 1280,
    isWanted: camera.enabled,
    everyMs: liveOverlay ? LIVE_MS : UNREFRESHED_MS,
  });
  const state = query.isError ? problemText(query.error, t) : undefined;
  return (
    <>
      <PolygonEditor
        looks={looks}
        value={value}
        onChange={onChange}
        picture={url}
        overlay={liveOverlay?.(takenAtMs) ?? overlay}
        pictureAlt={t('camera.pictureOf', { name: camera.name })}
      />
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={16} />}
          loading={query.isFetching && !liveOverlay}
          onClick={() => void query.refetch()}
        >
          {t('areas.newPicture')}
        </Button>
        {state && (
          <Text size="sm" c="dimmed" role="status">
            {t('areas.noPicture', { reason: state.detail ?? state.title })}
          </Text>
        )}
      </Group>
    </>
  );
}
