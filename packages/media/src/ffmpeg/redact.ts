const CREDENTIALS = /([a-z][a-z0-9+.-]{0,15}:\/\/)[^\s'"]*@/gi;
const SECRET_QUERY = /([?&][a-z_-]*(?:token|key|password|passwd|pwd|secret|auth)[a-z_-]{0,16}=)[^&\s'"]*/gi;
const CONTROL = /\p{Cc}+/gu;

/**
 * Removes user names, passwords and tokens of URLs from a line before anybody stores or shows it. Everything up to the
 * last `@` of a word goes: a password may hold an unescaped `@` or `/`, and losing a bit of path costs less than leaking.
 */
export const redactUrls = (line: string): string =>
  line.replace(CONTROL, ' ').replace(CREDENTIALS, '$1***@').replace(SECRET_QUERY, '$1***');
