import { runNode } from './run-tests/run-node.ts';
import { untilInterrupted } from './run-tests/until-interrupted.ts';

// The command `npm run soak`: the long forms of the tests. `npm run soak -- kills` runs only those.
const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'soak', ...process.argv.slice(2)];
process.exitCode = await runNode(args, { prefix: '', signal: untilInterrupted() });
