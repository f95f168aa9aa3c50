import { fieldLabel } from './field-labels.ts';

interface ProblemLine {
  label: ReturnType<typeof fieldLabel>;
  message: string;
}

/** The lines of a note: the errors that no field shows itself, each with the label of its field. */
export const problemLines = (
  fields: Readonly<Record<string, string>>,
  shownFields: ReadonlySet<string>,
): ProblemLine[] =>
  Object.entries(fields)
    .filter(([name]) => !shownFields.has(name))
    .map(([name, message]) => ({ label: fieldLabel(name), message }));
