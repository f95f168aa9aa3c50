import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

interface EditDialogProps<T> {
  /** What is being edited, `new` for something that is not there yet. */
  edited: T | 'new' | undefined;
  onClose: () => void;
  titles: { add: string; edit: string };
  children: (edited: T | 'new') => ReactNode;
}

/** The one dialog of a list whose rows are edited over it. */
export function EditDialog<T>({ edited, onClose, titles, children }: EditDialogProps<T>) {
  return (
    <Dialog isOpen={edited !== undefined} onClose={onClose} title={edited === 'new' ? titles.add : titles.edit}>
      {edited !== undefined && children(edited)}
    </Dialog>
  );
}
