import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

interface ToolProps {
  label: string;
  onClick: () => void;
  /** For tools that are switched on and off. */
  isOn?: boolean;
  children: ReactNode;
}

/** A button of the player with only an icon. */
export function Tool({ label, onClick, isOn, children }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={isOn ? 'light' : 'subtle'}
        color={isOn ? 'tide' : 'gray'}
        c="var(--mantine-color-text)"
        size={40}
        onClick={onClick}
        aria-label={label}
        aria-pressed={isOn}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
