/** An export that cannot be made, with a sentence for whoever asked for it. */
export class ExportFailure extends Error {}

export const noFootageLeft = () => new ExportFailure('There is no footage left in this range.');
export const diskFull = () => new ExportFailure('There is not enough free disk space for this export.');
