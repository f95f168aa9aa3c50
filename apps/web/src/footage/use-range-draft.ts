import { useState } from 'react';
import { useT } from '../i18n/i18n.tsx';
import { toLocalField } from '../parts/local-time.ts';
import { readRange } from './read-range.ts';

interface RangeDraftOptions {
  /** What the fields begin with. */
  start: string;
  end: string;
  mostMs: number;
  tooLong: string;
}

/** A range while it is typed: what the fields hold, what it reads as, and what is wrong with each field. */
export function useRangeDraft({ start, end, mostMs, tooLong }: RangeDraftOptions) {
  const t = useT();
  const [typed, setTyped] = useState({ start: toLocalField(new Date(start)), end: toLocalField(new Date(end)) });
  const range = readRange(typed, mostMs, { start, end });
  /** With what the server said of the fields, where nothing is wrong with what was typed. */
  const errorsWith = (said: Readonly<Record<string, string>>) => {
    const faultOf = (field: 'start' | 'end') => {
      if (range.kind === 'ok' || range.field !== field) return said[field];
      if (range.fault === 'too-long') return tooLong;
      return range.fault === 'needed' ? t('range.needed') : t('range.reversed');
    };
    return { start: faultOf('start'), end: faultOf('end') };
  };
  return { typed, setTyped, range, errorsWith };
}
