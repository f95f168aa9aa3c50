import { type Findings, isSound, type StorageCheck } from './check.ts';

/** What a check found, for a person to read. */
export function checkReport(checks: readonly StorageCheck[]): string {
  const off = checks.filter((check) => !isSound(check)).length;
  const verdict =
    off === 0
      ? 'Index and disk agree. Nothing was changed.'
      : `Something is off on ${off} of ${checks.length} storages. Nothing was changed.`;
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
    ...findings('files with another size than the index says', check.wrongSizes),
    ...findings('files that cannot be read', check.unreadable),
    ...findings('siblings, kept for ever and never indexed', check.siblings),
    ...findings('files in quarantine', check.quarantined),
  ].join('\n');
}

function findings(title: string, { count, examples }: Findings): string[] {
  if (count === 0) return [];
  const more = count > examples.length ? [`    and ${count - examples.length} more`] : [];
  return [`  ${title}: ${count}`, ...examples.map((example) => `    ${example}`), ...more];
}
