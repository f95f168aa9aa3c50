/** A measurement without a baseline to compare with: it prepares, measures and reports by itself. */
export interface Study {
  name: string;
  title: string;
  /** Whatever is opened is registered on the stack, which the caller unwinds. Returns the lines of its report. */
  run(options: {
    resources: AsyncDisposableStack;
    quick: boolean;
    signal: AbortSignal;
    /** A folder of real data, where a study can use one. */
    data: string | undefined;
  }): Promise<string[]>;
}

export const verdict = (isReached: boolean): string => (isReached ? 'PASS' : 'FAIL');
