/** Folder for the copies of an archive move before they get their final names. */
export const INCOMING = '.incoming';
