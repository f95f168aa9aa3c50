import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { slowFiles } from './slow-files.ts';

/**
 * Runs files known to be slow first, so that none of them starts last. Vitest itself knows no durations in a fresh clone; the
 * rest keeps its order.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = slowFiles.indexOf(relative(this.ctx.config.root, moduleId));
      return at === -1 ? slowFiles.length : at;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
