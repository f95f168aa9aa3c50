import { useEffect, useState } from 'react';
import { createOpenDialogs } from './open-dialogs.ts';

const openDialogs = createOpenDialogs<symbol>((callback) => setTimeout(callback));

/** Whether this dialog or popover is over all others: only then do Escape and a click beside it close it. */
export function useTopDialog(isOpen: boolean): () => boolean {
  const [self] = useState(() => Symbol('dialog'));
  useEffect(() => (isOpen ? openDialogs.add(self) : undefined), [isOpen, self]);
  return () => openDialogs.isTop(self);
}
