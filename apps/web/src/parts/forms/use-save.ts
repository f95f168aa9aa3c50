import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useT } from '../../i18n/i18n.tsx';
import { problemText } from '../problems/problem-text.ts';

interface Save<I, O> {
  call: (input: I) => Promise<O>;
  /** Message on success. */
  done?: string | ((output: O) => string);
  onDone?: (output: O, input: I) => void;
  /** Called once the screens show the saved values, to drop the draft. */
  onShown?: (output: O) => void;
}

/**
 * A mutation with the server's field errors. All queries are refetched afterwards: they are small, and nothing stays
 * stale.
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
  const errors = save.isError ? problemText(save.error, t).fields : {};
  const shownFields = new Set<string>();
  return {
    ...save,
    /** The server's error of a field that shows it; the note of the form leaves it out then. */
    errorOf: (field: string): string | undefined => {
      shownFields.add(field);
      return errors[field];
    },
    /** Filled while the form renders, before its note does. */
    shownFields: shownFields as ReadonlySet<string>,
  };
}
