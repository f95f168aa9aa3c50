import type { ReasonBody } from '@holdfast/contract';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { createFormat, type Format } from './format.ts';
import { type Language, localeOf, pickLanguage } from './language.ts';
import { en } from './messages/en/en.ts';
import type { Messages, PlacesOf } from './messages/message.ts';
import { reasonSentence } from './reason-sentence.ts';
import { fillIn, type Value } from './translate.ts';

type English = typeof en;
export type MessageKey = keyof English;
/** Of a message without placeholders. */
export type PlainKey = { [K in MessageKey]: [PlacesOf<English[K]>] extends [never] ? K : never }[MessageKey];
type Values<K extends MessageKey> = [PlacesOf<English[K]>] extends [never]
  ? []
  : [values: Readonly<Record<PlacesOf<English[K]>, Value>>];

export interface Translate {
  <K extends MessageKey>(key: K, ...values: Values<K>): string;
  /** The sentence of a reason; `otherwise` if there is none or its code is newer than this page. */
  reason(reason: ReasonBody | null | undefined, otherwise: string): string;
}

interface I18n {
  language: Language;
  setLanguage(language: Language): void;
  t: Translate;
  format: Format;
}

const STORED_AS = 'holdfast.language';
const Context = createContext<I18n | undefined>(undefined);

interface Loaded {
  language: Language;
  messages: Messages;
}
const english: Loaded = { language: 'en', messages: en };

/** German is loaded on demand. */
async function loadMessages(language: Language): Promise<Loaded> {
  if (language === 'en') return english;
  const { de } = await import('./messages/de/de.ts');
  return { language, messages: de };
}

export function I18nProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(() => pickLanguage(localStorage.getItem(STORED_AS), navigator.languages));
  const [loaded, setLoaded] = useState<Loaded | undefined>(language === 'en' ? english : undefined);

  useEffect(() => {
    let isWanted = true;
    void loadMessages(language).then((next) => {
      if (!isWanted) return;
      document.documentElement.lang = language;
      setLoaded(next);
    });
    return () => {
      isWanted = false;
    };
  }, [language]);

  const value = useMemo<I18n | undefined>(() => {
    if (!loaded) return undefined;
    const locale = localeOf(loaded.language, navigator.languages);
    const fill: <K extends MessageKey>(key: K, ...values: Values<K>) => string = (key, ...[values]) =>
      fillIn(loaded.messages[key] ?? en[key], values ?? {}, locale);
    const format = createFormat(locale, Intl.DateTimeFormat().resolvedOptions().timeZone);
    const { messages } = loaded;
    return {
      language: loaded.language,
      setLanguage: (wanted) => {
        localStorage.setItem(STORED_AS, wanted);
        setLanguage(wanted);
      },
      t: Object.assign(fill, {
        reason: (reason: ReasonBody | null | undefined, otherwise: string) =>
          reasonSentence(reason, otherwise, { messages, format, locale }),
      }),
      format,
    };
  }, [loaded]);

  return value && <Context value={value}>{children}</Context>;
}

export function useI18n(): I18n {
  const value = use(Context);
  if (!value) throw new Error('useI18n needs an I18nProvider above it');
  return value;
}

export const useT = (): Translate => useI18n().t;
