import type { AlertPlaceholder, AlertValues } from './placeholders.ts';

export const MAX_TEMPLATE_LENGTH = 2000;

export type TemplatePart = { kind: 'text'; text: string } | { kind: 'placeholder'; name: AlertPlaceholder };
export type Template = readonly TemplatePart[];

export type TemplateFault =
  | { kind: 'too-long' }
  | { kind: 'unbalanced-braces' }
  | { kind: 'unknown-placeholder'; name: string };

export type ParsedTemplate = { kind: 'template'; template: Template } | { kind: 'refused'; faults: TemplateFault[] };

const BRACES = /\{\{|\}\}/;

/** `{{name}}` is replaced by a value; all other text is literal. */
export function parseTemplate(source: string, allowed: readonly AlertPlaceholder[]): ParsedTemplate {
  if (source.length > MAX_TEMPLATE_LENGTH) return { kind: 'refused', faults: [{ kind: 'too-long' }] };
  const template: TemplatePart[] = [];
  const faults: TemplateFault[] = [];
  const [head = '', ...rest] = source.split('{{');
  if (BRACES.test(head)) faults.push({ kind: 'unbalanced-braces' });
  template.push({ kind: 'text', text: head });
  for (const piece of rest) {
    const end = piece.indexOf('}}');
    const text = piece.slice(end + 2);
    if (end === -1 || BRACES.test(text)) {
      faults.push({ kind: 'unbalanced-braces' });
      continue;
    }
    const wanted = piece.slice(0, end).trim();
    const name = allowed.find((known) => known === wanted);
    if (name === undefined) faults.push({ kind: 'unknown-placeholder', name: wanted });
    else template.push({ kind: 'placeholder', name }, { kind: 'text', text });
  }
  return faults.length > 0 ? { kind: 'refused', faults } : { kind: 'template', template };
}

/** Plain text. Values are inserted once and never interpreted as templates; a missing value is empty. */
export const fillTemplate = (template: Template, values: AlertValues): string =>
  template.map((part) => (part.kind === 'text' ? part.text : (values[part.name] ?? ''))).join('');
