import { notifications } from '@mantine/notifications';
import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { useT } from '../../i18n/i18n.tsx';
import { problemText } from '../../parts/problems/problem-text.ts';
import type { AbReport, PlatePass } from './pass-queries.ts';

/** Confirms passes one after the other; each is shown at once, and the figures follow. */
export function useConfirm() {
  const t = useT();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ pass, plate }: { pass: PlatePass; plate: string }) =>
      api.passes.confirm({ body: { camera_id: pass.camera_id, bucket_ts: pass.bucket_ts, plate } }),
    onSuccess: ({ camera_id, bucket_ts, plate }) => {
      queryClient.setQueriesData<InfiniteData<AbReport>>(
        { queryKey: ['plates', 'passes'] },
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              passes: page.passes.map((pass) =>
                pass.camera_id === camera_id && pass.bucket_ts === bucket_ts
                  ? { ...pass, confirmed_plate: plate }
                  : pass,
              ),
            })),
          },
      );
      return queryClient.invalidateQueries({ queryKey: ['plates', 'passes'] });
    },
    onError: (err) => {
      const { title, fields } = problemText(err, t);
      notifications.show({ title, message: fields.plate, color: 'red' });
    },
  });
}
