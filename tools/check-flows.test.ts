import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSourceGraph } from './run-tests/source-graph.ts';

/** Reached by a request of another process. */
const OVER_THE_WIRE = ['apps/api/src/plates/handlers.ts'];

const root = dirname(import.meta.dirname);
const { texts, usedBy } = readSourceGraph(root, []);

const usersOf = (file: string): string[] => [...(usedBy.get(file) ?? [])];
/** Directly, or through one file between. */
const uses = (user: string, used: string): boolean =>
  usersOf(used).some((one) => one === user || usersOf(one).includes(user));
const areConnected = (one: string, other: string): boolean => uses(one, other) || uses(other, one);

const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const [, list = ''] = /^## Four flows, file by file$([\s\S]*?)^## /m.exec(page) ?? [];
/** The heading and the steps of each flow, as the files that they name. */
const flows = list
  .split(/^(?=\*\*)/m)
  .slice(1)
  .map((text) => ({
    title: /^\*\*(.+?)\.?\*\*/.exec(text)?.[1] ?? '',
    numbers: [...text.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number)),
    steps: text
      .split(/^(?=\d+\. )/m)
      .map((step) => [...step.matchAll(/`((?:apps|packages)\/[^`]+)`/g)].map(([, file = '']) => file)),
  }));

it('the page describes four flows', () => expect(flows).toHaveLength(4));

describe.each(flows)('the flow "$title"', ({ numbers, steps }) => {
  it('has numbered steps, each with files that exist and are named once', () => {
    expect(numbers).toEqual(steps.slice(1).map((_, at) => at + 1));
    expect(steps.slice(1).filter((files) => files.length === 0)).toEqual([]);
    const named = steps.flat();
    expect(named.filter((file, at) => !texts.has(file) || named.indexOf(file) !== at)).toEqual([]);
  });

  it('leads from step to step by imports, so that no file needs one that is named later', () => {
    const [heading = [], first = [], ...others] = steps;
    const lost = others.flatMap((files, at) => {
      const before = [heading, first, ...others.slice(0, at)].flat();
      const isReached = files.some(
        (file) => OVER_THE_WIRE.includes(file) || before.some((other) => areConnected(file, other)),
      );
      const beside = (file: string) => [...before, ...files].filter((other) => other !== file);
      return files.filter((file) => !isReached || !beside(file).some((other) => areConnected(file, other)));
    });
    expect(lost).toEqual([]);
  });
});
