import { ActionIcon, Menu, type MenuProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconDots } from '../icons/icons.ts';

interface MoreMenuProps {
  label: string;
  position: NonNullable<MenuProps['position']>;
  /** Over a picture, in the colour of the text there. */
  isOnPicture?: boolean;
  /** Menu items. */
  children: ReactNode;
}

/** A button with three dots that opens the actions of an object. */
export function MoreMenu({ label, position, isOnPicture = false, children }: MoreMenuProps) {
  return (
    <Menu position={position} width={250} shadow="md">
      <Menu.Target>
        <ActionIcon
          {...(isOnPicture
            ? { variant: 'transparent', c: 'inherit', size: 32 }
            : { variant: 'subtle', color: 'gray', size: 36 })}
          aria-label={label}
        >
          <IconDots size={19} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
