import { type Findings, isSound, type StorageCheck } from './check.ts';

/** The result of a check as text for the terminal. */
export function checkReport(checks: readonly StorageCheck[]): string {
  const off = checks.filter((check) => !isSound(check)).length;
  const verdict =
    off === 0
      ? 'Index and disk agree. Nothing was changed.'
      : `There are differences on ${off} of ${checks.length} storages. Nothing was changed.`;
  return [...checks.map(storageReport), verdict].join('\n\n');
}

function storageReport(check: StorageCheck): string {
  const head = `${check.name} (${check.root})`;
  if (check.state === 'missing' || check.state === 'foreign')
    return `${head}\n  not checked: ${check.detail ?? check.state}`;
  return [
    head,
    `  ${check.rows} rows in the index, ${check.files} files in the folders of cameras`,
    ...(check.detail === null ? [] : [`  note: ${check.detail}`]),
    ...findings('rows without a file', check.rowsWithoutFile),
    ...findings('files without a row', check.filesWithoutRow),
    ...findings('files whose size differs from the index', check.wrongSizes),
    ...findings('files that cannot be read', check.unreadable),
    ...findings('siblings, kept forever and never indexed', check.siblings),
    ...findings('files in quarantine', check.quarantined),
  ].join('\n');
}

function findings(title: string, { count, examples }: Findings): string[] {
  if (count === 0) return [];
  const more = count > examples.length ? [`    and ${count - examples.length} more`] : [];
  return [`  ${title}: ${count}`, ...examples.map((example) => `    ${example}`), ...more];
}
