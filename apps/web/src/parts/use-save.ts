import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useT } from '../i18n/i18n.tsx';
import { problemText } from './problem-text.ts';

interface Save<I, O> {
  call: (input: I) => Promise<O>;
  /** Said when it worked. */
  done?: string | ((output: O) => string);
  onDone?: (output: O, input: I) => void;
  /** Called once the screens show what was saved: the moment to let go of what was typed. */
  onShown?: (output: O) => void;
}

/**
 * A change on the server, and what it said to single fields. What the screens show is asked for again afterwards: they are
 * small, and so nothing stays stale.
 */
export function useSave<I = void, O = unknown>({ call, done, onDone, onShown }: Save<I, O>) {
  const t = useT();
  const queryClient = useQueryClient();
  const save = useMutation<O, Error, I>({
    mutationFn: call,
    onSuccess: async (output, input) => {
      onDone?.(output, input);
      await queryClient.invalidateQueries();
      onShown?.(output);
      if (done !== undefined)
        notifications.show({ message: typeof done === 'string' ? done : done(output), color: 'tide' });
    },
  });
  return { ...save, fields: save.isError ? problemText(save.error, t).fields : {} };
}
