import { useEffect } from 'react';

/** The number on the icon of the installed app, where the system shows one; left as it is until the number is known. */
export function useAppBadge(count: number | undefined): void {
  useEffect(() => {
    if (!('setAppBadge' in navigator) || count === undefined) return;
    void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
  }, [count]);
  useEffect(() => () => void navigator.clearAppBadge?.().catch(() => undefined), []);
}
