import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';

interface RowActionProps {
  /** Names the thing as well: a screen reader meets it without its row. */
  label: string;
  icon: ReactNode;
  onClick: () => void;
}

/** Something that can be done with a row, as a quiet sign at its end. */
export const RowAction = ({ label, icon, onClick }: RowActionProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size={36}
    aria-label={label.slice(0, 200)}
    title={label.slice(0, 200)}
    onClick={onClick}
  >
    {icon}
  </ActionIcon>
);
