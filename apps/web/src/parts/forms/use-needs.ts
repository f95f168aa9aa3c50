import { useEffect, useRef, useState } from 'react';
import { useT } from '../../i18n/i18n.tsx';

/** What each field lacks, as a sentence; true stands for a general sentence, false and undefined for nothing. */
export type Needs = Readonly<Record<string, string | boolean | undefined>>;

const none: ReadonlySet<string> = new Set();
const focusable = ':is(input:not([type="hidden"], [type="file"]), textarea, button):not(:disabled)';

/**
 * What a form lacks. Its button is always enabled: pressed too early, it shows at each field what is missing and focuses the
 * first one. Nothing is shown before.
 */
export function useNeeds<Place extends HTMLElement>(needs: Needs) {
  const t = useT();
  const [tried, setTried] = useState(none);
  const [refusals, setRefusals] = useState(0);
  const place = useRef<Place>(null);
  useEffect(() => {
    if (refusals > 0)
      place.current?.querySelector(`[data-error="true"]`)?.querySelector<HTMLElement>(focusable)?.focus();
  }, [refusals]);
  return {
    /** The element with the fields. */
    place,
    /** Whether nothing is missing. Otherwise what is missing is shown from now on. */
    check: (): boolean => {
      if (!Object.values(needs).some(Boolean)) return true;
      setTried(new Set(Object.keys(needs)));
      setRefusals((count) => count + 1);
      return false;
    },
    neededAt: (field: string): string | undefined => {
      const fault = tried.has(field) && needs[field];
      return fault === true ? t('form.needed') : fault || undefined;
    },
    /** The form is empty again. */
    forget: () => setTried(none),
  };
}

export const isBlank = (text: string): boolean => text.trim() === '';
