/** Thrown to end the process with one clear sentence for the operator and an exit code. */
export class ExitWith extends Error {
  override readonly name = 'ExitWith';
  readonly exitCode: number;
  constructor(exitCode: number, sentence: string) {
    super(sentence);
    this.exitCode = exitCode;
  }
}

/** From sysexits, so that a service manager can distinguish them. `restart`: a user asked for it, so start it again at once. */
export const exitCodes = { unavailable: 69, cannotCreate: 73, restart: 75, badConfig: 78 } as const;
