import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CameraConfig } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { useStill } from '../../live/use-still.ts';
import { IconRefresh } from '../../parts/icons.ts';
import { problemText } from '../../parts/problem-text.ts';
import type { Layers } from '../../polygons/edit-polygons.ts';
import { PolygonEditor } from '../../polygons/polygon-editor.tsx';
import type { LayerLook } from '../../polygons/polygon-shapes.tsx';

const NEVER_BY_ITSELF_MS = 3_600_000;

interface AreasOnCameraProps {
  camera: CameraConfig;
  looks: readonly LayerLook[];
  value: Layers;
  onChange: (value: Layers) => void;
  /** Drawn over the picture, below the areas. */
  overlay?: ReactNode;
}

/** Area editor on a still of the camera, which is refreshed on demand only. */
export function AreasOnCamera({ camera, looks, value, onChange, overlay }: AreasOnCameraProps) {
  const t = useT();
  const { url, query } = useStill({
    cameraId: camera.id,
    width: 1280,
    isWanted: camera.enabled,
    everyMs: NEVER_BY_ITSELF_MS,
  });
  const state = query.isError ? problemText(query.error, t) : undefined;
  return (
    <>
      <PolygonEditor
        looks={looks}
        value={value}
        onChange={onChange}
        picture={url}
        overlay={overlay}
        pictureAlt={t('camera.pictureOf', { name: camera.name })}
      />
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={16} />}
          loading={query.isFetching}
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
