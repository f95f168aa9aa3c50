/** Thrown to end the process with one clear sentence for the operator, and the exit code that goes with it. */
export class ExitWith extends Error {
  override readonly name = 'ExitWith';
  readonly exitCode: number;
  constructor(exitCode: number, sentence: string) {
    super(sentence);
    this.exitCode = exitCode;
  }
}

/** From sysexits: what a service manager may tell apart. */
export const exitCodes = { unavailable: 69, cannotCreate: 73, badConfig: 78 } as const;
