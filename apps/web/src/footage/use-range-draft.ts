import { useState } from 'react';
import { useT } from '../i18n/i18n.tsx';
import { toLocalField } from '../parts/time/local-time.ts';
import { readRange } from './read-range.ts';

interface RangeDraftOptions {
  /** Initial values. */
  start: string;
  end: string;
  maxMs: number;
  tooLong: string;
}

/** A range being typed: the field values, the parsed range and the errors of each field. */
export function useRangeDraft({ start, end, maxMs, tooLong }: RangeDraftOptions) {
  const t = useT();
  const [typed, setTyped] = useState({ start: toLocalField(new Date(start)), end: toLocalField(new Date(end)) });
  const range = readRange(typed, maxMs, { start, end });
  /** Errors of the fields: local ones first, then those of the server. */
  const errorsWith = (serverError: (field: string) => string | undefined) => {
    const faultOf = (field: 'start' | 'end') => {
      if (range.kind === 'ok' || range.field !== field) return serverError(field);
      if (range.fault === 'too-long') return tooLong;
      return range.fault === 'needed' ? t('range.needed') : t('range.reversed');
    };
    return { start: faultOf('start'), end: faultOf('end') };
  };
  return { typed, setTyped, range, errorsWith };
}
