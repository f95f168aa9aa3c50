import { useEffect, useState } from 'react';

const STORED_AS = 'holdfast.events-seen';

/** When this browser looked at the events before now; undefined on the first visit. Leaving the screen is having looked. */
export function useLastLook(): string | undefined {
  const [before] = useState(() => localStorage.getItem(STORED_AS) ?? undefined);
  useEffect(() => {
    const looked = () => localStorage.setItem(STORED_AS, new Date().toISOString());
    window.addEventListener('pagehide', looked);
    return () => {
      window.removeEventListener('pagehide', looked);
      looked();
    };
  }, []);
  return before;
}
