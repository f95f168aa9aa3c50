import { notifications } from '@mantine/notifications';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '../../i18n/i18n.tsx';
import { copyText } from './copy-text.ts';

const SHOWN_MS = 2_000;

interface CopyButtonProps {
  value: string;
  children: (state: { copied: boolean; copy: () => void }) => ReactNode;
}

/** Copies a value, and shows an error if the browser refuses. */
export function CopyButton({ value, children }: CopyButtonProps) {
  const t = useT();
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    if (!(await copyText(value))) return void notifications.show({ message: t('common.notCopied'), color: 'red' });
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return children({ copied: isCopied, copy: () => void copy() });
}
