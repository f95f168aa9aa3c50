import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';

interface RowActionProps {
  /** Includes the name of the object, because screen readers read it without its row. */
  label: string;
  icon: ReactNode;
  onClick: () => void;
}

/** An action of a row, as an icon button at its end. */
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
