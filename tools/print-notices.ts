import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NOTICES_FILE, printNotices } from './supply-chain/notices.ts';

const root = dirname(import.meta.dirname);
writeFileSync(join(root, NOTICES_FILE), printNotices(root));
