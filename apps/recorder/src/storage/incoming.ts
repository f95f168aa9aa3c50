/** Where copies of an archive move are written before they get their names. */
export const INCOMING = '.incoming';
