import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import type { FileTiming } from './slowest-files.ts';

/** Writes the duration of each file to TIMINGS_FILE. Vitest's JSON report omits imports and set-up. */
// biome-ignore lint/style/noDefaultExport: vitest takes a reporter from there
export default class TimingReporter implements Reporter {
  readonly #timings: FileTiming[] = [];

  onTestModuleEnd(module: TestModule): void {
    const { collectDuration, duration, environmentSetupDuration, prepareDuration, setupDuration } = module.diagnostic();
    this.#timings.push({
      file: relative(process.cwd(), module.moduleId),
      tookMs: collectDuration + duration + environmentSetupDuration + prepareDuration + setupDuration,
    });
  }

  onTestRunEnd(): void {
    const path = process.env.TIMINGS_FILE;
    if (path !== undefined) writeFileSync(path, JSON.stringify(this.#timings));
  }
}
