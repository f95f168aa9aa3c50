import type { EnvFields } from '@holdfast/kit';

export interface ProcessEnvironment {
  readonly process: string;
  readonly fields: EnvFields;
}

interface Row {
  readonly key: string;
  readonly processes: string[];
  readonly field: EnvFields[string];
}

const intro = `# Environment

Read once at start by each process. A blank value is the same as none. Anything else that cannot be used is a start-up
error: \`npm start\` lists the faults of all processes together and exits with code 78 before it has made anything; a process
that is started alone does the same for its own keys. Keys with a \`_FILE\` form may name a file that
holds the value instead; setting both is a fault.

A key is here from the version on whose feature reads it: what is not in the table is not read and has no effect
([why](../decisions/0007-no-stubs-in-compose.md)).

This page is printed from the schemas in \`apps/*/src/env.ts\` by \`node tools/print-env-docs.ts\`, and the tests compare it with them.

| Key | Default | Takes | Read by | Meaning |
|---|---|---|---|---|
`;

/** A key has one meaning: another meaning or default in another process is an error. */
export const contradictionsIn = (environments: readonly ProcessEnvironment[]): string[] => {
  const first = new Map<string, { process: string; field: EnvFields[string] }>();
  return environments.flatMap(({ process, fields }) =>
    Object.entries(fields).flatMap(([key, field]) => {
      const known = first.get(key);
      if (known === undefined) {
        first.set(key, { process, field });
        return [];
      }
      const agrees = known.field.describe === field.describe && known.field.fallbackText === field.fallbackText;
      return agrees ? [] : [`${key} differs between ${known.process} and ${process}`];
    }),
  );
};

export const renderEnvReference = (environments: readonly ProcessEnvironment[]): string => {
  const rows = new Map<string, Row>();
  for (const { process, fields } of environments)
    for (const [key, field] of Object.entries(fields)) {
      const row = rows.get(key) ?? { key, processes: [], field };
      row.processes.push(process);
      rows.set(key, row);
    }
  const lines = [...rows.values()].sort((one, other) => (one.key < other.key ? -1 : 1)).map(renderRow);
  return `${intro}${lines.join('\n')}\n`;
};

const renderRow = ({ key, processes, field }: Row): string => {
  const keys = field.fromFile ? `\`${key}\`, \`${key}_FILE\`` : `\`${key}\``;
  const fallback = field.fallbackText === undefined || field.fallbackText === '' ? 'none' : `\`${field.fallbackText}\``;
  const cells = [keys, fallback, field.accepts, processes.join(', '), field.describe];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
};
