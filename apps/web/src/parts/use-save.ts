import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';

interface Save<I, O> {
  call: (input: I) => Promise<O>;
  /** Said when it worked. */
  done?: string | ((output: O) => string);
  onDone?: (output: O, input: I) => void;
  /** Called once the screens show what was saved: the moment to let go of what was typed. */
  onShown?: (output: O) => void;
}

/** A change on the server. What the screens show is asked for again afterwards: they are small, and so nothing stays stale. */
export function useSave<I = void, O = unknown>({ call, done, onDone, onShown }: Save<I, O>) {
  const queryClient = useQueryClient();
  return useMutation<O, Error, I>({
    mutationFn: call,
    onSuccess: async (output, input) => {
      onDone?.(output, input);
      await queryClient.invalidateQueries();
      onShown?.(output);
      if (done !== undefined)
        notifications.show({ message: typeof done === 'string' ? done : done(output), color: 'tide' });
    },
  });
}
