import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { createFormat, type Format } from './format.ts';
import { type Language, localeOf, pickLanguage } from './language.ts';
import type { Messages, PlacesOf } from './message.ts';
import { en } from './messages/en.ts';
import { createSaid } from './said.ts';
import { fillIn, type Value } from './translate.ts';

type English = typeof en;
export type MessageKey = keyof English;
type Values<K extends MessageKey> = [PlacesOf<English[K]>] extends [never]
  ? []
  : [values: Readonly<Record<PlacesOf<English[K]>, Value>>];

export interface Translate {
  <K extends MessageKey>(key: K, ...values: Values<K>): string;
  /** A sentence of the server, in the reader's language where it is known. */
  said(text: string): string;
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
  said: (text: string) => string;
}
const english: Loaded = { language: 'en', messages: en, said: (text) => text };

/** German is fetched only by those who read it. */
async function loadMessages(language: Language): Promise<Loaded> {
  if (language === 'en') return english;
  const { de, phrases } = await import('./messages/de.ts');
  return { language, messages: de, said: createSaid(phrases) };
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
    return {
      language: loaded.language,
      setLanguage: (wanted) => {
        localStorage.setItem(STORED_AS, wanted);
        setLanguage(wanted);
      },
      t: Object.assign(fill, { said: loaded.said }),
      format: createFormat(locale, Intl.DateTimeFormat().resolvedOptions().timeZone),
    };
  }, [loaded]);

  return value && <Context value={value}>{children}</Context>;
}

export function useI18n(): I18n {
  const value = use(Context);
  if (!value) throw new Error('a part that speaks stands outside the I18nProvider');
  return value;
}

export const useT = (): Translate => useI18n().t;
