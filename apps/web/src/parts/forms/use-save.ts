import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useT } from '../../i18n/i18n.tsx';
import { problemText } from '../problems/problem-text.ts';
import { type Needs, useNeeds } from './use-needs.ts';

interface Save<I, O> {
  call: (input: I) => Promise<O>;
  /** What is still missing, by field. */
  needs?: Needs;
  /** Message on success. */
  done?: string | ((output: O) => string);
  onDone?: (output: O, input: I) => void;
  /** Called once the screens show the saved values, to drop the draft. */
  onShown?: (output: O) => void;
}

const nothing: Needs = {};

/**
 * A mutation with the errors of the form's fields, its own and the server's. All queries are refetched afterwards:
 * they are small, and nothing outdated remains.
 */
export function useSave<I = void, O = unknown>({ call, needs = nothing, done, onDone, onShown }: Save<I, O>) {
  const t = useT();
  const { neededAt, forget, ...form } = useNeeds<HTMLFormElement>(needs);
  const queryClient = useQueryClient();
  const save = useMutation<O, Error, I>({
    mutationFn: call,
    onSuccess: async (output, input) => {
      forget();
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
    ...form,
    forget,
    /** The error of a field that shows it; the note of the form leaves out the server's then. */
    errorOf: (field: string): string | undefined => {
      shownFields.add(field);
      return neededAt(field) ?? errors[field];
    },
    /** Filled while the form renders, before its note does. */
    shownFields: shownFields as ReadonlySet<string>,
  };
}
