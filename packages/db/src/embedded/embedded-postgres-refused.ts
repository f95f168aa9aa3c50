/** The embedded database cannot be used here. The message is one clear sentence for the operator; nothing was changed. */
export class EmbeddedPostgresRefused extends Error {
  override readonly name = 'EmbeddedPostgresRefused';
}
