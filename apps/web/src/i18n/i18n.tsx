import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { createFormat, type Format } from './format.ts';
import { type Language, localeOf, pickLanguage } from './language.ts';
import type { Messages, PlacesOf } from './message.ts';
import { en } from './messages/en.ts';
import { fillIn, type Value } from './translate.ts';

type English = typeof en;
export type MessageKey = keyof English;
type Values<K extends MessageKey> = [PlacesOf<English[K]>] extends [never]
  ? []
  : [values: Readonly<Record<PlacesOf<English[K]>, Value>>];

export type Translate = <K extends MessageKey>(key: K, ...values: Values<K>) => string;

interface I18n {
  language: Language;
  setLanguage(language: Language): void;
  t: Translate;
  format: Format;
}

const STORED_AS = 'holdfast.language';
const Context = createContext<I18n | undefined>(undefined);

/** German is fetched only by those who read it. */
const loadMessages = async (language: Language): Promise<Messages> =>
  language === 'de' ? (await import('./messages/de.ts')).de : en;

export function I18nProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(() => pickLanguage(localStorage.getItem(STORED_AS), navigator.languages));
  const [loaded, setLoaded] = useState<{ language: Language; messages: Messages } | undefined>(
    language === 'en' ? { language, messages: en } : undefined,
  );

  useEffect(() => {
    let isWanted = true;
    void loadMessages(language).then((messages) => {
      if (!isWanted) return;
      document.documentElement.lang = language;
      setLoaded({ language, messages });
    });
    return () => {
      isWanted = false;
    };
  }, [language]);

  const value = useMemo<I18n | undefined>(() => {
    if (!loaded) return undefined;
    const locale = localeOf(loaded.language, navigator.languages);
    return {
      language: loaded.language,
      setLanguage: (wanted) => {
        localStorage.setItem(STORED_AS, wanted);
        setLanguage(wanted);
      },
      t: (key, ...[values]) => fillIn(loaded.messages[key] ?? en[key], values ?? {}, locale),
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
