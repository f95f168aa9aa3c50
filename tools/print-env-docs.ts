import { writeFileSync } from 'node:fs';
import { renderEnvReference } from './env-reference.ts';
import { envReferencePath, readEnvSchemas } from './read-env-schemas.ts';

writeFileSync(envReferencePath, renderEnvReference(await readEnvSchemas()));
