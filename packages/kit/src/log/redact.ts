const masked = '***';

// Quantifiers are bounded: a hostile string full of "://" must not cost quadratic time.
const userInfo = /(:\/\/)[^\s/?#"<>\\]{1,512}@/g;

// Camera passwords are often pasted unencoded, slashes and all. A row of digits up to a delimiter is a port, not a password.
const looseUserInfo = /(:\/\/)[^\s/?#:@"<>\\]{1,128}:(?!\d{1,5}(?:[/?#\s"'\\,;)\]]|$))(?:[^\s"\\]|\\[^nrt\s]){0,256}@/g;

const querySecret =
  /([?&;/_](?:[\w-]{0,64}(?:token|secret|passw(?:or)?[dt]|passphrase|pass?|pwd?|psw|signature|api_?key)|auth|key|sig|jwt|code)=)[^&\s"'#\\<>]+/gi;

/** `rtsp://user:pass@host/x?token=abc` becomes `rtsp://***@host/x?token=***`, anywhere in the text. */
export const redactUrls = (text: string): string =>
  text.includes('://') || text.includes('=')
    ? text.replace(userInfo, `$1${masked}@`).replace(looseUserInfo, `$1${masked}@`).replace(querySecret, `$1${masked}`)
    : text;

const control = /\p{Cc}+/gu;
const wordUserInfo = /([a-z][a-z0-9+.-]{0,15}:\/\/)[^\s'"]{0,1024}@/gi;

/**
 * For lines of other programs, which quote addresses as people typed them. Removes everything up to the last `@` of a word: a
 * password may contain any character unescaped, and losing a bit of path is better than leaking.
 */
export const redactToolLine = (line: string): string =>
  redactUrls(line.replace(control, ' ').replace(wordUserInfo, `$1${masked}@`));

const secretKey =
  /("(?:[\w-]*(?:password|passwd|secret|token|authorization|cookie|api[_-]?key)|jwt)"\s*[:,]\s*)(?:"(?:[^"\\]|\\.)*(?:"|$)|\[[^\]]*(?:\]|$))/gi;
const authorizationLine = /((?:proxy-)?authorization\s*[:=]\s*)(?:[^\r\n"\\]|\\[^rn])+/gi;
const bearer = /\b(Bearer\s+)[\w.~+/-]{6,}=*/gi;
/** The characters around a token. Examined once as a whole; otherwise many token starts in a row would take quadratic time. */
const tokenCharacters = /[\w.-]+/g;

/** Works on a whole serialized log line, so no depth of nesting and no field name a caller chose can leak. */
export const redactLogLine = (line: string): string =>
  redactUrls(line)
    .replace(secretKey, `$1"${masked}"`)
    .replace(authorizationLine, `$1${masked}`)
    .replace(bearer, `$1${masked}`)
    .replace(tokenCharacters, withoutToken);

/** A JSON web token is three parts with dots between them; the first always starts with the same characters. */
function withoutToken(text: string): string {
  const at = text.indexOf('eyJ');
  return at === -1 || text.slice(at).split('.').length < 3 ? text : text.slice(0, at) + masked;
}
