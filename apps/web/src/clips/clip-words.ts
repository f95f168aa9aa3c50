import type { Clip } from '../api/queries.ts';
import type { MessageKey, Translate } from '../i18n/i18n.tsx';
import { en } from '../i18n/messages/en/en.ts';

const isKey = (key: string): key is MessageKey & (`clipLabel.${string}` | `clipSource.${string}`) =>
  Object.hasOwn(en, key);

/** A label of a detector in the reader's language; one that is not known as it is, with a capital. */
export function labelText(label: string, t: Translate): string {
  const key = `clipLabel.${label}`;
  if (isKey(key)) return t(key);
  const words = label.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function sourceText(sourceId: string, t: Translate): string {
  const key = `clipSource.${sourceId}`;
  return isKey(key) ? t(key) : sourceId;
}

/** The name that matches the user's input, which may be in their language. */
export const matchTypedName = (typed: string, choices: readonly string[], textOf: (name: string) => string): string =>
  choices.find((name) => name === typed) ??
  choices.find((name) => textOf(name).toLowerCase() === typed.trim().toLowerCase()) ??
  typed;

/** A short description of a clip's content. */
export function clipTitle(
  { kind, label, sub_label }: Pick<Clip, 'kind' | 'label' | 'sub_label'>,
  t: Translate,
): string {
  const text = kind === 'bookmark' ? label : labelText(label, t);
  return sub_label === null ? text : `${text} · ${sub_label}`;
}

/** The confidence of the source. None for motion, whose score is the share of the picture that moved. */
export const confidenceOf = ({ kind, score }: Pick<Clip, 'kind' | 'score'>): number | null =>
  kind === 'motion' ? null : score;
