import { type Reason, reasonCode, reasonText } from '@holdfast/domain';
/** An export that cannot be made. */
export class ExportFailure extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reasonText(reason));
    this.reason = reason;
  }
}

export const noFootageLeft = () => new ExportFailure(reasonCode('export-no-footage'));
export const diskFull = () => new ExportFailure(reasonCode('export-disk-full'));
