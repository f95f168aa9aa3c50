export type BackupFault =
  /** The file cannot be opened, read or written. */
  | 'file'
  /** The file is not a whole backup. */
  | 'damaged'
  /** The backup or the database belongs to another version. */
  | 'version'
  /** There is nothing to take, or something that must not be overwritten. */
  | 'contents';

/** A backup or restore was refused. The message is one sentence for the operator; nothing was changed. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
  readonly fault: BackupFault;
  constructor(fault: BackupFault, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.fault = fault;
  }
}
