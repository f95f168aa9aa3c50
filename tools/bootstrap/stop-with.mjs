/** Ends the command with one clear sentence and an exit code: 64 usage, 69 something is missing, 78 configuration. */
export class StopWith extends Error {
  constructor(exitCode, sentence) {
    super(sentence);
    this.exitCode = exitCode;
  }
}
